//! Constructors for the events and results of the sample runs.

use super::*;

pub(super) fn submission_info(
    problem: &'static str,
    name: &str,
    language_name: &str,
    expected: Verdict,
) -> SubmissionInfo {
    SubmissionInfo {
        cost: 0,
        path: format!("solutions/{problem}/{}/{name}", expected.directory()).into(),
        problem: problem.to_owned(),
        signature: match problem {
            "913" => "int catMouseGame(int[][] graph)".parse().ok(),
            _ => "boolean canMouseWin(String[] grid, int catJump, int mouseJump)"
                .parse()
                .ok(),
        },
        language: match language_name {
            "C++" => "cpp".to_owned(),
            "Python 3" => "python".to_owned(),
            name => name.to_lowercase(),
        },
        language_name: language_name.to_owned(),
        form: Form::Function,
        encoding: None,
        expected: Some(expected),
        suites: Vec::new(),
        case_count: 4,
        digest: format!("{problem} {name}"),
    }
}

pub(super) const fn compiling(submission: usize, worker: usize) -> Event {
    Event::Compiling { submission, worker }
}

pub(super) const fn started(submission: usize, worker: usize) -> Event {
    Event::Started { submission, worker }
}

/// Returns the events of a submission with these verdicts on its cases.
pub(super) fn judging(
    submission: usize,
    worker: usize,
    cases: &[(u32, Verdict)],
    verdict: Verdict,
) -> Vec<Event> {
    let cases = cases
        .iter()
        .map(|&(n, verdict)| case_judged(submission, n, verdict));
    let mut events = vec![started(submission, worker)];
    events.extend(cases);
    events.push(judged(submission, verdict));
    events
}

pub(super) fn case_id(n: u32) -> CaseId {
    CaseId(format!("hidden/walls-{n:03}"))
}

/// Returns the result of a submission on a case. Submission 1 is for problem 913, and so is the
/// submission that crashes.
pub(super) fn case_judged(submission: usize, n: u32, verdict: Verdict) -> Event {
    let measured = Usage {
        cpu: Duration::from_micros(u64::from(n) * 3_100),
        wall: Duration::from_micros(u64::from(n) * 3_400),
        memory: Bytes::kib(u64::from(n) * 1_700),
    };
    let mut result = CaseResult::new(case_id(n), verdict, measured, LIMITS);
    if verdict == Verdict::WrongAnswer {
        let failing = match submission {
            1 => graph_case(Some("0")),
            _ => board_case(Some("false")),
        };
        result.stdout = "tried \x1b[1mleft\x1b[0m first\n".to_owned();
        result.stderr = "visited \x1b[31m17\x1b[0m states\n".to_owned();
        result.reason = failing.reply.clone().map(|reply| Message::WrongAnswer {
            expected: failing.answer.clone(),
            reply,
        });
        result.failing = Some(failing);
    } else if verdict == Verdict::RunTimeError {
        let name = "SIGSEGV".to_owned();
        result.reason = Some(Message::NamedSignal { number: 11, name });
        result.failing = Some(graph_case(None));
        result.repeats = 2;
    }
    Event::Case {
        submission,
        result: Box::new(result),
    }
}

fn graph_case(reply: Option<&str>) -> FailingCase {
    FailingCase {
        input: "4\n2 1 3\n1 0\n1 3\n2 0 2\n".to_owned(),
        arguments: "[[1,3],[0],[3],[0,2]]".to_owned(),
        max_plies: None,
        answer: "1".to_owned(),
        reply: reply.map(str::to_owned),
    }
}

fn board_case(reply: Option<&str>) -> FailingCase {
    FailingCase {
        input: "3 5 1 2\n####F\n#C...\nM....\n".to_owned(),
        arguments: "[\"####F\",\"#C...\",\"M....\"]\n1\n2".to_owned(),
        max_plies: Some(1000),
        answer: "true".to_owned(),
        reply: reply.map(str::to_owned),
    }
}

fn judged(submission: usize, verdict: Verdict) -> Event {
    let used = |millis| {
        Some(Usage {
            cpu: Duration::from_millis(millis),
            wall: Duration::from_millis(millis + 3),
            memory: Bytes::mib(40),
        })
    };
    let judgement = Judgement {
        compile: used(640),
        startup: used(5),
        ..Judgement::new(verdict)
    };
    Event::Outcome(submission, SubmissionOutcome::Judged(Box::new(judgement)))
}
