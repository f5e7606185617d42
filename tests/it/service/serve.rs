//! `mousetrap serve` and `mousetrap judge --server`, as they are typed.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::Child;

use rustix::process::Signal;

use crate::project::{Project, has, signal};

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
    let data_url = "serve --database-file postgres://u:password@h/d";
    project.write("url", "postgres://nobody@127.0.0.1:9/nothing");
    project.write("data/mousetrap.db", "from before");
    let data_in_postgres = "serve --data data --database-file url --backup copy.db";
    let invalid_url = "serve --listen 127.0.0.1:0 --data data --database-file file";
    for (arguments, parts) in [
        ("serve --listen foo", "--listen|127.0.0.1:8913"),
        ("serve --public-url judge", "--public-url|https://"),
        ("serve --data file", "file: |--data DIR"),
        ("serve --data file/data", "file/data: |--data DIR"),
        (&port, "cannot listen on 127.0.0.1|--listen"),
        ("serve --database-file none", "none: |does not exist"),
        (data_url, "--database-file takes a file|not the URL"),
        ("serve --data fresh --backup b", "contains no server data"),
        (data_in_postgres, "but they are in PostgreSQL|pg_dump"),
        (
            invalid_url,
            "the URL of the database is invalid|percent-encoding",
        ),
        (&client("foo"), "--server|https://judge.example"),
        (&client("http://h/rooms"), "--server|without a path"),
        (&unreachable("--token-file none"), "none: |does not exist"),
        (&unreachable("--token-file words"), "no token in words"),
        (&unreachable(""), "MOUSETRAP_TOKEN|--token-file FILE"),
        (
            &unreachable("--token-file token"),
            "cannot reach the server",
        ),
    ] {
        let is_unreachable = parts == "cannot reach the server";
        let (_, stderr) = project.exits(if is_unreachable { 3 } else { 2 }, arguments);
        assert!(!stderr.contains("u:password"), "{arguments}: {stderr}");
        parts.split('|').for_each(|part| has(&stderr, part));
    }
    for name in ["fresh", "copy.db"] {
        assert!(!project.path().join(name).exists(), "{name}");
    }
}

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) process: Child,
    /// `127.0.0.1` and its port, and the secret of the owner's link.
    pub(crate) host: String,
    owner: String,
    /// The token that `--print-token` prints.
    token: Option<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    pub(crate) fn start(project: &Project, more: &str) -> Self {
        let mut process = project.spawn(&format!("serve --data data {more}"));
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let open = lines.find(|line| line.contains(" is ready"));
        let open = open.expect("a server prints its address");
        let (origin, rest) = open.split_once(" is ready").unwrap();
        let owner = std::fs::read_to_string(project.path().join("data/owner-link")).unwrap();
        let shows_file = !rest.contains(&owner) && rest.contains("data/owner-link");
        assert!(shows_file, "{open}");
        // The line before the token says that it is one.
        let has_token = more.contains("--print-token");
        let token = has_token.then(|| lines.nth(1).unwrap());
        Self {
            process,
            host: origin.trim_start_matches("http://").to_owned(),
            owner,
            token,
        }
    }

    /// Stops the server by a signal. Returns its standard error.
    fn stop(mut self) -> String {
        signal(&self.process, Signal::TERM);
        let mut stderr = String::new();
        let mut log = self.process.stderr.take().unwrap();
        log.read_to_string(&mut stderr).unwrap();
        assert!(self.process.wait().unwrap().success(), "{stderr}");
        stderr
    }

    /// Writes the token to a file of a client's project. Returns the options with which the client
    /// judges on this server.
    pub(super) fn client_options(&self, project: &Project) -> String {
        project.write("token", self.token.as_deref().unwrap());
        format!("--server http://{} --token-file token", self.host)
    }

    /// A browser that reaches the server under this host name.
    pub(super) fn browser(&self, host: &str) -> Browser<'_> {
        Browser {
            server: self,
            host: host.to_owned(),
            cookie: String::new(),
        }
    }

    /// A browser that is logged in as the owner.
    pub(super) fn owner(&self, host: &str) -> Browser<'_> {
        let mut browser = self.browser(host);
        let to = browser.form(&format!("/enter/{}", self.owner), "");
        assert_eq!(to, "/rooms");
        browser
    }
}

/// A browser, which may be logged in.
pub(super) struct Browser<'a> {
    server: &'a Server,
    host: String,
    cookie: String,
}

impl Browser<'_> {
    pub(super) fn get(&self, path: &str) -> String {
        let request = ureq::get(format!("http://{}{path}", self.server.host));
        let request = request.header("host", &self.host);
        let mut answer = request.header("cookie", &self.cookie).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    /// Sends a URL-encoded form. Returns the address of the redirect.
    pub(super) fn form(&mut self, path: &str, body: &str) -> String {
        self.send(path, "application/x-www-form-urlencoded", body)
    }

    /// Sends a multipart form. Returns the address of the redirect.
    pub(super) fn upload(&mut self, path: &str, fields: &[(&str, &str)]) -> String {
        let fields = fields.iter().map(|(name, value)| {
            format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        });
        let body = fields.collect::<String>() + "--b--\r\n";
        self.send(path, "multipart/form-data; boundary=b", &body)
    }

    fn send(&mut self, path: &str, kind: &str, body: &str) -> String {
        let agent = ureq::Agent::config_builder().max_redirects(0);
        let agent: ureq::Agent = agent.http_status_as_error(false).build().into();
        let request = agent.post(format!("http://{}{path}", self.server.host));
        let request = request.header("host", &self.host);
        let request = request.header("cookie", &self.cookie);
        let request = request.header("origin", format!("http://{}", self.host));
        let answer = request.content_type(kind).send(body).unwrap();
        let header = |name| Some(answer.headers().get(name)?.to_str().unwrap());
        if let Some(cookie) = header("set-cookie") {
            let pair = cookie.split(';').next().unwrap();
            pair.clone_into(&mut self.cookie);
        }
        header("location").unwrap_or_default().to_owned()
    }
}

#[test]
fn open_server_warns_and_links_by_the_requested_host() {
    let project = Project::basic();
    project.write("answer.py", RIGHT);
    let server = Server::start(&project, "--listen 0.0.0.0:0 --isolation none");
    assert!(server.host.starts_with("127.0.0.1:"), "{}", server.host);
    // A client that uses a host name gets links with that host name.
    let mut owner = server.owner("judge:1");
    let manage = owner.upload("/rooms", &[("name", "R"), ("problems", "1728")]);
    let page = owner.get(&manage);
    has(&page, ">http://judge:1/join/");
    assert!(!page.contains("on this computer only"), "{page}");
    // A link with a loopback address would lead others to their own machines.
    let page = server.owner(&server.host).get(&manage);
    has(&page, "works on this computer only");

    project.write("token", "wrong");
    let at = format!("http://{}", server.host);
    let submit = format!("judge answer.py --problem 1728 --server {at}");
    let (_, stderr) = project.exits(2, &format!("{submit} --token-file token"));
    has(&stderr, "the owner has made on the page Tokens");
    assert!(!stderr.contains("personal link"), "{stderr}");

    let backup = "serve --data data --backup copy.db";
    assert_eq!(project.run(backup).1, "copied to copy.db\n");
    project.fails(backup, "copy.db: this file already exists");

    let stderr = server.stop();
    has(&stderr, "warning: other machines can reach this server");
    has(&stderr, "give --public-url");
    has(&stderr, "with the name or address of this machine");
    has(&stderr, "with --isolation none");
}
