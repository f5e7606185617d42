//! A project may come from a stranger: what its `judge.toml` names runs in the sandbox or
//! is refused.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::symlink;

use crate::project::{Project, constant, has};

const SECRET: &str = "PRIVATE-KEY-7391";

/// A complete program in Python that answers every case with the content of a file.
fn reader(file: &str) -> String {
    format!("import sys\nsys.stdin.read()\nprint(open({file:?}).read())\n")
}

/// A project of a stranger, and the home of the user who looks at it.
struct Stranger {
    project: Project,
    home: Project,
}

impl Stranger {
    /// `row` is what `[languages.python]` holds, with `HOME` for the user's home.
    fn new(row: &str) -> Self {
        let home = Project::empty();
        home.write(".ssh/id", SECRET);
        let row = row.replace("HOME", home.path().to_str().unwrap());
        let suites = "[suites]\n913 = [\"basic\"]\n1728 = [\"basic\"]\n";
        let project = Project::new(&format!("{suites}[languages.python]\n{row}\n"));
        let secret = home.path().join(".ssh/id");
        project.write("a.py", reader(secret.to_str().unwrap()));
        project.write("case.txt", "1 7 1 4\nM.C...F\n");
        let project = project.with_own_cache().with("HOME", home.path());
        Self { project, home }
    }

    /// Runs a command to its end. Returns its exit code and all output.
    fn run(&self, arguments: &str) -> (i32, String) {
        let (code, stdout, stderr) = self.project.run(arguments);
        (code, stdout + &stderr)
    }

    /// Starts a server, which asks for all toolchains, and ends it once it has.
    fn serve(&self) -> String {
        let mut server = self.project.spawn("serve --listen 127.0.0.1:0 --data data");
        let mut printed = String::new();
        let mut lines = BufReader::new(server.stderr.take().unwrap());
        while !printed.contains("missing toolchains") {
            assert_ne!(lines.read_line(&mut printed).unwrap(), 0, "{printed}");
        }
        server.kill().unwrap();
        server.wait().unwrap();
        lines.read_to_string(&mut printed).unwrap();
        printed
    }
}

/// Commands that look at a project, and most of which ask for its toolchains.
const COMMANDS: [&str; 6] = [
    "judge a.py --problem 1728",
    "doctor",
    "list suites",
    "run a.py case.txt --problem 1728",
    "stress a.py --problem 1728 --time 1s",
    "setup python",
];

/// A shell script as a TOML array of words.
fn shell(script: &str) -> String {
    format!("[\"bash\", \"-c\", '''{script}''']")
}

#[test]
fn project_probe_and_locate_run_nothing() {
    let command = shell("echo x >HOME/written; echo Python 3.12.0");
    for row in [
        format!("probe = {{ command = {command}, pattern = 'Python ([\\d.]+)' }}"),
        format!("locate.prefix = {command}"),
    ] {
        let stranger = Stranger::new(&row);
        let written = stranger.home.path().join("written");
        for arguments in COMMANDS {
            let (_, printed) = stranger.run(arguments);
            let is_refused = printed.contains("judge.toml:4") && printed.contains("locate: ");
            let expected = (row.starts_with("locate"), false);
            let found = (is_refused, written.exists());
            assert_eq!(found, expected, "{arguments}: {printed}");
        }
        if row.starts_with("probe") {
            stranger.serve();
            assert!(!written.exists());
        }
    }
}

#[test]
fn project_probe_finds_tools_of_the_system() {
    let stranger = Stranger::new(
        "[languages.python.probe]\ncommand = [\"python3\"]\npattern = 'Python ([\\d.]+)'",
    );
    let (_, printed) = stranger.run("judge a.py --problem 1728");
    has(&printed, "FileNotFoundError");
    has(&printed, ".ssh/id");
}

#[test]
fn project_toolchain_in_the_home_is_found_where_binds_name_it() {
    let stranger = Stranger::new(
        "binds = [\"{home}/.sdkman/candidates/python\"]\n\
         [languages.python.probe]\n\
         command = [\"{home}/.sdkman/candidates/python/bin/python\", \"--version\"]\n\
         pattern = 'Python ([\\d.]+)'",
    );
    let bin = ".sdkman/candidates/python/bin/python";
    let tool = stranger.home.write(bin, "#!/bin/sh\necho Python 3.99.1\n");
    open_to_all(&tool);
    open_to_all(stranger.home.path());
    let (_, printed) = stranger.run("doctor");
    has(&printed, "29 B, ");
}

/// Lets the user of a sandbox that root has started read and execute a file or directory.
fn open_to_all(path: &std::path::Path) {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(path, mode).unwrap();
}

