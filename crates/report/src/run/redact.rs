//! A report for those who are judged.

use std::time::Duration;

use super::totals::{Totals, two_digits};
use crate::{Labelled, Model, Submission};
use mousetrap_model::points::Award;
use mousetrap_model::{GaveUp, Message, SubmissionInfo, SubmissionOutcome};

impl Model {
    /// The run without anything that gives a hidden case away: verdicts stay, how
    /// many cases were judged and accepted, and rounded maxima of time and
    /// memory. Names, order and figures of single cases go, and with them
    /// inputs, replies, reasons and standard error. (A submission could write
    /// the case to standard error, and reasons quote replies.) What the
    /// compiler said stays, since a submission is compiled before it sees a
    /// case. Points stay, but not the groups: the points of a group say where a
    /// submission failed. Who resembles whom is nobody else's business, and goes too; how many
    /// labelled programs are copies stays in the rates, which it decides.
    #[must_use]
    pub fn redacted(&self) -> Self {
        let submissions = self.each().map(|submission| submission.redacted());
        let mut model = self.with(submissions.collect());
        model.header.similar = None;
        // Digests of hidden suites would confirm a guess of their cases.
        model.header.conditions.clear();
        for points in model.header.points.values_mut() {
            points.groups.clear();
        }
        model.labelled = Some(Labelled::redacted(self));
        if let Some(ending) = &mut model.ending {
            ending.reporting_cpu = None;
            ending.wall = ending.wall.map(two_digits);
        }
        model
    }
}

impl Submission {
    /// As [`Model::redacted`].
    pub(crate) fn redacted(&self) -> Self {
        let mut outcome = self.outcome.clone();
        match &mut outcome {
            SubmissionOutcome::Failed(error) => {
                *error = Message::JudgeFailed;
            }
            // The reason names a case.
            SubmissionOutcome::Judged(result) => {
                result.unchecked = result.unchecked.take().map(|_| Message::text(""));
                if let Some(GaveUp::CpuTime(time)) = &mut result.gave_up {
                    *time = two_digits(*time);
                }
                // Copies were started once: equal values would show who copied.
                (result.compile, result.startup) = (None, None);
            }
            _ => {}
        }
        Self {
            info: SubmissionInfo {
                digest: String::new(),
                ..self.info.clone()
            },
            outcome,
            phase: self.phase,
            cases: Vec::new(),
            totals: Some(Totals {
                cases: self.totals().cases,
                repeats: 0,
                wall: Duration::ZERO,
                is_redacted: true,
            }),
            place: None,
            same_as: None,
            award: self.award.clone().map(|award| Award {
                groups: Vec::new(),
                ..award
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mousetrap_util::Choice as _;

    use super::super::totals::two_digits;
    use crate::record::progress::tests::plain;
    use crate::{
        Format, Model, Report, Submission, TerminalStyle, faults, render, sample, show_failing,
    };
    use mousetrap_model::{Event, GaveUp, Message};
    use mousetrap_util::Bytes;

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
        let redacted = model.redacted();
        let mut text = plain(events(), true);
        text += &show_failing(&redacted, TerminalStyle::PLAIN);
        text += &faults(&redacted, TerminalStyle::PLAIN);
        for &format in Format::ALL {
            text += &render(format, &redacted, TerminalStyle::PLAIN);
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
        assert_eq!(crate::Comparison::new(&report, &report).verdicts, []);
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
