//! What all packages are made from: cases, programs, texts, and an identity.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::program::{Program, program};
use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, GameError};
use mousetrap_base::printable::hexadecimal;
use mousetrap_judge::Submission;
use mousetrap_model::CaseId;
use mousetrap_model::Limits;
use mousetrap_model::Verdict;
use mousetrap_model::points::RunPoints;
use mousetrap_suite::Case;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/files");

/// A file of an export, named from its directory, and its text.
pub type File = (PathBuf, String);

/// Who holds the rights on statement and cases.
const OWNER: &str = "The Mousetrap authors";

/// The suite whose cases everybody sees.
const SAMPLES: &str = "samples";

/// The directories of cases in a package.
pub(super) const SAMPLE: &str = "sample";
pub(super) const SECRET: &str = "secret";

/// The directory in [`SECRET`] of cases that give no points, in a package with points. No
/// group has a capital letter in its name.
pub(super) const WITHOUT_POINTS: &str = "No-points";

/// A case that cannot be part of a package, which has one statement for all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackageError {
    /// It has another size than the public statement allows.
    #[error("{case}, {source}; leave its suite out with --suite")]
    Illegal {
        /// The case.
        case: CaseId,
        /// The rule that it breaks.
        source: GameError,
    },
    /// It has a move limit of its own, and another answer for it.
    #[error(
        "{case}: the answer is {own} by its own move limit, but {public} by that of the \
         statement; leave its suite out with --suite"
    )]
    MoveLimit {
        /// The case.
        case: CaseId,
        /// Its answer.
        own: &'static str,
        /// The answer by the public statement.
        public: &'static str,
    },
}

/// A problem with everything that a package of it holds.
#[derive(Debug)]
pub struct Package<'a> {
    /// The problem.
    pub problem: Game,
    /// The short name: small letters and digits.
    pub name: String,
    /// Cases that everybody sees.
    pub samples: Vec<&'a Case>,
    /// All others.
    pub secret: Vec<&'a Case>,
    /// Whole programs with the verdict that each is expected to earn.
    pub programs: Vec<(Verdict, Program)>,
    /// Submissions that cannot be part of a package, with the reason.
    pub left_out: Vec<String>,
    /// The point groups, if the package is to give points.
    pub points: Option<RunPoints>,
    /// The recipes that cases were drawn from, by file name.
    pub recipes: Vec<(String, String)>,
}

