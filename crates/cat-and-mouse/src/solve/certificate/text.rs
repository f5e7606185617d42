//! The text form of certificates.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Attack, AttackEntry, Certificate, Defence, DefenceEntry};
use crate::game::{Outcome, Player, Ply};

/// Reason why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct CertificateError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The rule that the line breaks.
    pub message: String,
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
        let mut lines = (1..).zip(text.lines().map(|line| line.split_whitespace().collect()));
        let mut header = |what: &str| -> Result<(usize, Vec<&str>), CertificateError> {
            lines
                .next()
                .ok_or_else(|| fault(1, format!("the text ends before its line {what:?}")))
        };
        let (line, words) = header("certificate")?;
        let ["certificate", problem] = words[..] else {
            return Err(fault(
                line,
                "the first line must be \"certificate\" and the problem's number",
            ));
        };
        let (line, words) = header("outcome")?;
        let outcome = outcome(&words).ok_or_else(|| {
            fault(
                line,
                "the second line must be \"outcome\" and one of: mouse N, cat N, cat, draw",
            )
        })?;
        let (mut attack, mut defences): (Option<Attack>, Vec<Defence>) = (None, Vec::new());
        let mut is_attack = false;
        for (line, words) in lines {
            if let ["attack", who] = words[..]
                && attack.is_none()
            {
                let (player, entries) = (player(line, who)?, Vec::new());
                attack = Some(Attack { player, entries });
                is_attack = true;
            } else if let ["defence", who] = words[..] {
                let (player, entries) = (player(line, who)?, Vec::new());
                defences.push(Defence { player, entries });
                is_attack = false;
            } else if let (true, Some(attack)) = (is_attack, &mut attack) {
                let entry = attack_entry(&words).ok_or_else(|| {
                    fault(line, "an entry of an attack is: mouse, cat, rank, move")
                })?;
                attack.entries.push(entry);
            } else if let Some(defence) = defences.last_mut() {
                let expected = "an entry of a defence is: mouse, cat, bound or \"forever\"";
                let entry = defence_entry(&words).ok_or_else(|| fault(line, expected))?;
                defence.entries.push(entry);
            } else {
                let expected = "a plan begins with \"attack\" or \"defence\" and who plays it";
                return Err(fault(line, expected));
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

fn fault(line: usize, message: impl Into<String>) -> CertificateError {
    CertificateError {
        line,
        message: message.into(),
    }
}

fn player(line: usize, word: &str) -> Result<Player, CertificateError> {
    match word {
        "mouse" => Ok(Player::Mouse),
        "cat" => Ok(Player::Cat),
        _ => Err(fault(line, "a plan is played by \"mouse\" or \"cat\"")),
    }
}

fn outcome(words: &[&str]) -> Option<Outcome> {
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

fn attack_entry(words: &[&str]) -> Option<AttackEntry> {
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

fn defence_entry(words: &[&str]) -> Option<DefenceEntry> {
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
