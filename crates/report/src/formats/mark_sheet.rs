//! The mark sheet: a row per student with the best points for each problem.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::formats::csv::{csv_table, optional_cell};
use crate::{Model, Submission};
use cat_and_mouse::Game;
use mousetrap_model::SubmissionOutcome;
use mousetrap_model::points::Points;

/// The files of a student.
#[derive(Default)]
struct Student<'a> {
    submissions: Vec<&'a Submission>,
    /// Notes that explain why some of the files have no points.
    notes: Vec<String>,
}

/// Returns the mark sheet of a run as comma-separated values with a header. If none of a student's
/// files for a problem has points, for example because the judge failed, the points for this
/// problem and the total are empty, and a note explains why.
pub(crate) fn render_mark_sheet(model: &Model) -> String {
    let mut students: BTreeMap<String, Student<'_>> = BTreeMap::new();
    for submission in &model.submissions {
        let path = &submission.info.path;
        let student = students.entry(student_name(path, model)).or_default();
        student.submissions.push(submission);
        if let Some(reason) = reason_for_no_points(submission) {
            student.notes.push(format!("{}: {reason}", path.display()));
        }
    }
    for refused in &model.header.refused {
        let note = format!("{}: refused: {}", refused.path.display(), refused.reason);
        let student = student_name(&refused.path, model);
        students.entry(student).or_default().notes.push(note);
    }
    for path in &model.header.left_out {
        // A file that is not in a subdirectory, such as the backup file of an editor, does not
        // count as a student.
        let split = split_at_path_argument(path, &model.header.named);
        let is_in_directory = split.is_some_and(|(_, rest)| rest.components().count() > 1);
        let student = student_name(path, model);
        if is_in_directory && !student.starts_with(['.', '_']) {
            students.entry(student).or_default();
        }
    }
    for student in students.values_mut() {
        if student.submissions.is_empty() && student.notes.is_empty() {
            student
                .notes
                .push("none of the files can be judged".to_owned());
        }
    }
    let mut header = vec!["student".to_owned()];
    let problems = problem_ids(model);
    for problem in &problems {
        header.extend([format!("{problem}_file"), format!("{problem}_points")]);
    }
    header.extend(["total", "max", "note"].map(str::to_owned));
    let points = model.header.points.values();
    let max: Points = points.map(|points| points.available).sum();
    let rows = students.iter().map(|(name, student)| {
        let mut row = vec![name.clone()];
        let (mut total, mut is_known) = (Points::ZERO, !student.submissions.is_empty());
        for problem in &problems {
            let (file, points) = student.best_file(problem);
            is_known &= file.is_none() || points.is_some();
            total = [total, points.unwrap_or_default()].into_iter().sum();
            row.push(optional_cell(file.map(Path::display)));
            row.push(optional_cell(points));
        }
        row.push(optional_cell(is_known.then_some(total)));
        row.extend([max.to_string(), student.notes.join("; ")]);
        row
    });
    csv_table(&header, rows)
}

impl Student<'_> {
    /// Returns the file with the most points for a problem, and its points. If several files have
    /// the same number of points, returns the first of these files. If no file has points, returns
    /// the first file.
    fn best_file(&self, problem: &str) -> (Option<&Path>, Option<Points>) {
        let points = |submission: &Submission| submission.award.as_ref().map(|award| award.points);
        let all = self.submissions.iter().rev();
        let all = all.filter(|submission| submission.info.problem == problem);
        let best = all.max_by_key(|submission| points(submission));
        let file = best.map(|best| best.info.path.as_path());
        (file, best.and_then(|best| points(best)))
    }
}

/// Returns the ids of the two built-in games, followed by the ids of the custom problems in the
/// run.
fn problem_ids(model: &Model) -> Vec<&str> {
    let games = Game::ALL.map(Game::id);
    let submissions = model.submissions.iter();
    let own: BTreeSet<&str> = submissions.map(|one| one.info.problem.as_str()).collect();
    let own = own.into_iter().filter(|id| !games.contains(id));
    games.into_iter().chain(own).collect()
}

/// Returns the reason why a submission has no points, or `None` if it has points.
fn reason_for_no_points(submission: &Submission) -> Option<String> {
    match &submission.outcome {
        _ if submission.award.is_some() => None,
        SubmissionOutcome::Skipped(skip) => Some(skip.reason.to_string()),
        SubmissionOutcome::Failed(_) => Some("the judge failed; judge this file again".to_owned()),
        SubmissionOutcome::Judged(_)
        | SubmissionOutcome::SameAs(_)
        | SubmissionOutcome::NotJudged => {
            Some("not judged on all cases; judge this file again".to_owned())
        }
    }
}

/// Returns the path on the command line that contains a file, and the file's path relative to it.
fn split_at_path_argument<'a>(
    file: &'a Path,
    named: &'a [PathBuf],
) -> Option<(&'a Path, &'a Path)> {
    let roots = named.iter().filter(|root| file.starts_with(root));
    let root = roots.max_by_key(|root| root.components().count())?;
    Some((root, file.strip_prefix(root).ok()?))
}