impl<'a> Package<'a> {
    /// Puts a package together. Cases with the input of an earlier one are
    /// left out, since clients complain about them.
    ///
    /// # Errors
    /// Names a case that is none under the rules of the public statement.
    pub fn new(
        problem: Game,
        name: &str,
        cases: &'a [Case],
        submissions: &[Submission<'_>],
    ) -> Result<Self, PackageError> {
        for case in cases {
            public(problem, case)?;
        }
        let mut package = Self {
            problem,
            name: name.to_owned(),
            samples: Vec::new(),
            secret: Vec::new(),
            programs: Vec::new(),
            left_out: Vec::new(),
            points: None,
            recipes: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        for case in cases.iter().filter(|case| is_sample(case)) {
            if seen.insert(&case.input) {
                package.samples.push(case);
            }
        }
        for case in cases.iter().filter(|case| !is_sample(case)) {
            if seen.insert(&case.input) {
                package.secret.push(case);
            }
        }
        for submission in submissions {
            let directory = submission.expected.directory();
            if !matches!(
                submission.expected,
                Verdict::Accepted
                    | Verdict::WrongAnswer
                    | Verdict::TimeLimitExceeded
                    | Verdict::RunTimeError
            ) {
                let path = submission.path.display();
                package
                    .left_out
                    .push(format!("{path}: packages have no directory {directory}"));
            } else if let Some(program) = program(submission) {
                package.programs.push((submission.expected, program));
            } else {
                package.left_out.push(format!(
                    "{}: {} functions are not made into whole programs",
                    submission.path.display(),
                    submission.detected.language.name
                ));
            }
        }
        Ok(package)
    }

    /// Gives the package points. A case stays in each group that has it, although
    /// clients warn about the same input in two groups. Only accepted submissions stay,
    /// because the points of the others are not known.
    #[must_use]
    pub fn with_points(mut self, points: RunPoints, cases: &'a [Case]) -> Self {
        let mut seen = BTreeSet::new();
        let secret = cases.iter().filter(|case| !is_sample(case));
        self.secret = secret
            .filter(|case| {
                let group = points.group_of(&case.id).map(|group| &group.name);
                seen.insert((group, &case.input))
            })
            .collect();
        let all = self.programs.len();
        self.programs
            .retain(|(expected, _)| *expected == Verdict::Accepted);
        let others = all - self.programs.len();
        if others > 0 {
            self.left_out.push(format!(
                "{others} of the submissions: their points are not known"
            ));
        }
        self.points = Some(points);
        self
    }

    /// A text of this problem, such as `statement.en.tex`.
    pub(super) fn own(&self, name: &str) -> &'static str {
        text(&format!("{}/{name}", self.problem.id()))
    }

    /// A validator as one source file.
    pub(super) fn validator(&self, name: &str) -> String {
        self.own(name)
            .replace("#include \"strict.hpp\"", text("strict.hpp").trim_end())
            .replace("from strict import Text", text("strict.py").trim_end())
    }

    /// What this format says of a problem in `name`.
    pub(super) fn metadata(&self, format: &str, name: &str) -> String {
        let (seconds, memory) = self.limits();
        let title = |language| {
            let statement = self.own(&format!("statement.{language}.md"));
            let title = statement.lines().next().unwrap_or_default();
            title.trim_start_matches(['#', ' '])
        };
        let parts = [
            ("title", &*self.problem.problem().title),
            ("en", title("en")),
            ("zh", title("zh")),
            ("name", &self.name),
            ("uuid", &self.uuid(format)),
            ("owner", OWNER),
            ("seconds", &seconds.to_string()),
            ("memory", &memory.to_string()),
        ];
        filled(&format!("problems/{name}"), &parts)
    }

    /// The cases as pairs of files in `data/`.
    pub(super) fn data(&self) -> Vec<File> {
        let of = |directory: &'static str, cases: &[&Case]| -> Vec<File> {
            let files = cases.iter().flat_map(|case| {
                let group = match &self.points {
                    Some(points) if directory == SECRET => points.group_of(&case.id),
                    _ => None,
                };
                let directory = match (group, &self.points) {
                    (Some(group), _) => Path::new(directory).join(&group.name),
                    (None, Some(_)) if directory == SECRET => {
                        Path::new(directory).join(WITHOUT_POINTS)
                    }
                    _ => directory.into(),
                };
                let name = Path::new("data").join(directory).join(file_name(&case.id));
                [
                    (name.with_added_extension("in"), case.input.clone()),
                    (
                        name.with_added_extension("ans"),
                        format!("{}\n", case.answer),
                    ),
                ]
            });
            files.collect()
        };
        let mut files = of(SAMPLE, &self.samples);
        files.extend(of(SECRET, &self.secret));
        files
    }

    /// The submissions, in directories by expected verdict.
    pub(super) fn submissions(&self) -> Vec<File> {
        let programs = self.programs.iter();
        programs
            .map(|(expected, program)| {
                let directory = Path::new("submissions").join(expected.directory());
                (directory.join(&program.name), program.text.clone())
            })
            .collect()
    }

    /// What one run may use, the largest that any case asks for: seconds of
    /// CPU time, MiB of memory.
    fn limits(&self) -> (u64, u64) {
        let limits: Vec<Limits> = self
            .samples
            .iter()
            .chain(&self.secret)
            .map(|case| case.limits)
            .collect();
        let seconds = limits
            .iter()
            .map(|limits| limits.cpu.as_secs_f64().ceil() as u64);
        let memory = limits
            .iter()
            .map(|limits| limits.memory.0.div_ceil(1 << 20));
        (seconds.max().unwrap_or(1), memory.max().unwrap_or(512))
    }

