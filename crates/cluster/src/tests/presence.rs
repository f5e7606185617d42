//! What is said and done while the broker, or a host, is away.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::fake::{Broker, Host, judge_and_say, judge_until, judged};
use crate::Cluster;
use crate::batch::PATIENCE;
use crate::wire::{Answer, GONE, Outcome};
use mousetrap_judge::{Engine as _, Part, Undone, Verdict};

/// Waits until something was said.
fn hear(said: &Mutex<Vec<String>>, words: &str) {
    let begun = Instant::now();
    while !said.lock().unwrap().iter().any(|line| line.contains(words)) {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "not said: {words}"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_clock_runs_while_the_broker_is_away_and_what_was_begun_counts() {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let say = |line: &str| SAID.lock().unwrap().push(line.to_owned());
    let mut broker = Broker::start();
    let host = Host::new(&broker, "one");
    let address = broker.address();
    let ends = judge_and_say(&address, 1, say, || {
        let (ticket, work, _) = host.work();
        broker.stop();
        hear(&SAID, "the broker is lost");
        thread::sleep(GONE + PATIENCE + Duration::from_secs(1));
        broker.start_again();
        hear(&SAID, "the broker is back");
        let kept = host.done(&ticket, &work.token, judged(Verdict::Accepted));
        assert!(matches!(kept, Answer::Kept), "{kept:?}");
    });
    assert_eq!(ends, ["AC"]);
    let said = SAID.lock().unwrap();
    let expected = ["the broker is lost; waiting for it", "the broker is back"];
    assert_eq!(*said, expected);
}

#[test]
fn who_asks_need_not_wait_for_the_broker_to_end() {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let say = |line: &str| SAID.lock().unwrap().push(line.to_owned());
    let mut broker = Broker::start();
    let host = Host::new(&broker, "one");
    let address = broker.address();
    let stop = AtomicBool::new(false);
    // Ends although the broker does not come back.
    let events = judge_until(&stop, &address, 30, say, || {
        let _work = host.work();
        broker.stop();
        hear(&SAID, "the broker is lost");
        stop.store(true, Ordering::Relaxed);
    });
    assert!(!events.is_empty());
}

#[test]
fn a_host_that_stops_or_is_refused_beside_another_is_named_once() {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let say = |line: &str| SAID.lock().unwrap().push(line.to_owned());
    let broker = Broker::start();
    let mut other = Host::new(&broker, "other");
    other.card.build = "0123456789abcdef".to_owned();
    other.announce();
    let (mut first, second) = (Host::new(&broker, "first"), Host::new(&broker, "second"));
    let ends = judge_and_say(&broker.address(), 2, say, || {
        let (ticket, _, message) = first.work();
        for _ in 0..3 {
            other.announce();
            second.announce();
            thread::sleep(Duration::from_millis(200));
        }
        first.card.leaving = true;
        first.announce();
        hear(&SAID, "first has stopped");
        first.give_back(&message);
        let mut done = 0;
        let begun = Instant::now();
        while done < 2 {
            assert!(begun.elapsed() < Duration::from_mins(1), "still waited for");
            let (drawn, message) = second.draw();
            if let Answer::Work(work) = second.begin(&drawn) {
                second.done(&drawn, &work.token, judged(Verdict::Accepted));
                second.acknowledge(&message);
                done += 1;
            } else {
                assert_eq!(drawn.submission, ticket.submission);
                thread::sleep(Duration::from_millis(200));
                second.give_back(&message);
            }
        }
    });
    assert_eq!(ends, ["AC", "AC"]);
    let said = SAID.lock().unwrap();
    let refused: Vec<_> = said
        .iter()
        .filter(|line| line.starts_with("other "))
        .collect();
    assert_eq!(refused.len(), 1, "{said:?}");
    let words = "other is build 0123456789ab of Mousetrap , who asks is build ";
    assert!(refused[0].starts_with(words), "{said:?}");
    assert!(refused[0].ends_with("; it is given no work"), "{said:?}");
    let gone = "first has stopped; its work goes to another";
    assert_eq!(
        said.iter().filter(|line| *line == gone).count(),
        1,
        "{said:?}"
    );
}

#[test]
fn what_two_batches_see_of_a_host_is_said_once() {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let broker = Broker::start();
    let (mut first, mut second) = (Host::new(&broker, "first"), Host::new(&broker, "second"));
    (first.queue, second.queue) = ("-", "-");
    (first.card.jobs, first.card.busy) = (2, 2);
    second.card.leaving = true;
    second.announce();
    let say = |line: &str| SAID.lock().unwrap().push(line.to_owned());
    let cluster = Cluster::connect(&broker.address(), Vec::new(), say).unwrap();
    let stop = AtomicBool::new(false);
    let ends = thread::scope(|scope| {
        let batch = || {
            let part = Part {
                name: String::new(),
                languages: Vec::new(),
                isolation: None,
                cases: &[],
                task: "a task".to_owned(),
            };
            let mut ends = Vec::new();
            let mut take = |_: usize, result: Result<&str, _>| {
                ends.push(
                    result
                        .map(str::to_owned)
                        .map_err(|why: Undone| why.to_string()),
                );
                Ok(())
            };
            cluster.parts(&[part], &stop, &mut take).unwrap();
            ends
        };
        let batches = [scope.spawn(batch), scope.spawn(batch)];
        let begun = Instant::now();
        while SAID.lock().unwrap().is_empty() {
            assert!(begun.elapsed() < Duration::from_mins(1), "nothing is said");
            first.announce();
            thread::sleep(Duration::from_millis(200));
        }
        // The other batch waits for as long.
        for _ in 0..5 {
            first.announce();
            thread::sleep(Duration::from_millis(200));
        }
        first.card.busy = 0;
        first.announce();
        let works = [first.work(), first.work()];
        second.card.leaving = false;
        second.announce();
        first.card.leaving = true;
        first.announce();
        hear(&SAID, "first has stopped");
        for (_, _, message) in &works {
            first.give_back(message);
        }
        let mut done = 0;
        while done < 2 {
            assert!(begun.elapsed() < Duration::from_mins(1), "still waited for");
            let (drawn, message) = second.draw();
            if let Answer::Work(work) = second.begin(&drawn) {
                second.done(&drawn, &work.token, Outcome::Part("done".to_owned()));
                second.acknowledge(&message);
                done += 1;
            } else {
                second.announce();
                thread::sleep(Duration::from_millis(200));
                second.give_back(&message);
            }
        }
        batches.map(|batch| batch.join().unwrap())
    });
    assert_eq!(ends, [[Ok("done".to_owned())], [Ok("done".to_owned())]]);
    let expected = [
        "1 host is busy, with other work or to get ready; waiting",
        "first has stopped; its work goes to another",
    ];
    assert_eq!(*SAID.lock().unwrap(), expected);
}
