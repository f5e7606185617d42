//! Tokens, which the owner makes and removes.

use askama::Template;
use axum::Extension;
use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::SCOPES;
use crate::fault::Fault;
use crate::pages::{Here, name};
use crate::store::{Room, Token};
use crate::web::{App, Reader, html};
use crate::words::Words;

#[derive(Template)]
#[template(path = "tokens.html")]
struct TokensPage {
    w: &'static Words,
    here: Here,
    tokens: Vec<Token>,
    scopes: [&'static str; 3],
    /// The one that was just made, shown this once.
    fresh: Option<String>,
}

#[derive(Template)]
#[template(path = "token.html")]
struct OwnTokenPage {
    w: &'static Words,
    here: Here,
    room: Room,
    /// Shown this once.
    fresh: String,
}

pub(crate) async fn tokens(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    Ok(html(&TokensPage {
        w: reader.words,
        here: Here {
            path: "/tokens".to_owned(),
            ..Here::new(&reader)
        },
        tokens: app.database.tokens().await?,
        scopes: SCOPES,
        fresh: None,
    }))
}

#[derive(Deserialize)]
pub(crate) struct Wanted {
    name: String,
    #[serde(default)]
    read: String,
    #[serde(default)]
    submit: String,
    #[serde(default)]
    judge: String,
}

pub(crate) async fn make_token(
    State(app): State<App>,
    reader: Reader,
    Form(wanted): Form<Wanted>,
) -> Result<Response, Fault> {
    let boxes = [&wanted.read, &wanted.submit, &wanted.judge];
    let chosen = SCOPES
        .into_iter()
        .zip(boxes)
        .filter(|(_, checked)| !checked.is_empty());
    let scopes: Vec<&str> = chosen.map(|(scope, _)| scope).collect();
    let fresh = app
        .database
        .make_token(&name(&wanted.name, reader.words)?, &scopes)
        .await?;
    Ok(html(&TokensPage {
        w: reader.words,
        here: Here {
            path: "/tokens".to_owned(),
            ..Here::new(&reader)
        },
        tokens: app.database.tokens().await?,
        scopes: SCOPES,
        fresh: Some(fresh),
    }))
}

/// A token for a participant's own submissions.
pub(crate) async fn own_token(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let own = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let fresh = app.database.make_token_of(&own.id).await?;
    Ok(html(&OwnTokenPage {
        w: reader.words,
        here: Here {
            // The token is shown this once.
            path: String::new(),
            ..Here::of(&reader, &room)
        },
        room,
        fresh,
    }))
}

#[derive(Deserialize)]
pub(crate) struct Removed {
    token: String,
}

pub(crate) async fn remove_token(
    State(app): State<App>,
    Form(removed): Form<Removed>,
) -> Result<Response, Fault> {
    app.database.remove_token(&removed.token).await?;
    Ok(Redirect::to("/tokens").into_response())
}
