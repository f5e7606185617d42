//! Telling a function from a whole program, by the entry point that a source defines
//! and by what it reads.

use super::code::Code;
use super::detected::{Detected, FormDoubt, Hints};
use super::error::Similar;
use super::misplaced::like_entry;
use super::pattern::Pattern;
use super::row::{Class, Detect, Language};
use cat_and_mouse::problem::Problem;
use mousetrap_model::{Form, Message};

/// The form and the problem of a source, and what is doubtful about the form.
pub(super) fn recognise(
    language: &Language,
    code: &Code,
    known: Hints,
) -> Result<(Form, Option<Problem>, Option<FormDoubt>), Message> {
    let Some(detect) = language
        .detect
        .as_ref()
        .filter(|_| language.function.is_some())
    else {
        if known.form == Some(Form::Function) {
            return Err(Message::NoDriver {
                language: language.name.clone(),
            });
        }
        return Ok((Form::Program, known.problem, None));
    };
    let bare = &code.bare;
    let defined: Vec<(Problem, Entry)> = Problem::ALL
        .into_iter()
        .filter_map(|problem| Some((problem, Entry::find(detect, problem, bare)?)))
        .collect();
    let mut entries = defined
        .iter()
        .filter(|(problem, _)| known.problem.is_none_or(|known| known == *problem));
    let entry = entries.next().map(|(_, entry)| entry);
    let reads = reads_input(detect, bare);
    let (form, doubt) = match (known.form, entry, reads) {
        (Some(form), ..) => (form, None),
        (None, Some(entry), Some(reads)) => {
            let (form, why) = entry.or_program(detect, bare, reads);
            (form, Some(FormDoubt { why, likely: false }))
        }
        (None, None, Some(_)) => (Form::Program, None),
        // Whatever it reads with, it is not a function of this problem.
        (None, None, None) if defined.is_empty() && known.problem.is_some() => (
            Form::Program,
            known
                .problem
                .map(|problem| no_function(detect, problem, bare)),
        ),
        (None, _, None) => (Form::Function, None),
    };
    let problem = match (known.problem, defined.as_slice()) {
        (Some(problem), _) => {
            if form == Form::Function && entry.is_none() {
                return Err(lacks_entry(detect, &[problem], bare));
            }
            Some(problem)
        }
        (None, [(problem, _)]) => Some(*problem),
        (None, []) if form == Form::Function => {
            return Err(lacks_entry(detect, &Problem::ALL, bare));
        }
        (None, []) => None,
        (None, several) => {
            let several: Vec<_> = several.iter().map(|(problem, _)| *problem).collect();
            return Err(Message::SeveralEntries {
                entries: expected(detect, &several, |first, second| Message::And {
                    first,
                    second,
                })
                .into(),
            });
        }
    };
    Ok((form, problem, doubt))
}

/// Why a source of which neither form is certain was taken for a program.
fn no_function(detect: &Detect, problem: Problem, bare: &str) -> FormDoubt {
    let similar = like_entry(detect, bare, &[problem]);
    let entry = detect.entry_point(problem);
    FormDoubt {
        why: with_similar(Message::NoFunction { entry }, similar),
        likely: true,
    }
}

/// A definition of an entry point.
struct Entry {
    name: String,
    line: usize,
}

impl Entry {
    fn find(detect: &Detect, problem: Problem, bare: &str) -> Option<Self> {
        let name = detect.entry_point(problem);
        let found = detect.definition(&name).ok()?.find(bare)?;
        let at = found.start() + found.as_str().find(&name).unwrap_or(0);
        let line = line(bare, at);
        Some(Self { name, line })
    }

    /// The form of a source that defines this and reads standard input as well,
    /// on that line, and why: who pastes a function may leave a main or a reader
    /// beside it; who has no class for the driver to call meant the main.
    fn or_program(&self, detect: &Detect, bare: &str, reads: usize) -> (Form, Message) {
        let (line, name) = (self.line, self.name.clone());
        let solution = r"\b(?:class|object|struct|impl|(?:def)?module)\s+Solution\b";
        if detect.class == Some(Class::Inside) && !Pattern::sound(solution).is_match(bare) {
            (
                Form::Program,
                Message::TakenForProgram { line, name, reads },
            )
        } else {
            (
                Form::Function,
                Message::TakenForFunction { line, name, reads },
            )
        }
    }
}

fn line(bare: &str, at: usize) -> usize {
    bare[..at].matches('\n').count() + 1
}

fn lacks_entry(detect: &Detect, problems: &[Problem], bare: &str) -> Message {
    let expected = expected(detect, problems, |first, second| Message::Or {
        first,
        second,
    });
    with_similar(
        Message::NoEntry {
            expected: expected.into(),
        },
        like_entry(detect, bare, problems),
    )
}

fn with_similar(message: Message, similar: Option<Similar>) -> Message {
    match similar {
        Some(similar) => message.with_remark(similar.remark()),
        None => message,
    }
}

/// Entry points, each with its problem.
fn expected(
    detect: &Detect,
    problems: &[Problem],
    join: fn(Box<Message>, Box<Message>) -> Message,
) -> Message {
    let name = |problem: &Problem| format!("{} ({})", detect.entry_point(*problem), problem.id());
    let names = problems.iter().map(|problem| Message::text(name(problem)));
    let joined = names.reduce(|first, second| join(first.into(), second.into()));
    joined.unwrap_or_else(|| Message::text(""))
}

/// The line on which the code reads standard input, if it starts by itself. A
/// main with local tests beside a pasted solution does only the latter.
fn reads_input(detect: &Detect, bare: &str) -> Option<usize> {
    if let Some(main) = &detect.main {
        find(main, bare)?;
    }
    find(&detect.stdin, bare)
}

impl Detected<'_> {
    /// The line on which a submission in function form defines its entry point.
    pub(crate) fn entry_line(&self) -> Option<usize> {
        let detect = self.language.detect.as_ref()?;
        let problem = self.problem.filter(|_| self.form == Form::Function)?;
        Some(Entry::find(detect, problem, &self.code.bare)?.line)
    }

    /// The line on which a function reads standard input.
    pub(crate) fn reads_input(&self) -> Option<usize> {
        let detect = self.language.detect.as_ref();
        let stdin = detect.filter(|_| self.form == Form::Function);
        find(&stdin?.stdin, &self.code.bare)
    }
}

/// The line on which a pattern is found first.
fn find(pattern: &str, bare: &str) -> Option<usize> {
    let pattern = Pattern::new(&format!("(?m){pattern}")).ok()?;
    Some(line(bare, pattern.find(bare)?.start()))
}
