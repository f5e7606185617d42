//! A demonstration room, which the service creates on request.

use super::error::ServiceError;
use crate::pages::{Submitting, read};
use crate::secret;
use crate::store::{Policy, Visitor};
use crate::web::App;
use crate::words::EN;

/// A demonstration room.
#[derive(Debug)]
pub struct Demo {
    /// The link to join the room.
    pub invitation: String,
    /// The personal links of the participants, by name.
    pub participants: Vec<(String, String)>,
}

/// Creates a demonstration room. Each participant has a name and the source of a
/// submission for problem 1728 in Python.
pub(crate) async fn make(app: &App, people: &[(&str, &str)]) -> Result<Demo, ServiceError> {
    let database = &app.database;
    let policy = Policy {
        problems: vec!["1728".to_owned()],
        suites: vec!["samples".to_owned()],
        hacks: true,
        sources: true,
        ..Policy::default()
    };
    let name = format!("Demo {}", &secret::id()[..4]);
    let room = database.make_room(&name, &policy).await?;
    let mut participants = Vec::new();
    for &(name, text) in people {
        let stranger = Visitor::default();
        let (participant, personal, _) = database.join(&stranger, &room, (name, None)).await?;
        participants.push((name.to_owned(), app.link(&format!("/enter/{personal}"))));
        let sent = Submitting {
            source: text.to_owned(),
            file: "answer.py".to_owned(),
            problem: "1728".to_owned(),
            ..Submitting::default()
        };
        if let Ok(submission) = read(app, &room, &participant.id, &sent, &EN).await {
            let requires = app.requirements(&room, &submission.problem).await?;
            database.submit(&room, &submission, &requires).await?;
        }
    }
    Ok(Demo {
        invitation: app.link(&format!("/join/{}", room.invitation)),
        participants,
    })
}
