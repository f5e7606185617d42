//! What is proved, and what the page says of tables that are not whole.

use mousetrap_base::Shard;

use super::super::{Kind, Table, page};
use super::table;

#[test]
fn what_is_not_proved_or_would_break_the_page_is_seen() {
    let unsolved = Table::new("3x3".parse().unwrap(), Shard::WHOLE);
    assert_eq!(unsolved.prove(), Ok(()), "it says nothing yet");
    let mut whole = table("3x3", Shard::WHOLE);
    assert!(whole.prove().is_err(), "no certificate yet");
    whole.certify();
    assert_eq!(whole.prove(), Ok(()));
    let mut longer = whole.clone();
    let row = longer.found.rows.get_mut("1,1").unwrap();
    row.extremes.get_mut(&Kind::MouseWin).unwrap().most += 2;
    let fault = longer.prove().unwrap_err().to_string();
    assert_eq!(fault, "mouse-win of 1,1: 11 plies are not what it takes");
    let mut other = whole.clone();
    let proofs = ["1,1", "2,2"].map(|key| other.found.rows[key].extremes[&Kind::MouseWin].clone());
    let row = other.found.rows.get_mut("1,1").unwrap();
    let extreme = row.extremes.get_mut(&Kind::MouseWin).unwrap();
    extreme.certificate.clone_from(&proofs[1].certificate);
    assert!(proofs[0] != proofs[1] && other.prove().is_err());
    whole.made.cpu_seconds = 2.0;
    whole.made.processor = "<b>|`x`\n# y".to_owned();
    let page = page(&[whole]);
    assert!(page.contains(r"| \<b\>\|\`x\`\\n\# y |"), "{page}");
}

/// The rows of a size in the table of costs.
fn costs<'a>(page: &'a str, size: &str) -> Vec<&'a str> {
    let (_, costs) = page.split_once("## What they cost").unwrap();
    let begin = format!("| {size} | ");
    let rows = costs.lines().filter_map(|row| row.strip_prefix(&begin));
    rows.collect()
}

#[test]
fn the_page_says_which_tables_are_not_whole_and_does_not_guess_from_them() {
    let mut whole = table("4x4", Shard::WHOLE);
    whole.made.cpu_seconds = 7200.0;
    let mut interrupted = whole.clone();
    interrupted.done = 3;
    let mut part = table("4x4", "2/3".parse().unwrap());
    part.made.cpu_seconds = 3600.0;
    let mut cut = part.clone();
    cut.done = 0;

    let text = page(&[whole.clone(), interrupted, part, cut]);
    let left_out = "\n\nNot in the tables above, since they are not whole: 4×4, interrupted after \
                    3 of 4 pieces; 4×4, part 2/3; 4×4, part 2/3, interrupted after 0 of 1 pieces.\n";
    assert!(text.contains(left_out), "{text}");
    let columns = |row: &&str| {
        let columns: Vec<String> = row.split(" | ").map(str::to_owned).collect();
        (columns[0].clone(), columns[4].clone())
    };
    let rows: Vec<(String, String)> = costs(&text, "4×4").iter().map(columns).collect();
    let expected = [
        ("all", "2.00"),
        ("interrupted", "–"),
        ("2/3", "3.00"),
        ("2/3, interrupted", "–"),
    ];
    assert_eq!(rows, expected.map(|(part, all)| (part.into(), all.into())));
    assert!(!page(&[whole]).contains("not whole"));
}

#[test]
fn kinds_are_named_as_in_files() {
    for kind in [
        Kind::MouseWin,
        Kind::CatWin,
        Kind::Contested,
        Kind::Detour,
        Kind::Density,
    ] {
        let written = serde_json::to_value(kind).unwrap();
        assert_eq!(written, kind.to_string());
    }
}
