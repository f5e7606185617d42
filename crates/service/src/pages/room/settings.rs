//! Room settings: the form, the page that lists all rooms and offers the form for a new room, and
//! the settings page of an existing room.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use cat_and_mouse::Game;
use mousetrap_util::Choice;
use serde_json::Value;

use super::manage::redirect_to_manage_page;
use crate::http_error::HttpResult;
use crate::judging::RequirementsError;
use crate::pages::views::format_rfc3339;
use crate::store::{FeedbackLevel, Policy, Room, ScoreboardVisibility, host_time_ms};
use crate::texts::Texts;
use crate::web::{App, Fields, FormError, Viewer, html_with_status, read_name};

mousetrap_util::choices! {
    /// Settings for a new room.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Preset {
        /// Participants see failing cases, explanations and hacks.
        Practice = "practice",
        /// Participants see failing cases.
        Class = "class",
        /// Participants see only the verdict.
        Contest = "contest",
    }
}

impl Preset {
    fn policy(self) -> Policy {
        let mut policy = Policy {
            problems: Game::ALL.map(|problem| problem.id().to_owned()).into(),
            ..Policy::default()
        };
        match self {
            Self::Practice => {
                (policy.hacks, policy.sources) = (true, true);
                policy.scoreboard = ScoreboardVisibility::Solved;
            }
            Self::Class => policy.feedback = FeedbackLevel::Case,
            Self::Contest => {
                (policy.feedback, policy.per_hour) = (FeedbackLevel::Verdict, 20);
                policy.scoreboard = ScoreboardVisibility::Always;
            }
        }
        policy
    }
}

#[derive(Template)]
#[template(path = "rooms.html")]
struct RoomsPage {
    viewer: Viewer,
    rooms: Vec<Room>,
    chosen: Preset,
    choices: FormChoices,
    form: Fields,
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    viewer: Viewer,
    room: Room,
    choices: FormChoices,
    form: Fields,
}

/// The suites that the owner can choose.
struct FormChoices {
    /// The name of each suite, and the ids of the problems that have this suite. The ids are
    /// omitted if all problems have it.
    suites: Vec<(String, String)>,
    /// The default suites, which apply if the owner chooses none.
    default_suites: String,
    /// Whether the advanced settings are expanded.
    is_advanced: bool,
}

impl FormChoices {
    fn new(viewer: &Viewer, is_advanced: bool) -> Self {
        let (app, w) = (&viewer.app, viewer.texts);
        let mut suites: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let mut default_suites = BTreeSet::new();
        let problems = &app.settings.config.problems;
        for problem in problems {
            // If a suite is unreadable, the error is reported when the suite is chosen.
            for name in app.suites.suite_names(&problem.id).unwrap_or_default() {
                suites.entry(name).or_default().insert(&problem.id);
            }
            let defaults = app.settings.config.suites_of(problem);
            default_suites.extend(defaults.iter().map(String::as_str));
        }
        let suites = suites.into_iter().map(|(name, of)| {
            let all = of.len() == problems.len();
            let of = if all { Vec::new() } else { Vec::from_iter(of) };
            (name, of.join(&w["comma"]))
        });
        Self {
            suites: suites.collect(),
            default_suites: Vec::from_iter(default_suites).join(&w["comma"]),
            is_advanced,
        }
    }
}

pub(crate) async fn show_rooms(
    viewer: Viewer,
    Query(query): Query<BTreeMap<String, String>>,
) -> HttpResult {
    let chosen = query.get("preset").and_then(|name| Preset::from_name(name));
    let chosen = chosen.unwrap_or(Preset::Practice);
    let form = form_with_settings("", &chosen.policy());
    rooms_page(viewer, chosen, form).await
}

async fn rooms_page(viewer: Viewer, chosen: Preset, form: Fields) -> HttpResult {
    let simple = ["name", "problems", "opens", "closes"];
    let error = form.error.as_ref();
    let is_advanced = error.is_some_and(|error| !simple.contains(&error.field));
    let page = RoomsPage {
        rooms: viewer.app.database.rooms().await?,
        chosen,
        choices: FormChoices::new(&viewer, is_advanced),
        viewer,
        form,
    };
    Ok(html_with_status(page.form.status(), &page))
}

pub(crate) async fn create_room(viewer: Viewer, form: Fields) -> HttpResult {
    let (app, w) = (&viewer.app, viewer.texts);
    let read = read_settings(app, &form, w).and_then(|read| match read.1.closes {
        Some(closes) if closes <= host_time_ms() => {
            Err(FormError::new("closes", &w["need_future"]))
        }
        _ => Ok(read),
    });
    match read {
        Ok((name, policy)) => {
            let room = app.database.create_room(&name, &policy).await?;
            Ok(redirect_to_manage_page(&room))
        }
        Err(error) => rooms_page(viewer, Preset::Practice, form.with_error(error)).await,
    }
}

pub(crate) async fn show_settings(viewer: Viewer, room: Room) -> Response {
    let form = form_with_settings(&room.name, &room.policy);
    settings_page(viewer, room, form)
}

fn settings_page(viewer: Viewer, room: Room, form: Fields) -> Response {
    let page = SettingsPage {
        choices: FormChoices::new(&viewer, true),
        viewer,
        room,
        form,
    };
    html_with_status(page.form.status(), &page)
}

