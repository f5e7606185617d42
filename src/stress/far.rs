//! Submissions that are tried by judge hosts.

use super::{Stored, Stress};
use crate::clustered::{Far, InOrder, Refused, counting, undone};
use crate::failure::Failure;
use mousetrap_base::printable::named;
use mousetrap_judge::{Part, Submission};
use mousetrap_lab::stress::SearchEnd;
use mousetrap_lab::task::Task;

impl Stress<'_> {
    /// Has the hosts try all; what comes of them is taken in order.
    pub(super) fn far(
        &self,
        submissions: &[Submission<'_>],
        stored: &Stored,
        take: &mut dyn FnMut(usize, Result<SearchEnd, Failure>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut ends = InOrder::new();
        let (mut parts, mut numbers) = (Vec::new(), Vec::new());
        for (number, submission) in submissions.iter().enumerate() {
            let attempt = match self.attempt(submission, Vec::new()) {
                Ok(attempt) => attempt,
                Err(failure) => {
                    ends.put(number, Err(failure));
                    continue;
                }
            };
            let players = attempt.players.iter();
            let mut languages: Vec<_> = players.map(|player| player.detected.language).collect();
            languages.dedup_by_key(|language| &language.id);
            numbers.push(number);
            parts.push(Part {
                name: named(&submission.path),
                languages,
                isolation: Some(self.options.isolation),
                cases: &stored[submission.problem.id()],
                task: Task::stress(&attempt)?.text(),
            });
        }
        let bar = counting(self.global, submissions.len());
        let until = (&*self.interrupted, None);
        let hosts = &self.arguments.cluster;
        let done = hosts.parts(self.config, &parts, until, |part, done: Far<SearchEnd>| {
            let submission = &submissions[numbers[part]];
            let end: Result<SearchEnd, Failure> = match done {
                Ok(Ok(end)) => Ok(end),
                Ok(Err(reason)) => Err(Failure::usage(reason)),
                Err(why) => Err(undone(&submission.path, why)),
            };
            if let Some(fault) = end
                .as_ref()
                .ok()
                .and_then(|end| end.fault(submission.problem))
            {
                return Err(Refused::Wrong(fault.to_owned()));
            }
            ends.put(numbers[part], end);
            while let Some((number, end)) = ends.next() {
                bar.suspend(|| take(number, end))?;
                bar.inc(1);
            }
            Ok(())
        });
        bar.finish_and_clear();
        // What could not be handed out, where nothing was.
        while let Some((number, end)) = ends.next() {
            take(number, end)?;
        }
        done
    }
}
