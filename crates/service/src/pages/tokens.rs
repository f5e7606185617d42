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

pub(crate) async fn tokens(viewer: Viewer) -> PageResult {
    let form = SCOPES.map(|scope| ("scope", scope));
    tokens_page(viewer, None, Fields::from_iter(form)).await
}

async fn tokens_page(viewer: Viewer, fresh: Option<String>, form: Fields) -> PageResult {
    let page = TokensPage {
        tokens: viewer.app.database.tokens().await?,
        viewer,
        fresh,
        form,
    };
    Ok(html_with_status(page.form.status(), &page))
}

/// Reads the name and the scopes of a token.
fn read_token_form<'a>(form: &'a Fields, w: &Texts) -> Result<(String, Vec<&'a str>), FormError> {
    let name = read_name(form.get("name"), w)?;
    let scopes = form.all_values("scope").iter();
    let scopes: Vec<&str> = scopes.map(String::as_str).collect();
    if scopes.is_empty() || scopes.iter().any(|scope| !SCOPES.contains(scope)) {
        return Err(FormError::new("scope", &w["need_scopes"]));
    }
    Ok((name, scopes))
}

pub(crate) async fn create_token(viewer: Viewer, mut form: Fields) -> PageResult {
    let (mut fresh, database) = (None, &viewer.app.database);
    match read_token_form(&form, viewer.texts) {
        Ok((name, scopes)) => fresh = Some(database.create_token(&name, &scopes).await?),
        Err(error) => form.error = Some(error),
    }
    tokens_page(viewer, fresh, form).await
}

pub(crate) async fn remove_token(State(app): State<App>, form: Fields) -> PageResult {
    if !form.is_set("token") {
        return Err(Fault::Malformed);
    }
    app.database.remove_token(form.get("token")).await?;
    Ok(redirect("/tokens"))
}
