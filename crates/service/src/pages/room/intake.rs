//! Reading a submission from a form.

use std::path::Path;

use crate::judging::{guess, is_name};
use crate::store::{Room, Submission};
use crate::web::{App, Mistake};
use crate::words::Words;
use mousetrap_judge::{FindOptions, size_refusal_reason, submission_from_text};
use mousetrap_model::{Form, Message};
use mousetrap_util::Choice as _;

/// The fields of a new submission.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewSubmission {
    /// The source.
    pub source: String,
    /// The name of the source file: `answer.py`. Its extension names the language.
    pub file: String,
    /// The language id. Required if the file name does not show it.
    pub language: String,
    /// The problem id. Required if the source does not show it.
    pub problem: String,
    /// `function` or `program`. Required if the source does not show it.
    pub form: String,
}

/// Reads the form of a submission. Returns `None` if it must be recognised from the source.
pub(crate) fn form(name: &str, w: &Words) -> Result<Option<Form>, Mistake> {
    match Form::from_name(name) {
        None if !name.is_empty() => Err(Mistake::new("form", &w["unknown_form"])),
        form => Ok(form),
    }
}

/// Reads a submission. The number of concurrent calls is limited, because a text without a file
/// name is parsed in every language.
pub(crate) async fn read(
    app: &App,
    room: &Room,
    participant: &str,
    new: &NewSubmission,
    w: &Words,
) -> Result<Submission, Mistake> {
    let recognise = || recognise(app, room, participant, new, w);
    app.recognition.run(participant, recognise).await
}

fn recognise(
    app: &App,
    room: &Room,
    participant: &str,
    new: &NewSubmission,
    w: &Words,
) -> Result<Submission, Mistake> {
    let config = app.settings.config;
    let mistake = |field, text: &str| Mistake::new(field, text);
    let form = form(&new.form, w)?;
    // Browsers send CRLF at the end of each line.
    let text = new.source.replace("\r\n", "\n");
    if text.trim().is_empty() {
        return Err(mistake("source", &w["empty_source"]));
    }
    if let Some(reason) = size_refusal_reason(text.len()) {
        return Err(Mistake::refused(w, &reason));
    }
    let unknown = || mistake("language", &w["unknown_language"]);
    let file = if !new.language.is_empty() {
        let language = config.languages.by_id(&new.language).ok_or_else(unknown)?;
        let extension = language.extensions.first().map_or("", String::as_str);
        let stem = Path::new(&new.file).file_stem();
        let stem = stem.map_or("answer".into(), |stem| stem.to_string_lossy());
        format!("{stem}.{extension}")
    } else if new.file.is_empty() {
        let file = guess(&text, config).ok_or_else(unknown)?;
        file.to_string_lossy().into_owned()
    } else {
        new.file.clone()
    };
    if !is_name(&file) {
        return Err(mistake("source", &w["unusable_file"]));
    }
    let other_problem = |id: &str| mistake("problem", &format!("{} ({id})", &w["other_problem"]));
    let problem = match (new.problem.as_str(), room.policy.problems.as_slice()) {
        ("", [only]) => config.problem(only),
        ("", _) => None,
        (id, _) => Some(config.problem(id).ok_or_else(|| other_problem(id))?),
    };
    let wanted = FindOptions::new(&config.problems, problem, form);
    let found = submission_from_text(Path::new(&file), text.as_bytes(), &config.languages, wanted);
    let found = found.map_err(|refused| {
        if lacks_problem(&refused.reason) {
            return mistake("problem", &w["which_problem"]);
        }
        Mistake::refused(w, &refused.reason)
    })?;
    let id = &found.problem.id;
    if !room.policy.problems.contains(id) {
        return Err(other_problem(id));
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
