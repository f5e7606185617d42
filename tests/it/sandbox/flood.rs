//! A submission that writes as much as it may, on every stream and case, fills
//! neither the report nor the memory of the judge.

use assert_cmd::Command;

use crate::project::{Project, cases};

/// Just below the limit of each stream, in characters that JSON writes sixfold.
const FLOOD: &str = "\
import sys
input()
for stream in (sys.stdout, sys.stderr):
    stream.write('\\x01' * 1_000_000)
";

/// Runs its arguments and prints the peak of its memory, in KiB.
const MEASURE: &str = "\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
";

#[test]
fn flood_of_replies_fills_neither_report_nor_memory() {
    let project = Project::new("[suites]\n1728 = [\"flood\"]\n");
    for cat in 1..=8 {
        for mouse in 1..=8 {
            let case = format!("1 7 {cat} {mouse}\nM.C...F\n");
            project.case(&format!("1728/flood/{cat}-{mouse}"), &case);
        }
    }
    project.write("flood.py", FLOOD);
    project.write("quiet.py", "input()\nprint('false')\n");
    let peak = |file: &str, report: &str| -> u64 {
        let output = Command::new("python3")
            .args(["-c", MEASURE, env!("CARGO_BIN_EXE_mousetrap"), "judge"])
            .args(["--problem", "1728", "--form", "program", "--all-cases"])
            .args(["--no-cache", "-o", report, file])
            .current_dir(project.path())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        printed.trim().parse().unwrap()
    };
    let (quiet, flood) = (peak("quiet.py", "quiet.json"), peak("flood.py", "run.json"));
    let (report, reported) = (project.read("run.json"), project.json("run.json"));
    let cases = cases(&reported["submissions"][0]["outcome"]["judged"]);
    assert_eq!(cases.len(), 64);
    for cut in [&cases[0]["failing"]["reply"], &cases[0]["stderr"]] {
        let cut = cut.as_str().unwrap_or_else(|| panic!("{}", cases[0]));
        // Of standard error the end is kept as well.
        let counted = [" more bytes)", " more dropped\n"];
        assert!(counted.iter().any(|end| cut.contains(end)), "{cut}");
    }
    assert!(report.len() < 1 << 20, "{} bytes of report", report.len());
    // The rest is the program itself, whose size depends on how it was built.
    assert!(flood < quiet + (8 << 10), "{flood} KiB of memory, {quiet}");
}
