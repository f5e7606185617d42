//! What somebody sends to be judged, from a form or a program.

use std::path::{Path, PathBuf};

use crate::judging::{guess, is_name, mistaken};
use crate::pages::mistake::Mistake;
use crate::store::{Room, Submission};
use crate::web::App;
use crate::words::Words;
use cat_and_mouse::Game;
use mousetrap_judge::{FindOptions, of_text, why_refused};
use mousetrap_model::{Form, Message};
use mousetrap_util::Choice as _;

/// What somebody wants to have judged.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sent<'a> {
    pub text: &'a str,
    /// The name of its file; empty for a text that was pasted.
    pub file: &'a str,
    /// The language, the problem and the form, by id; empty where they are to be
    /// recognised.
    pub language: &'a str,
    pub problem: &'a str,
    pub form: &'a str,
}

/// The form of this name; none where it is to be recognised.
pub(crate) fn form(name: &str, w: &Words) -> Result<Option<Form>, Mistake> {
    let known = Form::named(name);
    let is_known = known.is_some() || name.is_empty();
    is_known
        .then_some(known)
        .ok_or_else(|| Mistake::new(w, "form", w.unknown_form))
}

/// The submission in what was sent; the words are those of who reads why there is none.
/// Of one participant, one is read at a time: it is tried in every language.
pub(crate) async fn read(
    app: &App,
    room: &Room,
    participant: &str,
    sent: &Sent<'_>,
    w: &Words,
) -> Result<Submission, Mistake> {
    let read = || recognised(app, room, participant, sent, w);
    app.turns.take(participant, read).await
}

fn recognised(
    app: &App,
    room: &Room,
    participant: &str,
    sent: &Sent<'_>,
    w: &Words,
) -> Result<Submission, Mistake> {
    let config = app.settings.config;
    let mistake = |field, text: &str| Mistake::new(w, field, text);
    let form = form(sent.form, w)?;
    let mut file = sent.file.to_owned();
    // Browsers end the lines of a text as no file does.
    let text = sent.text.replace("\r\n", "\n");
    if text.trim().is_empty() {
        return Err(mistake("source", w.empty_source));
    }
    // Before anything looks at it.
    if let Some(reason) = why_refused(text.len()) {
        return Err(Mistake::refused(w, &reason));
    }
    match sent.language {
        "" => {}
        id => {
            let language = config.languages.by_id(id);
            let language = language.ok_or_else(|| mistake("language", w.unknown_language))?;
            // It may have been chosen for a text before this one; who chooses the form as
            // well means it.
            let is_meant = !sent.form.is_empty();
            let other = || mistaken(&text, language, &config.languages);
            if let Some(other) = (!is_meant).then(other).flatten() {
                return Err(mistake(
                    "language",
                    &format!("{} {}", w.looks_like, other.name),
                ));
            }
            let extension = language.extensions.first().map_or("", String::as_str);
            let stem = Path::new(&file)
                .file_stem()
                .map_or("answer".into(), |stem| stem.to_string_lossy());
            file = format!("{stem}.{extension}");
        }
    }
    if file.is_empty() {
        let guessed = guess(&text, &config.languages);
        file = guessed
            .ok_or_else(|| mistake("language", w.unknown_language))?
            .to_string_lossy()
            .into_owned();
    }
    if !is_name(&file) {
        return Err(mistake("source", w.unusable_file));
    }
    let problem = match (sent.problem, room.policy.problems.as_slice()) {
        ("", [only]) => Game::by_id(only),
        ("", _) => None,
        (id, _) => Some(Game::by_id(id).ok_or_else(|| mistake("problem", w.other_problem))?),
    };
    let wanted = FindOptions::new(&config.problems, problem.map(Game::problem), form);
    let path = PathBuf::from(&file);
    let found = of_text(&path, text.as_bytes(), &config.languages, wanted);
    let found = found.map_err(|unusable| {
        if lacks_problem(&unusable.reason) {
            return mistake("problem", w.which_problem);
        }
        Mistake::refused(w, &unusable.reason)
    })?;
    let (id, language) = (&found.problem.id, &found.detected.language);
    if !room.policy.problems.iter().any(|known| known == id) {
        return Err(mistake("problem", &format!("{} ({id})", w.other_problem)));
    }
    let allowed = &room.policy.languages;
    if !allowed.is_empty() && !allowed.contains(&language.id) {
        let text = format!("{} ({})", w.other_language, language.name);
        return Err(mistake("language", &text));
    }
    Ok(Submission::new((&room.id, participant), &found, &text))
}
/// Returns whether a source is refused because its problem is unknown.
pub(crate) fn lacks_problem(reason: &Message) -> bool {
    match reason {
        Message::UnknownProblem { .. } | Message::SeveralEntries { .. } => true,
        Message::Remark { problem, .. } => lacks_problem(problem),
        _ => false,
    }
}
