//! The judgement of a submission as it is written down: in the results that are
//! kept from run to run, and in the log of a run.
//!
//! What the case itself says is not repeated here: whoever reads a record has it,
//! and gives it back.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{CaseResult, Failing, GaveUp, Measured, SubmissionResult};
use mousetrap_base::Bytes;
use mousetrap_model::CaseId;
use mousetrap_model::Limits;
use mousetrap_model::Verdict;

/// The judgement of a submission. Times are nanoseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    verdict: Verdict,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    compiler: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    complaint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unchecked: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gave_up: Option<GaveUp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    compile: Option<Use>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    startup: Option<Use>,
    granted: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    from_cache: bool,
    /// Those in force, each once: CPU and wall time, memory and output.
    limits: Vec<(u64, u64, u64, u64)>,
    cases: Vec<CaseRow>,
}

/// CPU and wall time, and memory.
type Use = (u64, u64, u64);

/// A case: its name, what it earned and used, which limits, and how often it was
/// repeated. A tuple, since there are many.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CaseRow(String, Verdict, Use, usize, u32, Option<Details>);

/// What there is to say of a case that was not simply accepted.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Details {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stdout: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stderr: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
}

impl Record {
    /// The judgement as it can be written down.
    pub fn new(result: &SubmissionResult, cases: &[CaseResult]) -> Self {
        let mut limits = Vec::new();
        let mut row = |case: &CaseResult| {
            let of = written_limits(&case.limits);
            let known = limits.iter().position(|known| *known == of);
            let place = known.unwrap_or_else(|| {
                limits.push(of);
                limits.len() - 1
            });
            let details = (case.verdict != Verdict::Accepted).then(|| Details {
                detail: case.detail.clone(),
                stdout: case.stdout.clone(),
                stderr: case.stderr.clone(),
                reply: case.failing.as_ref().and_then(|f| f.reply.clone()),
            });
            let (id, used) = (case.id.0.clone(), used(case.measured));
            CaseRow(id, case.verdict, used, place, case.repeats, details)
        };
        let cases = cases.iter().map(&mut row).collect();
        Self {
            verdict: result.verdict,
            compiler: result.compiler.clone(),
            complaint: result.complaint.clone(),
            unchecked: result.unchecked.clone(),
            gave_up: result.gave_up,
            compile: result.compile.map(used),
            startup: result.startup.map(used),
            granted: nanos(result.granted),
            from_cache: result.from_cache,
            limits,
            cases,
        }
    }

    /// The judgement that was written down. `failing` gives what a case that was
    /// failed says, with this reply. `None` where it contradicts itself.
    pub fn read(
        self,
        failing: impl Fn(&CaseId, Verdict, Option<String>) -> Option<Failing>,
    ) -> Option<(SubmissionResult, Vec<CaseResult>)> {
        let limits = &self.limits;
        let case = |CaseRow(id, verdict, used, place, repeats, details): CaseRow| {
            let id = CaseId(id);
            let (details, reply) = details.map_or_else(Default::default, |details| {
                (
                    [details.detail, details.stdout, details.stderr],
                    details.reply,
                )
            });
            let [detail, stdout, stderr] = details;
            let &(cpu, wall, memory, output) = limits.get(place)?;
            Some(CaseResult {
                failing: failing(&id, verdict, reply),
                id,
                verdict,
                detail,
                stdout,
                stderr,
                measured: measured(used),
                limits: Limits {
                    cpu: Duration::from_nanos(cpu),
                    wall: Duration::from_nanos(wall),
                    memory: Bytes(memory),
                    output: Bytes(output),
                },
                repeats,
            })
        };
        let cases = self.cases.into_iter().map(case).collect::<Option<_>>()?;
        let result = SubmissionResult {
            verdict: self.verdict,
            compiler: self.compiler,
            complaint: self.complaint,
            unchecked: self.unchecked,
            gave_up: self.gave_up,
            compile: self.compile.map(measured),
            startup: self.startup.map(measured),
            granted: Duration::from_nanos(self.granted),
            from_cache: self.from_cache,
        };
        Some((result, cases))
    }
}

fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}

fn used(measured: Measured) -> Use {
    (nanos(measured.cpu), nanos(measured.wall), measured.memory.0)
}

const fn measured((cpu, wall, memory): Use) -> Measured {
    Measured {
        cpu: Duration::from_nanos(cpu),
        wall: Duration::from_nanos(wall),
        memory: Bytes(memory),
    }
}

fn written_limits(limits: &Limits) -> (u64, u64, u64, u64) {
    let (cpu, wall) = (nanos(limits.cpu), nanos(limits.wall));
    (cpu, wall, limits.memory.0, limits.output.0)
}
