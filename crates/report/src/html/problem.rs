//! The section of the HTML report about one problem: accepted cases by group, and CPU times.

use super::plot::{self, PlotRow};
use super::submission_row::SubmissionRow;
use crate::text::sentences::group_by_key;
use crate::{Model, Submission};
use mousetrap_model::{CaseId, CaseResult, Verdict};

/// The data of the section about one problem.
pub(super) struct ProblemSection {
    pub(super) id: String,
    /// The names of the groups of cases, in the order in which the cases are run.
    pub(super) groups: Vec<String>,
    /// The rows of the matrix: the index of each submission, and its cells, one for each group.
    pub(super) matrix: Vec<(usize, Vec<GroupCell>)>,
    pub(super) times: Option<String>,
}

/// The results of a submission on a group of cases.
#[derive(Default)]
pub(super) struct GroupCell {
    pub(super) accepted: usize,
    pub(super) judged: usize,
    /// The name of the first failing case whose input the page can show.
    pub(super) failing: Option<String>,
}

impl GroupCell {
    fn add(&mut self, case: &CaseResult) {
        self.judged += 1;
        self.accepted += usize::from(case.verdict == Verdict::Accepted);
        if self.failing.is_none() && case.failing.is_some() {
            self.failing = Some(case.id.to_string());
        }
    }

    /// Returns the step on the colour scale: 0 if no case is accepted, 5 if all cases are accepted,
    /// and 1 to 4 otherwise.
    pub(super) fn colour_step(&self) -> usize {
        match self.accepted {
            0 => 0,
            accepted if accepted == self.judged => 5,
            accepted => accepted * 4 / self.judged + 1,
        }
    }
}

/// Maximum number of columns for case families. If there are more families, there is a column for
/// each suite instead.
const MAX_FAMILY_COLUMNS: usize = 12;

impl ProblemSection {
    pub(super) fn new(model: &Model, id: &str, rows: &[SubmissionRow<'_>]) -> Self {
        let mut judged: Vec<(usize, &Submission)> = model.submissions.iter().enumerate().collect();
        judged.retain(|(_, one)| one.info.problem == id && !one.cases().is_empty());
        let cases = || judged.iter().flat_map(|(_, submission)| submission.cases());
        let points = model.header.points.get(id);
        let points = points.filter(|points| points.groups.len() > 1);
        let group: &dyn Fn(&CaseId) -> String = match points {
            Some(points) => &|case| {
                let group = points.group_of(case);
                group.map_or("other", |group| &group.name).to_owned()
            },
            None if distinct_values(cases().map(|case| family(&case.id))).len()
                > MAX_FAMILY_COLUMNS =>
            {
                &|case| case.suite().to_owned()
            }
            None => &|case| family(case).to_owned(),
        };
        let groups = points.iter().flat_map(|points| &points.groups);
        let groups = groups.filter(|one| one.is_run);
        let groups = groups.map(|one| one.group.name.clone());
        let groups = distinct_values(groups.chain(cases().map(|case| group(&case.id))));
        let cells = |submission: &Submission| {
            let mut cells: Vec<GroupCell> = groups.iter().map(|_| GroupCell::default()).collect();
            for case in submission.cases() {
                let group = group(&case.id);
                let place = groups.iter().position(|name| *name == group);
                cells[place.expect("every group is in the list")].add(case);
            }
            cells
        };
        let times = judged.iter();
        let times = times.map(|(index, one)| PlotRow::new(&rows[*index].name, one));
        let times = plot::box_plot(times.collect());
        let judged = judged.iter();
        Self {
            id: id.to_owned(),
            matrix: judged.map(|(index, one)| (*index, cells(one))).collect(),
            times,
            groups,
        }
    }
}

/// Returns the distinct values in the order of their first occurrence.
fn distinct_values<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let grouped = group_by_key(values.map(|value| (value, ())));
    grouped.into_iter().map(|(value, _)| value).collect()
}

/// Returns the family of a case: its name without the number at the end.
fn family(case: &CaseId) -> &str {
    let name = case.0.trim_end_matches(|c: char| c.is_ascii_digit());
    match name.trim_end_matches(['-', '_', '/']) {
        "" => &case.0,
        family => family,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn family_is_the_case_name_without_its_number() {
        for (case, expected) in [
            ("hidden/walls-001", "hidden/walls"),
            ("extreme/mouse-win-8", "extreme/mouse-win"),
            ("generated/17", "generated"),
            ("basic/a", "basic/a"),
            ("7", "7"),
        ] {
            assert_eq!(family(&CaseId(case.to_owned())), expected);
        }
    }

    #[test]
    fn colour_scale_reserves_its_ends_for_none_and_all_accepted() {
        let step = |accepted, judged| {
            let cell = GroupCell {
                accepted,
                judged,
                ..GroupCell::default()
            };
            cell.colour_step()
        };
        let steps = [0, 1, 99, 100].map(|accepted| step(accepted, 100));
        assert_eq!(steps, [0, 1, 4, 5]);
        assert_eq!(step(0, 0), 0);
    }
}
