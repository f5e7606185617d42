//! What `judgehost` is told.

use crate::project::Project;

#[test]
fn a_name_that_nobody_can_read_and_jobs_that_nobody_has_are_bad_usage() {
    let project = Project::new("");
    let long = "a".repeat(65);
    let name = "a name has 1 to 64 characters, all of which can be seen";
    for (option, value, word) in [
        ("--name", "", name),
        ("--name", " ", name),
        ("--name", "one\u{1b}[2J", name),
        ("--name", &long, name),
        (
            "--jobs",
            "1025",
            "--jobs 1025: a host is given at most 1024 submissions at a time",
        ),
    ] {
        // Nobody listens there.
        let arguments = [
            "judgehost",
            "--cluster",
            "nats://127.0.0.1:1",
            option,
            value,
        ];
        let (code, _, said) = project.run(&arguments, "");
        assert_eq!(code, 2, "{option} {value:?}: {said}");
        assert!(said.contains(word), "{option} {value:?}: {said}");
    }
    let fits = "b".repeat(64);
    let arguments = [
        "judgehost",
        "--cluster",
        "nats://127.0.0.1:1",
        "--jobs",
        "1024",
    ];
    let (code, _, said) = project.run(&[&arguments[..], &["--name", &fits]].concat(), "");
    assert_eq!(code, 3, "{said}");
}