#[test]
fn project_bind_outside_of_toolchains_is_refused_unless_it_was_named() {
    // Unit tests of `mousetrap-languages` try more paths.
    for bind in [
        "HOME/.ssh",
        "HOME/.s*",
        "{home}/.ssh",
        "/",
        "HOME/.sdkman/candidates/key",
    ] {
        let stranger = Stranger::new(&format!("binds = [\"{bind}\"]"));
        let home = stranger.home.path();
        fs::create_dir_all(home.join(".sdkman/candidates")).unwrap();
        symlink(home.join(".ssh"), home.join(".sdkman/candidates/key")).unwrap();
        let count = if bind == "HOME/.ssh" {
            COMMANDS.len()
        } else {
            1
        };
        for arguments in &COMMANDS[..count] {
            let (_, printed) = stranger.run(arguments);
            assert!(!printed.contains(SECRET), "{bind} {arguments}: {printed}");
            let rule = "outside the system and toolchain directories";
            let is_refused = printed.contains(rule) && printed.contains("-C");
            let needs_no_tools = arguments.starts_with("list");
            assert!(
                is_refused || needs_no_tools,
                "{bind} {arguments}: {printed}"
            );
        }
        if bind == "HOME/.ssh" {
            stranger.serve();
            open_to_all(home);
            let (_, printed) = stranger.run("-C . judge a.py --problem 1728");
            has(&printed, SECRET);
        }
    }
}

#[test]
fn extension_and_language_id_name_no_path() {
    let far = "extensions = [\"x/../../../../../../../../HOME/written\", \"py2\"]";
    for (row, rule) in [
        (far, "extensions"),
        ("extensions = [\"\"]", "extensions"),
        ("[languages.\"../../x\"]\nlike = \"typescript\"", "letters"),
    ] {
        let stranger = Stranger::new(row);
        stranger.project.write("b.py2", reader("/dev/null"));
        let (code, printed) = stranger.run("judge b.py2 --problem 1728");
        assert!(!stranger.home.path().join("written").exists(), "{printed}");
        assert_eq!(code, 2, "{row}: {printed}");
        has(&printed, "judge.toml:");
        has(&printed, rule);
    }
}

#[test]
fn setup_runs_install_commands_of_a_project_only_with_consent() {
    let stranger = Stranger::new("install.then = \"touch HOME/written; echo \\u001b[2J\"");
    let written = stranger.home.path().join("written");
    let (code, printed) = stranger.run("setup python");
    assert!(!written.exists(), "{printed}");
    assert_eq!(code, 2, "{printed}");
    has(&printed, "--yes");
    has(&printed, "touch ");
    assert!(!printed.contains('\x1b'), "{printed}");
    let (code, printed) = stranger.run("setup python --print");
    assert!(!written.exists() && code == 0, "{printed}");
    // Another language is not the project's business.
    let (code, printed) = stranger.run("setup c");
    assert!(!printed.contains("--yes") && code == 0, "{printed}");
    let (_, printed) = stranger.run("setup python --yes");
    assert!(written.exists() && printed.contains("touch "), "{printed}");
}

#[test]
fn install_commands_that_another_language_takes_over_need_consent() {
    let stranger = Stranger::new("[languages.ours]\nlike = \"python\"\nextensions = [\"ours\"]");
    let (code, printed) = stranger.run("setup ours");
    assert_eq!(code, 2, "{printed}");
    has(&printed, "--yes");
}

#[test]
fn commands_of_a_project_change_no_cached_program_of_another() {
    const SETTINGS: &str = "[suites]\n913 = [\"basic\"]\n";
    const RIGHT: &str = "class Solution {\npublic:\n    int catMouseGame(vector<vector<int>>& graph) \
                         {\n        return graph.size() == 6 ? 0 : 1;\n    }\n};\n";
    let honest = Project::new(SETTINGS).with_prepared_toolchains();
    let fake = shell("printf '#!/bin/sh\\nexit 3\\n' >main && chmod 755 main");
    let row = format!("[languages.cpp.function]\nprepared = [{fake}]\n");
    let foreign = Project::new(&format!("{SETTINGS}{row}"));
    let foreign = foreign.with("XDG_CACHE_HOME", honest.path().join("cache"));
    for (project, is_accepted) in [(&foreign, false), (&honest, true)] {
        project.write("a.cpp", RIGHT);
        let verdict = &project.judged("a.cpp")["verdict"];
        assert_eq!(verdict == "AC", is_accepted, "{verdict}");
    }
}

#[test]
fn link_out_of_a_project_is_neither_read_nor_replaced() {
    let other = Project::empty();
    other.write("generated/thesis.txt", "TOPSECRET");
    other.write("secret.toml", "TOPSECRET");
    let project = Project::empty();
    project.write("judge.toml", "[suites]\n913 = [\"mine\"]\n");
    let recipe = "[[family]]\nname = \"tree\"\ncount = 2\n";
    project.write("generators/913/mine.toml", recipe);
    project.write("answer.py", constant(1));
    fs::create_dir_all(project.path().join("cases/913")).unwrap();
    for (target, link, arguments) in [
        ("", "cases/913/mine", "generate"),
        ("secret.toml", "cases/913/mine.toml", "judge answer.py"),
        ("lock", "cases/cases.lock", "generate"),
    ] {
        let link = project.path().join(link);
        symlink(other.path().join(target), &link).unwrap();
        let printed = project.prints(2, arguments);
        assert!(!printed.contains("TOPSECRET"), "{arguments}: {printed}");
        has(&printed, "points outside the project");
        fs::remove_file(link).unwrap();
    }
    other.read("generated/thesis.txt");
    assert!(!other.path().join("lock").exists());
}
