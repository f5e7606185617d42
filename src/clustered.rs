//! Arguments of commands that use a cluster.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::de::DeserializeOwned;

use crate::common::Global;
use crate::failure::Failure;
use crate::references::references;
use mousetrap_base::printable::{named, quoted};
use mousetrap_cluster::{Address, Cluster};
use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, Part, Runner, Threads, Undone};
use mousetrap_lab::task::Lab;
use mousetrap_report::Facts;

/// Where a cluster is.
#[derive(Debug, clap::Args)]
pub(crate) struct Clustered {
    /// Use the judge hosts that are connected to this NATS server
    #[arg(
        long,
        value_name = "URL",
        help = "Use the judge hosts that are connected to this NATS server, nats://HOST or \
                tls://HOST; user:password comes from the environment, \
                MOUSETRAP_CLUSTER_CREDENTIALS, or a file"
    )]
    pub(crate) cluster: Option<String>,
    /// A file with user:password for the NATS server
    #[arg(long, value_name = "FILE", requires = "cluster")]
    cluster_credentials: Option<PathBuf>,
    /// The certificates, in PEM, that the NATS server's must be signed by
    #[arg(long, value_name = "FILE", requires = "cluster")]
    cluster_ca: Option<PathBuf>,
}

impl Clustered {
    /// The address, if a cluster is to be used.
    pub(crate) fn address(&self) -> Option<Address> {
        self.cluster.as_ref().map(|servers| Address {
            servers: servers.clone(),
            ca: self.cluster_ca.clone(),
            credentials: self.cluster_credentials.clone(),
        })
    }

    /// What a command must say to use the same, behind a space.
    pub(crate) fn again(&self) -> String {
        let Some(servers) = &self.cluster else {
            return String::new();
        };
        let mut options = format!(" --cluster {}", quoted(servers));
        for (option, file) in [
            ("--cluster-credentials", &self.cluster_credentials),
            ("--cluster-ca", &self.cluster_ca),
        ] {
            if let Some(file) = file {
                let _ = write!(options, " {option} {}", quoted(&file.display().to_string()));
            }
        }
        options
    }

    /// The cluster, if one is to be used.
    pub(crate) fn connect(&self) -> Result<Option<Cluster>, Failure> {
        let address = self.address();
        address.map(|address| connect(&address)).transpose()
    }

    /// Who does the judge's work.
    pub(crate) fn engine(&self, config: &Config) -> Result<Box<dyn Engine>, Failure> {
        Ok(match self.connect()? {
            Some(cluster) => Box::new(cluster),
            None => Box::new(Threads::with(lab(config))),
        })
    }

    /// Has parts done by the hosts until `stop` is set, which it is after this time. What
    /// comes of each goes to `take`, in any order.
    pub(crate) fn parts<T: DeserializeOwned>(
        &self,
        config: &Config,
        parts: &[Part<'_>],
        (stop, time): (&AtomicBool, Option<Duration>),
        mut take: impl FnMut(usize, Result<T, Undone>) -> Result<(), Refused>,
    ) -> Result<(), Failure> {
        let engine = self.engine(config)?;
        let begun = Instant::now();
        let over = AtomicBool::new(false);
        let mut failed = None;
        let mut take = |number: usize, result: Result<&str, Undone>| {
            let read = |text: &str| {
                serde_json::from_str(text).map_err(|error| format!("sends garbage: {error}"))
            };
            let result = match result {
                Ok(text) => Ok(read(text)?),
                Err(undone) => Err(undone),
            };
            match take(number, result) {
                Ok(()) => Ok(()),
                Err(Refused::Wrong(why)) => Err(why),
                Err(Refused::Failed(failure)) => {
                    failed.get_or_insert(failure);
                    stop.store(true, Ordering::Relaxed);
                    Ok(())
                }
            }
        };
        let done = thread::scope(|scope| {
            if let Some(time) = time {
                let over = &over;
                scope.spawn(move || {
                    while !over.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(50));
                        stop.fetch_or(begun.elapsed() >= time, Ordering::Relaxed);
                    }
                });
            }
            let done = engine.parts(parts, stop, &mut take);
            over.store(true, Ordering::Relaxed);
            done
        });
        done?;
        failed.map_or(Ok(()), Err)
    }
}

/// What came of a part with submissions: also why one of these cannot be tried.
pub(crate) type Far<T> = Result<Result<T, String>, Undone>;

/// Why what came of a part is not taken.
pub(crate) enum Refused {
    /// It cannot be right.
    Wrong(String),
    /// Nothing more is to be taken.
    Failed(Failure),
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// What comes in any order, to be handed on in the right one.
#[derive(Debug)]
pub(crate) struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> InOrder<T> {
    pub(crate) const fn new() -> Self {
        Self {
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    pub(crate) fn put(&mut self, number: usize, it: T) {
        self.waiting.insert(number, it);
    }

    /// The next, once it and all before it are there.
    pub(crate) fn next(&mut self) -> Option<(usize, T)> {
        let it = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, it))
    }
}

/// Why nothing came of what was asked about this file.
pub(crate) fn undone(path: &Path, why: Undone) -> Failure {
    let path = named(path);
    match why {
        Undone::Lacking(skip) => Failure::usage(format!(
            "{path}: {}; install it with {}",
            skip.reason, skip.remedy
        )),
        Undone::Failed(error) => Failure::internal(format!("{path}: {error}")),
    }
}

/// A display of how many of so many are done.
pub(crate) fn counting(global: &Global, of: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:32} {pos} of {len} · {elapsed}");
    let bar = ProgressBar::with_draw_target(Some(of as u64), global.draw_target());
    bar.set_style(style.expect("the template is right"));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Who does other work than judging on this machine.
pub(crate) fn lab(config: &Config) -> Arc<dyn Runner> {
    let machine = Facts::of_this_machine().machine;
    Arc::new(Lab {
        languages: config.languages.clone(),
        judge: config.judge,
        processor: machine.get("processor").cloned().unwrap_or_default(),
    })
}

/// Connects as who asks.
pub(crate) fn connect(address: &Address) -> Result<Cluster, Failure> {
    Cluster::connect(address, references(), say).map_err(Failure::cluster)
}

/// Says something beside what is reported.
pub(crate) fn say(line: &str) {
    errln!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_says_the_same_of_its_cluster_again() {
        let of = |cluster: Option<&str>, credentials: Option<&str>| Clustered {
            cluster: cluster.map(str::to_owned),
            cluster_credentials: credentials.map(PathBuf::from),
            cluster_ca: None,
        };
        assert_eq!(of(None, None).again(), "");
        let plain = of(Some("nats://one"), None);
        assert_eq!(plain.again(), " --cluster nats://one");
        let all = Clustered {
            cluster_ca: Some("ca.pem".into()),
            ..of(Some("tls://one"), Some("my file"))
        };
        assert_eq!(
            all.again(),
            " --cluster tls://one --cluster-credentials 'my file' --cluster-ca ca.pem"
        );
    }
}
