//! Export formats that contain only cases: two files per case, or one file for all cases.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::case::GameCase;
use crate::project_files::{NewFile, new_file};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, CaseId};

/// Returns two files per case, `NAME.in` and `NAME.ans`, in one directory per suite.
pub fn input_answer_files(cases: &[GameCase]) -> Vec<NewFile> {
    let files = |case: &GameCase| case_files(Path::new(&case.id.0), case);
    cases.iter().flat_map(files).collect()
}

/// Returns the files of a case: its input in `NAME.in` and its answer in `NAME.ans`.
pub(crate) fn case_files(name: &Path, case: &GameCase) -> [NewFile; 2] {
    let answer = format!("{}\n", case.answer);
    [
        new_file(name.with_added_extension("in"), &case.input),
        new_file(name.with_added_extension("ans"), answer),
    ]
}

/// Returns the file name of a case without its extension: the case's name, with `-` instead of `/`.
pub(super) fn file_stem(id: &CaseId) -> String {
    id.0.replace('/', "-")
}

/// Returns one file in the JSON Lines format, with one object per case. If the cases are grouped
/// for scoring, each object also contains the case's group.
pub fn jsonl(cases: &[GameCase], points: Option<&RunPoints>) -> Vec<NewFile> {
    json_lines(cases.iter().map(game_case_to_json), points)
}

/// Returns the cases of a custom problem in the same format as [`jsonl`].
pub fn custom_problem_jsonl(id: &str, cases: &[Case], points: Option<&RunPoints>) -> Vec<NewFile> {
    json_lines(cases.iter().map(|case| case_to_json(id, case)), points)
}

fn json_lines(objects: impl Iterator<Item = Value>, points: Option<&RunPoints>) -> Vec<NewFile> {
    let text = objects.fold(String::new(), |mut text, mut object| {
        if let Some(points) = points {
            let id = CaseId(object["id"].as_str().unwrap_or_default().to_owned());
            object["group"] = points.group_of(&id).map(|group| &*group.name).into();
        }
        let _ = writeln!(text, "{object}");
        text
    });
    vec![new_file("cases.jsonl", text)]
}

fn game_case_to_json(case: &GameCase) -> Value {
    let mut object = case_to_json(case.instance.game().id(), &case.to_judge_case());
    object["input"] = case.input.clone().into();
    object["depth"] = case.outcome.depth().map(|depth| depth.0).into();
    object
}

/// Returns the JSON object of a case, with the arguments of the function and the answer.
fn case_to_json(problem: &str, case: &Case) -> Value {
    let value = |text: &str| -> Value {
        serde_json::from_str(text).expect("arguments and answers are JSON")
    };
    let arguments: Vec<Value> = case.arguments.lines().map(value).collect();
    json!({
        "problem": problem,
        "id": case.id.0,
        "arguments": arguments,
        "answer": value(&case.answer),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;
    use mousetrap_model::Limits;

    #[test]
    fn export_has_two_files_or_one_json_object_per_case() {
        let (one, three) = ("3 5 1 2\n####F\n#C...\nM....\n", "1 7 1 3\nM.C...F\n");
        let cases = [("samples/one", one), ("samples/three", three)].map(|(id, input)| {
            let instance = Game::CatAndMouse2.parse(input, Bounds::Contest).unwrap();
            GameCase::from_instance(CaseId(id.to_owned()), instance, Limits::DEFAULT)
        });
        let files = [
            ("samples/one.in", one),
            ("samples/one.ans", "true\n"),
            ("samples/three.in", three),
            ("samples/three.ans", "false\n"),
        ];
        let files = files.map(|(path, text)| new_file(path, text));
        assert_eq!(input_answer_files(&cases), files);
        let [(path, text)] = &jsonl(&cases, None)[..] else {
            panic!("one file");
        };
        assert_eq!(path, Path::new("cases.jsonl"));
        let lines = text.lines().map(serde_json::from_str);
        let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
        let fields = |line: &Value| json!([line["arguments"], line["answer"], line["depth"]]);
        let expected = [
            json!([[["####F", "#C...", "M...."], 1, 2], true, 5]),
            json!([[["M.C...F"], 1, 3], false, null]),
        ];
        assert_eq!(lines.iter().map(fields).collect::<Vec<_>>(), expected);
    }
}
