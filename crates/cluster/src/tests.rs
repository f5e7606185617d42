//! An asker and hosts that behave as a test wants, on the distribution's NATS server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{Consumer, pull};
use tempfile::TempDir;
use tokio_stream::StreamExt as _;

use crate::broker::{Link, Role, STREAM, consumer};
use crate::wire::{Answer, Ask, HOSTS, Load, Outcome, Stage, Ticket, Work, asker_subject, bytes};
use crate::{Address, Card, Cluster, Tool};
use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_judge::language::{Languages, Probed, probe};
use mousetrap_judge::{
    CaseResult, Engine as _, Event, FindOptions, Measured, Options, Part, Record, SubmissionResult,
    Undone, Verdict, digest_of_language, of_text,
};
use mousetrap_sandbox::Clock;
use mousetrap_suite::{Case, CaseId};

const RIGHT: &[u8] = b"class Solution:\n    def catMouseGame(self, graph):\n        return 1\n";

struct Broker {
    server: Child,
    url: String,
    _directory: TempDir,
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Broker {
    fn start() -> Self {
        Self::with(&["--jetstream"])
    }

    #[expect(clippy::disallowed_methods, reason = "the broker is trusted")]
    fn with(more: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path();
        let server = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", "-1"])
            .args(more)
            .arg("--store_dir")
            .arg(place.join("data"))
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
            _directory: directory,
        }
    }

    fn address(&self) -> Address {
        Address {
            servers: self.url.clone(),
            ..Address::default()
        }
    }
}

/// A host that does what the test says.
struct Host {
    link: Link,
    card: Card,
    /// Where it draws from.
    queue: &'static str,
}

impl Host {
    fn new(broker: &Broker, name: &str) -> Self {
        let languages = Languages::embedded();
        let python = languages.by_id("python").unwrap();
        let Probed::Toolchain(toolchain) = probe(python) else {
            panic!("no Python here");
        };
        let tool = Tool {
            version: toolchain.version,
            language: digest_of_language(python),
        };
        let host = Self {
            link: Link::connect(&broker.address(), Role::Host).unwrap(),
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
                machine: BTreeMap::new(),
                leaving: false,
            },
            queue: "python",
        };
        host.announce();
        host
    }

    fn announce(&self) {
        let card = bytes(&self.card).into();
        let client = &self.link.client;
        self.link.runtime.block_on(async {
            client.publish(HOSTS, card).await.unwrap();
            client.flush().await.unwrap();
        });
    }

    /// The next ticket, within a minute.
    fn draw(&self) -> (Ticket, Message) {
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

    fn ask(&self, ticket: &Ticket, ask: &Ask) -> Answer {
        let request = self
            .link
            .client
            .request(asker_subject(&ticket.asker), bytes(ask).into());
        let answer = self.link.runtime.block_on(request).unwrap();
        serde_json::from_slice(&answer.payload).unwrap()
    }

    fn begin(&self, ticket: &Ticket) -> Answer {
        let ask = Ask::Begin {
            host: self.card.id.clone(),
            submission: ticket.submission,
            attempt: ticket.attempt,
        };
        self.ask(ticket, &ask)
    }

    /// Draws a ticket and is given the work behind it.
    fn work(&self) -> (Ticket, Work, Message) {
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

    fn done(&self, ticket: &Ticket, token: &str, outcome: Outcome) -> Answer {
        let ask = Ask::Done {
            submission: ticket.submission,
            token: token.to_owned(),
            outcome,
        };
        self.ask(ticket, &ask)
    }

    fn acknowledge(&self, message: &Message) {
        self.link.runtime.block_on(message.ack()).unwrap();
    }
}

fn accepted() -> SubmissionResult {
    SubmissionResult {
        verdict: Verdict::Accepted,
        compiler: String::new(),
        complaint: None,
        unchecked: None,
        compile: None,
        startup: None,
        granted: Duration::ZERO,
        from_cache: false,
    }
}

fn judged(verdict: Verdict) -> Outcome {
    let result = SubmissionResult {
        verdict,
        ..accepted()
    };
    let case = CaseResult {
        id: CaseId("a/b".to_owned()),
        verdict,
        detail: String::new(),
        stdout: String::new(),
        stderr: String::new(),
        failing: None,
        measured: Measured::NOTHING,
        limits: Limits::DEFAULT,
        repeats: 0,
    };
    Outcome::Judged(Stage::default(), Record::new(&result, &[case]))
}

fn gave_up(words: &str) -> Outcome {
    Outcome::GaveUp(words.to_owned(), true)
}

/// How each of so many submissions ends, while hosts do this.
fn judge(broker: &Broker, count: usize, hosts: impl FnOnce()) -> Vec<String> {
    judge_and_say(broker, count, |_| (), hosts)
}

/// The same, with what is said meanwhile.
fn judge_and_say(
    broker: &Broker,
    count: usize,
    say: fn(&str),
    hosts: impl FnOnce(),
) -> Vec<String> {
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
    let cluster = Cluster::connect(&broker.address(), say).unwrap();
    let (sender, events) = mpsc::channel();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let judging = scope.spawn(|| {
            let options = Options::default();
            cluster.judge(&submissions, &cases, &options, &stop, &sender)
        });
        hosts();
        judging.join().unwrap().unwrap();
    });
    drop(sender);
    let mut ends = vec![String::new(); count];
    for event in events {
        let (submission, end) = match event {
            Event::Finished { submission, result } => (submission, result.verdict.to_string()),
            Event::Failed { submission, error } => (submission, error),
            Event::Skipped { submission, skip } => (submission, skip.reason),
            _ => continue,
        };
        assert_eq!(ends[submission], "", "{submission} ends twice: {end}");
        ends[submission] = end;
    }
    ends
}

