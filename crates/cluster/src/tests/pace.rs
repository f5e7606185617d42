//! Hosts that are slow, or that announce themselves and do nothing.

use std::time::Duration;

use super::fake::{Broker, Host, after, events, judge, judged};
use crate::wire::{Answer, Load, Outcome, Work};
use mousetrap_base::{Bytes, Limits};
use mousetrap_judge::{Event, Measured, Options, Verdict};

/// A run that took so many times its limit.
fn too_slow(times: f64) -> Outcome {
    let cpu = Limits::DEFAULT.cpu.mul_f64(times);
    let measured = Measured {
        cpu,
        wall: cpu,
        memory: Bytes(0),
    };
    after(Verdict::TimeLimitExceeded, measured)
}

/// The factor that it is to be judged with.
fn pace(work: &Work) -> f64 {
    let Load::Submission(judgement) = &work.load else {
        panic!("{work:?}");
    };
    judgement.terms.options(Options::default().judge).pace
}

#[test]
fn who_is_borderline_is_judged_on_another_host_and_the_better_counts() {
    let broker = Broker::start();
    for (times, second, verdict, before) in [
        (
            1.2,
            judged(Verdict::Accepted),
            "AC",
            Some("one × 1.00: TLE"),
        ),
        (1.2, too_slow(1.1), "TLE", Some("one × 1.00: TLE")),
        (1.5, too_slow(1.1), "TLE", None),
    ] {
        let (mut one, mut two) = (Host::new(&broker, "one"), Host::new(&broker, "two"));
        (one.figure, two.figure) = (
            Some(Duration::from_millis(10)),
            Some(Duration::from_millis(15)),
        );
        let is_repeated = before.is_some();
        let events = events(
            &broker.address(),
            1,
            |_| (),
            || {
                let (ticket, work, message) = one.work();
                two.make_known(&ticket);
                assert!((pace(&work) - 1.0).abs() < 1e-9);
                one.done(&ticket, &work.token, too_slow(times));
                one.acknowledge(&message);
                if is_repeated {
                    let (again, refused) = one.draw();
                    assert!(matches!(one.begin(&again), Answer::Elsewhere));
                    one.give_back(&refused);
                    let (ticket, work, message) = two.work();
                    assert!((pace(&work) - 1.5).abs() < 1e-9);
                    two.done(&ticket, &work.token, second);
                    two.acknowledge(&message);
                }
            },
        );
        let ends = events.iter().filter_map(|event| match event {
            Event::Finished { result, .. } => Some(result),
            _ => None,
        });
        let ends: Vec<_> = ends.collect();
        assert_eq!(ends.len(), 1);
        assert_eq!(ends[0].verdict.code(), verdict);
        let host = ends[0].host.as_ref().unwrap();
        assert_eq!(host.name, if is_repeated { "two" } else { "one" });
        assert_eq!(host.before.as_deref(), before);
        for host in [&mut one, &mut two] {
            host.card.leaving = true;
            host.announce();
        }
    }
}

#[test]
fn what_was_borderline_counts_if_no_other_host_comes_to_an_end_with_it() {
    let broker = Broker::start();
    let (one, two) = (Host::new(&broker, "one"), Host::new(&broker, "two"));
    let ends = judge(&broker, 1, || {
        let (ticket, work, message) = one.work();
        two.make_known(&ticket);
        one.done(&ticket, &work.token, too_slow(1.2));
        one.acknowledge(&message);
        for _ in 0..3 {
            let (ticket, work, message) = two.work();
            two.done(&ticket, &work.token, super::gave_up("it broke"));
            two.acknowledge(&message);
        }
    });
    assert_eq!(ends, ["TLE"]);
}

#[test]
fn hosts_that_announce_themselves_and_take_nothing_are_named() {
    let broker = Broker::start();
    let idle = Host::new(&broker, "idle");
    let ends = judge(&broker, 1, || {
        let begun = std::time::Instant::now();
        while begun.elapsed() < crate::batch::PATIENCE + Duration::from_secs(3) {
            idle.announce();
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    let error = "though these announce themselves: idle";
    assert!(ends[0].contains(error), "{ends:?}");
}
