# Mousetrap with the toolchains of all languages.
#
#   docker build --tag mousetrap .
#   docker run --rm --privileged --volume "$PWD:/work" mousetrap judge
#
# The sandbox makes namespaces and mounts of its own, which a container may only
# do with --privileged.

FROM rust:1-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo install --locked --features service,mutants --path . --root /opt/mousetrap

FROM rust:1-bookworm
# Submissions see /usr, and the judge knows all answers.
COPY --from=build /opt/mousetrap/bin/mousetrap /opt/mousetrap/bin/mousetrap
ENV PATH="/opt/mousetrap/bin:$PATH"
# Languages to install, such as "python cpp java"; all if empty.
ARG LANGUAGES=""
ENV MOUSETRAP_TOOLCHAINS=/opt/toolchains
RUN mousetrap setup $LANGUAGES && rm -rf /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["mousetrap"]
CMD ["judge"]
