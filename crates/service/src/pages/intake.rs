//! What somebody sends to be judged, from a form or a program.

use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::judging::{guess, is_name};
use crate::store::{Declined, Room, Submission, now};
use crate::web::App;
use cat_and_mouse::problem::Problem;
use mousetrap_judge::{FindOptions, of_text};

/// What somebody wants to have judged.
pub(crate) struct Sent<'a> {
    pub text: &'a str,
    /// The name of its file; empty for a text that was pasted.
    pub file: &'a str,
    /// The language and the problem, by id; empty where they are to be recognised.
    pub language: &'a str,
    pub problem: &'a str,
}

/// The submission in what was sent.
pub(crate) fn read(
    app: &App,
    room: &Room,
    participant: &str,
    sent: &Sent<'_>,
) -> Result<Submission, Fault> {
    let config = app.settings.config;
    let mut file = sent.file.to_owned();
    // Browsers end the lines of a text as no file does.
    let text = sent.text.replace("\r\n", "\n");
    let unusable = |text: &str| Fault::Unusable(text.to_owned());
    match sent.language {
        "" => {}
        id => {
            let language = config.languages.by_id(id);
            let language = language.ok_or_else(|| unusable("language: not known"))?;
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
            .ok_or_else(|| unusable("the language of this text is not recognised; choose it"))?
            .to_string_lossy()
            .into_owned();
    }
    if !is_name(&file) {
        return Err(unusable("the name of the file cannot be used; rename it"));
    }
    let problem = match (sent.problem, room.policy.problems.as_slice()) {
        ("", [only]) => Problem::by_id(only),
        ("", _) => None,
        (id, _) => Some(Problem::by_id(id).ok_or_else(|| unusable("problem: not known"))?),
    };
    let wanted = FindOptions {
        problem,
        form: None,
        leave: false,
    };
    let found = of_text(
        &PathBuf::from(&file),
        text.as_bytes(),
        &config.languages,
        wanted,
    );
    let found = found.map_err(|refused| Fault::Unusable(refused.to_string()))?;
    let (id, language) = (found.problem.id(), &found.detected.language);
    if !room.policy.problems.iter().any(|known| known == id) {
        return Err(Fault::Unusable(format!(
            "this is for problem {id}, which is not in this room"
        )));
    }
    let allowed = &room.policy.languages;
    if !allowed.is_empty() && !allowed.contains(&language.id) {
        return Err(Fault::Unusable(format!(
            "this room does not take {}",
            language.name
        )));
    }
    if !room.is_open(now()) {
        return Err(Fault::Declined(Declined::Closed));
    }
    Ok(Submission::new((&room.id, participant), &found, &text))
}
