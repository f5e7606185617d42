//! Rooms for custom problems of the operator's project.

use std::path::Path;

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::tests::support::{CONFIG, Service, both, run_in_project};
use mousetrap_judge::config::Config;
use mousetrap_problems::template::statement_template;

const RIGHT: &str = "class Solution:\n    def pairSums(self, numbers, target): return 1\n";
const WRONG: &str =
    "class Solution:\n    def pairSums(self, numbers, target): return 'wrong at 5'\n";
const FIELDS: [(&str, &str); 2] = [("problems", "pair-sums"), ("hacks", "on")];

/// Writes `problem.toml` and another file of a problem. Its validator is not a program.
fn write_problem(root: &Path, file: &str, text: &str) {
    let path = root.join("problems/pair-sums").join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let definition = "title = \"Pairs\"\nsignature = \"int pairSums(int[] numbers)\"\n\
                      constraints = \"1 <= numbers.length <= 9\\n0 <= numbers[i] <= 9\"\n\
                      validator = \"statement.md\"\n";
    std::fs::write(root.join("problems/pair-sums/problem.toml"), definition).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn room_shows_missing_constraints_and_its_owner_a_missing_statement() {
    let root = tempfile::tempdir().unwrap();
    let cases = "{\"arguments\": [[1]], \"answer\": 1}\n";
    std::fs::create_dir_all(root.path().join("problems/pair-sums/cases")).unwrap();
    write_problem(root.path(), "cases/samples.jsonl", cases);
    let template = statement_template("pair-sums", &"int f(int[] numbers)".parse().unwrap());
    write_problem(root.path(), "statement.md", &template);
    run_in_project(root.path(), async |service| {
        let (room, [ann]) = service.room_with_participants(&FIELDS, ["Ann"]).await;
        let (page, manage) = (format!("/rooms/{room}"), format!("/rooms/{room}/manage"));
        let second = "<li><code>0 &lt;= numbers[i] &lt;= 9</code></li>";
        let both = [
            "<h3>Constraints</h3>",
            "<code>1 &lt;= numbers.length &lt;= 9</code>",
            second,
        ];
        ann.expect_page(&page, &both).await;
        let warning = "what problem pair-sums asks";
        service
            .owner
            .expect_page(&manage, &[warning, "Edit problems/pair-sums/statement.md"])
            .await;
        let written = "Pair the numbers.\n\n- `1 <= numbers.length <= 9`\n";
        write_problem(root.path(), "statement.md", written);
        let shown = ann.expect_page(&page, &["Pair the numbers", second]).await;
        assert_eq!(
            shown.matches("1 &lt;= numbers.length").count(),
            1,
            "{shown}"
        );
        let fields = [("source", RIGHT), ("run", "case"), ("case", "[1]")];
        let run = ann.fields(&format!("{page}/run"), &fields).await;
        let expected = "the problem&#39;s validator failed on it";
        run.expect(StatusCode::UNPROCESSABLE_ENTITY, &[expected]);
        let warning = format!("!{warning}");
        service
            .owner
            .expect_page(&manage, &[warning.as_str()])
            .await;
    });
}

#[test]
fn problem_without_cases_gets_no_room() {
    let root = tempfile::tempdir().unwrap();
    write_problem(root.path(), "statement.md", "");
    run_in_project(root.path(), async |service| {
        let fields = [&[("name", "Pairs")], &FIELDS[..]].concat();
        let made = service.owner.fields("/rooms", &fields).await;
        let expected = "problem pair-sums has no cases";
        made.expect(StatusCode::UNPROCESSABLE_ENTITY, &[expected]);
    });
}

both! {
    async fn room_shows_statement_samples_and_stubs(service: &Service) {
        service.owner.expect_page("/rooms", &["<span>Pair Sums</span>"]).await;
        let (room, [ann]) = service.room_with_participants(&FIELDS, ["Ann"]).await;
        let path = format!("/rooms/{room}");
        ann.expect_page(&path, &[
            "<h2>Pair Sums</h2>",
            "Given an array of integers <code>numbers</code>",
            "<h3>Examples</h3>",
            "List&#60;List&#60;Integer&#62;&#62; pairSums(int[] numbers, int target)",
            "\"numbers\">[6,1,4,3,2,2]\n</span><span data-parameter=\"target\">5\n</span>→ [[1,4],[3,2]]",
            "def pairSums(self, numbers: List[int], target: int)",
            "<strong>Input:</strong> numbers = [3,3,3], target = 6\n<strong>Output:</strong>",
            // The problem is not a game.
            "!LeetCode",
            "!Play",
        ]).await;
        let mut request = Request::get(&path).body(Body::empty()).unwrap();
        request.headers_mut().insert("accept-language", "zh-CN".parse().unwrap());
        let page = ann.ask(request).await.text;
        assert!(page.contains("给你一个整数数组 <code>numbers</code>"), "{page}");
        // The statement contains the constraints.
        assert_eq!(page.matches("<code>1 &lt;= numbers.length &lt;= 1000</code>").count(), 1, "{page}");
    }

    async fn submission_is_judged_on_the_suites_of_the_project(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&FIELDS, ["Ann"]).await;
        let (right, wrong) = (ann.submit(&room, RIGHT).await, ann.submit(&room, WRONG).await);
        service.wait_until_idle().await;
        ann.expect_page(&right, &["Accepted", "samples, hidden"]).await;
        let cases = service.engine.cases.lock().unwrap().clone();
        assert!(cases.contains(&"samples/repeated-value".to_owned()), "{cases:?}");
        assert!(cases.iter().any(|case| case.starts_with("hidden/")), "{cases:?}");
        // All cases were run, because points are proportional to the number of accepted cases.
        let count = cases.len() / 2;
        let points = (10_000 * (count - 1) / count) as f64 / 100.0;
        let points = format!("<dd>{points} <small>/ 100</small>");
        ann.expect_page(&wrong, &["Wrong answer", &points, "!data-board", &crate::texts::EN["by_reference"]]).await;
        assert_eq!(ann.get(&format!("{wrong}/case.json")).await.status, StatusCode::NOT_FOUND);
        let samples = [&FIELDS[..], &[("suites", "samples")]].concat();
        let (other, [bo]) = service.room_with_participants(&samples, ["Bo"]).await;
        let wrong = service.judged(&bo, &other, &WRONG.replace("at 5", "at 1")).await;
        bo.expect_page(&wrong, &[" <small>/ 100</small>"]).await;
        let game = "class Solution:\n    def canMouseWin(self, a, b, c): return 1\n";
        let other = ann.fields(&format!("/rooms/{room}/submissions"), &[("source", game)]).await;
        other.expect(StatusCode::UNPROCESSABLE_ENTITY, &[]);
    }

    async fn hack_must_obey_the_constraints(service: &Service) {
        let (room, [ann, bo]) = service.room_with_participants(&FIELDS, ["Ann", "Bo"]).await;
        let target = ann.submit(&room, RIGHT).await;
        service.judged(&bo, &room, RIGHT).await;
        let path = format!("{target}/hack");
        bo.expect_page(&path, &["[6,1,4,3,2,2]\n5\n"]).await;
        for (case, expected) in [
            ("%5B1%5D", "expected 2 arguments, found 1"),
            ("%5B1%5D%0A%22x%22", "argument target: expected int"),
            ("%5B%5D%0A1%00", "1\\x00</textarea>"),
            ("%5B%5D%0A1", "numbers.length is 0"),
            ("%5B9999%5D%0A1", "-1000 &#60;= numbers[i] &#60;= 1000"),
            ("numbers+%3D+%5B9999%5D%2C+target+%3D+1", "-1000 &#60;= numbers[i] &#60;= 1000"),
        ] {
            let refused = bo.form(&path, &format!("case={case}")).await;
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &[expected]);
        }
    }

    async fn worker_without_the_project_knows_the_problem(service: &Service) {
        let requires = service.app.suites.requirements("pair-sums", &[]).await.unwrap();
        let requirements = service.database.requirements(&requires).await.unwrap().unwrap();
        let known = mousetrap_suite::known_suites();
        let elsewhere = Config::for_worker(&requirements.rules, known);
        let elsewhere = elsewhere.unwrap();
        assert_eq!(elsewhere.problem("pair-sums"), CONFIG.problem("pair-sums"));
        let problem = CONFIG.problem("pair-sums").unwrap();
        assert_eq!(elsewhere.limits_of(problem), CONFIG.limits_of(problem));
        assert_eq!(requirements.suite_names, ["samples", "hidden"]);
        // A problem that was removed from the project is no longer in the form, but its room can
        // still be opened.
        let (room, [ann]) = service.room_with_participants(&FIELDS, ["Ann"]).await;
        service.execute("UPDATE rooms SET policy = REPLACE(policy, 'pair-sums', 'gone')").await;
        assert_eq!(ann.get(&format!("/rooms/{room}")).await.status, StatusCode::OK);
    }
}
