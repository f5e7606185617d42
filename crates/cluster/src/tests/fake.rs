//! A NATS server, and a host that behaves as a test wants.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use tempfile::TempDir;
use tokio_stream::StreamExt as _;

use crate::broker::{Link, Role, STREAM, consumer};
use crate::wire::{Answer, Ask, HOSTS, Outcome, Stage, Ticket, Work, asker_subject, bytes};
use crate::{Address, Card, Cluster, Tool};
use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_judge::language::{Languages, Probed, probe};
use mousetrap_judge::{
    CaseResult, Engine as _, Event, FindOptions, Measured, Options, Record, SubmissionResult,
    Verdict, digest_of_language, of_text,
};
use mousetrap_sandbox::Clock;
use mousetrap_suite::{Case, CaseId};

pub(super) const RIGHT: &[u8] =
    b"class Solution:\n    def catMouseGame(self, graph):\n        return 1\n";

pub(super) struct Broker {
    server: Child,
    pub(super) url: String,
    directory: TempDir,
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The distribution's server, or another.
fn server() -> String {
    std::env::var("NATS_SERVER").unwrap_or_else(|_| "nats-server".to_owned())
}

impl Broker {
    pub(super) fn start() -> Self {
        Self::with(&["--jetstream"])
    }

    /// It is gone, with all connections.
    pub(super) fn stop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// On the same port, with what it has kept.
    #[expect(clippy::disallowed_methods, reason = "the broker is trusted")]
    pub(super) fn start_again(&mut self) {
        let (_, port) = self.url.rsplit_once(':').unwrap();
        self.server = Command::new(server())
            .args(["--addr", "127.0.0.1", "--port", port, "--jetstream"])
            .arg("--store_dir")
            .arg(self.directory.path().join("data"))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
    }

    /// With this configuration, made for a directory.
    pub(super) fn configured(configuration: impl FnOnce(&Path) -> String) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("nats.conf");
        fs::write(&file, configuration(directory.path())).unwrap();
        Self::within(directory, &["-c", file.to_str().unwrap()])
    }

    pub(super) fn with(more: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let stored = ["--store_dir", data.to_str().unwrap()];
        Self::within(directory, &[more, &stored].concat())
    }

    #[expect(clippy::disallowed_methods, reason = "the broker is trusted")]
    fn within(directory: TempDir, more: &[&str]) -> Self {
        let place = directory.path();
        let server = Command::new(server())
            .args(["--addr", "127.0.0.1", "--port", "-1"])
            .args(more)
            .arg("--ports_file_dir")
            .arg(place)
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server is installed by scripts/test");
        let ports = place.join(format!("nats-server_{}.ports", server.id()));
        let begun = Instant::now();
        let url = loop {
            let text = fs::read_to_string(&ports).unwrap_or_default();
            let ports = serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default();
            if let Some(url) = ports["nats"][0].as_str() {
                break url.to_owned();
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "no server");
            thread::sleep(Duration::from_millis(20));
        };
        Self {
            server,
            url,
            directory,
        }
    }

    /// Without users, or with those that the configuration has.
    pub(super) fn address(&self) -> Address {
        self.address_of("asker")
    }

    /// That of a user, if there are users.
    pub(super) fn address_of(&self, user: &str) -> Address {
        let own = |name: &str| Some(self.directory.path().join(name)).filter(|path| path.exists());
        Address {
            servers: self.url.clone(),
            ca: own("server.pem"),
            credentials: own(user),
        }
    }
}

/// A host that does what the test says.
pub(super) struct Host {
    pub(super) link: Link,
    pub(super) card: Card,
    /// Where it draws from.
    pub(super) queue: &'static str,
    /// What it says that the reference takes.
    pub(super) figure: Option<Duration>,
}

impl Host {
    pub(super) fn new(broker: &Broker, name: &str) -> Self {
        Self::at(&broker.address_of(name), name)
    }

    fn at(address: &Address, name: &str) -> Self {
        let languages = Languages::embedded();
        let python = languages.by_id("python").unwrap();
        let Probed::Toolchain(toolchain) = probe(python) else {
            panic!("no Python here");
        };
        let tool = Tool {
            version: toolchain.version,
            language: digest_of_language(python),
        };
        let link = Link::connect(address, Role::Host).unwrap();
        let host = Self {
            card: Card {
                id: name.to_owned(),
                name: name.to_owned(),
                version: String::new(),
                build: mousetrap_judge::build().unwrap(),
                isolation: "full".to_owned(),
                clock: Clock::default(),
                jobs: 1,
                busy: 0,
                languages: BTreeMap::from([("python".to_owned(), tool)]),
                missing: BTreeMap::new(),
                figures: BTreeMap::new(),
                machine: BTreeMap::new(),
                inbox: crate::host::inbox(&link.client),
                leaving: false,
            },
            link,
            queue: "python",
            figure: None,
        };
        host.announce();
        host
    }

