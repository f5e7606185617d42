//! `mousetrap hunt --exhaust`: all instances of a size.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use comfy_table::{CellAlignment, ContentArrangement, Table as Printed, TableStyle};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use rustix::time::{ClockId, clock_gettime};

use super::{Arguments, jobs};
use crate::common::{Global, interruption};
use crate::failure::{Failure, Status};
use crate::outputs;
use mousetrap_base::Shard;
use mousetrap_base::printable::{named, printable};
use mousetrap_lab::exhaust::{self, Kind, RunError, Space, Table};
use mousetrap_lab::state_file;
use mousetrap_report::{Facts, counted};

pub(super) fn run(global: &Global, size: Space, arguments: &Arguments) -> Result<Status, Failure> {
    if let Some(problem) = arguments.problem
        && problem != size.problem()
    {
        return Err(Failure::usage(format!(
            "--exhaust {size}: that is a size of problem {}; boards are as in 4x5, graphs as in 9",
            size.problem().id()
        )));
    }
    let mut state = super::claim_state(arguments)?;
    let mut all = resumed(size, arguments)?;
    if u64::from(all.shard.of.get()) > size.pieces() {
        errln!(
            "{size} falls into {} at most: of {} shards the others are empty",
            counted(size.pieces() as usize, "piece"),
            all.shard.of
        );
    }
    let stop = interruption()?;
    let bar = ProgressBar::with_draw_target(Some(all.pieces()), global.draw_target());
    let style = "{bar:32} {percent} % · {eta} left · {msg}";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
    bar.set_position(all.done);
    bar.reset_eta();
    let clock = Clock::new();
    let begun = all.found.solved;
    let mut written = Instant::now();
    let report = |all: &Table| {
        bar.set_position(all.done);
        bar.set_message(format!(
            "longest win {} plies",
            all.found
                .most(Kind::MouseWin)
                .max(all.found.most(Kind::CatWin))
        ));
        if arguments
            .time
            .is_some_and(|time| clock.start.elapsed() >= time)
        {
            stop.store(true, Ordering::Relaxed);
        }
        match &mut state {
            Some(state) if written.elapsed().as_secs() >= 1 => {
                written = Instant::now();
                let mut now = all.clone();
                clock.read(&mut now);
                state.write(&now).map_err(Failure::usage)
            }
            _ => Ok(()),
        }
    };
    let ran = all.run(jobs(arguments.jobs), &stop, report);
    bar.finish_and_clear();
    clock.read(&mut all);
    if all.is_complete() && all.shard == Shard::WHOLE {
        all.certify();
    }
    if let Some(state) = &mut state {
        state.write(&all).map_err(Failure::usage)?;
    }
    ran.map_err(|error| match error {
        RunError::Geng(error) => Failure::usage(error),
        RunError::Report(failure) => failure,
    })?;
    print(&all);
    let rate = (all.found.solved - begun) as f64 / clock.start.elapsed().as_secs_f64();
    outln!("{} solved per second", HumanCount(rate as u64));
    if all.is_complete() {
        return Ok(Status::Expected);
    }
    outln!(
        "stopped after {} of {} pieces: these are lower bounds only",
        all.done,
        all.pieces()
    );
    Ok(Status::Interrupted)
}

/// How long it takes, on top of runs before.
struct Clock {
    start: Instant,
    cpu: f64,
}

impl Clock {
    fn new() -> Self {
        Self {
            start: Instant::now(),
            cpu: cpu_seconds(),
        }
    }

