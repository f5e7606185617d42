//! Job files of array schedulers.

use std::fs;

use crate::project::Project;

#[test]
fn job_divides_only_commands_with_shards() {
    let project = Project::basic();
    let job = |arguments: &[&str]| project.run(&[&["export"], arguments].concat(), "");
    let (code, printed, said) = job(&[
        "slurm", "job.sh", "--shards", "12", "--", "judge", "class's/", "--suite", "basic",
    ]);
    assert_eq!((code, &*printed, &*said), (0, "job.sh: 12 parts\n", ""));
    let text = fs::read_to_string(project.path().join("job.sh")).unwrap();
    assert!(text.contains("#SBATCH --array=1-12\n"), "{text}");
    assert!(
        text.contains(r"mousetrap judge 'class'\''s/' --suite basic --shard"),
        "{text}"
    );
    assert!(!text.contains("{{"), "{text}");

    let kubernetes = ["kubernetes", "job.yaml", "--shards", "3", "--claim", "a\"b"];
    let (code, _, said) = job(&[&kubernetes[..], &["--", "judge", "class/"]].concat());
    assert_eq!(code, 0, "{said}");
    let text = fs::read_to_string(project.path().join("job.yaml")).unwrap();
    assert!(
        text.contains("  name: mousetrap-job\n")
            && text.contains("completions: 3\n")
            && text.contains("claimName: \"a\\\"b\""),
        "{text}"
    );
    assert!(!text.contains("{{"), "{text}");

    for (arguments, reason) in [
        ("slurm a.sh -- judge x", "a job needs --shards N"),
        ("slurm a.sh --shards 2", "a job needs --shards N"),
        (
            "slurm a.sh --shards 2 -- solve x",
            "`solve x` cannot be divided",
        ),
        ("slurm a.sh --shards 2 -- judge x -o y", "cannot be divided"),
        (
            "slurm a.sh --shards 2 -- judge a\nb",
            "no control characters",
        ),
        (
            "slurm a.sh --shards 2 -- judge x -j4",
            "the job itself says what -j4 would",
        ),
        (
            "slurm a.sh --shards 2 -- judge x --redact",
            "give --redact to `mousetrap report merge`",
        ),
        (
            "slurm a.sh --shards 2 -- judge x --watch",
            "--watch never ends, and a part has to",
        ),
        (
            "slurm a.sh --shards 100001 -- judge x",
            "a job has at most 100000 parts",
        ),
        (
            "slurm a.sh -p 913 --shards 2 -- judge x",
            "put --problem and --suite behind --",
        ),
        (
            "slurm a.sh -C . --shards 2 -- judge x",
            "put --project behind --",
        ),
        (
            "kubernetes a.sh -C . --shards 2 -- judge x",
            "put --project behind --",
        ),
        (
            "kubernetes a.sh --claim c\u{2028}evil:1 --shards 2 -- judge x",
            "no control characters",
        ),
        (
            "slurm job.sh --shards 2 -- judge x",
            "job.sh: exists already",
        ),
        ("jsonl a --shards 2", "--shards and a command are for jobs"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let (code, _, said) = job(&words);
        assert!(code == 2 && said.contains(reason), "{arguments}: {said}");
        assert!(!project.path().join("a.sh").exists());
    }
}
