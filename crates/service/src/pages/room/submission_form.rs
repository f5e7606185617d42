//! Reading a submission from a form.

use std::path::Path;

use crate::judging::{guess_file_name, is_valid_file_name};
use crate::store::{Room, Submission};
use crate::texts::Texts;
use crate::web::{App, Fields, FormError};
use mousetrap_judge::{FindOptions, size_refusal_reason, submission_from_text};
use mousetrap_model::{Form, Message};
use mousetrap_util::Choice as _;

/// Parses the kind of a solution, `function` or `program`. Returns `None` for an empty name; the
/// kind must then be detected from the source.
pub(crate) fn parse_solution_kind(name: &str, w: &Texts) -> Result<Option<Form>, FormError> {
    match Form::from_name(name) {
        None if !name.is_empty() => Err(FormError::new("form", &w["unknown_form"])),
        form => Ok(form),
    }
}

/// Reads a submission from a form with these fields:
///
/// - `source`, or a file, whose extension determines the language
/// - `language`: its id; required if neither the file name nor the source determines it
/// - `problem`: its id; required if the problem cannot be detected from the source
/// - `form`: `function` or `program`; required if it cannot be detected from the source
///
/// The number of concurrent calls is limited, because a source without a file name is tried in
/// every language.
pub(crate) async fn read_submission(
    app: &App,
    room: &Room,
    participant: &str,
    form: &Fields,
    w: &Texts,
) -> Result<Submission, FormError> {
    let parse = || parse_submission(app, room, participant, form, w);
    app.recognition.run(participant, parse).await
}

fn parse_submission(
    app: &App,
    room: &Room,
    participant: &str,
    form: &Fields,
    w: &Texts,
) -> Result<Submission, FormError> {
    let config = app.settings.config;
    let error = |field, text: &str| FormError::new(field, text);
    let kind = parse_solution_kind(form.get("form"), w)?;
    let (name, text) = match &form.file {
        Some((name, text)) => (name.as_str(), text.as_str()),
        None => ("", form.untrimmed("source")),
    };
    // Browsers send CRLF at the end of each line.
    let text = text.replace("\r\n", "\n");
    if text.trim().is_empty() {
        return Err(error("source", &w["empty_source"]));
    }
    if let Some(reason) = size_refusal_reason(text.len()) {
        return Err(FormError::source_error(w, &reason));
    }
    let unknown = || error("language", &w["unknown_language"]);
    let file = if form.is_set("language") {
        let language = config.languages.by_id(form.get("language"));
        let language = language.ok_or_else(unknown)?;
        let extension = language.extensions.first().map_or("", String::as_str);
        let stem = Path::new(name).file_stem();
        let stem = stem.map_or("answer".into(), |stem| stem.to_string_lossy());
        format!("{stem}.{extension}")
    } else if name.is_empty() {
        let file = guess_file_name(&text, config).ok_or_else(unknown)?;
        file.to_string_lossy().into_owned()
    } else {
        name.to_owned()
    };
    if !is_valid_file_name(&file) {
        return Err(error("source", &w["unusable_file"]));
    }
    let other_problem = |id: &str| error("problem", &format!("{} ({id})", &w["other_problem"]));
    let problem = match (form.get("problem"), room.policy.problems.as_slice()) {
        ("", [only]) => config.problem(only),
        ("", _) => None,
        (id, _) => Some(config.problem(id).ok_or_else(|| other_problem(id))?),
    };
    let wanted = FindOptions::new(&config.problems, problem, kind);
    let found = submission_from_text(Path::new(&file), text.as_bytes(), &config.languages, wanted);
    let found = found.map_err(|refused| {
        if is_problem_unknown(&refused.reason) {
            return error("problem", &w["which_problem"]);
        }
        FormError::source_error(w, &refused.reason)
    })?;
    let id = &found.problem.id;
    if !room.policy.problems.contains(id) {
        return Err(other_problem(id));
    }
    Ok(Submission::new((&room.id, participant), &found, &text))
}

/// Returns whether a source was refused because the problem that it solves could not be determined.
pub(crate) fn is_problem_unknown(reason: &Message) -> bool {
    match reason {
        Message::UnknownProblem { .. } | Message::SeveralEntries { .. } => true,
        Message::Remark { problem, .. } => is_problem_unknown(problem),
        _ => false,
    }
}
