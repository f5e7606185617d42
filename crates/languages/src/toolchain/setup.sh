#!/usr/bin/env bash
# Installs the toolchains for judging submissions on Debian or Ubuntu. Skips
# the tools that are already installed, so a second run takes almost no time.
set -Eeuo pipefail
export DEBIAN_FRONTEND=noninteractive PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '%s\n' "$*" >&2; }
trap 'say "error: stopped at: $BASH_COMMAND"' ERR
die() { say "error: $*"; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo -- "$@"
    else die "installing packages needs root; run this as root or install sudo"
    fi
}

# apt_install PACKAGE…
apt_install() {
    local package missing=()
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "apt: ${missing[*]}"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends)
    # The installation usually fails because the package lists are outdated or missing.
    as_root "${install[@]}" "${missing[@]}" >/dev/null 2>&1 ||
        { as_root apt-get update --quiet=2 && as_root "${install[@]}" "${missing[@]}" >/dev/null; } ||
        die "apt-get could not install: ${missing[*]}"
}

# needs_install DIRECTORY WORDS…: succeeds unless DIRECTORY was installed from exactly these WORDS.
needs_install() { [ "$(cat "$1/installed" 2>/dev/null)" != "${*:2}" ]; }

# npm_install LANGUAGE PACKAGE…
npm_install() {
    local directory="$TOOLCHAINS/npm/$1"
    needs_install "$directory" "${@:2}" || return 0
    command -v npm >/dev/null || apt_install nodejs npm
    say "npm: ${*:2}"
    rm -rf "$directory" && mkdir -p "$directory"
    npm install --prefix "$directory" --no-audit --no-fund --loglevel=error "${@:2}" >&2 ||
        die "npm could not install: ${*:2}"
    echo "${*:2}" >"$directory/installed"
}

# pip_install LANGUAGE REQUIREMENT…
pip_install() {
    local directory="$TOOLCHAINS/pip/$1"
    needs_install "$directory" "${@:2}" || return 0
    python3 -m pip --version >/dev/null 2>&1 || apt_install python3 python3-pip
    say "pip: ${*:2}"
    rm -rf "$directory" && mkdir -p "$directory"
    python3 -m pip install --quiet --target "$directory" "${@:2}" >&2 ||
        die "pip could not install: ${*:2}"
    echo "${*:2}" >"$directory/installed"
}

# npm_unpack PACKAGE PATTERN…: unpacks the files that match a pattern into the current directory.
npm_unpack() {
    local archive
    command -v npm >/dev/null || apt_install nodejs npm
    archive=$(npm pack --silent "$1") || die "npm could not download: $1"
    tar -xzf "$archive" --transform 's|.*/||' --wildcards --no-wildcards-match-slash "${@:2}"
    rm "$archive"
}

# Prints the source of the program that compiles and runs C# submissions.
dotnet_host() {
    cat <<'END'
{dotnet_host}
END
}

command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    die "this machine has no apt-get; install the toolchains with its own package manager; 'mousetrap doctor' lists what is missing"
mkdir -p "$TOOLCHAINS"
