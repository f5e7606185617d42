//! A `PostgreSQL` server for tests, which is started once and ends with the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;

/// The user of the server if tests run as root, because `PostgreSQL` refuses to run as root.
const USER: &str = "postgres";

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
    sqlx::query(&format!("CREATE DATABASE {name}"))
        .execute(&pool)
        .await
        .unwrap();
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

fn start() -> u16 {
    let programs = programs();
    let data = data();
    let _ = fs::remove_dir_all(&data);
    let made = as_user(Path::new("mkdir"), "KILL").arg(&data).status();
    assert!(made.unwrap().success());
    let cluster = data.join("cluster");
    let made = as_user(&programs.join("initdb"), "KILL")
        .args(["-A", "trust", "-U", USER, "--no-sync", "-D"])
        .arg(&cluster)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(made.success());
    let (certificate, key) = (certificate(), data.join("key"));
    let options = "req -x509 -nodes -newkey rsa:2048 -days 1 -subj /CN=127.0.0.1 \
                   -addext subjectAltName=IP:127.0.0.1 \
                   -addext basicConstraints=critical,CA:FALSE";
    let made = as_user(Path::new("openssl"), "KILL")
        .args(options.split_whitespace())
        .args([Path::new("-keyout"), &key, Path::new("-out"), &certificate])
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(
        made.success(),
        "openssl failed, which PostgreSQL also needs"
    );
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let log = fs::File::create(data.join("log")).unwrap();
    // The script deletes the data when the server ends.
    let ends = r#"trap 'kill -QUIT $server; wait; rm -rf "$0"' TERM; "$@" & server=$!; wait"#;
    let options = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off \
                   -c max_connections=200 -c ssl=on";
    #[expect(
        clippy::zombie_processes,
        reason = "the server ends when the tests end"
    )]
    let _server = as_user(Path::new("sh"), "TERM")
        .args(["-c", ends])
        .arg(&data)
        .arg(programs.join("postgres"))
        .args([Path::new("-D"), &cluster])
        .args(options.split_whitespace())
        .arg(format!("-cssl_cert_file={}", certificate.display()))
        .arg(format!("-cssl_key_file={}", key.display()))
        .args(["-p", &port.to_string()])
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    port
}

/// The directory of the server's programs.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql");
    let versions = versions.expect("PostgreSQL is installed: apt-get install postgresql");
    let mut all: Vec<PathBuf> = versions
        .map(|entry| entry.unwrap().path().join("bin"))
        .collect();
    all.retain(|programs| programs.join("initdb").exists());
    all.sort();
    all.pop()
        .expect("PostgreSQL is installed: apt-get install postgresql")
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program of the distribution that only tests run"
)]
/// Returns a command for a program that gets a signal when the thread that started it ends.
fn as_user(program: &Path, signal: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", signal]);
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        command.args(["--reuid", USER, "--regid", USER, "--init-groups"]);
    }
    command.arg("--").arg(program).current_dir("/");
    command
}
