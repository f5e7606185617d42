//! The form of what the owner decides about a room.

use crate::pages::mistake::Mistake;
use crate::pages::views::Moment;
use crate::secret;
use crate::store::{Feedback, Policy, Room};
use crate::web::{App, Fields};
use crate::words::Words;
use cat_and_mouse::Game;

/// The form, as it is shown.
#[derive(Debug)]
pub(crate) struct RoomForm {
    fields: Fields,
    mistake: Option<Mistake>,
}

impl RoomForm {
    /// What was sent, and what is wrong with it.
    pub(crate) const fn again(fields: Fields, mistake: Mistake) -> Self {
        let mistake = Some(mistake);
        Self { fields, mistake }
    }

    /// The same, by somebody who has now seen what holds.
    pub(crate) fn seen(mut self, room: &Room) -> Self {
        self.fields.replace("seen", mark(&room.name, &room.policy));
        self
    }

    /// What holds for a room; what is usual for a new one.
    pub(crate) fn of(name: &str, policy: &Policy) -> Self {
        let mut fields = Fields::default();
        fields.set("name", name);
        for id in &policy.problems {
            fields.set("problem", id);
        }
        for id in &policy.languages {
            fields.set("language", id);
        }
        for (feedback, name) in Feedback::ALL {
            if feedback == policy.feedback {
                fields.set("feedback", name);
            }
        }
        for (name, time) in [("opens", policy.opens), ("closes", policy.closes)] {
            fields.set(name, time.map_or(String::new(), |time| time.to_string()));
        }
        fields.set("per_hour", policy.per_hour.to_string());
        fields.set("participants", policy.participants.to_string());
        fields.set("per_address", policy.per_address.to_string());
        for name in &policy.suites {
            fields.set("suites", name);
        }
        for (name, on) in [
            ("hacks", policy.hacks),
            ("sources", policy.sources),
            ("breaks", policy.breaks),
        ] {
            if on {
                fields.set(name, "on");
            }
        }
        fields.set("seen", mark(name, policy));
        Self {
            fields,
            mistake: None,
        }
    }

    pub(crate) fn get(&self, name: &str) -> &str {
        self.fields.get(name)
    }

    /// A time as the field wants it, in UTC.
    pub(crate) fn time(&self, name: &str) -> String {
        let text = self.fields.get(name);
        moment(text).map_or_else(|| text.to_owned(), |at| Moment(at).iso()[..16].to_owned())
    }

    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        self.fields.has_value(name, value)
    }

    pub(crate) fn on(&self, name: &str) -> bool {
        self.fields.has(name)
    }

    /// What is wrong with a field.
    pub(crate) fn mistake(&self, field: &str) -> Option<&Mistake> {
        self.mistake
            .as_ref()
            .filter(|mistake| mistake.field == field)
    }
}

/// By what one knows that the settings of a room are still those that a page has shown.
fn mark(name: &str, policy: &Policy) -> String {
    let policy = serde_json::to_string(policy).unwrap_or_default();
    secret::hash(&format!("{name}\n{policy}"))
}

/// Whether a form was made from what holds for a room, as far as it says.
pub(crate) fn is_fresh(fields: &Fields, room: &Room) -> bool {
    let seen = fields.get("seen");
    seen.is_empty() || seen == mark(&room.name, &room.policy)
}

/// What a form says about a room.
pub(crate) fn policy(app: &App, fields: &Fields, w: &Words) -> Result<Policy, Mistake> {
    let mistake = |field, text: &str| Mistake::new(w, field, text);
    let problems = fields.all("problem").to_vec();
    if problems.is_empty() {
        return Err(mistake("problem", w.need_problem));
    }
    let suites = fields.all("suites").iter();
    let suites = suites.flat_map(|names| names.split_whitespace());
    let suites: Vec<String> = suites.map(str::to_owned).collect();
    for id in &problems {
        let Some(problem) = Game::by_id(id) else {
            return Err(mistake("problem", w.need_problem));
        };
        let known = app.suites.known(problem.id());
        let known = known.map_err(|error| mistake("suites", &error.to_string()))?;
        if let Some(suite) = suites.iter().find(|suite| !known.contains(suite)) {
            return Err(mistake("suites", &format!("{} {id}/{suite}", w.no_suite)));
        }
    }
    let languages = fields.all("language").to_vec();
    if languages
        .iter()
        .any(|id| app.settings.config.languages.by_id(id).is_none())
    {
        return Err(mistake("language", w.unknown_language));
    }
    let time = |name: &'static str| match fields.get(name) {
        "" => Ok(None),
        text => moment(text)
            .map(Some)
            .ok_or_else(|| mistake(name, w.need_time)),
    };
    let (opens, closes) = (time("opens")?, time("closes")?);
    if opens
        .zip(closes)
        .is_some_and(|(opens, closes)| closes <= opens)
    {
        return Err(mistake("closes", w.need_order));
    }
    let number = |name: &'static str, usual: i64| match fields.get(name) {
        "" => Ok(usual),
        text => match text.parse() {
            Ok(number @ 1..=10_000) => Ok(number),
            _ => Err(mistake(name, w.need_number)),
        },
    };
    let usual = Policy::default();
    let wanted = fields.get("feedback");
    let feedback = match Feedback::ALL.into_iter().find(|(_, name)| *name == wanted) {
        Some((feedback, _)) => feedback,
        None if wanted.is_empty() => Feedback::default(),
        None => {
            return Err(mistake(
                "feedback",
                &format!("{}{}{wanted}?", w.feedback, w.colon),
            ));
        }
    };
    Ok(Policy {
        problems,
        suites,
        feedback,
        opens,
        closes,
        per_hour: number("per_hour", usual.per_hour)?,
        participants: number("participants", usual.participants)?,
        per_address: number("per_address", usual.per_address)?,
        languages,
        hacks: fields.has("hacks"),
        sources: fields.has("sources"),
        breaks: fields.has("breaks"),
    })
}

/// Milliseconds since 1970, of themselves or of a time in UTC as the field has it.
fn moment(text: &str) -> Option<i64> {
    // The last time that can be written with four digits.
    const LAST: i64 = 253_402_300_799_000;
    let since = text.parse().ok().or_else(|| {
        let time = humantime::parse_rfc3339_weak(&format!("{text}:00"))
            .or_else(|_| humantime::parse_rfc3339_weak(text));
        let since = time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        since.as_millis().try_into().ok()
    });
    since.filter(|at| (0..=LAST).contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_browsers_send_them() {
        assert_eq!(moment("2026-11-22T16:00"), Some(1_795_363_200_000));
        assert_eq!(moment("2026-11-22T16:00:30"), Some(1_795_363_230_000));
        assert_eq!(moment("1795363200000"), Some(1_795_363_200_000));
        for wrong in ["yesterday", "-1", "99999999999999999", "2026-13-01T00:00"] {
            assert_eq!(moment(wrong), None, "{wrong}");
            let mut fields = Fields::default();
            fields.set("opens", wrong);
            let form = RoomForm {
                fields,
                mistake: None,
            };
            assert_eq!(form.time("opens"), wrong, "shown as it was sent");
        }
    }
}
