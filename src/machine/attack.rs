//! `mousetrap doctor --attack`: judges the attack battery on this machine.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use console::truncate_str;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::output;
use cat_and_mouse::Game;
use mousetrap_judge::attack::{self, AttackBattery, SandboxResult};
use mousetrap_report::format_count;
use mousetrap_util::printable::{escape_line, to_printable};

/// Maximum number of terminal columns for a verdict and its reason.
const MAX_VERDICT_WIDTH: usize = 71;

/// Judges, one after another, the attacks whose file name or description contains `only`. If
/// `is_quick` is true, judges only the first attack on each language's driver.
pub(super) fn run(global: &GlobalOptions, only: &str, is_quick: bool) -> CommandResult {
    let languages = global.read_config()?.languages;
    let mut attacks = attack::attacks();
    attacks.retain(|attack| attack.file.contains(only) || attack.title.contains(only));
    let mut drivers = BTreeSet::new();
    attacks.retain(|attack| {
        let driver = attack.attacked_driver_extension().filter(|_| is_quick);
        driver.is_none_or(|driver| drivers.insert(driver.to_owned()))
    });
    if attacks.is_empty() {
        return Err(Failure::usage_error(format!(
            "--only \"{}\": no attack has this text in its file name or description; omit --only to \
             judge and list all attacks",
            to_printable(only)
        )));
    }
    mousetrap_sandbox::adopt_orphans().map_err(Failure::internal_error)?;
    let interrupted = AtomicBool::new(false);
    let battery = AttackBattery::new(&languages, Game::problems(), &interrupted)
        .map_err(Failure::internal_error)?;
    let mut table = output::new_table(["attack", "file", "expected", "got", "afterwards"]);
    let (mut held, mut failed, mut skipped) = (0, 0, Vec::new());
    for attack in &attacks {
        let outcome = battery
            .run(attack)
            .map_err(|error| Failure::internal_error(format!("{}: {error}", attack.file)))?;
        let (is_failure, afterwards) = match outcome.defence {
            SandboxResult::Failed(wrong) => (true, format!("FAILED: {}", wrong.join("; "))),
            SandboxResult::Skipped(reason) => {
                skipped.push(format!("{}: {}", attack.file, escape_line(&reason)));
                (false, "SKIPPED".to_owned())
            }
            SandboxResult::Held => {
                held += 1;
                (false, "no traces left; next run unaffected".to_owned())
            }
        };
        failed += usize::from(is_failure);
        if is_failure || !global.quiet {
            table.add_row([
                attack.title.clone(),
                attack.file.clone(),
                battery.expected_verdict_and_reason(attack).0.to_owned(),
                truncate_str(&escape_line(&outcome.verdict), MAX_VERDICT_WIDTH, "…").into_owned(),
                escape_line(&afterwards),
            ]);
        }
    }
    if !table.is_empty() {
        outln!("{}\n", table.trim_fmt());
    }
    let (held, skips) = (format_count(held, "attack"), skipped.len());
    if !global.quiet || failed > 0 || skips > 0 {
        outln!("{held} blocked, {failed} not blocked, {skips} skipped");
    }
    for reason in &skipped {
        outln!("  skipped {reason}");
    }
    if skips > 0 {
        errln!(
            "error: {} skipped; install the missing toolchains with `mousetrap setup`",
            format_count(skips, "attack")
        );
    }
    Ok(ExitStatus::from_is_expected(failed == 0 && skips == 0))
}