    /// Adds it to what is written, once.
    fn read(&self, all: &mut Table) {
        all.made.seconds += self.start.elapsed().as_secs_f64();
        all.made.cpu_seconds += cpu_seconds() - self.cpu;
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// How far a run before this one came.
fn resumed(size: Space, arguments: &Arguments) -> Result<Table, Failure> {
    let mut fresh = Table::new(size, arguments.shard.unwrap_or(Shard::WHOLE));
    env!("CARGO_PKG_VERSION").clone_into(&mut fresh.made.version);
    let machine = Facts::of_this_machine().machine;
    fresh.made.processor = machine.get("processor").cloned().unwrap_or_default();
    let Some(file) = &arguments.state else {
        return Ok(fresh);
    };
    let Some(before) = state_file::read::<Table>(file).map_err(Failure::usage)? else {
        return Ok(fresh);
    };
    let before = sound(before, file)?;
    let name = |all: &Table| {
        let part = match all.shard {
            Shard::WHOLE => String::new(),
            shard => format!("part {shard} of "),
        };
        let (size, version) = (all.size.all(), &all.made.version);
        format!("{part}{size} by version {version}")
    };
    if name(&before) != name(&fresh) {
        return Err(Failure::usage(format!(
            "{}: this is {}, not {}; use another file",
            named(file),
            name(&before),
            name(&fresh)
        )));
    }
    Ok(before)
}

fn read(file: &Path) -> Result<Table, Failure> {
    let table = state_file::read(file)
        .map_err(Failure::usage)?
        .ok_or_else(|| Failure::usage(format!("{}: there is no such file", file.display())))?;
    sound(table, file)
}

pub(crate) fn sound(table: Table, file: &Path) -> Result<Table, Failure> {
    match table.fault() {
        None => Ok(table),
        Some(fault) => Err(Failure::usage(format!(
            "{}: is damaged: {fault}; search anew with another file",
            file.display()
        ))),
    }
}

/// Writes the page of these tables, or of those in these directories.
pub(super) fn page(arguments: &Arguments) -> Result<Status, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in &arguments.tables {
        let before = files.len();
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error| Failure::usage(format!("{}: {error}", path.display()));
        for entry in fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            if file
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                files.push(file);
            }
        }
        if files.len() == before {
            return Err(Failure::usage(format!(
                "{}: has no table: in a directory, tables are the files *.json; name a file itself \
                 that is called otherwise",
                named(path)
            )));
        }
    }
    files.sort();
    let proved = |file: &PathBuf| {
        let table = read(file)?;
        table
            .prove()
            .map_err(|fault| Failure::usage(format!("{}: is not proved: {fault}", named(file))))?;
        Ok(table)
    };
    let tables: Result<Vec<Table>, Failure> = files.iter().map(proved).collect();
    let page = exhaust::page(&tables?);
    match &arguments.output {
        Some(file) => {
            outputs::may_write(file, |text| text.starts_with("# Exact tables"))?;
            outputs::write(file, &page)?;
        }
        None => out!("{page}"),
    }
    Ok(Status::Expected)
}

/// What is found, row by row.
pub(crate) fn print(all: &Table) {
    const KINDS: [Kind; 4] = [Kind::MouseWin, Kind::CatWin, Kind::Contested, Kind::Detour];
    let mut table = Printed::new();
    let heads = [
        "won",
        "lost",
        "drawn",
        "mouse",
        "cat",
        "contested",
        "detour",
        "a longest win",
    ];
    table
        .load_style(TableStyle::new())
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(std::iter::once("cat,mouse").chain(heads));
    for (key, row) in &all.found.rows {
        let most = KINDS.map(|kind| {
            let extreme = row.extremes.get(&kind);
            extreme.map_or("-".to_owned(), |extreme| extreme.most.to_string())
        });
        let counts = [row.won, row.lost, row.drawn].map(|count| HumanCount(count).to_string());
        let longest = row
            .extremes
            .get(&Kind::MouseWin)
            .map_or_else(String::new, |longest| longest.line(all.size));
        let cells = counts.into_iter().chain(most);
        table.add_row(std::iter::once(key.clone()).chain(cells).chain([longest]));
    }
    for column in 1..8 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for line in table.lines() {
        outln!("{}", printable(line.trim_end()));
    }
    let (classes, solves) = match all.size {
        Space::Boards(..) => {
            let so_far = if all.is_complete() && all.shard == Shard::WHOLE {
                ""
            } else {
                " of these"
            };
            outln!(
                "no win{so_far} takes more than {} ‰ of two plies per floor cell",
                all.found.most(Kind::Density)
            );
            ("floors", "boards")
        }
        Space::Graphs(_) => ("graphs", "graphs with a hole"),
    };
    let part = if all.shard == Shard::WHOLE {
        String::new()
    } else {
        format!(", part {}", all.shard)
    };
    outln!(
        "{} of {}{part}: {} {classes}, {} {solves}",
        all.size,
        all.problem,
        HumanCount(all.found.classes),
        HumanCount(all.found.solved)
    );
}
