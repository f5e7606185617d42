//! An asker and hosts that behave as a test wants, on the distribution's NATS server.

mod fake;
mod host;
mod offers;
mod pace;
mod presence;
mod rights;

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crate::broker::{Link, Role, STREAM};
use crate::wire::{Answer, Ask, HOSTS, Load, Outcome, Stage, Ticket, asker_subject};
use crate::{Address, Card, Cluster};
use fake::{Broker, Host, gave_up, judge, judge_and_say, judge_knowing, judged};
use mousetrap_judge::{Engine as _, Measured, Part, Record, SubmissionResult, Undone, Verdict};

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
fn a_host_that_differs_is_refused_within_seconds_and_what_none_has_is_not_measured() {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let say = |line: &str| SAID.lock().unwrap().push(line.to_owned());
    for (differ, word) in [
        (
            (|card| card.build = "other".to_owned()) as fn(&mut Card),
            "is build other of Mousetrap",
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
        let end = judge_knowing(&broker, &host, say, || {
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
        assert!(end.contains(word), "{end}");
        let said = std::mem::take(&mut *SAID.lock().unwrap());
        let measures = said.iter().any(|line| line.starts_with("measuring "));
        assert_eq!(measures, !host.card.languages.is_empty(), "{said:?}");
    }
}

#[test]
fn what_the_broker_forgets_is_published_again() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 3, || {
        host.draw();
        // The server's disk is not filled by it.
        let there = host.link.jetstream.get_stream(STREAM);
        let there = host.link.runtime.block_on(async { there.await.unwrap() });
        let config = &there.cached_info().config;
        assert_eq!((config.max_bytes, config.max_message_size), (64 << 20, 400));
        let long = async {
            let sent = host
                .link
                .jetstream
                .publish("mousetrap.work.python", vec![b' '; 401].into());
            sent.await.unwrap().await
        };
        host.link.runtime.block_on(long).unwrap_err();
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
    let ends = judge_and_say(&broker.address(), 1, say, || {
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
        while SAID.lock().unwrap().is_empty() {
            assert!(begun.elapsed() < Duration::from_mins(1), "not missed");
            second.announce();
            thread::sleep(Duration::from_millis(200));
        }
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
        "first is lost; its work goes to another0.py: first was late to say WA; that changes nothing"
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
fn a_server_without_jetstream_or_tls_is_named() {
    let broker = Broker::with(&[]);
    for role in [Role::Asker, Role::Host] {
        let error = Link::connect(&broker.address(), role).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("not enabled there; start it with --jetstream")
        );
    }
    let secure = Address {
        servers: broker.address().servers.replace("nats://", "tls://"),
        ..broker.address()
    };
    let error = Link::connect(&secure, Role::Host).unwrap_err().to_string();
    assert!(error.contains("it speaks no TLS; write nats://"), "{error}");
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
    let ends = judge(&broker, 2, || {
        let of = SubmissionResult::new;
        let endless = Measured {
            cpu: Duration::from_hours(1),
            ..Measured::NOTHING
        };
        for outcome in [
            Outcome::Judged(Stage::default(), Record::new(&of(Verdict::Accepted), &[])),
            Outcome::Judged(
                Stage::default(),
                Record::new(&of(Verdict::WrongAnswer), &[]),
            ),
            fake::after(Verdict::Accepted, endless),
            fake::judged_twice(Verdict::Accepted),
            fake::judged_twice(Verdict::WrongAnswer),
            fake::judged_twice(Verdict::RunTimeError),
        ] {
            let (ticket, work, message) = host.work();
            host.done(&ticket, &work.token, outcome);
            host.acknowledge(&message);
        }
    });
    for end in ends {
        let words = end.matches("contradicts itself").count();
        assert_eq!(words, 3, "{end}");
    }
}

#[test]
fn what_cannot_have_come_of_a_part_is_asked_for_again_and_set_aside_in_the_end() {
    let broker = Broker::start();
    let mut host = Host::new(&broker, "one");
    host.queue = "-";
    let cluster = Cluster::connect(&broker.address(), Vec::new(), |_| ()).unwrap();
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

#[test]
fn who_has_not_drawn_a_ticket_or_is_busy_is_given_no_work() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 2, || {
        let (first, work, message) = host.work();
        let (second, other) = host.draw();
        let guessed = Ticket {
            secret: first.secret.clone(),
            ..second.clone()
        };
        assert!(matches!(host.begin(&guessed), Answer::Unwanted));
        assert!(matches!(host.begin(&second), Answer::Elsewhere));
        host.done(&first, &work.token, judged(Verdict::Accepted));
        host.acknowledge(&message);
        let Answer::Work(work) = host.begin(&second) else {
            panic!("it is free again");
        };
        host.done(&second, &work.token, judged(Verdict::Accepted));
        host.acknowledge(&other);
    });
    assert_eq!(ends, ["AC", "AC"]);
}

#[test]
fn one_host_alone_has_nothing_set_aside_while_another_is_there() {
    let broker = Broker::start();
    let (one, two) = (Host::new(&broker, "one"), Host::new(&broker, "two"));
    let ends = judge(&broker, 3, || {
        for _ in 0..3 {
            let (ticket, work, message) = one.work();
            two.make_known(&ticket);
            one.done(&ticket, &work.token, gave_up("no"));
            one.acknowledge(&message);
        }
        // Something is wrong with it: it leaves all others alone as well.
        let (ticket, message) = one.draw();
        assert!(matches!(one.begin(&ticket), Answer::Elsewhere));
        one.give_back(&message);
        for _ in 0..3 {
            let (ticket, work, message) = two.work();
            two.done(&ticket, &work.token, judged(Verdict::Accepted));
            two.acknowledge(&message);
        }
    });
    assert_eq!(ends, ["AC", "AC", "AC"]);
}

#[test]
fn what_was_judged_before_does_not_count_where_it_is_to_be_judged_now() {
    let broker = Broker::start();
    let host = Host::new(&broker, "one");
    let ends = judge(&broker, 1, || {
        for _ in 0..3 {
            let (ticket, work, message) = host.work();
            host.done(&ticket, &work.token, fake::judged_before());
            host.acknowledge(&message);
        }
    });
    assert!(ends[0].contains("judged before"), "{}", ends[0]);
}

static WORDS: Mutex<Vec<String>> = Mutex::new(Vec::new());

#[test]
fn that_hosts_do_other_work_and_that_a_factor_is_odd_is_said_once() {
    let broker = Broker::start();
    let mut host = Host::new(&broker, "one");
    let say = |line: &str| WORDS.lock().unwrap().push(line.to_owned());
    let said = |part: &str| {
        let words = WORDS.lock().unwrap();
        words.iter().filter(|line| line.contains(part)).count()
    };
    host.card.busy = 1;
    let ends = judge_and_say(&broker.address(), 2, say, || {
        let begun = Instant::now();
        while said("busy") == 0 {
            assert!(begun.elapsed() < Duration::from_mins(1), "nothing is said");
            host.announce();
            thread::sleep(Duration::from_millis(200));
        }
        for millis in [10, 1000] {
            // The first host stands for who asks without references.
            host.figure = Some(Duration::from_millis(millis));
            let (ticket, work, message) = host.work();
            host.done(&ticket, &work.token, judged(Verdict::Accepted));
            host.acknowledge(&message);
        }
    });
    assert_eq!(ends, ["AC", "AC"]);
    let words = WORDS.lock().unwrap();
    assert_eq!(
        words[0],
        "1 host is busy, with other work or to get ready; waiting"
    );
    assert!(
        words[1].starts_with("one: Python 3 takes 20 times as long as here"),
        "{words:?}"
    );
    assert_eq!(words.len(), 2, "{words:?}");
}
