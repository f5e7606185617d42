//! For whom a report is, and what is hidden from this audience.

use std::borrow::Cow;
use std::time::Duration;

use super::submission::Totals;
use crate::{Labelled, Model, Submission, TerminalStyle};
use mousetrap_model::{
    CaseResult, GaveUp, Message, Peak, RedactedCases, RefusedFile, RunEnding, RunHeader,
    SubmissionOutcome, Verdict,
};
use mousetrap_util::Bytes;

/// For whom a report is, and where it is shown. Every format is a function of the run and
/// a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The readers.
    pub audience: Audience,
    /// Whether the readers must learn nothing about single cases, because the cases are
    /// hidden from them.
    pub is_redacted: bool,
    /// What a text can look like where it is shown.
    pub style: TerminalStyle,
}

/// The readers of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The user who ran the command. Reports suggest further commands.
    #[default]
    Owner,
    /// The author of the only submission.
    Author,
    /// The owner of the room with this name. The service judged submissions as they came, so
    /// there is no command to repeat.
    Room(String),
}

impl View {
    /// The view of the user who ran the command.
    pub fn owner(style: TerminalStyle) -> Self {
        Self {
            style,
            ..Self::default()
        }
    }

    /// The run without what this view must not show.
    pub(crate) fn of<'a>(&self, model: &'a Model) -> Cow<'a, Model> {
        if self.is_redacted {
            Cow::Owned(model.redacted())
        } else {
            Cow::Borrowed(model)
        }
    }
}

impl Model {
    /// The run without anything that reveals a hidden case. Verdicts stay, the numbers of
    /// cases judged and accepted, and rounded maxima of time and memory. Names, order and
    /// measurements of single cases go, and inputs, replies, reasons and standard error: a
    /// submission could write the case to standard error, and reasons quote replies.
    ///
    /// The output of the compiler stays, because a submission is compiled before it sees a
    /// case. Points stay, but not the groups: the points of a group reveal where a submission
    /// failed. Similar submissions are nobody else's business, and go; only the rates of
    /// labelled programs count copies.
    #[must_use]
    pub(crate) fn redacted(&self) -> Self {
        let submissions = self.each().map(|one| one.into_owned().redacted());
        let mut model = self.with(submissions.collect());
        model.header.similar = None;
        // Digests of hidden suites would confirm a guess of their cases.
        model.header.conditions.clear();
        for points in model.header.points.values_mut() {
            points.groups.clear();
        }
        let mut labelled = Labelled::of(self);
        for row in &mut labelled {
            row.contradictions.clear();
        }
        model.labelled = Some(labelled);
        if let Some(ending) = &mut model.ending {
            ending.reporting_cpu = None;
            ending.wall = ending.wall.map(two_digits);
        }
        model
    }

    /// What the author of one submission may see: neither the class nor the machine, and
    /// nothing that only the user of the judge can do.
    pub(crate) fn of_submission(&self, index: usize) -> Self {
        let mut submission = self.full(&self.submissions[index]).into_owned();
        // Identical submissions are nobody else's business.
        submission.same_as = None;
        if let SubmissionOutcome::Judged(result) = &mut submission.outcome {
            result.from_cache = false;
        }
        self.part(vec![submission], Vec::new())
    }

    /// What the author of a file that cannot be judged may see.
    pub(crate) fn of_refused(&self, refused: &RefusedFile) -> Self {
        self.part(Vec::new(), vec![refused.clone()])
    }

    fn part(&self, submissions: Vec<Submission>, refused: Vec<RefusedFile>) -> Self {
        Self {
            header: RunHeader {
                jobs: self.header.jobs,
                isolation: self.header.isolation.clone(),
                clock: self.header.clock,
                points: self.header.points.clone(),
                refused,
                ..RunHeader::default()
            },
            submissions,
            ending: Some(RunEnding::default()),
            // Whether other programs of the class are right is not the author's business.
            labelled: Some(Vec::new()),
            ..Self::default()
        }
    }
}