/// Returns the name of the student to whom a file belongs: the name of the first directory or
/// archive below the path on the command line. If the file is not in such a directory or archive,
/// returns its path.
fn student_name(file: &Path, model: &Model) -> String {
    let split = split_at_path_argument(file, &model.header.named);
    let Some((root, Some(first))) = split.map(|(root, rest)| (root, rest.components().next()))
    else {
        return file.display().to_string();
    };
    let source = root.join(first);
    // If there is a single path on the command line, it is omitted, because it would be the same
    // for all students.
    let name = match model.header.named[..] {
        [_] => first.as_os_str().display().to_string(),
        _ => source.display().to_string(),
    };
    if model.header.archives.contains(&source) {
        return Path::new(&name).with_extension("").display().to_string();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;
    use mousetrap_model::points::EarnedPoints;

    #[test]
    fn student_is_the_first_directory_below_the_path_argument() {
        for (file, named, expected) in [
            ("class/anna/a.py", &["class"][..], "anna"),
            ("class/anna/week-1/a.py", &["class"], "anna"),
            ("class.zip/anna/a.py", &["class.zip"], "anna"),
            ("class/anna.zip/src/a.py", &["class"], "anna"),
            ("class/anna.b.ZIP/a.py", &["class"], "anna.b"),
            ("anna/a.py", &[""], "anna"),
            // A directory whose name looks like the name of an archive.
            ("class/r.tar/a.py", &["class"], "r.tar"),
            // Files outside any student's directory.
            ("class/ben.py", &["class"], "ben.py"),
            ("class/ben.py", &["class/ben.py"], "class/ben.py"),
            ("solutions/913/a.py", &[], "solutions/913/a.py"),
            // Students with the same name below different paths are different students.
            ("one/anna/a.py", &["one", "two"], "one/anna"),
            ("two/anna/a.py", &["one", "two"], "two/anna"),
            ("a/anna/a.py", &["a", "a/anna"], "a/anna/a.py"),
        ] {
            let mut model = Model::default();
            model.header.named = named.iter().map(PathBuf::from).collect();
            let archives = ["class/anna.zip", "class/anna.b.ZIP"];
            model.header.archives = archives.map(PathBuf::from).into();
            assert_eq!(student_name(Path::new(file), &model), expected, "{file}");
        }
    }

    /// Returns the mark sheet of a run that judged these files in the directory `class`. Each file
    /// is given by its problem, its path and its points.
    fn mark_sheet_for_files(files: &[(&'static str, &str, Option<u32>)]) -> String {
        let mut model = sample::interrupted_run();
        let judged = model.submissions[0].clone();
        let failed = model.submissions[7].clone();
        model.header.named = vec!["class".into()];
        model.header.points = [("913", 100), ("1728", 40)]
            .map(|(problem, points)| (problem.to_owned(), sample::run_points(points)))
            .into();
        let submission = |&(problem, path, points): &(&'static str, &str, Option<u32>)| {
            let mut one = if points.is_some() { &judged } else { &failed }.clone();
            (one.info.problem, one.info.path) = (problem.to_owned(), path.into());
            one.award = points.map(|points| EarnedPoints {
                points: Points::from_integer(points),
                available: Points::from_integer(100),
                groups: Vec::new(),
            });
            one
        };
        model.submissions = files.iter().map(submission).collect();
        render_mark_sheet(&model)
    }

    #[test]
    fn student_without_a_file_to_judge_has_an_empty_row() {
        let mut model = sample::interrupted_run();
        model.header.named = vec!["class".into()];
        model.submissions.clear();
        model.header.refused.clear();
        let left_out = ["class/.DS_Store", "class/a.py~", "class/dan/readme.txt"];
        model.header.left_out = left_out.map(PathBuf::from).into();
        let sheet = render_mark_sheet(&model);
        let (_, row) = sheet.split_once('\n').unwrap();
        let note = "none of the files can be judged\n";
        assert!(
            row.starts_with("dan,,,,,,") && row.ends_with(note),
            "{sheet}"
        );
        assert_eq!(sheet.lines().count(), 2, "{sheet}");
    }

    #[test]
    fn custom_problem_has_columns_after_those_of_the_games() {
        let sheet = mark_sheet_for_files(&[("pair-sums", "class/ben/a.py", Some(7))]);
        let mut lines = sheet.lines();
        let header = "student,913_file,913_points,1728_file,1728_points,pair-sums_file,\
                      pair-sums_points,total,max,note";
        assert_eq!(lines.next(), Some(header));
        let row = lines.next().unwrap();
        assert!(row.starts_with("ben,,,,,class/ben/a.py,7,7,"), "{row}");
    }

    #[test]
    fn row_has_the_best_file_for_each_problem() {
        let sheet = mark_sheet_for_files(&[
            ("913", "class/ben/first.py", Some(30)),
            ("913", "class/ben/second.py", Some(70)),
            ("913", "class/ben/third.py", Some(70)),
            ("1728", "class/ben/mouse.py", Some(40)),
            ("1728", "class/anna/mouse.py", Some(0)),
            // An internal error prevented judging a student's only file for 913, or one of two
            // files.
            ("913", "class/cleo/a.py", None),
            ("1728", "class/cleo/b.py", Some(40)),
            ("913", "class/dan/a.py", None),
            ("913", "class/dan/b.py", Some(10)),
            ("913", "class/=eve/a.py", Some(1)),
        ]);
        insta::assert_snapshot!(sheet);
    }
}
