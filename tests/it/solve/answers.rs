//! `solve` and `solve --verify`, and the proofs of suites.

use crate::project::{BASIC, Project, has};

#[test]
fn every_sample_is_solved_and_its_certificate_proves_the_answer() {
    let project = Project::basic();
    let answers = [
        "true: the mouse wins. It reaches the food on ply 3",
        "false: ",
        "true: the mouse wins. It reaches the food on ply 5",
        "0: ",
        "1: ",
    ];
    for ((_, input), answer) in BASIC.into_iter().zip(answers) {
        project.write("case.txt", input);
        project.replay(&format!(
            "0 solve --certificate proof.txt case.txt => \\n{answer}
            0 solve --verify proof.txt case.txt => proved. {answer}"
        ));
    }
}

#[test]
fn changed_certificate_is_refused_with_the_wrong_entry() {
    let project = Project::basic();
    project.write("case.txt", BASIC[2].1);
    project.run("solve --certificate proof.txt case.txt");
    let proof = project.read("proof.txt");
    let changed = proof.replace("outcome mouse 5", "outcome mouse 3");
    assert_ne!(proof, changed);
    project.write("proof.txt", changed);
    let printed = project.prints(1, "solve --verify proof.txt case.txt");
    has(&printed, "not proved. proof.txt: the attack");
    project.write("proof.txt", "certificate 1728\noutcome maybe\n");
    let verify = "solve --verify proof.txt case.txt";
    project.fails(verify, "error: proof.txt: line 2: ");
}

#[test]
fn move_limit_decides_a_board_and_a_board_that_is_too_large_is_refused() {
    let project = Project::basic();
    project.write("case.txt", BASIC[2].1);
    let row = format!("C#M{}F", ".".repeat(1021));
    project.write("long.in", format!("1 1025 1 1\n{row}\n"));
    project.replay(
        "0 solve --max-plies 5 case.txt => true:
        0 solve --max-plies 4 case.txt => false:
        2 solve --extended long.in => have 1 to 1024",
    );
}

#[test]
fn generated_suite_has_a_certificate_for_every_case() {
    let project = Project::basic();
    let (suite, _) = BASIC[0].0.rsplit_once('/').unwrap();
    let stale = format!("cases/{suite}/generated/stale.certificate");
    project.write(&stale, "");
    project.exits(0, "generate");
    assert!(!project.path().join(stale).exists());
    for (case, input) in BASIC {
        project.write("case.txt", input);
        let (suite, name) = case.rsplit_once('/').unwrap();
        let proof = format!("cases/{suite}/generated/{name}.certificate");
        project.exits(0, &["solve", "--verify", &proof, "case.txt"]);
    }
    project.replay("0 generate --check => 5 answers proved");
    let lock = project.read("cases/cases.lock").replace(" 5", " 6");
    project.write("cases/cases.lock", lock);
    project.replay("1 generate --check => of 5 cases differ");
}