#[test]
fn the_latest_token_counts_and_what_comes_late_changes_nothing() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 1, || {
        let (first, work, message) = host.work();
        assert!(matches!(host.begin(&first), Answer::Busy(_)));
        let before = work.token.clone();
        assert!(matches!(
            host.done(&first, &before, gave_up("it broke")),
            Answer::Kept
        ));
        host.acknowledge(&message);
        let (second, work, message) = host.work();
        assert!(matches!(host.begin(&first), Answer::Unwanted));
        let late = host.done(&first, &before, judged(Verdict::WrongAnswer));
        assert!(matches!(late, Answer::Late));
        let kept = host.done(&second, &work.token, judged(Verdict::Accepted));
        assert!(matches!(kept, Answer::Kept));
        host.acknowledge(&message);
    });
    assert_eq!(ends, ["AC"]);
}

#[test]
fn what_three_hosts_fail_on_is_set_aside_with_their_words_and_others_go_on() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 2, || {
        let (mut fails, mut passes) = (0, 0);
        while fails < 3 || passes < 1 {
            let (ticket, work, message) = host.work();
            let outcome = if ticket.submission == 0 {
                fails += 1;
                gave_up(&format!("no space left, {fails}"))
            } else {
                passes += 1;
                judged(Verdict::Accepted)
            };
            host.done(&ticket, &work.token, outcome);
            host.acknowledge(&message);
        }
    });
    assert_eq!(ends[1], "AC");
    let error = "set aside after 3 attempts: one: no space left, 1; one: no space left, 2; one: no \
                 space left, 3";
    assert_eq!(ends[0], error);
}

