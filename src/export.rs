//! `mousetrap export`: suites in the forms that other tools take.

use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::{Global, choice, suites};
use crate::failure::{Failure, Status};
use cat_and_mouse::Game;
use clap::Command;
use mousetrap_base::printable::named;
use mousetrap_base::replace::replace_file;
use mousetrap_export::{File, Format, Job, Package, Scheduler};
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, Generators};
use mousetrap_model::Verdict;
use mousetrap_model::points::RunPoints;
use mousetrap_report::counted;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::Case;

/// Write suites in the format of another tool
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap export in-ans --problem 1728 tests/
  mousetrap export oj --problem 913 --suite samples work/   then: cd work; oj test
  mousetrap export jsonl --problem 1728 cases/
  mousetrap export kattis --problem 1728 catandmouse2
  mousetrap export kattis --points --problem 1728 scored/catandmouse2
  mousetrap export domjudge --problem 1728 catandmouse2.zip
  mousetrap export icpc --problem 913 catandmouse --submission solutions/913/accepted
  mousetrap export slurm job.sh --shards 12 -- judge class/ --suite hidden
  mousetrap export kubernetes job.yaml --shards 12 --image mousetrap -- judge class/")]
pub(crate) struct Arguments {
    /// The form
    #[arg(value_parser = choice::<Format>())]
    format: Format,
    /// The directory to make, or the file; it must not exist, or be empty. A
    /// package is named after it: that is the short name of its problem
    #[arg(value_name = "PATH")]
    directory: PathBuf,
    /// The problem [default: the one that has the suite]
    #[arg(long, short, value_parser = crate::common::problem)]
    problem: Option<Game>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// A submission, or a directory of them, for a package (may be repeated)
    /// [default: the project's solutions]
    #[arg(long, value_name = "PATH")]
    submission: Vec<PathBuf>,
    /// Give a package the point groups of judge.toml. Such a package has only accepted
    /// submissions, because the points of the others are not known
    #[arg(long)]
    points: bool,
    /// How custom generators are kept away from this machine; "none" is for
    /// code that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
    /// Into how many parts a job divides its work
    #[arg(long, value_name = "N")]
    shards: Option<NonZeroU32>,
    /// The image that pods run, made by the Dockerfile
    #[arg(long, default_value = "mousetrap")]
    image: String,
    /// The claim of the volume that pods find the files on
    #[arg(long, default_value = "mousetrap")]
    claim: String,
    /// What a job does: the command that one machine would run, without mousetrap,
    /// --shard and --output
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Suites whose boards are those of the contest may be part of a package; this
/// one has the cases that contestants see.
const SAMPLES: &str = "samples";

/// Writes an export. A job is checked with `program`, the command line of `mousetrap`.
pub(crate) fn run(
    global: &Global,
    arguments: &Arguments,
    program: Command,
) -> Result<Status, Failure> {
    let config = global.config()?;
    let directory = &arguments.directory;
    let taken = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if taken || (directory.exists() && !directory.is_dir()) {
        return Err(Failure::usage(format!(
            "{}: exists already; name a new one",
            named(directory)
        )));
    }
    if let Some(scheduler) = arguments.format.scheduler() {
        if global.project.is_some() {
            return Err(Failure::usage(
                "a job takes what its command says: put --project behind --, after judge",
            ));
        }
        return write_job(arguments, scheduler, program);
    }
    if arguments.shards.is_some() || !arguments.command.is_empty() {
        return Err(Failure::usage(
            "--shards and a command are for jobs: slurm and kubernetes",
        ));
    }
    let (problem, names) = wanted(&config, arguments)?;
    let mut cases = cases(&config, arguments, problem, &names)?;
    let points = points(&config, arguments, problem, &cases)?;
    if let Some(files) = arguments.format.cases(&cases, points.as_ref()) {
        if arguments.points {
            return Err(Failure::usage(
                "--points is for packages; jsonl has the groups in any case, and other forms of \
                 cases have no groups",
            ));
        }
        if !arguments.submission.is_empty() {
            return Err(Failure::usage(
                "--submission is for packages; this form has cases alone",
            ));
        }
        write(directory, &files)?;
        outln!("{}: {}", named(directory), counted(cases.len(), "case"));
        return Ok(Status::Expected);
    }
    cases.extend(mousetrap_export::bounds(problem, config.limits));
    let name = short_name(directory, arguments.format)?;
    let options = FindOptions::new(Game::problems(), Some(problem.problem()), None);
    let submissions = mousetrap_judge::find(
        &config.root,
        &arguments.submission,
        &config.languages,
        options,
    )
    .map_err(Failure::usage)?;
    let mut package = Package::new(problem, name, &cases, &submissions).map_err(Failure::usage)?;
    if package
        .programs
        .iter()
        .all(|(expected, _)| *expected != Verdict::Accepted)
    {
        return Err(Failure::usage(
            "a package needs an accepted submission, in C, C++, Java, Python or Rust; name one with \
             --submission",
        ));
    }
    if let Some(points) = points {
        package = package.with_points(points, &cases);
    }
    package.recipes = recipes(&config, problem, &names)?;
    for reason in &package.left_out {
        errln!("left out: {reason}");
    }
    let files = arguments.format.package(&package).unwrap_or_default();
    if arguments.format.is_zip() {
        write_zip(directory, &files)?;
    } else {
        write(directory, &files)?;
    }
    outln!(
        "{}: {}, {}, {}",
        named(directory),
        counted(package.samples.len(), "sample"),
        counted(package.secret.len(), "secret case"),
        counted(package.programs.len(), "submission")
    );
    Ok(Status::Expected)
}

/// The point groups that the export has.
fn points(
    config: &Config,
    arguments: &Arguments,
    problem: Game,
    cases: &[Case],
) -> Result<Option<RunPoints>, Failure> {
    let format = arguments.format;
    if !arguments.points && format != Format::Jsonl {
        return Ok(None);
    }
    if !format.has_points() {
        return Err(Failure::usage(format!(
            "a package of the form {format} gives no points; use kattis or polygon, or leave \
             --points out"
        )));
    }
    let scheme = config.points.get(problem.id());
    let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
    let points = scheme.map(|scheme| scheme.in_run(&ids)).transpose();
    let points = points.map_err(Failure::usage)?.flatten();
    if points.is_none() && arguments.points {
        return Err(Failure::usage(format!(
            "judge.toml has no point group of these suites for problem {problem}; add \
             [points.{problem}], as docs/judge-toml.md describes"
        )));
    }
    Ok(points)
}

const MOST_SHARDS: u32 = 100_000;

/// Writes a job that runs the command in parts. `program` must understand the command.
fn write_job(
    arguments: &Arguments,
    scheduler: Scheduler,
    program: Command,
) -> Result<Status, Failure> {
    let path = &arguments.directory;
    if arguments.problem.is_some()
        || !arguments.suite.is_empty()
        || !arguments.submission.is_empty()
    {
        return Err(Failure::usage(
            "a job takes what its command says: put --problem and --suite behind --, after judge",
        ));
    }
    let example = "as in `mousetrap export slurm job.sh --shards 12 -- judge class/`";
    let Some(shards) = arguments.shards.filter(|_| !arguments.command.is_empty()) else {
        return Err(Failure::usage(format!(
            "a job needs --shards N, and after -- the command that it divides, {example}"
        )));
    };
    // As many as one Indexed Job of Kubernetes may have.
    if shards.get() > MOST_SHARDS {
        return Err(Failure::usage(format!(
            "--shards {shards}: a job has at most {MOST_SHARDS} parts"
        )));
    }
    let command = &arguments.command;
    let refused = |reason: &str| {
        Failure::usage(format!(
            "`{}` cannot be divided: {reason}; {example}",
            command.join(" "),
        ))
    };
    if command[0] != "judge" {
        return Err(refused("only judge can be, written without mousetrap"));
    }
    let fixed = |word: &&String| {
        let name = word.split('=').next().unwrap_or_default();
        let long = [
            "--shard", "--output", "--jobs", "--resume", "--watch", "--redact",
        ];
        long.contains(&name) || name.starts_with("-o") || name.starts_with("-j")
    };
    if let Some(own) = command.iter().find(fixed) {
        return Err(refused(&match own.split('=').next() {
            Some("--watch") => "--watch never ends, and a part has to".to_owned(),
            Some("--redact") => {
                "a part is a log, which holds everything; give --redact to `mousetrap report merge`"
                    .to_owned()
            }
            _ => format!("the job itself says what {own} would"),
        }));
    }
    let words = ["mousetrap"]
        .into_iter()
        .chain(command.iter().map(String::as_str));
    program
        .try_get_matches_from(words.chain(["--shard", "1/1", "--resume", "--output", "1.jsonl"]))
        .map_err(|error| {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            refused(first.trim_start_matches("error: "))
        })?;
    // Lines of YAML 1.1 end at these, too.
    let breaks = |c: char| c.is_control() || "\u{2028}\u{2029}".contains(c);
    let job = Job {
        shards,
        command: command.clone(),
        file: path.display().to_string(),
        image: arguments.image.clone(),
        claim: arguments.claim.clone(),
    };
    if [&job.file, &job.image, &job.claim]
        .into_iter()
        .chain(command)
        .any(|word| word.contains(breaks))
    {
        return Err(Failure::usage(
            "a job is text: no control characters in names",
        ));
    }
    replace_file(path, job.text(scheduler))
        .map_err(|error| Failure::usage(format!("{}: cannot be written: {error}", named(path))))?;
    outln!(
        "{}: {}",
        named(path),
        counted(shards.get() as usize, "part")
    );
    Ok(Status::Expected)
}

/// The problem, and the suites asked for.
fn wanted(config: &Config, arguments: &Arguments) -> Result<(Game, Vec<String>), Failure> {
    let problems = match arguments.problem {
        Some(problem) => vec![problem],
        None => Game::ALL.to_vec(),
    };
    let found = suites(config, &problems, &arguments.suite)?;
    let every = arguments.suite.len();
    match <[_; 1]>::try_from(found) {
        Ok([(problem, names)]) if every == 0 || names.len() == every => Ok((problem, names)),
        _ => Err(Failure::usage(
            "one problem is exported at a time; say which, with --problem 913 or --problem 1728",
        )),
    }
}

/// The recipes of the suites asked for; not every suite has one.
fn recipes(
    config: &Config,
    problem: Game,
    names: &[String],
) -> Result<Vec<(String, String)>, Failure> {
    let mut recipes = Vec::new();
    for suite in names {
        let name = format!("{suite}.toml");
        let file = Path::new("generators").join(problem.id()).join(&name);
        let text = config.root.read_text(&file).map_err(|error| {
            Failure::usage(format!("{}: cannot be read: {error}", named(&file)))
        })?;
        recipes.extend(text.map(|text| (name, text)));
    }
    Ok(recipes)
}

/// The cases of the suites asked for; for a package with the samples.
fn cases(
    config: &Config,
    arguments: &Arguments,
    problem: Game,
    names: &[String],
) -> Result<Vec<Case>, Failure> {
    let interrupted = AtomicBool::new(false);
    let mut generators = Generators::new(config, arguments.isolation, &interrupted);
    let mut names = names.to_vec();
    let samples = SAMPLES.to_owned();
    if arguments.format.is_package() && !names.contains(&samples) {
        names.push(samples);
    }
    let mut cases = Vec::new();
    for name in &names {
        let suite =
            mousetrap_suite::load(&config.root, problem, name, config.limits, &mut generators)
                .map_err(Failure::usage)?;
        cases.extend(suite.cases);
    }
    Ok(cases)
}

/// The short name of a problem, as clients take it from its directory.
fn short_name(path: &Path, format: Format) -> Result<&str, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = if format.is_zip() {
        let stem = name.and_then(|name| name.strip_suffix(".zip"));
        Some(stem.ok_or_else(|| {
            Failure::usage(format!(
                "{}: this form is a zip file; give it a name that ends with .zip",
                named(path)
            ))
        })?)
    } else {
        name
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.filter(|name| !name.is_empty() && name.chars().all(plain))
        .ok_or_else(|| {
            Failure::usage(format!(
                "{}: its name becomes the short name of the problem, and that is made of \
                 lower-case letters and digits, like catandmouse",
                named(path)
            ))
        })
}

/// Writes the files as one archive, whole or not at all.
fn write_zip(path: &Path, files: &[File]) -> Result<(), Failure> {
    let archive = mousetrap_export::zip(files).map_err(Failure::internal)?;
    let fault = |error: std::io::Error| {
        Failure::usage(format!("{}: cannot be written: {error}", named(path)))
    };
    replace_file(path, archive).map_err(fault)
}

/// The directory in which a path lies.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Writes the files beside the directory first, so that it is whole or not there.
fn write(directory: &Path, files: &[File]) -> Result<(), Failure> {
    let fault = |error: std::io::Error| {
        Failure::usage(format!("{}: cannot be written: {error}", named(directory)))
    };
    let parent = directory_of(directory);
    fs::create_dir_all(parent).map_err(fault)?;
    let draft = tempfile::Builder::new()
        .prefix(".mousetrap-export-")
        .tempdir_in(parent)
        .map_err(fault)?;
    let inside = draft.path().join("files");
    fs::create_dir(&inside).map_err(fault)?;
    for (path, text) in files {
        let path = inside.join(path);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(fault)?;
        }
        fs::write(path, text).map_err(fault)?;
    }
    fs::rename(inside, directory).map_err(fault)
}
