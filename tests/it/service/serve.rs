//! `mousetrap serve` and `mousetrap judge --server`, as they are typed.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::project::{Project, has};

const RIGHT: &str = include_str!("../../../solutions/1728/accepted/mouse_sets.py");

#[test]
fn wrong_arguments_are_refused_with_a_remedy() {
    let project = Project::basic();
    project.write("file", "x");
    project.write("words", "two words");
    project.write("answer.py", RIGHT);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().to_string();
    project.write("token", "abc");
    let port = format!("serve --data fresh --listen {port}");
    let client = |more: &str| format!("judge answer.py --problem 1728 --server {more}");
    let unreachable = |token: &str| client(&format!("http://127.0.0.1:1 {token}"));
    for (arguments, code, parts) in [
        ("serve --listen foo", 2, "--listen|127.0.0.1:8913|0.0.0.0"),
        (
            "serve --public-url judge",
            2,
            "--public-url|https://judge.example",
        ),
        (
            "serve --data file",
            2,
            "file: |choose another directory with --data DIR",
        ),
        ("serve --data file/data", 2, "file/data: |--data DIR"),
        (
            &port,
            2,
            "cannot listen on 127.0.0.1|choose another with --listen",
        ),
        (
            "serve --database-file none",
            2,
            "--database-file none: |it does not exist",
        ),
        (
            "serve --database-file postgres://u:password@h/d",
            2,
            "--database-file takes a file|not the URL",
        ),
        ("serve --data fresh --backup b", 2, "no data of a server"),
        (&client("foo"), 2, "--server|https://judge.example"),
        (&client("http://h/rooms"), 2, "--server|without a path"),
        (
            &unreachable("--token-file none"),
            2,
            "--token-file none: |it does not exist",
        ),
        (
            &unreachable("--token-file words"),
            2,
            "no token in words|the page Tokens",
        ),
        (
            &unreachable(""),
            2,
            "no token in MOUSETRAP_TOKEN|--token-file FILE",
        ),
        (
            &unreachable("--token-file token"),
            3,
            "cannot be asked|is `mousetrap serve`",
        ),
    ] {
        let (_, stderr) = project.exits(code, arguments);
        assert!(!stderr.contains("u:password"), "{arguments}: {stderr}");
        for part in parts.split('|') {
            has(&stderr, part);
        }
    }
    assert!(
        !project.path().join("fresh").exists(),
        "nothing is left behind"
    );
}

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) process: Child,
    /// `127.0.0.1` and its port, and the secret of the owner's link.
    pub(crate) host: String,
    pub(super) owner: String,
    /// The token that `--print-token` prints.
    pub(crate) token: Option<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    pub(crate) fn start(project: &Project, more: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_mousetrap"))
            .args(["serve", "--data", "data"])
            .args(more)
            .current_dir(project.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let open = lines.find(|line| line.contains(" is open"));
        let open = open.expect("a server prints its address");
        let (origin, rest) = open.split_once(" is open").unwrap();
        let owner = std::fs::read_to_string(project.path().join("data/owner-link")).unwrap();
        assert!(
            !rest.contains(&owner) && rest.contains("data/owner-link"),
            "{open}"
        );
        // The line before the token says that it is one.
        let token = more
            .contains(&"--print-token")
            .then(|| lines.nth(1).unwrap());
        Self {
            process,
            host: origin.trim_start_matches("http://").to_owned(),
            owner,
            token,
        }
    }

    /// Stops the server by a signal. Returns its standard error.
    fn stop(mut self) -> String {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        let mut stderr = String::new();
        let mut log = self.process.stderr.take().unwrap();
        log.read_to_string(&mut stderr).unwrap();
        assert!(self.process.wait().unwrap().success(), "{stderr}");
        stderr
    }

    /// Sends a form to the server under this host name. Returns the address of the redirect and
    /// the cookie.
    pub(super) fn form(
        &self,
        host: &str,
        path: &str,
        kind: &str,
        cookie: &str,
        body: &str,
    ) -> [String; 2] {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .max_redirects(0)
            .http_status_as_error(false)
            .build()
            .into();
        let request = agent.post(format!("http://{}{path}", self.host));
        let request = request.header("host", host).header("cookie", cookie);
        let request = request.header("origin", format!("http://{host}"));
        let answer = request.content_type(kind).send(body).unwrap();
        let header = |name| {
            let value = answer.headers().get(name).and_then(|it| it.to_str().ok());
            let value = value.unwrap_or_default().split(';').next();
            value.unwrap().to_owned()
        };
        [header("location"), header("set-cookie")]
    }

    pub(super) fn get(&self, host: &str, path: &str, cookie: &str) -> String {
        let request = ureq::get(format!("http://{}{path}", self.host));
        let mut answer = request
            .header("host", host)
            .header("cookie", cookie)
            .call()
            .unwrap();
        answer.body_mut().read_to_string().unwrap()
    }
}

#[test]
fn server_on_all_addresses_warns_and_links_by_the_requested_host() {
    let project = Project::basic();
    project.write("answer.py", RIGHT);
    let server = Server::start(&project, &["--listen", "0.0.0.0:0"]);
    assert!(server.host.starts_with("127.0.0.1:"), "{}", server.host);
    // Whoever asks by a name gets links of that name.
    let enter = format!("/enter/{}", server.owner);
    let form = "application/x-www-form-urlencoded";
    let [to, cookie] = server.form("judge:1", &enter, form, "", "");
    assert_eq!(to, "/rooms");
    let fields = [("name", "R"), ("problems", "1728")].map(|(name, value)| {
        format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    });
    let (kind, body) = (
        "multipart/form-data; boundary=b",
        fields.concat() + "--b--\r\n",
    );
    let [manage, _] = server.form("judge:1", "/rooms", kind, &cookie, &body);
    let page = server.get("judge:1", &manage, &cookie);
    has(&page, ">http://judge:1/join/");
    assert!(!page.contains("on this computer only"), "{page}");
    // By this machine's own name, the link leads others to themselves.
    let own = server.host.clone();
    let [_, cookie] = server.form(&own, &enter, form, "", "");
    let page = server.get(&own, &manage, &cookie);
    has(&page, "works on this computer only");

    project.write("token", "wrong");
    let at = format!("http://{}", server.host);
    let submit = format!("judge answer.py --problem 1728 --server {at}");
    let (_, stderr) = project.exits(2, &format!("{submit} --token-file token"));
    has(&stderr, "the owner has made on the page Tokens");
    assert!(!stderr.contains("personal link"), "{stderr}");

    let backup = "serve --data data --backup copy.db";
    assert_eq!(project.run(backup).1, "copied to copy.db\n");
    project.fails(backup, "copy.db: this file exists already");

    let stderr = server.stop();
    has(&stderr, "warning: others can reach this server");
    has(&stderr, "give --public-url");
    has(&stderr, "enter by the name or address of this machine");
}

#[test]
fn server_without_isolation_warns() {
    let project = Project::basic();
    let server = Server::start(
        &project,
        &["--listen", "127.0.0.1:0", "--isolation", "none"],
    );
    let stderr = server.stop();
    has(&stderr, "with --isolation none");
}

#[test]
fn backup_of_postgresql_is_refused() {
    let project = Project::basic();
    project.write("url", "postgres://nobody@127.0.0.1:9/nothing");
    project.write("data/mousetrap.db", "from before");
    let backup = "serve --data data --database-file url --backup copy.db";
    let (_, stderr) = project.exits(2, backup);
    has(&stderr, "the data are in PostgreSQL");
    has(&stderr, "pg_dump");
    assert!(!project.path().join("copy.db").exists());
}
