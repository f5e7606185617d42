//! The configuration of the server that docs/cluster.md has: what is meant to work does,
//! and nothing else.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio_stream::StreamExt as _;

use super::fake::{Broker, Host, judge, judged};
use super::host::host_of;
use crate::broker::{Link, Role, STREAM};
use crate::wire::{Answer, Ask, HOSTS, Ticket, asker_subject, bytes};
use crate::{Address, Card, Cluster, ClusterError};
use mousetrap_judge::Verdict;

/// The document's own lines, with a password, a certificate, a second host, and one
/// that has the rights of the first.
fn documented(directory: &Path) -> String {
    let document = include_str!("../../../../docs/cluster.md");
    let mut blocks = document.split("```text\n").skip(1);
    let block = blocks
        .find(|block| block.contains("authorization"))
        .unwrap();
    let block = block.split("```").next().unwrap();
    certificate(directory);
    for user in ["asker", "host", "other", "stray"] {
        fs::write(directory.join(user), format!("{user}:secret\n")).unwrap();
    }
    let (before, host) = block.split_once("    { user: host,").unwrap();
    let (host, after) = host.split_once("} }\n").unwrap();
    let host = format!("    {{ user: host,{host}}} }}\n");
    let other = host.replace("user: host", "user: other");
    let other = other.replace("_INBOX_HOST.host.", "_INBOX_HOST.other.");
    let stray = host.replace("user: host", "user: stray");
    let place = |name: &str| directory.join(name).display().to_string();
    let text = format!("{before}{host}{other}{stray}{after}").replace('…', "secret");
    let text = text.replace("/var/lib/mousetrap-nats", &place("data"));
    let text = text.replace("server.pem", &place("server.pem"));
    text.replace("server.key", &place("server.key"))
}

