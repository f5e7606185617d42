//! Tests of the web layer: routes, limits and connections.

mod limits;
mod routes;