#[test]
fn a_host_that_differs_is_refused_and_that_is_said_within_seconds() {
    for (differ, word) in [
        (
            (|card| card.build = "other".to_owned()) as fn(&mut Card),
            "another build",
        ),
        (
            |card| card.isolation = "none".to_owned(),
            "isolation \"none\"",
        ),
        (
            |card| card.languages.get_mut("python").unwrap().version = "2.7".to_owned(),
            "another toolchain of Python 3: 2.7",
        ),
        (
            |card| {
                card.languages.clear();
                let reason = "python3 is not installed".to_owned();
                card.missing.insert("python".to_owned(), reason);
            },
            "no judge host can do Python 3: one cannot do Python 3: python3 is not installed",
        ),
    ] {
        let broker = Broker::start();
        let mut host = Host::new(&broker, "one");
        differ(&mut host.card);
        let ends = judge(&broker, 1, || {
            host.announce();
            let (ticket, _) = host.draw();
            let differs = loop {
                match host.begin(&ticket) {
                    Answer::Refused(differs) => break differs,
                    Answer::Unknown => host.announce(),
                    _ => panic!("{word} was given work"),
                }
            };
            assert!(
                word.contains(&differs) || differs.contains(word),
                "{differs}"
            );
        });
        assert!(ends[0].contains(word), "{ends:?}");
    }
}

#[test]
fn what_the_broker_forgets_is_published_again() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 3, || {
        host.draw();
        let forget = host.link.jetstream.delete_stream(STREAM);
        host.link.runtime.block_on(forget).unwrap();
        for _ in 0..3 {
            let (ticket, work, message) = host.work();
            host.done(&ticket, &work.token, judged(Verdict::Accepted));
            host.acknowledge(&message);
        }
    });
    assert_eq!(ends, ["AC", "AC", "AC"]);
}

static SAID: Mutex<String> = Mutex::new(String::new());

#[test]
fn a_host_that_was_silent_is_late_and_that_is_said_once() {
    let broker = Broker::start();
    let (first, second) = (Host::new(&broker, "first"), Host::new(&broker, "second"));
    let say = |line: &str| SAID.lock().unwrap().push_str(line);
    let ends = judge_and_say(&broker, 1, say, || {
        let (ticket, before, _unanswered) = first.work();
        let begun = Instant::now();
        let work = loop {
            second.announce();
            match second.begin(&ticket) {
                Answer::Work(work) => break work,
                Answer::Busy(host) => assert_eq!(host, "first"),
                Answer::Unknown => {}
                other => panic!("{other:?}"),
            }
            assert!(
                begun.elapsed() < Duration::from_secs(15),
                "still waited for"
            );
            thread::sleep(Duration::from_millis(200));
        };
        for _ in 0..2 {
            let late = first.done(&ticket, &before.token, judged(Verdict::WrongAnswer));
            assert!(matches!(late, Answer::Late));
        }
        let kept = second.done(&ticket, &work.token, judged(Verdict::Accepted));
        assert!(matches!(kept, Answer::Kept));
    });
    assert_eq!(ends, ["AC"]);
    let said = SAID.lock().unwrap();
    assert_eq!(
        *said,
        "0.py: first was late to say WA; that changes nothing"
    );
}

#[test]
fn garbage_forged_verdicts_and_a_flood_of_them_change_nothing() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 1, || {
        let (ticket, work, message) = host.work();
        let subject = asker_subject(&ticket.asker);
        let client = &host.link.client;
        host.link.runtime.block_on(async {
            for number in 0..5000 {
                let garbage = vec![b'{'; number % 2000];
                for subject in [&*subject, HOSTS] {
                    let reply = client.new_inbox();
                    let sent = client.publish_with_reply(
                        subject.to_owned(),
                        reply,
                        garbage.clone().into(),
                    );
                    sent.await.unwrap();
                }
            }
            client.flush().await.unwrap();
        });
        for guess in 0..20 {
            let forged = host.done(&ticket, &guess.to_string(), judged(Verdict::WrongAnswer));
            assert!(matches!(forged, Answer::Late));
        }
        let elsewhere = Ticket {
            submission: usize::MAX,
            ..ticket.clone()
        };
        assert!(matches!(host.begin(&elsewhere), Answer::Unwanted));
        let late = host.done(&elsewhere, &work.token, judged(Verdict::WrongAnswer));
        assert!(matches!(late, Answer::Late));
        let kept = host.done(&ticket, &work.token, judged(Verdict::Accepted));
        assert!(matches!(kept, Answer::Kept));
        host.acknowledge(&message);
    });
    assert_eq!(ends, ["AC"]);
}

