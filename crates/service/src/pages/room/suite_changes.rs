//! What judging all submissions of a room again changes about their suites.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::Fault;
use crate::store::Room;
use crate::web::App;

/// Submissions that would be judged on other suites than before.
#[derive(Debug, Default)]
pub(crate) struct SuiteChange {
    pub problem: String,
    /// Names of suites.
    pub before: Vec<String>,
    pub after: Vec<String>,
    pub submissions: usize,
    /// The names of their participants.
    pub participants: BTreeSet<String>,
}

/// Returns what judging all submissions again would change about their suites.
pub(crate) async fn suite_changes(app: &App, room: &Room) -> Result<Vec<SuiteChange>, Fault> {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut changes: BTreeMap<(String, Vec<String>), SuiteChange> = BTreeMap::new();
    for judged in app.database.judged_under(room).await? {
        if !names.contains_key(&judged.requires) {
            let requirements = app.database.requirements(&judged.requires).await?;
            let suites = requirements.map_or_else(Vec::new, |it| it.suite_names);
            names.insert(judged.requires.clone(), suites);
        }
        let before = &names[&judged.requires];
        let after = app.suites.names(room, &judged.problem);
        if before.is_empty() || *before == after {
            continue;
        }
        let key = (judged.problem.clone(), before.clone());
        let change = changes.entry(key).or_insert_with(|| SuiteChange {
            problem: judged.problem.clone(),
            before: before.clone(),
            after,
            ..SuiteChange::default()
        });
        change.submissions += 1;
        change.participants.insert(judged.participant);
    }
    Ok(changes.into_values().collect())
}

/// The suites on which submissions to a room are judged, as one text. The form to judge all
/// submissions again contains it, so that nothing else happens than the page announced.
pub(crate) fn suites_by_problem(app: &App, room: &Room) -> String {
    let problems = room.policy.problems.iter();
    let suites = problems.map(|id| format!("{id}: {}", app.suites.names(room, id).join(",")));
    suites.collect::<Vec<_>>().join("; ")
}
