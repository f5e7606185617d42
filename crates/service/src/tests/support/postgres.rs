//! A `PostgreSQL` of the tests' own, started once, that ends with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;

/// The user that it runs as where the tests run as root, whom it refuses.
const USER: &str = "postgres";

/// The port it listens on.
static PORT: LazyLock<u16> = LazyLock::new(|| {
    let (sender, started) = mpsc::channel();
    // It ends with the thread that has started it, which lasts as long as the process.
    thread::spawn(move || {
        sender.send(start()).unwrap();
        loop {
            thread::park();
        }
    });
    started.recv().unwrap()
});

/// The URL of a new database.
pub(in crate::tests) async fn database() -> String {
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

/// Where it keeps what it has.
fn data() -> PathBuf {
    std::env::temp_dir().join(format!("mousetrap-postgres-{}", std::process::id()))
}

/// The certificate by which it is known, which nobody but itself has signed.
pub(in crate::tests) fn certificate() -> PathBuf {
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
    let made = as_user(Path::new("openssl"), "KILL")
        .args([
            "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-days", "1",
        ])
        .args([
            "-subj",
            "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(made.success(), "openssl, which PostgreSQL needs as well");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let log = fs::File::create(data.join("log")).unwrap();
    // What it keeps goes with it.
    let ends = r#"trap 'kill -QUIT $server; wait; rm -rf "$0"' TERM; "$@" & server=$!; wait"#;
    #[expect(clippy::zombie_processes, reason = "it ends when the tests do")]
    let _server = as_user(Path::new("sh"), "TERM")
        .args(["-c", ends])
        .arg(&data)
        .arg(programs.join("postgres"))
        .arg("-D")
        .arg(&cluster)
        .args([
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
        ])
        .args([
            "-c",
            "fsync=off",
            "-c",
            "max_connections=200",
            "-c",
            "ssl=on",
        ])
        .arg(format!("-cssl_cert_file={}", certificate.display()))
        .arg(format!("-cssl_key_file={}", key.display()))
        .arg("-p")
        .arg(port.to_string())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    port
}

/// Where the distribution keeps the programs.
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
    reason = "a tool of the distribution, for the tests alone"
)]
/// A program that gets a signal when the thread that has started it ends.
fn as_user(program: &Path, signal: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", signal]);
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        command.args(["--reuid", USER, "--regid", USER, "--init-groups"]);
    }
    command.arg("--").arg(program).current_dir("/");
    command
}
