//! Tests of the web layer: routes, limits, connections and live pages.

mod limits;
mod live;
mod routes;