    pub(super) fn announce(&self) {
        let card = bytes(&self.card).into();
        let client = &self.link.client;
        self.link.runtime.block_on(async {
            client.publish(HOSTS, card).await.unwrap();
            client.flush().await.unwrap();
        });
    }

    /// The next ticket, within a minute.
    pub(super) fn draw(&self) -> (Ticket, Message) {
        let begun = Instant::now();
        loop {
            let drawn = self.link.runtime.block_on(async {
                let name = consumer(self.queue);
                let found = self.link.jetstream.get_consumer_from_stream(name, STREAM);
                let found: Consumer<pull::Config> = found.await.ok()?;
                let mut messages = found.fetch().max_messages(1).messages().await.ok()?;
                messages.next().await?.ok()
            });
            if let Some(message) = drawn {
                return (serde_json::from_slice(&message.payload).unwrap(), message);
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "no ticket");
            self.announce();
            thread::sleep(Duration::from_millis(100));
        }
    }

    pub(super) fn ask(&self, ticket: &Ticket, ask: &Ask) -> Answer {
        let request = self
            .link
            .client
            .request(asker_subject(&ticket.asker), bytes(ask).into());
        let answer = self.link.runtime.block_on(request).unwrap();
        serde_json::from_slice(&answer.payload).unwrap()
    }

    pub(super) fn begin(&self, ticket: &Ticket) -> Answer {
        let ask = Ask::Begin {
            host: self.card.id.clone(),
            submission: ticket.submission,
            attempt: ticket.attempt,
            secret: ticket.secret.clone(),
            figure: self.figure,
        };
        self.ask(ticket, &ask)
    }

    /// Draws a ticket and is given the work behind it.
    pub(super) fn work(&self) -> (Ticket, Work, Message) {
        let (ticket, message) = self.draw();
        let begun = Instant::now();
        loop {
            match self.begin(&ticket) {
                Answer::Work(work) => return (ticket, work, message),
                // Its card may still be on its way.
                Answer::Unknown if begun.elapsed() < Duration::from_mins(1) => self.announce(),
                other => panic!("{other:?}"),
            }
        }
    }

    pub(super) fn done(&self, ticket: &Ticket, token: &str, outcome: Outcome) -> Answer {
        let ask = Ask::Done {
            submission: ticket.submission,
            token: token.to_owned(),
            outcome,
        };
        self.ask(ticket, &ask)
    }

    /// Waits until who asks knows it.
    pub(super) fn make_known(&self, ticket: &Ticket) {
        let begun = Instant::now();
        while matches!(self.begin(ticket), Answer::Unknown) {
            assert!(begun.elapsed() < Duration::from_mins(1), "not known");
            self.announce();
        }
    }

    /// Lets another draw it.
    pub(super) fn give_back(&self, message: &Message) {
        let back = message.ack_with(AckKind::Nak(None));
        self.link.runtime.block_on(back).unwrap();
    }

    pub(super) fn acknowledge(&self, message: &Message) {
        self.link.runtime.block_on(message.ack()).unwrap();
    }
}

pub(super) fn judged(verdict: Verdict) -> Outcome {
    after(verdict, Measured::NOTHING)
}

/// An accepted one that is said to come from an earlier run.
pub(super) fn judged_before() -> Outcome {
    let result = SubmissionResult {
        from_cache: true,
        ..SubmissionResult::new(Verdict::Accepted)
    };
    outcome(&result, Measured::NOTHING)
}

/// A verdict after a run that used this.
pub(super) fn after(verdict: Verdict, measured: Measured) -> Outcome {
    outcome(&SubmissionResult::new(verdict), measured)
}

/// One with the only case twice.
pub(super) fn judged_twice(verdict: Verdict) -> Outcome {
    let id = CaseId("a/b".to_owned());
    let case = CaseResult::new(id, verdict, Measured::NOTHING, Limits::DEFAULT);
    let result = SubmissionResult::new(verdict);
    Outcome::Judged(
        Stage::default(),
        Record::new(&result, &[case.clone(), case]),
    )
}

