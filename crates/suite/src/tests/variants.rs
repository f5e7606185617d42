//! Tests of variants of cases in a collection.

use super::*;
use crate::LongestWinEvidence;

const COLLECTION_TOML: &str = "[[case]]\nname = \"x\"\nfrom = \"me\"\nrecord = \"exhausted\"\n\
    variants = [\"turned\", \"half-turned\"]\nlimits = { cpu = \"7s\" }\n\
    input = \"\"\"\n2 3 1 1\nMF.\n#.C\n\"\"\"\n";

#[test]
fn variant_follows_its_case_and_has_its_limits_and_a_line_in_the_lock() {
    let project = TestProject::new(&[("cases/1728/a.toml", COLLECTION_TOML)]);
    let suite = project.load("1728", "a").unwrap();
    let ids = suite.cases.iter().map(|case| case.id.0.as_str());
    assert!(ids.eq(["a/x", "a/x-turned", "a/x-half-turned"]));
    assert_eq!(suite.collected, 3);
    let (one, turned) = (&suite.cases[0], &suite.cases[1]);
    assert_eq!(turned.input, "3 2 1 1\n#M\n.F\nC.\n");
    assert_eq!(turned.base_id(), one.id);
    assert_eq!(one.base_id(), one.id);
    assert_eq!((turned.limits, turned.outcome), (one.limits, one.outcome));
    assert_eq!(turned.record, Some(LongestWinEvidence::Exhausted));
    project.write();
    assert!(project.check().is_empty());
    let lock = fs::read_to_string(project.0.path().join("cases/cases.lock")).unwrap();
    assert!(lock.contains("1728/a/x-half-turned"), "{lock}");
    for proof in ["x", "x-turned"] {
        let file = format!("cases/1728/a/generated/{proof}.certificate");
        assert!(project.0.path().join(file).exists(), "{proof}");
    }
}

#[test]
fn unknown_or_equal_variant_is_refused_with_its_line() {
    let entry = "[[case]]\nname = \"x\"\n";
    let second = case("x-turned", "1 3 1 1\nMFC\n") + entry;
    let equal = "has exactly the same text as a/x-half-turned";
    for (old, new, line, expected) in [
        ("\"turned\"", "\"renamed\"", 5, "half-turned, turned-back"),
        ("\"turned\"", "\"around\"", 5, "around"),
        ("\"turned\"", "\"half-turned\"", 5, equal),
        (entry, &second, 8, "are named \"x-turned\""),
    ] {
        let text = COLLECTION_TOML.replace(old, new);
        let project = TestProject::new(&[("cases/1728/a.toml", &text)]);
        project.refuses(&format!("cases/1728/a.toml:{line}: "), expected);
    }
}
