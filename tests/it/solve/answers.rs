//! `solve` and `solve --verify` from outside.

use std::fs;

use crate::project::{BASIC, Project, has};

#[test]
fn every_sample_is_solved_and_its_certificate_accepted() {
    let project = Project::basic();
    let answers = [
        r#"{"problem":"1728","answer":true,"depth":3}"#,
        r#"{"problem":"1728","answer":false,"depth":null}"#,
        r#"{"problem":"1728","answer":true,"depth":5}"#,
        r#"{"problem":"913","answer":0,"depth":null}"#,
        r#"{"problem":"913","answer":1,"depth":1}"#,
    ];
    for ((_, input), answer) in BASIC.into_iter().zip(answers) {
        project.write("case.txt", input);
        let (code, said, _) = project.run("solve --json --certificate proof.txt case.txt");
        assert_eq!((code, said.trim()), (0, answer));
        let (said, _) = project.exits(0, "solve --verify proof.txt case.txt");
        assert!(said.starts_with("proved. "), "{said}");
    }
}

#[test]
fn a_certificate_that_was_touched_is_refused_with_the_entry_at_fault() {
    let project = Project::basic();
    project.write("case.txt", BASIC[2].1);
    project.run("solve --certificate proof.txt case.txt");
    let proof = fs::read_to_string(project.path().join("proof.txt")).unwrap();
    let touched = proof.replace("outcome mouse 5", "outcome mouse 3");
    assert_ne!(proof, touched);
    project.write("proof.txt", touched);
    let (said, _) = project.exits(1, "solve --verify proof.txt case.txt");
    assert!(
        said.starts_with("not proved. proof.txt: the attack"),
        "{said}"
    );
}

#[test]
fn a_file_that_is_no_certificate_is_an_error_with_its_line() {
    let project = Project::basic();
    project.write("proof.txt", "certificate 1728\noutcome maybe\n");
    project.write("case.txt", BASIC[0].1);
    let (code, _, said) = project.run("solve --verify proof.txt case.txt");
    assert_eq!(code, 2);
    assert!(said.starts_with("error: proof.txt: line 2: "), "{said}");
}

#[test]
fn the_move_limit_of_a_board_can_be_set() {
    let project = Project::basic();
    project.write("case.txt", BASIC[2].1);
    for (plies, answer) in [("5", "true"), ("4", "false")] {
        let (said, _) = project.exits(0, &format!("solve --max-plies {plies} case.txt"));
        has(&said, format!("{answer}: "));
    }
}

#[test]
fn a_board_that_is_too_large_is_refused_before_it_is_solved() {
    let project = Project::basic();
    let row = format!("C#M{}F", ".".repeat(1021));
    project.write("long.in", format!("1 1025 1 1\n{row}\n"));
    let (code, _, said) = project.run("solve --extended long.in");
    assert_eq!(code, 2);
    has(&said, "has 1 to 1024");
}

#[test]
fn every_answer_of_a_suite_is_proved() {
    let project = Project::basic();
    let (said, _) = project.exits(0, "generate --verify");
    assert!(said.starts_with("5 answers proved"), "{said}");
}

#[test]
fn a_suite_is_written_with_a_certificate_for_every_case() {
    let project = Project::basic();
    project.exits(0, "generate");
    for (case, input) in BASIC {
        project.write("case.txt", input);
        let (suite, name) = case.rsplit_once('/').unwrap();
        let proof = format!("cases/{suite}/generated/{name}.certificate");
        project.exits(0, &["solve", "--verify", &proof, "case.txt"]);
    }
}