impl Submission {
    /// As [`Model::redacted`].
    pub(crate) fn redacted(mut self) -> Self {
        self.totals = Some(Totals {
            cases: self.totals().cases,
            repeats: 0,
            wall: Duration::ZERO,
            is_redacted: true,
        });
        (self.place, self.same_as) = (None, None);
        self.cases.clear();
        self.info.digest.clear();
        if let Some(award) = &mut self.award {
            award.groups.clear();
        }
        match &mut self.outcome {
            SubmissionOutcome::Failed(error) => *error = Message::JudgeFailed,
            SubmissionOutcome::Judged(result) => {
                // The reason names a case.
                result.unchecked = result.unchecked.take().map(|_| Message::text(""));
                if let Some(GaveUp::CpuTime(time)) = &mut result.gave_up {
                    *time = two_digits(*time);
                }
                // Copies were started once: equal values would reveal the copies.
                (result.compile, result.startup) = (None, None);
            }
            _ => {}
        }
        self
    }
}

/// The counts and rounded maxima of these cases.
pub(crate) fn redacted_cases(cases: &[CaseResult]) -> RedactedCases {
    let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
    RedactedCases {
        case_count: cases.len(),
        accepted: cases.iter().filter(accepted).count(),
        peak: rounded_peak(cases),
    }
}

/// The maxima of these cases: time rounded up to two digits, memory to whole mebibytes.
/// Neither is above its limit: only the case itself knows by how much a run exceeded it.
fn rounded_peak(cases: &[CaseResult]) -> Option<Peak> {
    let cpu_limit = cases.iter().map(|case| case.limits.cpu).max()?;
    let memory_limit = cases.iter().map(|case| case.limits.memory).max()?;
    let cpu = cases.iter().map(|case| case.usage.cpu).max()?;
    let memory = cases.iter().map(|case| case.usage.memory.0).max()?;
    let memory = memory.checked_next_multiple_of(1 << 20).unwrap_or(u64::MAX);
    Some(Peak {
        cpu: two_digits(cpu).min(cpu_limit),
        cpu_limit,
        memory: Bytes(memory).min(memory_limit),
        memory_limit,
    })
}

/// A time rounded up to two significant digits of its microseconds.
fn two_digits(time: Duration) -> Duration {
    let micros = time.as_micros() as u64;
    let step = 10u64.pow(micros.max(1).ilog10().saturating_sub(1));
    Duration::from_micros(micros.div_ceil(step).saturating_mul(step))
}

#[cfg(test)]
mod tests {
    use mousetrap_util::Choice as _;

    use super::*;
    use crate::record::progress::tests::plain;
    use crate::tests::sample;
    use crate::{Format, Report, faults, render, show_failing};
    use mousetrap_model::Event;

    /// The sample, with figures and repeats that no rounding leaves alone, and
    /// runs with sanitizers that came to no end.
    fn events() -> Vec<Event> {
        let mut events = sample::events(true);
        let mut odd = 1_214_567;
        for event in &mut events {
            if let Event::Judged { judgement, .. } = event {
                judgement.unchecked = Some(Message::text("no more time from case-0 on"));
                judgement.gave_up = Some(GaveUp::CpuTime(Duration::from_micros(987_654_321)));
            }
            if let Event::Case { result, .. } = event {
                odd += 3_347;
                result.usage.cpu = Duration::from_micros(odd);
                result.usage.wall = Duration::from_micros(odd * 3 + 1);
                result.usage.memory = Bytes(odd * 4 + 1);
                result.repeats = 41;
            }
        }
        sample::with_cases(events)
    }

    /// All that is reported of a run to those who are judged.
    fn reported(model: &Model) -> String {
        let view = &View {
            is_redacted: true,
            ..View::default()
        };
        let mut text = plain(events(), true);
        text += &show_failing(model, view);
        text += &faults(model, view);
        for &format in Format::ALL {
            text += &render(format, model, view);
        }
        text
    }

    #[test]
    fn redacted_report_shows_neither_copies_nor_digests() {
        let mut model = sample::fold(events());
        model.header.conditions = [("suites".to_owned(), "5u1te".to_owned())].into();
        let copied = model.submissions[0].info.digest.clone();
        let text = reported(&model);
        for secret in ["5u1te", &copied, "987654321", "\"startup\"", "\"compile\""] {
            assert!(!text.contains(secret), "{secret} is reported");
        }
    }

