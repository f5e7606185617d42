//! A judge host, and an asker that behaves as a test wants.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio_stream::StreamExt as _;

use super::fake::Broker;
use crate::broker::{Link, Role, STREAM, handing_out, stream, subject};
use crate::wire::{ASKERS, Answer, Call, Errand, Load, Offer, Ticket, Work, asker_subject, bytes};
use crate::{Judgehost, Setup};
use mousetrap_judge::Runner;
use mousetrap_judge::config::JudgeOptions;
use mousetrap_judge::language::Languages;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::Case;

/// Of parts that need no language.
const QUEUE: &str = "-";

#[derive(Debug)]
struct Echo;

impl Runner for Echo {
    fn run(
        &self,
        task: &str,
        _: &[Case],
        _: &AtomicBool,
        _: &(dyn Fn() + Sync),
    ) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        Ok(task.to_owned())
    }
}

fn host(broker: &Broker, say: fn(&str)) -> Judgehost {
    host_of("host", broker, say)
}

pub(super) fn host_of(user: &str, broker: &Broker, say: fn(&str)) -> Judgehost {
    let setup = Setup {
        name: "host".to_owned(),
        jobs: NonZeroUsize::MIN,
        isolation: Isolation::None,
        languages: Languages::from_iter([]),
        judge: JudgeOptions::default(),
        machine: BTreeMap::new(),
        runner: Arc::new(Echo),
        references: Vec::new(),
        clock: 1.0,
        say,
        verbose: true,
    };
    Judgehost::connect(&broker.address_of(user), setup).unwrap()
}

/// One that has tickets.
struct Asker(Link);

impl Asker {
    /// The stream and who hands out its tickets.
    async fn make(&self) {
        let stream = self.0.jetstream.get_or_create_stream(stream()).await;
        let consumer = handing_out(QUEUE);
        stream.unwrap().create_consumer(consumer).await.unwrap();
    }

    async fn call(&self, stop: bool) {
        let call = Call {
            asker: "me".to_owned(),
            queues: BTreeMap::from([(QUEUE.to_owned(), Vec::new())]),
            stop,
        };
        let sent = self.0.client.publish(ASKERS, bytes(&call).into());
        sent.await.unwrap();
    }

    /// The next message, within a minute; hosts are called meanwhile.
    async fn next(&self, of: &mut async_nats::Subscriber) -> async_nats::Message {
        let begun = Instant::now();
        loop {
            self.call(false).await;
            let next = tokio::time::timeout(Duration::from_millis(300), of.next());
            if let Ok(Some(message)) = next.await {
                return message;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "nothing comes");
        }
    }

    async fn answer(&self, message: async_nats::Message, answer: &Answer) {
        let reply = message.reply.unwrap();
        let sent = self.0.client.publish(reply, bytes(answer).into());
        sent.await.unwrap();
    }
}

/// Stops a host when a test ends, also by a failure: else that would wait for it.
struct Stops<'a>(&'a AtomicBool);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

#[test]
fn a_host_that_asked_for_a_ticket_before_the_stream_was_there_again_asks_once_more() {
    let broker = Broker::start();
    let host = host(&broker, |line| SAID.lock().unwrap().push(line.to_owned()));
    let asker = Asker(Link::connect(&broker.address(), Role::Asker).unwrap());
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| host.serve(&stop).unwrap());
        let _stops = Stops(&stop);
        asker.0.runtime.block_on(async {
            let client = &asker.0.client;
            let mut draws = client
                .subscribe("$JS.API.CONSUMER.MSG.NEXT.>")
                .await
                .unwrap();
            let mut inbox = client.subscribe(asker_subject("me")).await.unwrap();
            asker.make().await;
            asker.next(&mut draws).await;
            asker.0.jetstream.delete_stream(STREAM).await.unwrap();
            // What was asked before is answered; this is not.
            client.flush().await.unwrap();
            while let Ok(Some(_)) =
                tokio::time::timeout(Duration::from_millis(100), draws.next()).await
            {}
            asker.next(&mut draws).await;

            asker.make().await;
            let ticket = Ticket {
                asker: "me".to_owned(),
                submission: 0,
                attempt: 1,
                secret: String::new(),
            };
            let sent = asker
                .0
                .jetstream
                .publish(subject(QUEUE), bytes(&ticket).into());
            sent.await.unwrap().await.unwrap();
            for _ in 0..2 {
                let begin = asker.next(&mut inbox).await;
                let differs = "differs\u{1b}".to_owned();
                asker.answer(begin, &Answer::Refused(differs)).await;
            }
            let begin = asker.next(&mut inbox).await;
            let load = Load::Part(Errand {
                suite: None,
                task: Ok("a task".to_owned()),
            });
            let work = Work {
                token: "token".to_owned(),
                name: "part 1\nof 2".to_owned(),
                load,
            };
            asker.answer(begin, &Answer::Work(work)).await;
            let done = asker.next(&mut inbox).await;
            let text = String::from_utf8_lossy(&done.payload);
            assert!(text.contains("a task"), "{text}");
            asker.answer(done, &Answer::Kept).await;
            let begun = Instant::now();
            while !SAID
                .lock()
                .unwrap()
                .iter()
                .any(|line| line.contains("is over"))
            {
                assert!(begun.elapsed() < Duration::from_mins(1), "{SAID:?}");
                asker.call(true).await;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
    });
    let said = SAID.lock().unwrap();
    let refused = "refused: this host differs\\x1b; who asks gives it no work";
    assert_eq!(said[1], refused, "and no second time");
    let said = &said[2..];
    assert_eq!(said[0], "begins part 1\\nof 2");
    assert!(said[1].starts_with("ends part 1\\nof 2 after "), "{said:?}");
    let over = "the work that began with part 1\\nof 2 is over: 1 done here";
    assert_eq!(said[2..], [over, "stops"]);
}

#[test]
fn a_host_does_what_is_sent_to_it_alone() {
    let broker = Broker::start();
    let host = host(&broker, |_| ());
    let asker = Asker(Link::connect(&broker.address(), Role::Asker).unwrap());
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| host.serve(&stop).unwrap());
        let _stops = Stops(&stop);
        asker.0.runtime.block_on(async {
            let client = &asker.0.client;
            let mut inbox = client.subscribe(asker_subject("me")).await.unwrap();
            let offer = Offer {
                ticket: Ticket {
                    asker: "me".to_owned(),
                    submission: 0,
                    attempt: 1,
                    secret: String::new(),
                },
                queue: QUEUE.to_owned(),
            };
            let subject = host.card().offers().unwrap();
            let begun = Instant::now();
            let begin = loop {
                let sent = client.publish(subject.clone(), bytes(&offer).into());
                sent.await.unwrap();
                let next = tokio::time::timeout(Duration::from_millis(300), inbox.next());
                if let Ok(Some(message)) = next.await {
                    break message;
                }
                assert!(begun.elapsed() < Duration::from_mins(1), "nothing comes");
            };
            let load = Load::Part(Errand {
                suite: None,
                task: Ok("a task".to_owned()),
            });
            let work = Work {
                token: "token".to_owned(),
                name: "part 1 of 1".to_owned(),
                load,
            };
            asker.answer(begin, &Answer::Work(work)).await;
            let done = asker.next(&mut inbox).await;
            let text = String::from_utf8_lossy(&done.payload);
            assert!(text.contains("a task"), "{text}");
            asker.answer(done, &Answer::Kept).await;
        });
    });
}