pub(crate) async fn update_room(viewer: Viewer, room: Room, form: Fields) -> HttpResult {
    let app = &viewer.app;
    match read_settings(app, &form, viewer.texts) {
        Ok((name, policy)) => {
            app.database.update_room(&room.id, &name, &policy).await?;
            Ok(redirect_to_manage_page(&room))
        }
        Err(error) => Ok(settings_page(viewer, room, form.with_error(error))),
    }
}

/// Returns the form, filled in with these settings.
fn form_with_settings(name: &str, policy: &Policy) -> Fields {
    let mut form = Fields::from_iter([("name", name)]);
    let settings = serde_json::to_value(policy).expect("a policy is JSON");
    let settings = settings.as_object().into_iter().flatten();
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    for (field, value) in settings {
        match value {
            Value::Array(values) => values.iter().for_each(|one| form.add(field, text(one))),
            Value::Bool(false) | Value::Null => {}
            value => form.add(field, text(value)),
        }
    }
    form
}

/// Reads the name and the policy of a room.
fn read_settings(app: &App, form: &Fields, w: &Texts) -> Result<(String, Policy), FormError> {
    let name = read_name(form.get("name"), w)?;
    let error = |field, text: &str| FormError::new(field, text);
    let problems = form.all_values("problems").to_vec();
    if problems.is_empty() {
        return Err(error("problems", &w["need_problem"]));
    }
    let suites = form.all_values("suites").iter();
    let suites = suites.flat_map(|names| names.split_whitespace());
    let suites: Vec<String> = suites.map(str::to_owned).collect();
    for id in &problems {
        let problem = app.settings.config.problem(id);
        let problem = problem.ok_or_else(|| error("problems", &w["need_problem"]))?;
        let known = app.suites.suite_names(&problem.id);
        let known = known.map_err(|reason| error("suites", &reason.to_string()))?;
        if known.is_empty() {
            let reason = RequirementsError::NoCases(id.clone());
            return Err(error("problems", &reason.to_string()));
        }
        if let Some(suite) = suites.iter().find(|suite| !known.contains(suite)) {
            return Err(error("suites", &format!("{} {id}/{suite}", &w["no_suite"])));
        }
    }
    let time = |field| read_field(form, field, &w["need_time"], read_time);
    let (opens, closes) = (time("opens")?, time("closes")?);
    let times = opens.zip(closes);
    if times.is_some_and(|(opens, closes)| closes <= opens) {
        return Err(error("closes", &w["need_order"]));
    }
    let number = |field, default| {
        let parse = |text: &str| text.parse().ok().filter(|it| (1..=10_000).contains(it));
        let number = read_field(form, field, &w["need_number"], parse);
        number.map(|number| number.unwrap_or(default))
    };
    let default = Policy::default();
    let policy = Policy {
        problems,
        suites,
        feedback: read_choice(form, "feedback", w)?.unwrap_or(default.feedback),
        scoreboard: read_choice(form, "scoreboard", w)?.unwrap_or(default.scoreboard),
        opens,
        closes,
        per_hour: number("per_hour", default.per_hour)?,
        participants: number("participants", default.participants)?,
        hacks: form.is_set("hacks"),
        sources: form.is_set("sources"),
    };
    Ok((name, policy))
}

/// Reads a form field that may be empty. `error` is the message to show if the field's value is
/// invalid.
fn read_field<T>(
    form: &Fields,
    field: &'static str,
    error: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, FormError> {
    match form.get(field) {
        "" => Ok(None),
        text => parse(text)
            .map(Some)
            .ok_or_else(|| FormError::new(field, error)),
    }
}

/// Reads the option chosen in a form field; the field may be empty.
fn read_choice<T: Choice>(
    form: &Fields,
    field: &'static str,
    w: &Texts,
) -> Result<Option<T>, FormError> {
    let error = format!("{}{}{}?", &w[field], &w["colon"], form.get(field));
    read_field(form, field, &error, T::from_name)
}

/// Reads a time: milliseconds since 1970, or a UTC time as browsers send it.
fn read_time(text: &str) -> Option<i64> {
    /// The last second of the year 9999.
    const LATEST_TIME_MS: i64 = 253_402_300_799_000;
    let since = text.parse().ok().or_else(|| {
        let time = humantime::parse_rfc3339_weak(&format!("{text}:00"))
            .or_else(|_| humantime::parse_rfc3339_weak(text));
        let since = time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        since.as_millis().try_into().ok()
    });
    since.filter(|at| (0..=LATEST_TIME_MS).contains(at))
}

/// Formats a time for a form field, in UTC. Text that is not a time is returned unchanged.
pub(crate) fn format_time_field(text: &str) -> String {
    read_time(text).map_or_else(|| text.to_owned(), |at| format_rfc3339(at)[..16].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_time_format_is_parsed() {
        for (text, time) in [
            ("2026-11-22T16:00", 1_795_363_200_000),
            ("2026-11-22T16:00:30", 1_795_363_230_000),
            ("1795363200000", 1_795_363_200_000),
        ] {
            assert_eq!(read_time(text), Some(time));
        }
        for wrong in ["yesterday", "-1", "99999999999999999", "2026-13-01T00:00"] {
            assert_eq!(read_time(wrong), None, "{wrong}");
            assert_eq!(format_time_field(wrong), wrong);
        }
    }
}