    #[test]
    fn maximum_values_do_not_overflow() {
        let mut model = sample::good();
        for case in &mut model.submissions[0].cases {
            case.usage.cpu = Duration::from_micros(u64::MAX);
            case.usage.memory = Bytes(u64::MAX);
            (case.limits.cpu, case.limits.memory) = (case.usage.cpu, case.usage.memory);
        }
        let peak = model.redacted().submissions[0].peak().unwrap();
        assert_eq!(peak.cpu, Duration::from_micros(u64::MAX));
        let report = Report::new(&model);
        let comparison = crate::Comparison::new(&report, &report);
        assert_eq!(comparison.verdicts, [""; 0]);
    }

    #[test]
    fn nothing_of_a_case_is_left() {
        let text = reported(&sample::fold(events()));
        for secret in [
            "walls",
            "####F",
            "M....",
            "█",
            "expected true",
            "got false",
            "visited",
            "tried",
            "SIGSEGV",
            "EPERM",
            "case-0",
        ] {
            assert!(!text.contains(secret), "{secret} is reported");
        }
        assert!(text.contains("check with sanitizers not completed"));
        // The events have repeats, which the number of runs does not show.
        let redacted = sample::fold(events()).redacted();
        let judged = redacted.submissions.iter().map(Submission::judged);
        assert_eq!(redacted.summary().runs, judged.sum::<usize>());
    }

    #[test]
    fn no_figure_of_a_single_case_is_left() {
        let model = sample::fold(events());
        let text = reported(&model);
        let cases = || model.submissions.iter().flat_map(|one| &one.cases);
        assert!(cases().count() > 10);
        for case in cases() {
            let used = case.usage;
            for figure in [
                used.cpu.as_micros().to_string(),
                used.wall.as_micros().to_string(),
                used.memory.0.to_string(),
                crate::time(used.cpu),
                crate::time(used.wall),
                used.memory.to_string(),
                format!("{:.3}", used.wall.as_secs_f64()),
            ] {
                assert!(
                    !text.contains(&figure),
                    "{figure} of {} is reported",
                    case.id
                );
            }
        }
    }

    #[test]
    fn verdicts_counts_and_rounded_maxima_stay() {
        let model = sample::interrupted();
        let redacted = model.redacted();
        let (before, after) = (model.summary(), redacted.summary());
        assert_eq!(before.unexpected, after.unexpected);
        for (before, after) in model.submissions.iter().zip(&redacted.submissions) {
            assert_eq!(before.verdict(), after.verdict());
            assert_eq!(before.judged(), after.judged());
            assert_eq!(before.accepted(), after.accepted());
        }
        // 12.4 ms and 6,800 KiB.
        let peak = redacted.submissions[0].peak().unwrap();
        assert_eq!(peak.cpu, Duration::from_millis(13));
        assert_eq!(peak.memory, Bytes::mib(7));
        let report = Report::new(&redacted);
        let hidden = report.run.submissions[0].redacted_cases.unwrap();
        assert_eq!((hidden.case_count, hidden.accepted), (4, 4));
        assert_eq!(hidden.peak, Some(peak));
        assert_eq!(redacted.redacted().submissions[0].peak(), Some(peak));
    }

    #[test]
    fn a_time_is_rounded_up_to_two_digits_and_not_beyond_its_limit() {
        for (micros, expected) in [
            (0, 0),
            (7, 7),
            (99, 99),
            (101, 110),
            (12_400, 13_000),
            (1_970_001, 2_000_000),
        ] {
            let rounded = two_digits(Duration::from_micros(micros));
            assert_eq!(rounded.as_micros(), expected);
        }
        let mut model = sample::good();
        for case in &mut model.submissions[0].cases {
            (case.usage.cpu, case.usage.memory) = (case.limits.cpu * 2, Bytes::mib(999));
        }
        let peak = model.redacted().submissions[0].peak().unwrap();
        assert_eq!(peak.cpu, peak.cpu_limit);
        assert_eq!(peak.memory, peak.memory_limit);
    }
}
