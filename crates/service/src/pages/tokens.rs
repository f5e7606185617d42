//! The page on which the owner manages API tokens.

use askama::Template;
use axum::extract::State;

use crate::api::SCOPES;
use crate::fault::{Fault, PageResult};
use crate::store::Token;
use crate::texts::Texts;
use crate::web::{App, Fields, FormError, Viewer, html_with_status, read_name, redirect};

#[derive(Template)]
#[template(path = "tokens.html")]
struct TokensPage {
    viewer: Viewer,
    tokens: Vec<Token>,
    /// A new token, which is shown only once.
    fresh: Option<String>,
    form: Fields,
}

pub(crate) async fn tokens(State(app): State<App>, viewer: Viewer) -> PageResult {
    let form = SCOPES.map(|scope| ("scope", scope));
    tokens_page(&app, viewer, None, Fields::from_iter(form)).await
}

async fn tokens_page(app: &App, viewer: Viewer, fresh: Option<String>, form: Fields) -> PageResult {
    let page = TokensPage {
        viewer,
        tokens: app.database.tokens().await?,
        fresh,
        form,
    };
    Ok(html_with_status(page.form.status(), &page))
}

/// Reads the name and the scopes of a token.
fn read_token_form<'a>(form: &'a Fields, w: &Texts) -> Result<(String, Vec<&'a str>), FormError> {
    let name = read_name(form.get("name"), w)?;
    let scopes: Vec<&str> = form
        .all_values("scope")
        .iter()
        .map(String::as_str)
        .collect();
    if scopes.is_empty() || scopes.iter().any(|scope| !SCOPES.contains(scope)) {
        return Err(FormError::new("scope", &w["need_scopes"]));
    }
    Ok((name, scopes))
}

pub(crate) async fn create_token(
    State(app): State<App>,
    viewer: Viewer,
    mut form: Fields,
) -> PageResult {
    let mut fresh = None;
    match read_token_form(&form, viewer.texts) {
        Ok((name, scopes)) => fresh = Some(app.database.create_token(&name, &scopes).await?),
        Err(error) => form.error = Some(error),
    }
    tokens_page(&app, viewer, fresh, form).await
}

pub(crate) async fn remove_token(State(app): State<App>, form: Fields) -> PageResult {
    if !form.is_set("token") {
        return Err(Fault::Malformed);
    }
    app.database.remove_token(form.get("token")).await?;
    Ok(redirect("/tokens"))
}
