//! Files that a submission's compile step leaves in the program directory.

use crate::project::Project;

/// A wrong submission in Elixir that runs `code` while it is compiled.
fn submission(code: &str) -> String {
    format!(
        "defmodule Solution do\n  {code}\n  \
         @spec cat_mouse_game(graph :: [[integer]]) :: integer\n  \
         def cat_mouse_game(_graph), do: 2\nend\n"
    )
}

#[test]
fn file_left_by_compile_step_earns_a_verdict() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    let path = r#"for _ <- 1..20 do
            name = String.duplicate("a", 250)
            File.mkdir!(name)
            File.cd!(name)
          end
          File.cd!("/prog")"#;
    let files = |count: &str| format!(r#"for i <- 1..{count}, do: File.write!("f#{{i}}", "1")"#);
    let cases = [
        ("manifest", r#"File.write!(".contents", "0 0 x\n")"#, "WA"),
        ("record", r#"File.write!("warm.json", "{}")"#, "WA"),
        ("return", r#"File.write!("a\r", "")"#, "WA"),
        ("newline", r#"File.write!("a\nb", "")"#, "WA"),
        ("path", path, "CE"),
        ("latin1", r#"File.write!(<<233>>, "")"#, "CE"),
        ("files", &files("2_000"), "CE"),
        ("inodes", &files("250_000"), "CE"),
    ];
    for (name, code, _) in cases {
        project.write(&format!("class/{name}.ex"), submission(code));
    }
    let report = project.judge("--problem 913 class");
    let submissions = report["submissions"].as_array().unwrap();
    for (name, _, verdict) in cases {
        let file = format!("class/{name}.ex");
        let submission = submissions.iter().find(|one| one["path"] == *file).unwrap();
        assert_eq!(
            submission["outcome"]["judged"]["verdict"], verdict,
            "{submission:#}"
        );
    }
}
