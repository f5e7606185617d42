//! The context for judging a task: the rules and cases that its requirements name.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::config::{CONFIG_FILE_NAME, Config};
use mousetrap_judge::{FindOptions, Options, submission_from_text};
use mousetrap_model::points::{PointGroup, PointScheme, RunPoints, Scoring};
use mousetrap_model::{Case, CaseId, Form, Message, RefusedFile};
use mousetrap_sandbox::Isolation;
use mousetrap_util::Choice as _;
use parking_lot::Mutex;
use thiserror::Error;

use crate::store::{Database, StoreError, Submission};

/// Maximum number of contexts in the cache.
const MAX_CACHED_CONTEXTS: usize = 16;

/// Maximum total idle time of a submission over all cases. Without this limit, a program that
/// sleeps would occupy a worker.
const MAX_IDLE_TIME: Duration = Duration::from_mins(2);

/// The rules and cases for judging a task.
#[derive(Debug)]
pub(crate) struct JudgingContext {
    pub config: Config,
    pub options: Options,
    /// The cases of the suites that the task's requirements name.
    pub suite_cases: Vec<Case>,
    /// The point groups of the suites, or `None` if the suites award no points.
    pub points: Option<RunPoints>,
}

pub(super) type AttemptResult<T = ()> = Result<T, AttemptError>;

/// The reason why an attempt at a task failed.
#[derive(Debug, Error)]
pub(super) enum AttemptError {
    /// The judge failed, or the task's requirements are not met.
    #[error("{0}")]
    Judge(Message),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Converts a stored submission into a submission for the judge.
pub(crate) fn to_judge_submission<'a>(
    config: &'a Config,
    submission: &Submission,
) -> Result<mousetrap_judge::Submission<'a>, RefusedFile> {
    let problem = config.problem(&submission.problem);
    let wanted = FindOptions::new(&config.problems, problem, Form::from_name(&submission.form));
    let (file, text) = (Path::new(&submission.file), submission.source.as_bytes());
    submission_from_text(file, text, &config.languages, wanted)
}

impl JudgingContext {
    /// Converts a case that a participant wrote into a case for the judge. If the problem is a
    /// built-in game, solves the case.
    pub(super) fn to_judge_case(
        &self,
        problem: &str,
        id: &str,
        arguments: &str,
        answer: &str,
    ) -> Option<Case> {
        let id = CaseId(id.to_owned());
        let Some(game) = Game::by_id(problem) else {
            return Some(Case {
                id,
                input: arguments.to_owned(),
                arguments: arguments.to_owned(),
                max_plies: None,
                answer: answer.to_owned(),
                limits: self.config.limits_of(self.config.problem(problem)?),
            });
        };
        let instance = game.parse(arguments, Bounds::Contest);
        let case = mousetrap_suite::GameCase::from_instance(id, instance.ok()?, self.config.limits);
        Some(case.to_judge_case())
    }
}

/// Returns the judging options that the service uses for a given configuration.
#[must_use]
pub fn judging_options(config: &Config, isolation: Isolation) -> Options {
    let mut options = Options::from_config(config)
        .with_isolation(isolation)
        .with_worker_count(std::num::NonZeroUsize::new(1));
    options.sanitizers = config.judge.sanitizers;
    options.judge.sleep_budget = options.judge.sleep_budget.min(MAX_IDLE_TIME);
    options
}

/// Returns the point groups that these cases belong to, or `None` if the points would only repeat
/// the verdict, because there is only one group and it awards all of its points or none.
fn points_for_cases(groups: Vec<PointGroup>, cases: &[Case]) -> Option<RunPoints> {
    let file = CONFIG_FILE_NAME.to_owned();
    let ids: Vec<&CaseId> = cases.iter().map(|case| &case.id).collect();
    let points = PointScheme { file, groups }.for_run(&ids);
    let points = points.inspect_err(|error| tracing::error!(%error, "cannot award points"));
    let points = points.ok().flatten()?;
    let mut run = points.groups.iter().filter(|group| group.is_run);
    let first = run.next()?;
    let is_useful = first.group.scoring == Scoring::Proportional || run.next().is_some();
    is_useful.then_some(points)
}

/// A cache of contexts, keyed by the digest of their requirements.
#[derive(Debug, Default)]
pub(crate) struct ContextCache(Mutex<BTreeMap<String, Arc<JudgingContext>>>);

impl ContextCache {
    /// Returns the context for the requirements with this digest.
    pub(super) async fn get(
        &self,
        database: &Database,
        digest: &str,
        isolation: Isolation,
    ) -> AttemptResult<Arc<JudgingContext>> {
        if let Some(context) = self.0.lock().get(digest) {
            return Ok(Arc::clone(context));
        }
        let missing = |what: &str, digest: &str| {
            let text = format!(
                "this task refers to {what} {digest}, which the database no longer contains; \
                 upload the suite again or restart the server that accepted the submission, and \
                 then judge the submission again"
            );
            AttemptError::Judge(text.into())
        };
        let requirements = database.requirements(digest).await?;
        let requirements = requirements.ok_or_else(|| missing("requirements", digest))?;
        let config = Config::for_worker(&requirements.rules, mousetrap_suite::known_suites());
        let config = config.map_err(|error| {
            let problem = "cannot read the rules of the server that accepted the submission";
            AttemptError::Judge(format!("{problem}: {error}").into())
        })?;
        let mut suite_cases = Vec::new();
        for digest in &requirements.suites {
            let suite = database.suite(digest).await?;
            // A damaged suite counts as missing.
            let suite = suite.filter(|suite| suite.digest == *digest);
            let suite = suite.ok_or_else(|| missing("suite", digest))?;
            suite_cases.extend(suite.parse_cases().map_err(StoreError::from)?);
        }
        let context = Arc::new(JudgingContext {
            options: judging_options(&config, isolation),
            config,
            points: points_for_cases(requirements.points, &suite_cases),
            suite_cases,
        });
        let mut cache = self.0.lock();
        if cache.len() >= MAX_CACHED_CONTEXTS {
            cache.clear();
        }
        cache.insert(digest.to_owned(), Arc::clone(&context));
        Ok(context)
    }
}
