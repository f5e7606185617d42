//! Custom generators, run in the sandbox like any other program.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::compile::{self, Cache, Compiled, Kept};
use crate::config::Config;
use crate::language::{
    self, Form, Found, Hints, Languages, StageNeeds, Staged, StagedFile, probe, stage,
};
use crate::live::{Budget, Live, Stop};
use cat_and_mouse::problem::PROBLEMS;
use mousetrap_base::printable::named;
use mousetrap_base::root::Root;
use mousetrap_base::{Bytes, Limits};
use mousetrap_sandbox::Needs;
use mousetrap_sandbox::{Access, Exit, Isolation, JobLimits, Sandbox};
use mousetrap_suite::Programs;

/// What one run of a generator may use.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: Bytes::mib(1024),
    output: Bytes::mib(1),
};

/// Runs the custom generators of a project; each is compiled once.
pub struct Generators<'a> {
    root: &'a Root,
    languages: &'a Languages,
    compile: Limits,
    cache: Bytes,
    isolation: Isolation,
    interrupted: &'a AtomicBool,
    /// Set up when the first generator runs.
    tools: Option<(Sandbox, Cache)>,
    ready: BTreeMap<String, Ready>,
}

/// A generator that can be run.
#[derive(Clone)]
struct Ready {
    staged: Staged,
    kept: Arc<Kept>,
}

impl<'a> Generators<'a> {
    /// For the project of this configuration. Nothing is set up until a
    /// generator is run.
    pub fn new(config: &'a Config, isolation: Isolation, interrupted: &'a AtomicBool) -> Self {
        Self {
            root: &config.root,
            languages: &config.languages,
            compile: config.compile,
            cache: config.judge.cache,
            isolation,
            interrupted,
            tools: None,
            ready: BTreeMap::new(),
        }
    }

    /// The sandbox and the cache, made on first use.
    fn tools(&mut self) -> Result<&mut (Sandbox, Cache), String> {
        if self.tools.is_none() {
            let cache = Cache::open(self.cache).map_err(|error| error.to_string())?;
            let sandbox = Sandbox::new(self.isolation).map_err(|error| error.to_string())?;
            self.tools = Some((sandbox, cache));
        }
        self.tools
            .as_mut()
            .ok_or_else(|| unreachable!("it was just set"))
    }

    /// Stages and compiles a generator, unless that was done before.
    fn prepare(&mut self, program: &str) -> Result<Ready, String> {
        if let Some(ready) = self.ready.get(program) {
            return Ok(ready.clone());
        }
        let path = Path::new("generators").join(program);
        let source = self.source(&path)?;
        let (staged, version) = self.stage(&path, source)?;
        let (limits, interrupted) = (self.compile, self.interrupted);
        let (sandbox, cache) = self.tools()?;
        let compiled = cache.compile(sandbox, &staged, &version, &limits, interrupted);
        match compiled.map_err(|error| error.to_string())? {
            Compiled::Ready { program: kept, .. } => {
                let kept = Arc::new(kept);
                let ready = Ready { staged, kept };
                self.ready.insert(program.to_owned(), ready.clone());
                Ok(ready)
            }
            Compiled::Rejected { text, .. } => {
                Err(format!("{} does not compile:\n{text}", named(&path)))
            }
            Compiled::Interrupted => Err("interrupted".to_owned()),
        }
    }

    /// The content of a generator of this project, or of a built-in suite.
    fn source(&self, path: &Path) -> Result<Vec<u8>, String> {
        for root in [self.root, &self.root.built_in()] {
            let content = root.read(path);
            if let Some(source) = content.map_err(|error| format!("{}: {error}", named(path)))? {
                return Ok(source);
            }
        }
        Err(format!("{}: there is no such file", named(path)))
    }

