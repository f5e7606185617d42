//! The text form of certificates.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Attack, AttackEntry, Certificate, Defence, DefenceEntry};
use crate::game::{Outcome, Player, Ply};

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {rule}")]
pub struct CertificateError {
    /// The line number, counting from 1.
    pub line: usize,
    /// The rule that the line breaks.
    pub rule: &'static str,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "certificate {}", self.problem)?;
        match self.outcome {
            Outcome::Mouse { depth } => writeln!(f, "outcome mouse {depth}")?,
            Outcome::Cat { depth: Some(depth) } => writeln!(f, "outcome cat {depth}")?,
            Outcome::Cat { depth: None } => writeln!(f, "outcome cat")?,
            Outcome::Draw => writeln!(f, "outcome draw")?,
        }
        if let Some(attack) = &self.attack {
            writeln!(f, "attack {}", attack.player.name())?;
            for AttackEntry {
                mouse,
                cat,
                rank,
                to,
            } in &attack.entries
            {
                writeln!(f, "{mouse} {cat} {rank} {to}")?;
            }
        }
        for defence in &self.defences {
            writeln!(f, "defence {}", defence.player.name())?;
            for DefenceEntry { mouse, cat, bound } in &defence.entries {
                match bound {
                    Some(bound) => writeln!(f, "{mouse} {cat} {bound}")?,
                    None => writeln!(f, "{mouse} {cat} forever")?,
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Certificate {
    type Err = CertificateError;

    fn from_str(text: &str) -> Result<Self, CertificateError> {
        let error = |line, rule| CertificateError { line, rule };
        let mut lines = text.lines().map(|line| line.split_whitespace().collect());
        let mut header = || -> Vec<&str> { lines.next().unwrap_or_default() };
        let ["certificate", problem] = header()[..] else {
            let rule = "the first line must be \"certificate\" followed by the problem's number";
            return Err(error(1, rule));
        };
        let rule = "the second line must be \"outcome\" followed by mouse N, cat N, cat or draw";
        let outcome = read_outcome(&header()).ok_or(error(2, rule))?;
        let (mut attack, mut defences): (Option<Attack>, Vec<Defence>) = (None, Vec::new());
        let mut is_attack = false;
        for (line, words) in (3..).zip(lines) {
            let player = |name| {
                let rule = "the player of a strategy must be \"mouse\" or \"cat\"";
                let mut players = [Player::Mouse, Player::Cat].into_iter();
                let player = players.find(|player| player.name() == name);
                player.ok_or(error(line, rule))
            };
            if let ["attack", who] = words[..]
                && attack.is_none()
            {
                let (player, entries) = (player(who)?, Vec::new());
                attack = Some(Attack { player, entries });
                is_attack = true;
            } else if let ["defence", who] = words[..] {
                let (player, entries) = (player(who)?, Vec::new());
                defences.push(Defence { player, entries });
                is_attack = false;
            } else if let (true, Some(attack)) = (is_attack, &mut attack) {
                let rule = "an entry of an attack must have four fields: mouse, cat, rank, move";
                let entry = read_attack_entry(&words).ok_or(error(line, rule))?;
                attack.entries.push(entry);
            } else if let Some(defence) = defences.last_mut() {
                let rule = "an entry of a defence must have three fields: mouse, cat, bound or \"forever\"";
                let entry = read_defence_entry(&words).ok_or(error(line, rule))?;
                defence.entries.push(entry);
            } else {
                let rule =
                    "a strategy must begin with \"attack\" or \"defence\" followed by the player";
                return Err(error(line, rule));
            }
        }
        Ok(Self {
            problem: problem.to_owned(),
            outcome,
            attack,
            defences,
        })
    }
}

fn read_outcome(words: &[&str]) -> Option<Outcome> {
    Some(match words {
        ["outcome", "mouse", depth] => Outcome::Mouse {
            depth: Ply(depth.parse().ok()?),
        },
        ["outcome", "cat", depth] => Outcome::Cat {
            depth: Some(Ply(depth.parse().ok()?)),
        },
        ["outcome", "cat"] => Outcome::Cat { depth: None },
        ["outcome", "draw"] => Outcome::Draw,
        _ => return None,
    })
}

fn read_attack_entry(words: &[&str]) -> Option<AttackEntry> {
    let [mouse, cat, rank, to] = words else {
        return None;
    };
    Some(AttackEntry {
        mouse: mouse.parse().ok()?,
        cat: cat.parse().ok()?,
        rank: rank.parse().ok()?,
        to: to.parse().ok()?,
    })
}

fn read_defence_entry(words: &[&str]) -> Option<DefenceEntry> {
    let [mouse, cat, bound] = words else {
        return None;
    };
    let bound = match *bound {
        "forever" => None,
        plies => Some(Ply(plies.parse().ok()?)),
    };
    Some(DefenceEntry {
        mouse: mouse.parse().ok()?,
        cat: cat.parse().ok()?,
        bound,
    })
}
