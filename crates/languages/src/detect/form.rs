//! Detects a submission's form, from the entry point that the source defines and from whether the
//! source reads standard input.

use std::collections::BTreeMap;

use super::detection::{Detection, FormAmbiguity, KnownFacts};
use crate::source::{Pattern, SourceText};
use crate::table::{CaseConvention, DetectionRules, EntryLocation, Language};
use mousetrap_model::{Form, Message, Problem};
use mousetrap_util::toml_file::{closest_name, line_number};

/// Returns the form and the problem of a source. If the form is uncertain, also returns why.
pub(super) fn detect_form<'a>(
    language: &Language,
    code: &SourceText,
    known: KnownFacts<'a>,
) -> Result<(Form, Option<&'a Problem>, Option<FormAmbiguity>), Message> {
    let function = language.function.as_ref();
    let Some((detect, _)) = language.detect.as_ref().zip(function) else {
        if known.form == Some(Form::Function) {
            let language = language.name.clone();
            return Err(Message::NoDriver { language });
        }
        return Ok((Form::Program, known.problem, None));
    };
    let bare = &code.bare;
    let all: Vec<&'a Problem> = known.problems.iter().map(|problem| &**problem).collect();
    let defined = all.iter().filter_map(|&problem| {
        let entry = EntryPoint::find_in(detect, problem, bare)?;
        Some((problem, entry))
    });
    let defined: Vec<(&'a Problem, EntryPoint)> = defined.collect();
    let mut entries = defined
        .iter()
        .filter(|(problem, _)| known.problem.is_none_or(|known| known == *problem));
    let entry = entries.next().map(|(_, entry)| entry);
    let reads = line_that_reads_stdin(detect, bare);
    let (form, ambiguity) = match (known.form, entry, reads) {
        (Some(form), ..) => (form, None),
        (None, Some(entry), Some(reads)) => {
            let (form, why) = entry.choose_form(detect, bare, reads);
            (form, Some(FormAmbiguity { why, likely: false }))
        }
        (None, None, Some(_)) => (Form::Program, None),
        (None, _, None) => match known.problem {
            // The source does not define the problem's function, so it is probably a program that
            // reads input with unknown functions.
            Some(problem) if defined.is_empty() => {
                let entry = detect.entry_point(problem);
                let similar = similar_name(detect, bare, &[problem]).into_iter();
                let why = similar.fold(Message::NoFunction { entry }, Message::with_remark);
                (Form::Program, Some(FormAmbiguity { why, likely: true }))
            }
            _ => (Form::Function, None),
        },
    };
    let problem = match (known.problem, defined.as_slice()) {
        (Some(problem), _) if form == Form::Function && entry.is_none() => {
            return Err(no_entry_point_message(detect, &[problem], bare));
        }
        (None, []) if form == Form::Function => {
            return Err(no_entry_point_message(detect, &all, bare));
        }
        (Some(_), _) | (None, []) => known.problem,
        (None, [(problem, _)]) => Some(*problem),
        (None, several) => {
            let several: Vec<_> = several.iter().map(|(problem, _)| *problem).collect();
            let join = |first, second| Message::And { first, second };
            let entries = list_entry_points(detect, &several, join).into();
            return Err(Message::SeveralEntries { entries });
        }
    };
    Ok((form, problem, ambiguity))
}

struct EntryPoint {
    name: String,
    line: usize,
}

impl EntryPoint {
    fn find_in(detect: &DetectionRules, problem: &Problem, bare: &str) -> Option<Self> {
        let name = detect.entry_point(problem);
        let found = detect.entry_pattern(&name).ok()?.find(bare)?;
        let at = found.start() + found.as_str().find(&name).unwrap_or(0);
        let line = line_number(bare, at);
        Some(Self { name, line })
    }

    /// Chooses the form of a source that defines this entry point but also reads standard input (on
    /// the line `reads`). Returns the form and a message that explains the choice. A pasted
    /// function may include a main function for local tests. A source that lacks the class in which
    /// the driver looks for the function is a complete program.
    fn choose_form(&self, detect: &DetectionRules, bare: &str, reads: usize) -> (Form, Message) {
        let (line, name) = (self.line, self.name.clone());
        let solution = r"\b(?:class|object|struct|impl|(?:def)?module)\s+Solution\b";
        let needs_class = detect.class == Some(EntryLocation::Inside);
        if needs_class && !Pattern::built_in(solution).is_match(bare) {
            let why = Message::TakenForProgram { line, name, reads };
            (Form::Program, why)
        } else {
            let why = Message::TakenForFunction { line, name, reads };
            (Form::Function, why)
        }
    }
}

fn no_entry_point_message(detect: &DetectionRules, problems: &[&Problem], bare: &str) -> Message {
    let join = |first, second| Message::Or { first, second };
    let expected = list_entry_points(detect, problems, join).into();
    let similar = similar_name(detect, bare, problems).into_iter();
    similar.fold(Message::NoEntry { expected }, Message::with_remark)
}

/// Finds the function in the source whose name is closest to the name of an entry point, and
/// returns a hint about this function.
fn similar_name(detect: &DetectionRules, bare: &str, problems: &[&Problem]) -> Option<Message> {
    /// Maximum length of names that are compared with the entry point, in bytes.
    const MAX_COMPARED_NAME_BYTES: usize = 40;
    let names = Pattern::built_in(match detect.case {
        CaseConvention::Kebab => r"\(\s*([\w-]+)",
        _ => r"\b(\w+)\s*\(",
    });
    let names = names.captures_iter(bare).filter_map(|found| found.get(1));
    let names = names.filter(|name| name.len() <= MAX_COMPARED_NAME_BYTES);
    let mut first = BTreeMap::new();
    for name in names {
        first.entry(name.as_str()).or_insert(name.start());
    }
    let known: Vec<&str> = first.keys().copied().collect();
    let mut entries = problems.iter().map(|problem| detect.entry_point(problem));
    let (name, entry) = entries.find_map(|entry| Some((closest_name(&entry, &known)?, entry)))?;
    if name == entry {
        return None;
    }
    Some(Message::SimilarName {
        line: line_number(bare, first[name]),
        name: name.to_owned(),
        entry,
    })
}

/// Returns a message that lists the entry point of each problem.
fn list_entry_points(
    detect: &DetectionRules,
    problems: &[&Problem],
    join: fn(Box<Message>, Box<Message>) -> Message,
) -> Message {
    let name = |problem: &&Problem| format!("{} ({problem})", detect.entry_point(problem));
    let names = problems.iter().map(|problem| Message::text(name(problem)));
    let joined = names.reduce(|first, second| join(first.into(), second.into()));
    joined.unwrap_or_else(|| Message::text(""))
}

/// Returns the line on which the code reads standard input, if the code has a main function. A main
/// function for local tests does not read standard input.
fn line_that_reads_stdin(detect: &DetectionRules, bare: &str) -> Option<usize> {
    if let Some(main) = &detect.main {
        first_match_line(main, bare)?;
    }
    first_match_line(&detect.stdin, bare)
}

impl Detection<'_> {
    /// Returns the name of the function or method that the driver calls, if the problem is known.
    pub fn entry_point_name(&self) -> Option<String> {
        let detect = self.language.detect.as_ref()?;
        Some(detect.entry_point(self.problem?))
    }

    /// Returns the line on which a submission in function form defines its entry point.
    pub fn entry_point_line(&self) -> Option<usize> {
        let detect = self.language.detect.as_ref()?;
        let problem = self.problem.filter(|_| self.form == Form::Function)?;
        Some(EntryPoint::find_in(detect, problem, &self.code.bare)?.line)
    }

    /// Returns the line on which a submission in function form reads standard input.
    pub fn line_that_reads_stdin(&self) -> Option<usize> {
        let detect = self.language.detect.as_ref();
        let stdin = detect.filter(|_| self.form == Form::Function);
        first_match_line(&stdin?.stdin, &self.code.bare)
    }
}

fn first_match_line(pattern: &str, bare: &str) -> Option<usize> {
    let pattern = Pattern::new(&format!("(?m){pattern}")).ok()?;
    Some(line_number(bare, pattern.find(bare)?.start()))
}