    /// A name for this package and no other: from its format, its short name
    /// and what it holds.
    fn uuid(&self, format: &str) -> String {
        let mut hash = Sha256::new();
        for part in [format, &self.name, self.problem.id()] {
            hash.update(part);
            hash.update([0]);
        }
        for (path, text) in self.data() {
            hash.update(path.as_os_str().as_encoded_bytes());
            hash.update([0]);
            hash.update(text);
            hash.update([0]);
        }
        let mut bytes: [u8; 16] = hash.finalize()[..16].try_into().expect("a hash is longer");
        // Version 8, one's own way of making it, and the usual variant.
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let mut text = hexadecimal(&bytes);
        for place in [20, 16, 12, 8] {
            text.insert(place, '-');
        }
        text
    }

    /// A page on where the package comes from and what its client says.
    pub(super) fn readme(&self, client: &str) -> File {
        let suites: BTreeSet<&str> = self
            .samples
            .iter()
            .chain(&self.secret)
            .map(|case| case.id.suite())
            .collect();
        let suites: Vec<&str> = suites.into_iter().collect();
        let text = filled(
            "README.md",
            &[
                ("title", &*self.problem.problem().title),
                ("version", env!("CARGO_PKG_VERSION")),
                ("suites", &suites.join(", ")),
                ("id", self.problem.id()),
                ("client", client),
            ],
        );
        ("README.md".into(), text)
    }
}

/// Whether everybody sees this case.
fn is_sample(case: &Case) -> bool {
    case.id.0.starts_with(SAMPLES)
}

/// A text that packages are made from.
pub(super) fn text(path: &str) -> &'static str {
    FILES
        .get_file(path)
        .and_then(include_dir::File::contents_utf8)
        .unwrap_or_else(|| panic!("{path} is embedded"))
}

/// A text with its parts, named as in `{{name}}`, put in.
pub(super) fn filled(path: &str, parts: &[(&str, &str)]) -> String {
    let mut filled = text(path).to_owned();
    for (name, part) in parts {
        filled = filled.replace(&format!("{{{{{name}}}}}"), part);
    }
    filled
}

/// Refuses cases of other sizes or move limits than the public statement has.
fn public(problem: Game, case: &Case) -> Result<(), PackageError> {
    let id = || case.id.clone();
    let instance = problem
        .parse(&case.input, Bounds::Contest)
        .map_err(|source| PackageError::Illegal { case: id(), source })?;
    let (own, public) = (case.answer, instance.reply(instance.solve()));
    if own == public {
        return Ok(());
    }
    Err(PackageError::MoveLimit {
        case: id(),
        own,
        public,
    })
}

/// The name of a case as clients like file names.
pub(super) fn file_name(id: &CaseId) -> String {
    id.0.replace('/', "-")
}

/// Cases that together reach every bound of every number of the input.
pub fn bounds(problem: Game, limits: Limits) -> Vec<Case> {
    let star: String = (0..50).fold("50\n".to_owned(), |mut text, node| {
        let neighbours: Vec<String> = match node {
            1 => (0..50)
                .filter(|to| *to != 1)
                .map(|to: u8| to.to_string())
                .collect(),
            _ => vec!["1".to_owned()],
        };
        let _ = writeln!(text, "{} {}", neighbours.len(), neighbours.join(" "));
        text
    });
    let inputs = match problem {
        Game::CatAndMouse => ["3\n1 1\n2 0 2\n1 1\n", &star],
        Game::CatAndMouse2 => ["1 8 8 1\n.M..C..F\n", "8 1 1 8\n.\nM\n.\n.\nC\n.\n.\nF\n"],
    };
    let cases = inputs.iter().zip(["low", "high"]);
    cases
        .map(|(input, name)| {
            let instance = problem
                .parse(input, Bounds::Contest)
                .expect("a legal instance");
            Case::solved(CaseId(format!("bounds/{name}")), instance, limits)
        })
        .collect()
}
