//! What `doctor --cluster` says.

use super::{Broker, RIGHT};
use crate::project::Project;

#[test]
fn doctor_tells_factors_hosts_of_one_name_and_what_is_to_be_installed_where() {
    let project = Project::new("[suites]\n913 = [\"basic\"]\n");
    project.write("a.py", RIGHT);
    let broker = Broker::start();
    let slow = broker.paced("twin", "3", &[]);
    let doctor = ["doctor", "--cluster", &broker.url];
    let (_, before, said) = project.run(&doctor, "");
    assert!(before.contains("none measured yet"), "{before}{said}");
    let (code, _, said) = project.run(&["judge", "a.py", "--cluster", &broker.url], "");
    assert_eq!(code, 0, "{said}");
    let (_, after, _) = project.run(&doctor, "");
    let (_, factor) = after.split_once("Python 3 × ").expect(&after);
    let factor: String = factor.chars().take(4).collect();
    let factor: f64 = factor.parse().unwrap();
    assert!(
        (1.5..6.0).contains(&factor),
        "{factor}: its clock goes three times as fast"
    );
    assert!(!after.contains("are called"), "{after}");

    // Two of one name, without what apt does not know.
    drop(slow);
    let _bare = [broker.bare("bare"), broker.bare("bare")];
    project.write(
        "a.kt",
        "class Solution { fun catMouseGame(graph: Array<IntArray>): Int = 0 }\n",
    );
    let (code, report, said) = project.run(&["judge", "a.kt", "--cluster", &broker.url], "");
    assert_eq!(code, 0, "{said}");
    assert!(
        report.contains("to judge: mousetrap setup kotlin # on "),
        "{report}"
    );
    let (code, now, _) = project.run(&doctor, "");
    assert_eq!(code, 1, "{now}");
    assert!(
        now.contains("2 hosts are called bare: reports cannot tell them apart"),
        "{now}"
    );
    assert!(now.contains("bare, bare: cannot do Kotlin: "), "{now}");
    assert!(now.contains("; there: mousetrap setup kotlin\n"), "{now}");
}
