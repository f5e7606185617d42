//! `mousetrap hunt --exhaust`: all boards of a size.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use comfy_table::{CellAlignment, ContentArrangement, Table, TableStyle};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::{Arguments, jobs};
use crate::common::{Global, interruption};
use crate::failure::{Failure, Status};
use mousetrap_lab::hunt::{self, Exhaustion, Maxima, Maximum, Shard};

/// Rows and columns of boards that can be exhausted.
pub(super) fn size(text: &str) -> Result<(u16, u16), String> {
    let number = |text: &str| text.parse::<u16>().ok();
    let sides = text.split_once('x');
    match sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?))) {
        Some((rows @ 1..=8, cols @ 1..=8)) if rows * cols <= 36 => Ok((rows, cols)),
        Some(_) => Err("at most 36 cells can be exhausted, in 1 to 8 rows and columns".to_owned()),
        None => Err("a size is rows and columns, as in 4x5".to_owned()),
    }
}

pub(super) fn run(
    global: &Global,
    size: (u16, u16),
    arguments: &Arguments,
) -> Result<Status, Failure> {
    if !arguments.merge.is_empty() {
        let parts: Result<Vec<Exhaustion>, Failure> =
            arguments.merge.iter().map(|file| part(file)).collect();
        let whole = Exhaustion::merge(parts?)
            .map_err(|error| Failure::usage(format!("these files do not merge: {error}")))?;
        if (whole.rows, whole.cols) != size {
            return Err(Failure::usage(format!(
                "the files are about {}x{} boards",
                whole.rows, whole.cols
            )));
        }
        print(&whole);
        return Ok(Status::Expected);
    }
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let mut all = Exhaustion::new(size, shard);
    if let Some(file) = &arguments.state
        && let Some(before) = hunt::read::<Exhaustion>(file).map_err(Failure::usage)?
    {
        if ((before.rows, before.cols), before.shard) != (size, shard) {
            return Err(Failure::usage(format!(
                "{}: this is part {}/{} of {}x{} boards; use another file",
                file.display(),
                before.shard.part + 1,
                before.shard.of,
                before.rows,
                before.cols
            )));
        }
        all = before;
    }
    let stop = interruption()?;
    let bar = ProgressBar::with_draw_target(Some(all.chunks()), global.draw_target());
    let style = "{bar:32} {percent} % · {eta} left · {msg}";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
    bar.set_position(all.done);
    bar.reset_eta();
    let start = Instant::now();
    let begun = all.solved;
    let mut written = Instant::now();
    let jobs = jobs(arguments.jobs);
    all.run(jobs, &stop, |all| {
        bar.set_position(all.done);
        bar.set_message(format!(
            "longest win {} plies, longest detour {} moves",
            all.most(|maxima| maxima.longest.as_ref()),
            all.most(|maxima| maxima.detour.as_ref())
        ));
        if arguments.time.is_some_and(|time| start.elapsed() >= time) {
            stop.store(true, Ordering::Relaxed);
        }
        match &arguments.state {
            Some(file) if written.elapsed().as_secs() >= 1 => {
                written = Instant::now();
                hunt::write(file, all).map_err(Failure::usage)
            }
            _ => Ok(()),
        }
    })?;
    bar.finish_and_clear();
    all.seconds += start.elapsed().as_secs() * jobs.get() as u64;
    if let Some(file) = &arguments.state {
        hunt::write(file, &all).map_err(Failure::usage)?;
    }
    print(&all);
    let rate = (all.solved - begun) as f64 / start.elapsed().as_secs_f64();
    outln!("{} boards solved per second", HumanCount(rate as u64));
    if all.is_complete() {
        Ok(Status::Expected)
    } else {
        outln!(
            "stopped after {} of {} pieces: these are lower bounds only",
            all.done,
            all.chunks()
        );
        Ok(Status::Interrupted)
    }
}

fn part(file: &Path) -> Result<Exhaustion, Failure> {
    hunt::read(file)
        .map_err(Failure::usage)?
        .ok_or_else(|| Failure::usage(format!("{}: there is no such file", file.display())))
}

/// The maxima by pair of jumps.
fn print(all: &Exhaustion) {
    let mut table = Table::new();
    table
        .load_style(TableStyle::new())
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "cat,mouse",
            "longest",
            "contested",
            "detour",
            "a longest win",
        ]);
    for (jumps, maxima) in &all.maxima {
        let most = |maximum: &Option<Maximum>| {
            maximum
                .as_ref()
                .map_or("-".to_owned(), |maximum| maximum.most.to_string())
        };
        let Maxima {
            longest,
            contested,
            detour,
            density,
        } = maxima;
        let board = longest.as_ref().map_or_else(String::new, |longest| {
            longest.input.lines().skip(1).collect::<Vec<_>>().join("/")
        });
        table.add_row([
            jumps.clone(),
            most(longest),
            most(contested),
            most(detour),
            most(density),
            board,
        ]);
    }
    for column in 1..5 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for line in table.lines() {
        outln!("{}", line.trim_end());
    }
    outln!(
        "{}x{}: longest win {} plies, against a cat that can come {}, longest detour {} moves, \
         {} ‰ of two plies per floor cell at most; {} floors, {} boards",
        all.rows,
        all.cols,
        all.most(|maxima| maxima.longest.as_ref()),
        all.most(|maxima| maxima.contested.as_ref()),
        all.most(|maxima| maxima.detour.as_ref()),
        all.most(|maxima| maxima.density.as_ref()),
        HumanCount(all.floors),
        HumanCount(all.solved)
    );
}
