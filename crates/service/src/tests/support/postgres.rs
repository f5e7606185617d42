//! A `PostgreSQL` server for tests, which is started once and ends with the tests.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;

/// The user of the server if tests run as root, because `PostgreSQL` refuses to run as root.
const USER: &str = "postgres";

/// Creates a self-signed certificate and a server, and deletes the data when the server ends.
const SCRIPT: &str = r#"
set -e
trap 'kill -QUIT $server; wait; rm -rf "$data"' TERM
rm -rf "$data"
mkdir "$data"
"$programs/initdb" -A trust -U postgres --no-sync -D "$data/cluster" > "$data/log"
openssl req -x509 -nodes -newkey rsa:2048 -days 1 -subj /CN=127.0.0.1 \
    -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE \
    -keyout "$data/key" -out "$data/certificate" 2>> "$data/log"
"$programs/postgres" -D "$data/cluster" -p $port -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c fsync=off -c max_connections=200 -c ssl=on \
    -c ssl_cert_file="$data/certificate" -c ssl_key_file="$data/key" 2>> "$data/log" &
server=$!
wait
"#;

/// The port of the server.
static PORT: LazyLock<u16> = LazyLock::new(|| {
    let (sender, started) = mpsc::channel();
    // The server ends with the thread that started it, so this thread must not end before the
    // tests.
    thread::spawn(move || {
        sender.send(start()).unwrap();
        loop {
            thread::park();
        }
    });
    started.recv().unwrap()
});

/// The URL of a new database.
pub(crate) async fn database() -> String {
    let url = |name: &str| format!("postgres://{USER}@127.0.0.1:{}/{name}", *PORT);
    sqlx::any::install_default_drivers();
    let options = AnyPoolOptions::new().max_connections(1);
    let mut tries = 0;
    let pool = loop {
        match options.clone().connect(&url("postgres")).await {
            Ok(pool) => break pool,
            Err(error) if tries == 600 => panic!("{error}"),
            Err(_) => tries += 1,
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let name = format!("test_{}", crate::secret::new_id());
    let create = format!("CREATE DATABASE {name}");
    sqlx::query(&create).execute(&pool).await.unwrap();
    url(&name)
}

/// The directory of the server's data.
fn data() -> PathBuf {
    std::env::temp_dir().join(format!("mousetrap-postgres-{}", std::process::id()))
}

/// The server's self-signed certificate.
pub(crate) fn certificate() -> PathBuf {
    data().join("certificate")
}

/// Starts the server, and returns its port.
#[expect(
    clippy::disallowed_methods,
    reason = "a program of the distribution that only tests run"
)]
#[expect(
    clippy::zombie_processes,
    reason = "the server ends when the tests end"
)]
fn start() -> u16 {
    const NOT_INSTALLED: &str = "PostgreSQL is installed: apt-get install postgresql";
    let versions = fs::read_dir("/usr/lib/postgresql").expect(NOT_INSTALLED);
    let programs = versions.map(|entry| entry.unwrap().path().join("bin"));
    let programs = programs.filter(|it| it.join("initdb").exists()).max();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "TERM"]);
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        command.args(["--reuid", USER, "--regid", USER, "--init-groups"]);
    }
    command.args(["--", "sh", "-c", SCRIPT]).current_dir("/");
    command.env("data", data()).env("port", port.to_string());
    command.env("programs", programs.expect(NOT_INSTALLED));
    command.stdout(Stdio::null()).spawn().unwrap();
    port
}
