//! Tokens for programs: the owner's, and a participant's own.

use askama::Template;
use axum::extract::{Form, State};
use axum::response::Response;
use serde::Deserialize;

use super::entrance::{Secret, secret_page};
use crate::api::SCOPES;
use crate::fault::Fault;
use crate::store::{OWNER, Token};
use crate::web::{App, Fields, InRoom, Mistake, Reader, html, html_with, name, redirect};
use crate::words::Words;

#[derive(Template)]
#[template(path = "tokens.html")]
struct TokensPage {
    reader: Reader,
    tokens: Vec<Token>,
    /// The new token, which is shown once.
    fresh: Option<String>,
    form: Fields,
}

pub(crate) async fn tokens(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    let all = SCOPES.map(|scope| ("scope".to_owned(), scope.to_owned()));
    Ok(html(&TokensPage {
        reader,
        tokens: app.database.tokens(OWNER).await?,
        fresh: None,
        form: all.into_iter().collect(),
    }))
}

/// Reads the name and the scopes of a token.
fn read<'a>(form: &'a Fields, w: &Words) -> Result<(String, Vec<&'a str>), Mistake> {
    let name = name(form.get("name"), w)?;
    let scopes: Vec<&str> = form.all("scope").iter().map(String::as_str).collect();
    if scopes.is_empty() || scopes.iter().any(|scope| !SCOPES.contains(scope)) {
        return Err(Mistake::new(w, "scope", &w["need_scopes"]));
    }
    Ok((name, scopes))
}

pub(crate) async fn make_token(
    State(app): State<App>,
    reader: Reader,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Fault> {
    let mut form: Fields = sent.into_iter().collect();
    let (fresh, mistake) = match read(&form, reader.words) {
        Ok((name, scopes)) => (Some(app.database.make_token(&name, &scopes).await?), None),
        Err(mistake) => (None, Some(mistake)),
    };
    form.mistake = mistake;
    let status = form.status();
    let page = TokensPage {
        reader,
        tokens: app.database.tokens(OWNER).await?,
        fresh,
        form,
    };
    Ok(html_with(status, &page))
}

/// Makes a token for a participant's own submissions.
pub(crate) async fn own_token(InRoom { app, reader, room }: InRoom) -> Result<Response, Fault> {
    let own = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let secret = Secret {
        id: "fresh",
        title: reader["token_fresh"].to_owned(),
        help: &reader.words["tokens_help"],
        text: app.database.make_token_of(own).await?,
        path: String::new(),
    };
    Ok(secret_page(reader, room, secret))
}

#[derive(Deserialize)]
pub(crate) struct Removed {
    token: String,
}

pub(crate) async fn remove_token(
    State(app): State<App>,
    Form(removed): Form<Removed>,
) -> Result<Response, Fault> {
    app.database.remove_token(OWNER, &removed.token).await?;
    Ok(redirect("/tokens"))
}

/// Removes one of a participant's own tokens.
pub(crate) async fn remove_own_token(
    InRoom { app, reader, room }: InRoom,
    Form(removed): Form<Removed>,
) -> Result<Response, Fault> {
    let own = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    app.database.remove_token(&own.id, &removed.token).await?;
    Ok(redirect(&format!("/rooms/{}#tokens", room.id)))
}
