//! The server's connections. The number of connections is limited, per client and in total. If a
//! new connection exceeds a limit, an old one is closed, so that the server always answers new
//! clients.

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

use crate::web::{App, ConnectionUser, Slots, router};

/// Maximum time that a client may take to send the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of connections if the process may open at least twice as many files.
const MAX_CONNECTIONS: usize = 4096;
/// Maximum number of connections of one participant, or of one address for clients that
/// are not logged in.
pub(crate) const MAX_CONNECTIONS_PER_CLIENT: usize = 512;
/// Maximum number of connections that wait to be accepted.
const ACCEPT_BACKLOG: u32 = 4096;
/// Maximum time in milliseconds that a client may take to acknowledge data.
const ACKNOWLEDGEMENT_TIMEOUT_MS: u32 = 30_000;

/// Returns the maximum number of connections: at most half of the file descriptors, because judging
/// also needs some.
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

/// Listens on an address. If many connections arrive at the same time, they wait in the kernel.
pub(super) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(ACCEPT_BACKLOG)
}

/// The open connections.
pub(crate) struct Connections {
    service: TowerToHyperService<axum::Router>,
    slots: Arc<Slots>,
    /// Whether the service has a public URL; if so, local connections may come from a proxy.
    is_public: bool,
    open: GracefulShutdown,
}

impl Connections {
    pub(crate) fn new(app: App) -> Self {
        Self {
            slots: Arc::new(Slots::new(max_connections())),
            is_public: app.settings.public.is_some(),
            service: TowerToHyperService::new(router(app)),
            open: GracefulShutdown::new(),
        }
    }

    /// Serves a connection in a separate task.
    pub(crate) fn serve(&self, stream: TcpStream, address: IpAddr) {
        let _ = stream.set_nodelay(true);
        let _ = sockopt::set_tcp_user_timeout(&stream, ACKNOWLEDGEMENT_TIMEOUT_MS);
        let (login, mut logged_in) = watch::channel(None);
        let login = ConnectionUser(Arc::new(login));
        let service = self.service.clone();
        let service = service_fn(move |mut request: hyper::Request<_>| {
            request.extensions_mut().insert(login.clone());
            service.call(request)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT);
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = self.open.watch(connection);
        let slots = Arc::clone(&self.slots);
        let mut slot = if self.is_public && address.to_canonical().is_loopback() {
            // A proxy forwards the requests of many clients.
            slots.acquire("proxy", usize::MAX)
        } else {
            let client = format!("address {}", address.to_canonical());
            slots.acquire(&client, MAX_CONNECTIONS_PER_CLIENT)
        };
        tokio::spawn(async move {
            tokio::pin!(connection);
            loop {
                tokio::select! {
                    // An invalid request concerns only the client that sent it.
                    _ = &mut connection => return,
                    _ = &mut slot => return,
                    Ok(()) = logged_in.changed() => {
                        if let Some(who) = logged_in.borrow_and_update().as_deref() {
                            slot = slots.acquire(who, MAX_CONNECTIONS_PER_CLIENT);
                        }
                    }
                }
            }
        });
    }

    /// Closes all connections, each after its current request is answered.
    pub(crate) async fn close_all(self) {
        self.open.shutdown().await;
    }
}