fn outcome(result: &SubmissionResult, measured: Measured) -> Outcome {
    let id = CaseId("a/b".to_owned());
    let case = CaseResult::new(id, result.verdict, measured, Limits::DEFAULT);
    Outcome::Judged(Stage::default(), Record::new(result, &[case]))
}

pub(super) fn gave_up(words: &str) -> Outcome {
    Outcome::GaveUp(words.to_owned(), true)
}

/// How each of so many submissions ends, while hosts do this.
pub(super) fn judge(broker: &Broker, count: usize, hosts: impl FnOnce()) -> Vec<String> {
    judge_and_say(&broker.address(), count, |_| (), hosts)
}

/// The same, with what is said meanwhile.
pub(super) fn judge_and_say(
    address: &Address,
    count: usize,
    say: fn(&str),
    hosts: impl FnOnce(),
) -> Vec<String> {
    ends(&events(address, count, say, hosts), count)
}

/// How a submission ends for who knows a host when it begins, and has a reference for
/// its language that does not run.
pub(super) fn judge_knowing(
    broker: &Broker,
    host: &Host,
    say: fn(&str),
    hosts: impl FnOnce(),
) -> String {
    let references = vec![("reference.py".into(), "no program")];
    let cluster = Cluster::connect(&broker.address(), references, say).unwrap();
    let begun = Instant::now();
    while cluster.hosts().is_empty() {
        assert!(begun.elapsed() < Duration::from_mins(1), "no host");
        host.announce();
        thread::sleep(Duration::from_millis(20));
    }
    let events = judge_on(&cluster, &AtomicBool::new(false), 1, hosts);
    ends(&events, 1).remove(0)
}

/// What happens to so many submissions, while hosts do this.
pub(super) fn events(
    address: &Address,
    count: usize,
    say: fn(&str),
    hosts: impl FnOnce(),
) -> Vec<Event> {
    judge_until(&AtomicBool::new(false), address, count, say, hosts)
}

/// The same, until it is stopped.
pub(super) fn judge_until(
    stop: &AtomicBool,
    address: &Address,
    count: usize,
    say: fn(&str),
    hosts: impl FnOnce(),
) -> Vec<Event> {
    let cluster = Cluster::connect(address, Vec::new(), say).unwrap();
    judge_on(&cluster, stop, count, hosts)
}

/// The same, by who is connected already.
fn judge_on(
    cluster: &Cluster,
    stop: &AtomicBool,
    count: usize,
    hosts: impl FnOnce(),
) -> Vec<Event> {
    let languages = Languages::embedded();
    let wanted = FindOptions::default();
    let submissions: Vec<_> = (0..count)
        .map(|number| {
            let name = format!("{number}.py");
            of_text(Path::new(&name), RIGHT, &languages, wanted).unwrap()
        })
        .collect();
    let instance = Problem::CatAndMouse.parse("4\n2 1 3\n1 0\n1 3\n2 0 2\n", Bounds::Contest);
    let case = Case::solved(CaseId("a/b".to_owned()), instance.unwrap(), Limits::DEFAULT);
    let cases = BTreeMap::from([("913", vec![case])]);
    let (sender, events) = mpsc::channel();
    thread::scope(|scope| {
        let judging = scope.spawn(|| {
            let options = Options::default();
            cluster.judge(&submissions, &cases, &options, stop, &sender)
        });
        hosts();
        let begun = Instant::now();
        while !judging.is_finished() {
            if begun.elapsed() > Duration::from_mins(2) {
                // Whoever waits for the thread waits for ever.
                eprintln!("judging does not end");
                std::process::abort();
            }
            thread::sleep(Duration::from_millis(20));
        }
        judging.join().unwrap().unwrap();
    });
    drop(sender);
    events.into_iter().collect()
}

/// How each ends.
fn ends(events: &[Event], count: usize) -> Vec<String> {
    let mut ends = vec![String::new(); count];
    for event in events {
        let (submission, end) = match event {
            Event::Finished { submission, result } => (*submission, result.verdict.to_string()),
            Event::Failed { submission, error } => (*submission, error.clone()),
            Event::Skipped { submission, skip } => (*submission, skip.reason.clone()),
            _ => continue,
        };
        assert_eq!(ends[submission], "", "{submission} ends twice: {end}");
        ends[submission] = end;
    }
    ends
}
