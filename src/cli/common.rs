//! What commands share: the project they work in, arguments that several of
//! them take, signals, and live sessions with a submission.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use indicatif::ProgressDrawTarget;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::built_in;
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::config::{Config, FILE};
use mousetrap_judge::{
    FindOptions, InteractiveSession, Options, ProjectPrograms, SessionEvent, Submission,
};
use mousetrap_languages::{Languages, Probed, Toolchain, probe};
use mousetrap_model::{Form, Problem};
use mousetrap_report::{Progress, counted};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::{ProjectSuites, Suite, SuiteName};
use mousetrap_util::Choice;
use mousetrap_util::printable::{named, quoted};
#[cfg(feature = "service")]
use mousetrap_util::regular_file::{self, MAX_TEXT};
use mousetrap_util::root::Root;
use mousetrap_util::toml_file::suggest;

/// Options that every subcommand knows.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Project directory: the one with judge.toml [default: this directory or the
    /// nearest one above it, else the built-in suites]
    #[arg(short = 'C', long, value_name = "DIR", global = true)]
    pub project: Option<PathBuf>,
    /// Show no progress, and print only verdicts that are not as expected
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// How submissions and custom generators are isolated from this machine; use "none"
    /// only for code that you trust
    #[arg(long, global = true, value_parser = choice::<Isolation>(), default_value = "full")]
    pub isolation: Isolation,
}

impl Global {
    /// The configuration of the project that the user works in.
    pub(crate) fn config(&self) -> Result<Config, Failure> {
        let known = mousetrap_suite::known();
        let config = match &self.project {
            Some(directory) => Config::read(directory, &built_in::ROOT, known),
            None => Config::find(Path::new("."), &built_in::ROOT, known),
        };
        let config = config.map_err(Failure::usage)?;
        for error in &config.broken_definitions {
            errln!("{error}");
        }
        Ok(config)
    }

    /// The display of how far a run is.
    pub(crate) fn progress(&self) -> Progress {
        if self.quiet {
            Progress::Quiet
        } else {
            Progress::stderr()
        }
    }

    /// Where other displays of progress are drawn.
    pub(crate) fn draw_target(&self) -> ProgressDrawTarget {
        if self.quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        }
    }

    /// The languages of the project that the user works in.
    pub(crate) fn languages(&self) -> Result<Languages, Failure> {
        Ok(self.config()?.languages)
    }

    /// Returns the options of judging in a project of this configuration.
    pub(crate) fn options(&self, config: &Config) -> Options {
        Options::of(config).isolated(self.isolation)
    }

    /// Returns the custom generators of a project.
    pub(crate) fn generators<'a>(&self, config: &'a Config) -> ProjectPrograms<'a> {
        ProjectPrograms::new(config, self.isolation, &INTERRUPTED)
    }

    /// Loads suites of one problem.
    pub(crate) fn load_suites(
        &self,
        config: &Config,
        game: Game,
        names: &[String],
    ) -> Result<Vec<Suite>, Failure> {
        let mut generators = self.generators(config);
        let mut suites = ProjectSuites::new(config, &mut generators);
        let mut load = |name: &String| suites.load(game, name).map_err(Failure::usage);
        names.iter().map(&mut load).collect()
    }
}

/// The option `-C` that a command needs to work in this project from here, after a space.
pub(crate) fn again(root: &Root) -> String {
    directory_option(root).map_or_else(String::new, |directory| {
        format!(" -C {}", quoted(&directory))
    })
}

/// The directory that a command must name to work in this project from here.
pub(crate) fn directory_option(root: &Root) -> Option<String> {
    let directory = root.directory()?;
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let here = absolute(Path::new("."));
    let nearest = here.as_deref().and_then(|here| {
        here.ancestors()
            .find(|directory| directory.join(FILE).exists())
    });
    let is_nearest = nearest.is_some() && nearest == absolute(directory).as_deref();
    (!is_nearest).then(|| directory.to_string_lossy().into_owned())
}

/// Reads one of a closed set of values, and lists them in the help.
pub(crate) fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL
        .iter()
        .map(|choice| PossibleValue::new(choice.name()).help(choice.help().replace('`', "")));
    PossibleValuesParser::new(values).try_map(|name| T::named(&name).ok_or("is not known"))
}

/// The problem of this id.
pub(crate) fn problem(id: &str) -> Result<Game, String> {
    cat_and_mouse::Game::by_id(id).ok_or_else(|| {
        let known: Vec<&str> = Game::ALL.iter().map(|game| game.id()).collect();
        format!("known problems: {}", known.join(", "))
    })
}

/// Returns the problem with this id.
pub(crate) fn find_problem<'a>(config: &'a Config, id: &str) -> Result<&'a Arc<Problem>, Failure> {
    if let Some(problem) = config.problems.iter().find(|problem| problem.id == id) {
        return Ok(problem);
    }
    let known: Vec<&str> = config.problems.iter().map(|problem| &*problem.id).collect();
    let remedy = suggest(id, &known);
    Err(Failure::usage(format!(
        "there is no problem \"{id}\"; {remedy}"
    )))
}

