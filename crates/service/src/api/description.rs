//! The description of the interface, made from the code.

use axum::Json;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::{batch, info, rooms, suites};

#[derive(OpenApi)]
#[openapi(
    info(title = "Mousetrap", description = "Submissions in, verdicts out."),
    paths(
        rooms::rooms,
        rooms::submit,
        rooms::submission,
        rooms::cancel,
        rooms::again,
        batch::judge,
        info::info,
        suites::has_suite,
        suites::put_suite
    ),
    modifiers(&Bearer)
)]
struct Description;

/// What holds for every call: the token, and how it is refused.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", scheme);
        let refusals = [
            ("401", "there is no token, or nobody knows it"),
            ("403", "the token does not have the scope"),
            ("503", "nothing can be kept at the moment"),
        ];
        let paths = description.paths.paths.values_mut();
        for operation in paths
            .flat_map(|path| [&mut path.get, &mut path.post, &mut path.put, &mut path.head])
            .flatten()
        {
            for (status, why) in refusals {
                let content = Content::new(Some(Ref::from_schema_name("Failure")));
                let response = ResponseBuilder::new().description(why);
                let response = response.content("application/json", content).build();
                let responses = &mut operation.responses.responses;
                responses.insert(status.to_owned(), response.into());
            }
        }
    }
}

/// The description as JSON.
pub(crate) async fn description() -> Response {
    Json(Description::openapi()).into_response()
}
