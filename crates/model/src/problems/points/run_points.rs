//! The point groups of a run, and the points that a submission earns in them.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::amount::Points;
use super::group::{PointGroup, PointScheme, Scoring};
use crate::CaseId;
use mousetrap_util::toml_file::TomlError;

/// Maximum number of families that an error message lists.
const MAX_LISTED_FAMILIES: usize = 40;

/// A point group as it appears in a run. The run may lack some of the group's cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunGroup {
    /// The point group.
    #[serde(flatten)]
    pub group: PointGroup,
    /// The number of cases of this group in the run.
    pub case_count: usize,
    /// Whether the run includes all suites of the group. If a suite is missing, the run awards no
    /// points for the group.
    pub is_run: bool,
}

/// The point groups of a problem in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPoints {
    /// The sum of the maximum points of all groups.
    pub total: Points,
    /// The sum of the maximum points of the groups for which the run includes all suites.
    pub available: Points,
    /// The point groups; omitted from a redacted report. A case belongs to the first group that
    /// selects it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<RunGroup>,
}

/// The points that a submission earned in a run, ordered by the number of points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EarnedPoints {
    /// The points that the submission earned.
    pub points: Points,
    /// The maximum number of points that the submission could have earned.
    pub available: Points,
    /// The points in each group; omitted from a redacted report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupPoints>,
}

/// The points that a submission earned in one group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupPoints {
    /// The name of the group.
    pub name: String,
    /// The points that the submission earned.
    pub points: Points,
    /// The maximum number of points that the submission could have earned.
    pub available: Points,
    /// The number of accepted cases in the group.
    pub accepted: usize,
    /// The number of cases in the group.
    pub cases: usize,
}

impl fmt::Display for EarnedPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.points, self.available)
    }
}

impl PointScheme {
    /// Returns the groups, each with the number of its cases among `cases`, or `None` if a run on
    /// these cases awards no points.
    ///
    /// # Errors
    /// Returns an error if a selector selects no case of a suite in the run, or only cases that
    /// earlier groups select.
    pub fn for_run(&self, cases: &[&CaseId]) -> Result<Option<RunPoints>, TomlError> {
        let mut left = cases.to_vec();
        let mut groups = Vec::new();
        for group in &self.groups {
            let all = left.len();
            let mut is_run = true;
            for selector in &group.cases {
                if !cases.iter().any(|case| case.suite() == selector.suite()) {
                    is_run = false;
                    continue;
                }
                let before = left.len();
                left.retain(|case| !selector.selects(case));
                if left.len() < before {
                    continue;
                }
                let message = if cases.iter().any(|case| selector.selects(case)) {
                    format!(
                        "every case of \"{selector}\" is in an earlier group; remove this selector"
                    )
                } else {
                    let in_suite = cases.iter().filter(|it| it.suite() == selector.suite());
                    let known: BTreeSet<&str> = in_suite.map(|case| case.family()).collect();
                    let listed: Vec<&str> =
                        known.iter().take(MAX_LISTED_FAMILIES).copied().collect();
                    let more = if known.len() > listed.len() {
                        ", …"
                    } else {
                        ""
                    };
                    format!(
                        "there is no case \"{selector}\", and none whose name continues with a \
                         number; the suite has {}{more}",
                        listed.join(", ")
                    )
                };
                return Err(TomlError {
                    file: self.file.clone(),
                    line: selector.line,
                    message,
                });
            }
            groups.push(RunGroup {
                group: group.clone(),
                case_count: all - left.len(),
                is_run,
            });
        }
        let sum = |groups: &mut dyn Iterator<Item = &RunGroup>| -> Points {
            groups.map(|group| group.group.points).sum()
        };
        let run = RunPoints {
            total: sum(&mut groups.iter()),
            available: sum(&mut groups.iter().filter(|group| group.is_run)),
            groups,
        };
        Ok((run.available > Points::ZERO).then_some(run))
    }
}

impl RunPoints {
    /// Returns the group to which a case belongs.
    pub fn group_of(&self, case: &CaseId) -> Option<&PointGroup> {
        self.group_index_of(case)
            .map(|place| &self.groups[place].group)
    }

    fn group_index_of(&self, case: &CaseId) -> Option<usize> {
        self.groups.iter().position(|one| {
            let mut selectors = one.group.cases.iter();
            selectors.any(|selector| selector.selects(case))
        })
    }