    /// A source file as a program of its language; anything else that may be
    /// executed as it is.
    fn stage(&self, path: &Path, source: Vec<u8>) -> Result<(Staged, String), String> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        if self.languages.by_extension(&extension).is_some() {
            let known = Hints {
                problem: PROBLEMS.first().copied(),
                form: Some(Form::Program),
            };
            let detected = language::detect(self.languages, path, &source, known)
                .map_err(|error| error.to_string())?;
            return match probe(detected.language) {
                Found::Toolchain(toolchain) => {
                    Ok((stage(&detected, &toolchain), toolchain.version))
                }
                Found::Missing { reason, install } => {
                    Err(format!("{}: {reason}; run `{install}`", named(path)))
                }
            };
        }
        let file = self.root.directory().map(|directory| directory.join(path));
        let mode = file.and_then(|file| Some(fs::metadata(file).ok()?.permissions().mode()));
        if mode.is_none_or(|mode| mode & 0o111 == 0) {
            return Err(format!(
                "{}: neither executable nor a source file of a known language",
                named(path)
            ));
        }
        let name = "generator".to_owned();
        let staged = Staged {
            source: name.clone(),
            run: vec![format!("{{prog}}/{name}")],
            // An executable has no compiler that would make it executable.
            compile: vec![vec![
                "chmod".to_owned(),
                "755".to_owned(),
                format!("{{prog}}/{name}"),
            ]],
            files: vec![StagedFile {
                name,
                content: source,
            }],
            env: Vec::new(),
            toolchain: Vec::new(),
            needs: StageNeeds::default(),
        };
        Ok((staged, String::new()))
    }
}

impl Programs for Generators<'_> {
    fn run(&mut self, program: &str, arguments: &[String], seed: u64) -> Result<String, String> {
        let Ready { staged, kept } = self.prepare(program)?;
        let mut command = staged.run.clone();
        command.extend(arguments.iter().cloned());
        command.push(seed.to_string());
        let limits = JobLimits {
            memory: LIMITS.memory,
            stack: LIMITS.memory,
            processes: 128,
            file_size: Bytes::mib(64),
            disk: Bytes::mib(64),
            open_files: 512,
        };
        let mut job = compile::job(
            &staged,
            &command,
            &kept.directory,
            Access::Read,
            false,
            limits,
        );
        // It is the owner's own, and its figures decide nothing.
        job.needs = Needs::ALL;
        let interrupted = self.interrupted;
        let (sandbox, _) = self.tools()?;
        let failed = |error: mousetrap_sandbox::SandboxError| error.to_string();
        let keep = LIMITS.output.0 as usize;
        let mut live = Live::start(sandbox, &job, keep, interrupted).map_err(failed)?;
        let budget = Budget {
            cpu: LIMITS.cpu,
            deadline: live.since + LIMITS.wall,
            output: LIMITS.output.0,
        };
        let stop = live.exchange(&[], true, budget).map_err(failed)?;
        let printed = live.stdout().bytes().to_vec();
        let stderr = live.stderr().text();
        let (exit, usage) = live.finish().map_err(failed)?;
        let wrong = |what: String| {
            let said = stderr.trim_end();
            let said = if said.is_empty() {
                String::new()
            } else {
                format!(":\n{said}")
            };
            format!("generators/{program} with seed {seed} {what}{said}")
        };
        match (stop, exit) {
            (Stop::Interrupted, _) => Err("interrupted".to_owned()),
            (Stop::Output(stream), _) => Err(wrong(format!(
                "wrote more than {} to {stream}",
                LIMITS.output
            ))),
            _ if usage.out_of_memory => {
                Err(wrong(format!("took more than {} of memory", LIMITS.memory)))
            }
            (Stop::Ended, Exit::Code(0)) => String::from_utf8(printed)
                .map_err(|_| wrong("printed bytes that are not UTF-8".to_owned())),
            (Stop::Ended, Exit::Code(code)) => Err(wrong(format!("ended with exit code {code}"))),
            (Stop::Ended, Exit::Signal(signal)) => Err(wrong(format!("died of signal {signal}"))),
            _ => Err(wrong(format!("took more than {:?}", LIMITS.cpu))),
        }
    }
}
