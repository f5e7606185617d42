//! The table of routes, with the clients that may use each route. The router is built from the
//! table, so that the access tests cover every route.

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{MethodRouter, get, head, post, put};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use super::guard::{Access, MAX_BODY_BYTES, check_access};
use super::request::App;
use crate::http_error::{HttpError, show_http_error};
use crate::protocol::MAX_BODY_MIB;
use crate::{api, pages};

/// A route, and the clients that may use it.
pub(crate) struct Route {
    pub path: &'static str,
    pub access: Access,
    #[cfg_attr(not(test), expect(dead_code, reason = "tests request every route"))]
    pub method: &'static str,
    handler: MethodRouter<App>,
}

/// Maximum size in bytes of a batch or of an uploaded suite.
const MAX_UPLOAD_BYTES: usize = MAX_BODY_MIB << 20;
/// Maximum time from receiving the head of a request to its response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

macro_rules! routes {
    ($($method:ident $path:literal $access:expr => $handler:path,)*) => {
        vec![$(Route {
            path: $path,
            access: $access,
            method: stringify!($method),
            handler: $method($handler),
        },)*]
    };
}

/// Returns the table of all routes.
pub(crate) fn route_table() -> Vec<Route> {
    use Access::{Anyone, Author, Member, Owner, Token, WithoutSession};
    routes![
        get "/" Anyone => pages::site::show_home,
        post "/link" Anyone => pages::site::open_link,
        post "/language" WithoutSession => pages::site::set_language,
        get "/assets/{file}" WithoutSession => pages::site::get_asset,
        get "/healthz" WithoutSession => pages::site::healthz,
        get "/readyz" WithoutSession => pages::site::readyz,
        get "/enter/{secret}" Anyone => pages::links::open_personal_link,
        post "/enter/{secret}" Anyone => pages::links::log_in,
        post "/leave" Anyone => pages::links::log_out,
        get "/join/{invitation}" Anyone => pages::links::join_page,
        post "/join/{invitation}" Anyone => pages::links::join_room,
        get "/rooms" Owner => pages::room::settings::show_rooms,
        post "/rooms" Owner => pages::room::settings::create_room,
        get "/rooms/{room}" Member => pages::room::participant::show_room,
        get "/rooms/{room}/version" Member => pages::room::participant::room_version,
        post "/rooms/{room}/submissions" Member => pages::room::participant::submit,
        post "/rooms/{room}/recognise" Member => pages::room::participant::detect_language_and_problem,
        get "/rooms/{room}/run" Member => pages::room::participant::run_page,
        post "/rooms/{room}/run" Member => pages::room::participant::submit,
        get "/rooms/{room}/run/result" Member => pages::room::run::run_result,
        get "/rooms/{room}/manage" Owner => pages::room::manage::show_management_page,
        get "/rooms/{room}/settings" Owner => pages::room::settings::show_settings,
        post "/rooms/{room}/settings" Owner => pages::room::settings::update_room,
        post "/rooms/{room}/close" Owner => pages::room::manage::open_or_close_room,
        post "/rooms/{room}/link" Owner => pages::links::replace_personal_link,
        post "/rooms/{room}/invitation" Owner => pages::room::manage::replace_invitation,
        get "/rooms/{room}/people/{participant}" Owner => pages::room::manage::participant_page,
        post "/rooms/{room}/people/{participant}/rename" Owner => pages::room::manage::rename_participant,
        post "/rooms/{room}/people/{participant}/remove" Owner => pages::room::manage::remove_participant,
        post "/rooms/{room}/rejudge" Owner => pages::room::manage::rejudge_room,
        post "/rooms/{room}/cancel" Owner => pages::room::manage::cancel_rejudging,
        get "/rooms/{room}/results/{format}" Owner => pages::room::download::download_results,
        get "/rooms/{room}/hacks" Member => pages::submission::show_hacks,
        get "/rooms/{room}/similar" Owner => pages::room::manage::similar_code_page,
        get "/rooms/{room}/scores" Member => pages::room::marks::scores_page,
        get "/queue" Owner => pages::owner::show_queue,
        get "/metrics" Token("metrics") => pages::owner::show_metrics,
        get "/tokens" Owner => pages::owner::show_tokens,
        post "/tokens" Owner => pages::owner::create_token,
        post "/tokens/remove" Owner => pages::owner::remove_token,
        get "/api/v1/judge" Token("judge") => api::describe_server,
        post "/api/v1/judge" Token("judge") => api::judge_batch,
        head "/api/v1/suites/{digest}" Token("judge") => api::has_suite,
        put "/api/v1/suites/{digest}" Token("suites") => api::put_suite,
        get "/submissions/{submission}/case.json" Author => pages::submission::failing_case_json,
        post "/submissions/{submission}/cancel" Owner => pages::owner::cancel_judging,
        post "/submissions/{submission}/again" Owner => pages::owner::judge_again,
        get "/submissions/{submission}/hack" Member => pages::submission::hack_page,
        post "/submissions/{submission}/hack" Member => pages::submission::submit_hack,
        get "/submissions/{submission}" Author => pages::submission::show_submission,
        get "/submissions/{submission}/progress" Author => pages::submission::submission_progress,
    ]
}

/// Builds the router from the table of routes.
pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for route in route_table() {
        let state = (app.clone(), route.access);
        let mut handler = route
            .handler
            .route_layer(from_fn_with_state(state, check_access));
        if ["/api/v1/judge", "/api/v1/suites/{digest}"].contains(&route.path) {
            handler = handler.layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES));
        }
        router = router.route(route.path, handler);
    }
    router
        .fallback(async || HttpError::NotFound)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            RESPONSE_TIMEOUT,
        ))
        .layer(CatchPanicLayer::new())
        .layer(from_fn_with_state(app.clone(), show_http_error))
        .layer(from_fn(add_security_headers))
        .with_state(app)
}

/// The content security policy: pages load nothing from other sites and contain no inline scripts
/// or styles.
const PAGE_CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Adds the security headers to a response.
pub(super) async fn add_security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, PAGE_CONTENT_SECURITY_POLICY),
        // Links contain secrets, so other sites must not get them as referrers. With the stricter
        // policy `no-referrer`, browsers would not send the origin of a form to this service.
        (REFERRER_POLICY, "same-origin"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let cached = headers.entry(CACHE_CONTROL);
    cached.or_insert(HeaderValue::from_static("no-store"));
    response
}