#[expect(clippy::disallowed_methods, reason = "openssl is trusted")]
fn certificate(directory: &Path) {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt"])
        .args(["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args([
            "-keyout",
            "server.key",
            "-out",
            "server.pem",
            "-subj",
            "/CN=broker",
        ])
        .args(["-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .current_dir(directory)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
}

#[test]
fn the_documented_server_lets_askers_ask_and_hosts_judge_and_nothing_else() {
    let broker = Broker::configured(documented);
    assert!(broker.url.starts_with("tls://"), "{}", broker.url);
    let (host, other) = (Host::new(&broker, "host"), Host::new(&broker, "other"));
    let asker = Link::connect(&broker.address(), Role::Asker).unwrap();
    let ends = judge(&broker, 2, || {
        let (ticket, work, message) = host.work();
        let there = || {
            let stream = asker.jetstream.get_stream(STREAM);
            let stream = asker.runtime.block_on(stream).unwrap();
            let info = stream.cached_info();
            (info.created, info.state.last_sequence, info.state.messages)
        };
        // Both submissions have their tickets.
        let begun = std::time::Instant::now();
        while there().1 < 2 {
            assert!(begun.elapsed() < Duration::from_mins(1), "no second ticket");
            std::thread::sleep(Duration::from_millis(20));
        }
        let before = there();
        let own = ticket.clone();
        other.link.runtime.block_on(async {
            let client = &other.link.client;
            let ticket = Ticket {
                attempt: 9,
                ..own.clone()
            };
            for (subject, payload) in [
                ("mousetrap.work.python".to_owned(), bytes(&ticket)),
                (format!("$JS.API.STREAM.DELETE.{STREAM}"), Vec::new()),
                (format!("$JS.API.STREAM.PURGE.{STREAM}"), b"{}".to_vec()),
                (
                    format!("$JS.API.STREAM.MSG.DELETE.{STREAM}"),
                    br#"{"seq":1}"#.to_vec(),
                ),
                (
                    format!("$JS.API.CONSUMER.DELETE.{STREAM}.python"),
                    Vec::new(),
                ),
                (
                    "mousetrap.askers".to_owned(),
                    br#"{"asker":"","languages":[],"stop":true}"#.to_vec(),
                ),
            ] {
                let reply = client.new_inbox();
                client
                    .publish_with_reply(subject, reply, payload.into())
                    .await
                    .unwrap();
            }
            // Nor does it have them done by who asks: by naming them as where to answer, or
            // by taking another's name.
            let mut stolen = client.subscribe("_INBOX_HOST.other.stolen").await.unwrap();
            let thief = Card {
                inbox: "_INBOX_HOST.other".to_owned(),
                ..host.card.clone()
            };
            client.publish(HOSTS, bytes(&thief).into()).await.unwrap();
            for (card, reply) in [
                (&other.card, "mousetrap.work.python".to_owned()),
                (&other.card, format!("$JS.API.STREAM.PURGE.{STREAM}")),
                (&host.card, "_INBOX_HOST.other.stolen".to_owned()),
            ] {
                let begin = Ask::Begin {
                    host: card.id.clone(),
                    submission: own.submission,
                    attempt: own.attempt,
                    secret: own.secret.clone(),
                    figure: None,
                };
                let subject = asker_subject(&own.asker);
                let sent = client.publish_with_reply(subject, reply, bytes(&begin).into());
                sent.await.unwrap();
            }
            client.flush().await.unwrap();
            let came = tokio::time::timeout(Duration::from_millis(200), stolen.next()).await;
            assert!(!matches!(came, Ok(Some(_))), "{came:?}");
        });
        // Who asks needs neither.
        asker.runtime.block_on(async {
            for what in ["DELETE", "PURGE"] {
                let (subject, reply) = (
                    format!("$JS.API.STREAM.{what}.{STREAM}"),
                    asker.client.new_inbox(),
                );
                let sent = asker.client.publish_with_reply(subject, reply, "{}".into());
                sent.await.unwrap();
            }
            asker.client.flush().await.unwrap();
        });
        // The server takes what a connection sends one after the other.
        other.make_known(&ticket);
        assert_eq!(there(), before);
        // What is said to others is not heard; what is said to it afterwards is.
        let subjects = [
            asker_subject("*"),
            "_INBOX_HOST.host.>".to_owned(),
            "_INBOX_HOST.>".to_owned(),
            "_INBOX_ASKER.>".to_owned(),
            "mousetrap.work.*".to_owned(),
            HOSTS.to_owned(),
            "_INBOX_HOST.other.>".to_owned(),
        ];
        other.link.runtime.block_on(async {
            let client = &other.link.client;
            let mut heard = Vec::new();
            for subject in subjects {
                heard.push(client.subscribe(subject).await.unwrap());
            }
            client.flush().await.unwrap();
            let mut own = heard.pop().unwrap();
            let begun = std::time::Instant::now();
            loop {
                assert!(begun.elapsed() < Duration::from_mins(1), "deaf");
                for subject in ["_INBOX_HOST.host.x", "_INBOX_HOST.other.x"] {
                    let sent = asker.client.publish(subject, "secret".into());
                    sent.await.unwrap();
                }
                asker.client.flush().await.unwrap();
                let came = tokio::time::timeout(Duration::from_millis(200), own.next()).await;
                if matches!(came, Ok(Some(_))) {
                    break;
                }
            }
            for mut denied in heard {
                let came = tokio::time::timeout(Duration::from_millis(50), denied.next()).await;
                assert!(!matches!(came, Ok(Some(_))), "{came:?}");
            }
        });
        let forged = other.done(&ticket, "guessed", judged(Verdict::WrongAnswer));
        assert!(matches!(forged, Answer::Late));
        host.done(&ticket, &work.token, judged(Verdict::Accepted));
        host.acknowledge(&message);
        let (ticket, work, message) = other.work();
        other.done(&ticket, &work.token, judged(Verdict::Accepted));
        other.acknowledge(&message);
    });
    assert_eq!(ends, ["AC", "AC"]);
    let wrong = Cluster::connect(&broker.address_of("host"), Vec::new(), |_| ());
    assert!(
        matches!(wrong, Err(ClusterError::Denied { .. })),
        "{wrong:?}"
    );
    let stray = host_of("stray", &broker, |_| ());
    let stop = AtomicBool::new(false);
    let denied = std::thread::scope(|scope| {
        let serving = scope.spawn(|| stray.serve(&stop));
        let begun = std::time::Instant::now();
        while !serving.is_finished() && begun.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(20));
        }
        stop.store(true, Ordering::Relaxed);
        serving.join().unwrap()
    });
    let denied = denied.unwrap_err().to_string();
    let remedy = "has to let it subscribe to \"_INBOX_HOST.stray.>\", with its own name in that";
    assert!(denied.ends_with(remedy), "{denied}");
    let known = broker.address();
    let elsewhere = tempfile::tempdir().unwrap();
    certificate(elsewhere.path());
    for (stranger, remedy) in [
        (
            Address {
                credentials: None,
                ..known.clone()
            },
            "it asks for a user and a password; add --cluster-credentials FILE",
        ),
        (
            Address {
                ca: None,
                ..known.clone()
            },
            "its certificate is not trusted; name who signed it with --cluster-ca FILE",
        ),
        (
            Address {
                ca: Some(elsewhere.path().join("server.pem")),
                ..known
            },
            "its certificate is not signed by any in the file of --cluster-ca",
        ),
    ] {
        let refused = Link::connect(&stranger, Role::Host).unwrap_err();
        assert!(matches!(refused, ClusterError::Unreachable { .. }));
        assert!(refused.to_string().ends_with(remedy), "{refused}");
    }
}
