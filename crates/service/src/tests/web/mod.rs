//! Tests of requests: routes, limits, connections and live pages.

mod connections;
mod limits;
mod live;
mod routes;
