//! Requests that exceed a limit, and connections over a real network.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_stream::StreamExt as _;

use crate::server::{Connections, MAX_CONNECTIONS_PER_CLIENT};
use crate::tests::support::{RIGHT, Service, both, eventually};
use crate::texts::EN;

/// Phrases from error responses of the web framework.
const FRAMEWORK_PHRASES: [&str; 4] = [
    "Payload Too Large",
    "length limit",
    "Failed to",
    "Unprocessable",
];

/// Requests a path on an open connection. Returns the first line of the response.
async fn ask(stream: &mut TcpStream, path: &str, cookie: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: h\r\ncookie: mousetrap={cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = vec![0; 1 << 20];
    let read = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
    answer.lines().next().unwrap_or_default().to_owned()
}

/// Returns whether the server closes a connection.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let read = tokio::time::timeout(Duration::from_mins(1), stream.read(&mut [0; 1])).await;
    matches!(read, Ok(Ok(0) | Err(_)))
}

both! {
    async fn oversized_body_is_refused_without_framework_text(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let large = "x".repeat(3 << 20);
        let settings = service.owner.fields(&format!("/rooms/{room}/settings"), &[("name", &large)]).await;
        let joining = service.browser().form(&format!("/join/{invitation}"), &format!("name={large}")).await;
        for answer in [settings, joining] {
            answer.expect(StatusCode::PAYLOAD_TOO_LARGE, &[&EN["large_form"]]);
            assert!(answer.text.contains("<h1>"), "a page like any other: {}", answer.text);
            assert!(!FRAMEWORK_PHRASES.iter().any(|text| answer.text.contains(text)), "{}", answer.text);
        }
        let token = service.token(&["judge"]).await;
        let item = json!({"source": "x".repeat(65 << 20), "file": "a.py"});
        for (body, expected) in [
            (json!({"items": [item]}).to_string(), "exceeds the maximum of 64 MiB"),
            (json!({"items": [{"file": "a.py"}]}).to_string(), "docs/operator.md: items[0]: missing field `source`"),
            ("{".to_owned(), "docs/operator.md: "),
        ] {
            let answer = service.browser().program(Request::post("/api/v1/judge"), &token, &body).await;
            answer.expect(StatusCode::UNPROCESSABLE_ENTITY, &[expected]);
            assert!(!FRAMEWORK_PHRASES.iter().any(|text| answer.text.contains(text)), "{}", answer.text);
        }
    }

    async fn body_of_a_client_that_is_not_logged_in_must_arrive_within_5_seconds(service: &Service) {
        let (_, invitation) = service.room(&[]).await;
        let half = || {
            let half = tokio_stream::iter([Ok::<_, std::io::Error>(Bytes::from("name="))]);
            Body::from_stream(half.chain(tokio_stream::pending()))
        };
        let request = |path: &str| Request::post(path.to_owned())
            .header("content-type", "application/x-www-form-urlencoded")
            .header("origin", "http://mousetrap.test")
            .body(half())
            .unwrap();
        let (join, language) = (request(&format!("/join/{invitation}")), request("/language"));
        let (one, other) = (service.browser(), service.browser());
        let (join, language) = tokio::join!(one.ask(join), other.ask(language));
        for answer in [join, language] {
            answer.expect(StatusCode::REQUEST_TIMEOUT, &["took too long to arrive"]);
        }
    }

    async fn batch_of_a_client_that_is_gone_is_not_judged(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        let token = service.token(&["judge"]).await;
        let batch = json!({"items": [{"source": RIGHT, "file": "a.py", "suites": ["samples"]}]});
        let gone = service.browser();
        gone.leave(&token, &batch, async || service.wait_for_queue((0, 1)).await).await;
        let id = ann.submit(&room, RIGHT).await;
        // The worker must stop judging the batch, which is still held.
        eventually("the next task runs", async || {
            let running = service.submissions_being_judged(&room).await;
            running.iter().any(|own| id.ends_with(own.as_str()))
        })
        .await;
        service.release_judging();
        service.wait_until_idle().await;
    }

    async fn connection_beyond_the_limit_of_an_address_ends_its_oldest_without_a_login(
        service: &Service
    ) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Connections::new(service.app.clone());
        let connect = async || {
            let (stream, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
            connections.serve(accepted.unwrap().0, IpAddr::from([192, 0, 2, 1]));
            stream.unwrap()
        };
        let session = service.owner.session().unwrap();
        let mut owner = connect().await;
        assert_eq!(ask(&mut owner, "/rooms", &session).await, "HTTP/1.1 200 OK");
        let mut oldest = connect().await;
        assert_eq!(ask(&mut oldest, "/healthz", "wrong").await, "HTTP/1.1 200 OK");
        let mut others = Vec::new();
        for _ in 0..MAX_CONNECTIONS_PER_CLIENT {
            others.push(connect().await);
        }
        assert!(is_closed(&mut oldest).await);
        for stream in [&mut owner, &mut others.remove(0), &mut others.pop().unwrap()] {
            assert_eq!(ask(stream, "/healthz", "").await, "HTTP/1.1 200 OK");
        }
    }
}
