//! Tickets that nobody draws, or of which the broker is slow to hear that nobody has
//! them.

use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use tokio_stream::StreamExt as _;

use super::fake::{Broker, Host, judge, judged};
use crate::ACK_WAIT;
use crate::broker::STREAM;
use crate::wire::{Answer, Offer};
use mousetrap_judge::Verdict;

/// One that draws without ever having announced itself.
fn thief(broker: &Broker) -> Host {
    let mut thief = Host::new(broker, "thief");
    thief.card.leaving = true;
    thief.announce();
    thief
}

/// What is sent to a host alone, within a minute, while a thief holds the ticket.
fn offered(host: &Host, thief: &Host, held: &Message) -> Offer {
    let subject = host.card.offers().unwrap();
    let offers = host.link.client.subscribe(subject);
    let mut offers = host.link.runtime.block_on(offers).unwrap();
    let begun = Instant::now();
    loop {
        host.announce();
        let next = host.link.runtime.block_on(async {
            tokio::time::timeout(Duration::from_millis(300), offers.next()).await
        });
        if let Ok(Some(message)) = next {
            return serde_json::from_slice(&message.payload).unwrap();
        }
        let progress = held.ack_with(AckKind::Progress);
        thief.link.runtime.block_on(progress).unwrap();
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is sent");
    }
}

/// What is left of the tickets.
fn left(host: &Host) -> u64 {
    host.link.runtime.block_on(async {
        let stream = host.link.jetstream.get_stream(STREAM).await.unwrap();
        stream.cached_info().state.messages
    })
}

#[test]
fn a_ticket_that_another_holds_and_does_not_begin_is_sent_to_a_host_that_has_time() {
    let broker = Broker::start();
    let (host, thief) = (Host::new(&broker, "one"), thief(&broker));
    let ends = judge(&broker, 1, || {
        let (_, held) = thief.draw();
        let Offer { ticket, queue } = offered(&host, &thief, &held);
        assert_eq!(queue, "python");
        let Answer::Work(work) = host.begin(&ticket) else {
            panic!("no work");
        };
        let kept = host.done(&ticket, &work.token, judged(Verdict::Accepted));
        assert!(matches!(kept, Answer::Kept));
    });
    assert_eq!(ends, ["AC"]);
    assert_eq!(
        left(&host),
        0,
        "nobody acknowledges the ticket that was held"
    );
}

#[test]
fn what_a_silent_host_has_is_sent_to_another_though_the_broker_does_not_give_it_back() {
    let broker = Broker::start();
    let (first, second) = (Host::new(&broker, "first"), Host::new(&broker, "second"));
    let ends = judge(&broker, 1, || {
        let (drawn, _, held) = first.work();
        let begun = Instant::now();
        let Offer { ticket, .. } = offered(&second, &first, &held);
        assert_eq!(ticket, drawn);
        assert!(begun.elapsed() >= ACK_WAIT, "it was not given up yet");
        let Answer::Work(work) = second.begin(&ticket) else {
            panic!("no work");
        };
        second.done(&ticket, &work.token, judged(Verdict::Accepted));
    });
    assert_eq!(ends, ["AC"]);
}
