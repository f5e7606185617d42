//! Tests of requests: routes, limits, connections and event streams.

mod connections;
mod limits;
mod routes;
mod stream;
