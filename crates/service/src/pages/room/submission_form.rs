//! Reading a submission from a form.

use std::path::Path;

use crate::judging::{guess_file_name, is_valid_file_name};
use crate::store::{Room, Submission};
use crate::web::{App, FormError};
use crate::words::Words;
use mousetrap_judge::{FindOptions, size_refusal_reason, submission_from_text};
use mousetrap_model::{Form, Message};
use mousetrap_util::Choice as _;

/// The fields of a new submission.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewSubmission {
    /// The source.
    pub source: String,
    /// The name of the source file: `answer.py`. Its extension determines the language.
    pub file: String,
    /// The language id. Required if the file name does not determine the language.
    pub language: String,
    /// The problem id. Required if the problem cannot be detected from the source.
    pub problem: String,
    /// `function` or `program`. Required if the form cannot be detected from the source.
    pub form: String,
}

/// Parses the form of a submission, `function` or `program`. Returns `None` for an empty name: the
/// form must then be detected from the source.
pub(crate) fn source_form(name: &str, w: &Words) -> Result<Option<Form>, FormError> {
    match Form::from_name(name) {
        None if !name.is_empty() => Err(FormError::new("form", &w["unknown_form"])),
        form => Ok(form),
    }
}

/// Reads a submission. The number of concurrent calls is limited, because source code without a
/// file name is parsed as every language.
pub(crate) async fn read_submission(
    app: &App,
    room: &Room,
    participant: &str,
    new: &NewSubmission,
    w: &Words,
) -> Result<Submission, FormError> {
    let parse = || parse_submission(app, room, participant, new, w);
    app.recognition.run(participant, parse).await
}

fn parse_submission(
    app: &App,
    room: &Room,
    participant: &str,
    new: &NewSubmission,
    w: &Words,
) -> Result<Submission, FormError> {
    let config = app.settings.config;
    let error = |field, text: &str| FormError::new(field, text);
    let form = source_form(&new.form, w)?;
    // Browsers send CRLF at the end of each line.
    let text = new.source.replace("\r\n", "\n");
    if text.trim().is_empty() {
        return Err(error("source", &w["empty_source"]));
    }
    if let Some(reason) = size_refusal_reason(text.len()) {
        return Err(FormError::source_error(w, &reason));
    }
    let unknown = || error("language", &w["unknown_language"]);
    let file = if !new.language.is_empty() {
        let language = config.languages.by_id(&new.language).ok_or_else(unknown)?;
        let extension = language.extensions.first().map_or("", String::as_str);
        let stem = Path::new(&new.file).file_stem();
        let stem = stem.map_or("answer".into(), |stem| stem.to_string_lossy());
        format!("{stem}.{extension}")
    } else if new.file.is_empty() {
        let file = guess_file_name(&text, config).ok_or_else(unknown)?;
        file.to_string_lossy().into_owned()
    } else {
        new.file.clone()
    };
    if !is_valid_file_name(&file) {
        return Err(error("source", &w["unusable_file"]));
    }
    let other_problem = |id: &str| error("problem", &format!("{} ({id})", &w["other_problem"]));
    let problem = match (new.problem.as_str(), room.policy.problems.as_slice()) {
        ("", [only]) => config.problem(only),
        ("", _) => None,
        (id, _) => Some(config.problem(id).ok_or_else(|| other_problem(id))?),
    };
    let wanted = FindOptions::new(&config.problems, problem, form);
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

/// Returns whether a source is refused because its problem is unknown.
pub(crate) fn is_problem_unknown(reason: &Message) -> bool {
    match reason {
        Message::UnknownProblem { .. } | Message::SeveralEntries { .. } => true,
        Message::Remark { problem, .. } => is_problem_unknown(problem),
        _ => false,
    }
}
