//! How fast a machine is, by language.
//!
//! A program that is right, the same everywhere, is run on the same case. How much
//! longer that takes on a host than on the machine that asks is the factor by which
//! times of submissions are divided there.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::Problem;
use mousetrap_base::Limits;
use mousetrap_judge::language::{Language, Languages, Probed, probe};
use mousetrap_judge::{
    Engine as _, Event, FindOptions, Options, Threads, Verdict, digest_of_bytes,
    digest_of_language, keep_measured, measured_before, of_text,
};
use mousetrap_suite::{Case, CaseId};

/// Programs that solve Cat and Mouse, one for each language, by file name.
pub type References = Vec<(PathBuf, &'static str)>;

/// How often a reference is run; what else runs on the machine makes it slower and
/// nothing makes it faster, so that the shortest counts.
const ROUNDS: usize = 7;

/// Nodes of the graph that it is run on: some milliseconds in the fastest language, and
/// less than half a second in the slowest.
const NODES: usize = 16;

/// Factors are within these; what is beyond is a mistake, of a clock or a host.
const SLOWEST: f64 = 20.0;

/// What is known of this machine.
#[derive(Debug)]
pub(crate) struct Paces {
    references: References,
    /// This build.
    build: String,
    threads: Arc<Threads>,
    say: fn(&str),
    /// By what was measured; nothing where it cannot be.
    known: Mutex<BTreeMap<String, Option<Duration>>>,
}

impl Paces {
    pub(crate) fn new(
        references: References,
        build: &str,
        threads: Arc<Threads>,
        say: fn(&str),
    ) -> Self {
        Self {
            references,
            build: build.to_owned(),
            threads,
            say,
            known: Mutex::default(),
        }
    }

    /// What the reference of a language takes here, by the clock that these options
    /// give it; nothing where there is none, or where it does not run.
    pub(crate) fn figure(
        &self,
        language: &Language,
        options: &Options,
        interrupted: &AtomicBool,
    ) -> Option<Duration> {
        let find = |(path, _): &&(PathBuf, &'static str)| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| language.extensions.iter().any(|e| e == extension))
        };
        let (path, text) = self.references.iter().find(find)?;
        let Probed::Toolchain(toolchain) = probe(language) else {
            return None;
        };
        let machine = rustix::system::uname();
        let name = format!(
            "pace {} {:?} {} {} {} {}",
            self.build,
            machine.nodename(),
            toolchain.version,
            digest_of_language(language),
            options.isolation,
            options.pace
        );
        let name = digest_of_bytes(name.as_bytes());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(figure) = known.get(&name) {
            return *figure;
        }
        let figure = measured_before(&name).or_else(|| {
            (self.say)(&format!("measuring how fast {} is here", language.name));
            let alone = || measure(path, text, language, options, interrupted);
            let figure = self.threads.quietly(alone)?;
            keep_measured(&name, figure);
            Some(figure)
        });
        if !interrupted.load(Ordering::Relaxed) {
            known.insert(name, figure);
        }
        figure
    }
}

/// How many times longer something takes at this figure than at the reference.
pub(crate) fn factor(figure: Duration, reference: Duration) -> f64 {
    let factor = figure.as_secs_f64() / reference.as_secs_f64();
    if factor.is_finite() {
        factor.clamp(1.0 / SLOWEST, SLOWEST)
    } else {
        1.0
    }
}

/// What is odd about a factor, as the end of a sentence about a language.
pub fn oddity(factor: f64) -> Option<String> {
    let (times, bound) = if factor >= SLOWEST {
        (format!("{SLOWEST} times as long as here, or more"), "most")
    } else if factor <= 1.0 / SLOWEST {
        (format!("1/{SLOWEST} of the time here, or less"), "least")
    } else {
        return None;
    };
    Some(format!(
        "takes {times}; {factor} is the {bound} that its times are divided by, so that verdicts \
         there may differ: is its clock right, and is it not overloaded?"
    ))
}

fn measure(
    path: &Path,
    text: &str,
    language: &Language,
    options: &Options,
    interrupted: &AtomicBool,
) -> Option<Duration> {
    let languages = Languages::from_iter([language.clone()]);
    let wanted = FindOptions::new(Some(Problem::CatAndMouse), None);
    let submission = of_text(path, text.as_bytes(), &languages, wanted).ok()?;
    let cases = (0..ROUNDS).map(case).collect::<Option<Vec<Case>>>()?;
    let cases = BTreeMap::from([(Problem::CatAndMouse.id(), cases)]);
    let options = Options {
        judge: options.judge,
        isolation: options.isolation,
        pace: options.pace,
        ..Options::default()
    };
    let options = options.with_jobs(Some(std::num::NonZero::<usize>::MIN));
    let (sender, events) = mpsc::channel();
    let judged = Threads::default().judge(&[submission], &cases, &options, interrupted, &sender);
    judged.ok()?;
    drop(sender);
    let cpu = events.into_iter().filter_map(|event| match event {
        Event::Case { result, .. } => {
            Some((result.verdict == Verdict::Accepted).then_some(result.measured.cpu))
        }
        _ => None,
    });
    let cpu = cpu.collect::<Option<Vec<Duration>>>()?;
    (cpu.len() == ROUNDS).then(|| cpu.into_iter().min())?
}

/// A graph in which each node has six neighbours and games are long.
fn case(round: usize) -> Option<Case> {
    let mut text = format!("{NODES}\n");
    for node in 0..NODES {
        let steps = [1, 3, 5].into_iter().flat_map(|step| [step, NODES - step]);
        let neighbours = steps.map(|step| ((node + step) % NODES).to_string());
        let neighbours = neighbours.collect::<Vec<_>>();
        let _ = writeln!(text, "{} {}", neighbours.len(), neighbours.join(" "));
    }
    let instance = Problem::CatAndMouse.parse(&text, Bounds::Contest).ok()?;
    let limits = Limits {
        cpu: Duration::from_mins(1),
        wall: Duration::from_mins(5),
        ..Limits::DEFAULT
    };
    Some(Case::solved(
        CaseId(format!("pace/{round}")),
        instance,
        limits,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_is_one_and_factors_are_sane() {
        assert!(case(0).is_some());
        let millis = Duration::from_millis;
        assert!((factor(millis(30), millis(20)) - 1.5).abs() < 1e-9);
        assert!((factor(millis(30), Duration::ZERO) - 1.0).abs() < 1e-9);
        assert!((factor(Duration::ZERO, millis(1)) - 0.05).abs() < 1e-9);
        for (figure, begins) in [
            (19, None),
            (20, Some("takes 20 times as long as here, or more; 20 is")),
            (500, Some("takes 20 times as long as here, or more; 20 is")),
        ] {
            let said = oddity(factor(millis(figure), millis(1)));
            assert_eq!(said.is_some(), begins.is_some(), "{figure}");
            assert!(
                said.unwrap_or_default()
                    .starts_with(begins.unwrap_or_default())
            );
        }
        let fast = oddity(factor(millis(1), millis(30))).unwrap();
        assert!(
            fast.starts_with("takes 1/20 of the time here, or less; 0.05 is"),
            "{fast}"
        );
    }
}
