//! Connections over a real network.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::server::{Connections, MAX_CONNECTIONS_PER_CLIENT};
use crate::tests::support::{Service, TestDatabase, both};

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
        let session = service.owner().await.session.unwrap();
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
