//! Tests of the web layer: routes, limits, connections and live pages.

mod connections;
mod limits;
mod live;
mod routes;
