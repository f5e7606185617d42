//! Connections: each client has a limited number of places, and a new one always gets a
//! place, so that the server answers while others hold all they can.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::net::sockopt;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

use crate::web::{App, Peer, Places, router};

/// How long a client may take to send the head of a request.
const HEADERS: Duration = Duration::from_secs(10);
/// Maximum number of connections, if there are twice as many descriptors.
const MAX_CONNECTIONS: usize = 4096;
/// Maximum number of connections of one participant, or of one address for clients that
/// are not logged in.
pub(crate) const MAX_OF_ONE: usize = 512;
/// Maximum number of connections that wait to be accepted.
const MAX_WAITING: u32 = 4096;
/// How long sent data may wait for a client that does not read, in milliseconds.
const UNREAD: u32 = 30_000;

/// Returns the maximum number of connections. Judging needs descriptors, too.
fn max_connections() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let raised = setrlimit(Resource::Nofile, raised).map_or(limit.current, |()| limit.maximum);
    let most = raised.map_or(usize::MAX, |most| most as usize);
    MAX_CONNECTIONS.min(most / 2)
}

/// Listens on an address. Connections wait in the kernel while many arrive at a time.
pub(super) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(MAX_WAITING)
}

/// The open connections.
pub(crate) struct Connections {
    service: TowerToHyperService<axum::Router>,
    places: Arc<Places>,
    /// Whether a connection from this machine can be that of a proxy.
    is_public: bool,
    open: GracefulShutdown,
}

impl Connections {
    pub(crate) fn new(app: App) -> Self {
        Self {
            places: Arc::new(Places::new(MAX_OF_ONE, max_connections())),
            is_public: app.settings.public.is_some(),
            service: TowerToHyperService::new(router(app)),
            open: GracefulShutdown::new(),
        }
    }

    /// Serves a connection in a task of its own.
    pub(crate) fn serve(&self, stream: TcpStream, address: IpAddr) {
        let _ = stream.set_nodelay(true);
        let _ = sockopt::set_tcp_user_timeout(&stream, UNREAD);
        let (login, mut logged_in) = watch::channel(None);
        let peer = Peer {
            address,
            login: Arc::new(login),
        };
        let service = self.service.clone();
        let service = service_fn(move |mut request: hyper::Request<_>| {
            request.extensions_mut().insert(peer.clone());
            service.call(request)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADERS);
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = self.open.watch(connection);
        let places = Arc::clone(&self.places);
        let mut place = if self.is_public && address.to_canonical().is_loopback() {
            places.take_for_many("proxy")
        } else {
            places.take(&format!("address {}", address.to_canonical()))
        };
        tokio::spawn(async move {
            tokio::pin!(connection);
            loop {
                tokio::select! {
                    // A client that goes away or sends nonsense harms only itself.
                    _ = &mut connection => return,
                    _ = &mut place => return,
                    Ok(()) = logged_in.changed() => {
                        if let Some(who) = logged_in.borrow_and_update().as_deref() {
                            place = places.take(who);
                        }
                    }
                }
            }
        });
    }

    /// Ends all connections, each after the answer to its current request.
    pub(crate) async fn end(self) {
        self.open.shutdown().await;
    }
}
