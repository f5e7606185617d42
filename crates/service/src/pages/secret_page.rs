//! The page of a personal link or a token.

use askama::Template;

use super::Here;
use crate::store::Room;
use crate::web::Reader;
use crate::words::Words;

/// A secret, which is shown this once.
#[derive(Template)]
#[template(path = "secret.html")]
pub(super) struct SecretPage {
    w: &'static Words,
    pub here: Here,
    room: Room,
    title: String,
    help: &'static str,
    /// What scripts call it.
    id: &'static str,
    secret: String,
}

impl SecretPage {
    pub(super) fn new(
        reader: &Reader,
        room: Room,
        (title, help, id): (String, &'static str, &'static str),
        secret: String,
    ) -> Self {
        Self {
            w: reader.words,
            here: Here {
                // It is not there to be read again.
                path: String::new(),
                ..Here::of(reader, &room)
            },
            room,
            title,
            help,
            id,
            secret,
        }
    }
}