    /// Returns the points of a submission that passes exactly the cases in `accepted`.
    pub fn award_points<'a>(&self, accepted: impl Iterator<Item = &'a CaseId>) -> EarnedPoints {
        let mut counts = vec![0; self.groups.len()];
        for case in accepted {
            if let Some(place) = self.group_index_of(case) {
                counts[place] += 1;
            }
        }
        let run = self.groups.iter().zip(counts).filter(|(one, _)| one.is_run);
        let groups: Vec<GroupPoints> = run
            .map(|(one, accepted)| {
                let RunGroup {
                    group, case_count, ..
                } = one;
                let points = match group.scoring {
                    Scoring::AllOrNothing if accepted < *case_count => Points::ZERO,
                    _ => group.points.proportional_share(accepted, *case_count),
                };
                GroupPoints {
                    name: group.name.clone(),
                    points,
                    available: group.points,
                    accepted,
                    cases: *case_count,
                }
            })
            .collect();
        EarnedPoints {
            points: groups.iter().map(|group| group.points).sum(),
            available: self.available,
            groups,
        }
    }

    /// Returns the names of the groups that award no points, because the run lacks one of their
    /// suites.
    pub fn groups_not_run(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter().filter(|group| !group.is_run);
        groups.map(|group| group.group.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> CaseId {
        CaseId(name.to_owned())
    }

    fn three_group_scheme() -> PointScheme {
        let groups = serde_json::json!([
            {"name": "small", "points": 30, "scoring": "all-or-nothing", "cases": ["samples"]},
            {"name": "walls", "points": 20, "scoring": "all-or-nothing",
                "cases": ["hidden/walls", "extreme"]},
            {"name": "rest", "points": 50, "scoring": "proportional", "cases": ["hidden"]},
        ]);
        let mut groups: Vec<PointGroup> = serde_json::from_value(groups).unwrap();
        for (line, group) in (1..).zip(&mut groups) {
            group.cases.iter_mut().for_each(|it| it.line = line);
        }
        PointScheme {
            file: "judge.toml".to_owned(),
            groups,
        }
    }

    const ALL_CASES: [&str; 9] = [
        "samples/1",
        "samples/2",
        "hidden/walls-001",
        "hidden/walls-002-turned",
        "hidden/walls-large-001",
        "hidden/open-001",
        "hidden/open-002",
        "extreme/mouse-win-8",
        "regressions/in-no-group",
    ];

    fn run_points_for_cases(cases: &[&str]) -> Result<Option<RunPoints>, TomlError> {
        let ids: Vec<CaseId> = cases.iter().map(|name| id(name)).collect();
        three_group_scheme().for_run(&ids.iter().collect::<Vec<_>>())
    }

    #[test]
    fn points_add_up_by_group() {
        let run = run_points_for_cases(&ALL_CASES).unwrap().unwrap();
        for (failed, expected) in [
            (&[][..], "100/100"),
            (&["regressions/in-no-group"], "100/100"),
            (&["samples/1"], "70/100"),
            (&["samples/1", "samples/2"], "70/100"),
            (&["hidden/walls-002-turned"], "80/100"),
            (&["extreme/mouse-win-8"], "80/100"),
            // The proportional points are 50 × 2/3 and 50 × 1/3, rounded down.
            (&["hidden/open-001"], "83.33/100"),
            (&["hidden/open-001", "hidden/walls-large-001"], "66.66/100"),
            (&ALL_CASES, "0/100"),
        ] {
            let accepted = ALL_CASES.iter().filter(|name| !failed.contains(name));
            let accepted: Vec<CaseId> = accepted.map(|name| id(name)).collect();
            let earned = run.award_points(accepted.iter());
            assert_eq!(earned.to_string(), expected, "{failed:?}");
        }
        let group_of = |case| run.group_of(&id(case)).map(|group| group.name.as_str());
        assert_eq!(group_of("hidden/open-001"), Some("rest"));
        assert_eq!(group_of("regressions/in-no-group"), None);
    }

    #[test]
    fn group_with_a_missing_suite_awards_no_points() {
        for (suites, expected, not_run) in [
            (&["samples"][..], "30/30", &["walls", "rest"][..]),
            // The cases of "walls" do not become cases of "rest".
            (&["hidden"], "50/50", &["small", "walls"]),
            (&["hidden", "extreme"], "70/70", &["small"]),
        ] {
            let ids: Vec<CaseId> = ALL_CASES.iter().map(|name| id(name)).collect();
            let cases = ids.iter().filter(|id| suites.contains(&id.suite()));
            let run = three_group_scheme().for_run(&cases.collect::<Vec<_>>());
            let run = run.unwrap().unwrap();
            assert_eq!(run.award_points(ids.iter()).to_string(), expected);
            assert_eq!(run.groups_not_run().collect::<Vec<_>>(), not_run);
            assert_eq!(run.total, Points::from_integer(100));
        }
        assert_eq!(run_points_for_cases(&["regressions/in-no-group"]), Ok(None));
    }

    #[test]
    fn selector_without_cases_is_reported_with_its_line() {
        for (first, expected) in [
            (
                "hidden/walls-large-001",
                "2: there is no case \"hidden/walls\", and none whose name continues with a number; \
                 the suite has hidden/walls-large",
            ),
            ("hidden/walls-001", "3: every case of \"hidden\" is in an"),
        ] {
            let error = run_points_for_cases(&[first, "extreme/a"])
                .unwrap_err()
                .to_string();
            assert!(
                error.starts_with(&format!("judge.toml:{expected}")),
                "{error}"
            );
        }
    }
}