/// Returns the suites with these names, by problem; without a name, those of judge.toml. A
/// problem that has none of them is left out.
///
/// # Errors
/// If none of these problems has a suite with one of the names.
pub(crate) fn suites(
    config: &Config,
    games: &[Game],
    names: &[String],
) -> Result<Vec<(Game, Vec<String>)>, Failure> {
    if games.is_empty() {
        return Ok(Vec::new());
    }
    if names.is_empty() {
        let configured = |&game: &Game| (game, config.suites_of(game.problem()).to_vec());
        return Ok(games.iter().map(configured).collect());
    }
    let mut known = BTreeSet::new();
    for root in [&config.root, &config.root.built_in()] {
        known.extend(mousetrap_suite::list(root).map_err(Failure::usage)?);
    }
    known.retain(|known| games.contains(&known.game));
    let is_unknown = |name: &&String| known.iter().all(|known| known.suite != **name);
    if let Some(name) = names.iter().find(is_unknown) {
        let known: BTreeSet<&str> = known.iter().map(|known| known.suite.as_str()).collect();
        let of_problem = match games {
            [game] => format!(" for problem {game}"),
            _ => String::new(),
        };
        return Err(Failure::usage(format!(
            "there is no suite \"{name}\"{of_problem}; {}",
            suggest(name, &Vec::from_iter(known))
        )));
    }
    let of_game = |&game: &Game| {
        let suite = |name: &String| SuiteName {
            game,
            suite: name.clone(),
        };
        let has = |name: &&String| known.contains(&suite(name));
        let names: Vec<String> = names.iter().filter(has).cloned().collect();
        (!names.is_empty()).then_some((game, names))
    };
    Ok(games.iter().filter_map(of_game).collect())
}

/// A whole number of at least 1.
pub(crate) fn positive(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "it is a whole number of at least 1".to_owned())
}

/// Reads the file that an option names.
#[cfg(feature = "service")]
pub(crate) fn text_of(option: &str, file: &Path) -> Result<String, Failure> {
    regular_file::read_text(file, MAX_TEXT).map_err(|error| {
        Failure::usage(format!(
            "{option} {}: the file cannot be read: {error}",
            named(file)
        ))
    })
}

/// Whether the user asked to stop. It stays false until [`interruption`] is called.
pub(crate) static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Makes the first signal to stop set the flag that is returned. The second one ends the
/// process at once.
pub(crate) fn interruption() -> Result<&'static AtomicBool, Failure> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let ended = Status::Interrupted as i32;
        signal_hook::flag::register_conditional_shutdown(signal, ended, Arc::clone(&INTERRUPTED))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&INTERRUPTED)))
            .map_err(|error| Failure::internal(format!("cannot listen for signals: {error}")))?;
    }
    Ok(&INTERRUPTED)
}

/// Returns whether the user asked to stop.
pub(crate) fn stopped() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Prints which submissions lost a Markdown code fence.
pub(crate) fn note_fences(submissions: &[Submission<'_>]) {
    const MAX_NAMED: usize = 3;
    let fenced = submissions.iter();
    let fenced = fenced.filter_map(|one| Some((one, one.fence()?)));
    let fenced: Vec<_> = fenced.collect();
    for (submission, fence) in fenced.iter().take(MAX_NAMED) {
        errln!("{}: {fence}", named(&submission.path));
    }
    if fenced.len() > MAX_NAMED {
        let more = counted(fenced.len() - MAX_NAMED, "more file");
        errln!("removed a Markdown code fence from {more}");
    }
}

/// The one submission in a file, for this problem.
pub(crate) fn submission<'a>(
    config: &'a Config,
    path: &Path,
    game: Option<Game>,
    form: Option<Form>,
) -> Result<Submission<'a>, Failure> {
    let wanted = FindOptions::new(&config.problems, game.map(Game::problem), form);
    let paths = [path.to_owned()];
    let found = mousetrap_judge::find(&config.root, &paths, &config.languages, wanted)
        .map_err(Failure::usage)?;
    match <[_; 1]>::try_from(found) {
        Ok([submission]) if game.is_none_or(|game| game.id() == submission.problem.id) => {
            note_fences(std::slice::from_ref(&submission));
            Ok(submission)
        }
        _ => Err(Failure::usage(format!(
            "{}: give one source file{}",
            named(path),
            game.map_or(String::new(), |game| format!(" for problem {game}"))
        ))),
    }
}

/// Returns the game of a submission, for commands that work on the built-in games only.
pub(crate) fn game(submission: &Submission<'_>) -> Result<Game, Failure> {
    Game::of(submission.problem).ok_or_else(|| {
        Failure::usage(format!(
            "{}: problem {} is no built-in game, and this command works on those only",
            named(&submission.path),
            submission.problem
        ))
    })
}

/// The toolchain of a submission.
pub(crate) fn toolchain(submission: &Submission<'_>) -> Result<Toolchain, Failure> {
    match probe(submission.detected.language) {
        Probed::Toolchain(toolchain) => Ok(toolchain),
        Probed::Missing { reason, install } => Err(Failure::usage(format!(
            "{}: {reason}; run `{install}`",
            named(&submission.path)
        ))),
    }
}

/// Waits until a session is compiled.
pub(crate) fn compiled(
    session: &InteractiveSession,
    submission: &Submission<'_>,
) -> Result<(), Failure> {
    match session.next_event().map_err(Failure::from)? {
        Some(SessionEvent::Rejected(text)) => Err(Failure::usage(format!(
            "{}: does not compile\n{}",
            named(&submission.path),
            text.trim_end()
        ))),
        _ => Ok(()),
    }
}
