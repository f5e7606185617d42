//! Tokens, which the owner makes and removes, and a participant's own.

use askama::Template;
use axum::Extension;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::mistake::Mistake;
use super::secret_page::SecretPage;
use super::views::Here;
use crate::api::SCOPES;
use crate::fault::Fault;
use crate::store::{OWNER, Room, Token};
use crate::web::{App, Fields, Reader, html};
use crate::words::Words;

#[derive(Template)]
#[template(path = "tokens.html")]
struct TokensPage {
    w: &'static Words,
    here: Here,
    tokens: Vec<Token>,
    /// With what each allows.
    scopes: [(&'static str, &'static str); SCOPES.len()],
    /// The one that was just made, shown this once.
    fresh: Option<String>,
    /// What was sent and not taken, and why.
    form: Fields,
    mistake: Option<Mistake>,
}

impl TokensPage {
    async fn new(app: &App, reader: &Reader, form: Fields) -> Result<Self, Fault> {
        let w = reader.words;
        Ok(Self {
            w,
            here: Here {
                path: "/tokens".to_owned(),
                ..Here::new(reader)
            },
            tokens: app.database.tokens(OWNER).await?,
            scopes: SCOPES.map(|scope| match scope {
                "read" => (scope, w.scope_read),
                "suites" => (scope, w.scope_suites),
                _ => (scope, w.scope_judge),
            }),
            fresh: None,
            form,
            mistake: None,
        })
    }

    fn mistake(&self, field: &str) -> Option<&Mistake> {
        self.mistake
            .as_ref()
            .filter(|mistake| mistake.field == field)
    }
}

pub(crate) async fn tokens(State(app): State<App>, reader: Reader) -> Result<Response, Fault> {
    let all = SCOPES.map(|scope| ("scope".to_owned(), scope.to_owned()));
    let page = TokensPage::new(&app, &reader, all.into_iter().collect());
    Ok(html(&page.await?))
}

/// The name and the scopes of a token.
fn read<'a>(form: &'a Fields, w: &Words) -> Result<(String, Vec<&'a str>), Mistake> {
    let name = crate::pages::mistake::name(form.get("name"), w)?;
    let scopes: Vec<&str> = form.all("scope").iter().map(String::as_str).collect();
    if scopes.is_empty() || scopes.iter().any(|scope| !SCOPES.contains(scope)) {
        return Err(Mistake::new(w, "scope", w.need_scopes));
    }
    Ok((name, scopes))
}

pub(crate) async fn make_token(
    State(app): State<App>,
    reader: Reader,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Fault> {
    let form: Fields = sent.into_iter().collect();
    let (fresh, mistake) = match read(&form, reader.words) {
        Ok((name, scopes)) => (Some(app.database.make_token(&name, &scopes).await?), None),
        Err(mistake) => (None, Some(mistake)),
    };
    let status = match mistake {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let page = TokensPage {
        fresh,
        mistake,
        ..TokensPage::new(&app, &reader, form).await?
    };
    Ok((status, html(&page)).into_response())
}

/// A token for a participant's own submissions.
pub(crate) async fn own_token(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
) -> Result<Response, Fault> {
    let own = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    let secret = app.database.make_token_of(own).await?;
    let w = reader.words;
    let said = (w.token_fresh.to_owned(), w.tokens_help, "fresh");
    Ok(html(&SecretPage::new(&reader, room, said, secret)))
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
    Ok(Redirect::to("/tokens").into_response())
}

/// Removes one of a participant's own.
pub(crate) async fn remove_own_token(
    State(app): State<App>,
    reader: Reader,
    Extension(room): Extension<Room>,
    Form(removed): Form<Removed>,
) -> Result<Response, Fault> {
    let own = reader.visitor.in_room(&room.id).ok_or(Fault::NotFound)?;
    app.database.remove_token(&own.id, &removed.token).await?;
    Ok(Redirect::to(&format!("/rooms/{}#tokens", room.id)).into_response())
}