#[test]
fn a_server_without_jetstream_is_named() {
    let broker = Broker::with(&[]);
    for role in [Role::Asker, Role::Host] {
        let error = Link::connect(&broker.address(), role).unwrap_err();
        assert!(error.to_string().contains("JetStream is not enabled there"));
    }
}

#[test]
fn who_has_not_the_work_gets_no_answers_and_gives_no_verdict() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 1, || {
        let (ticket, work, message) = host.work();
        let Load::Submission(judgement) = &work.load else {
            panic!("{work:?}");
        };
        let piece = |token: &str| Ask::Piece {
            submission: ticket.submission,
            token: token.to_owned(),
            digest: judgement.suite.digest.clone(),
            at: 0,
        };
        assert!(matches!(host.ask(&ticket, &piece("1")), Answer::Unwanted));
        let own = host.ask(&ticket, &piece(&work.token));
        assert!(matches!(own, Answer::Piece { .. }));
        let forged = host.done(&ticket, "1", judged(Verdict::Accepted));
        assert!(matches!(forged, Answer::Late));
        host.done(&ticket, &work.token, judged(Verdict::WrongAnswer));
        host.acknowledge(&message);
    });
    assert_eq!(ends, ["WA"]);
}

#[test]
fn who_has_not_run_all_cases_has_not_shown_that_they_pass() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 1, || {
        for _ in 0..3 {
            let (ticket, work, message) = host.work();
            let none = Outcome::Judged(Stage::default(), Record::new(&accepted(), &[]));
            host.done(&ticket, &work.token, none);
            host.acknowledge(&message);
        }
    });
    assert!(ends[0].contains("contradicts itself"), "{}", ends[0]);
}

#[test]
fn what_cannot_have_come_of_a_part_is_asked_for_again_and_set_aside_in_the_end() {
    let broker = Broker::start();
    let mut host = Host::new(&broker, "one");
    host.queue = "-";
    let cluster = Cluster::connect(&broker.address(), |_| ()).unwrap();
    // One that goes with the answer, and one that is fetched.
    let parts = ["proved".to_owned(), "forged".repeat(100_000)].map(|task| Part {
        name: String::new(),
        languages: Vec::new(),
        isolation: None,
        cases: &[],
        task,
    });
    let mut ends = [String::new(), String::new()];
    let mut take = |number: usize, result: Result<&str, Undone>| {
        if let Ok(forged @ "a find") = result {
            return Err(format!("{forged} that does not hold"));
        }
        assert_eq!(ends[number], "", "it ends twice");
        ends[number] = result.map_or_else(|why| why.to_string(), str::to_owned);
        Ok(())
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut lies = vec![
                judged(Verdict::Accepted),
                gave_up("no space left"),
                Outcome::Part("a find".to_owned()),
            ];
            for _ in 0..4 {
                let (ticket, work, message) = host.work();
                let Load::Part(errand) = &work.load else {
                    panic!("{work:?}");
                };
                let outcome = if ticket.submission == 0 {
                    assert_eq!(errand.task.as_deref(), Ok("proved"));
                    Outcome::Part("a proof".to_owned())
                } else {
                    assert!(errand.task.is_err());
                    lies.pop().unwrap()
                };
                host.done(&ticket, &work.token, outcome);
                host.acknowledge(&message);
            }
        });
        let stop = AtomicBool::new(false);
        cluster.parts(&parts, &stop, &mut take).unwrap();
    });
    let words = "set aside after 3 attempts: one: a find that does not hold; one: no space left; \
                 one: what it reports is of other work";
    assert_eq!(ends, ["a proof", words]);
}
