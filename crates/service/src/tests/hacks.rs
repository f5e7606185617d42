//! Hacks: limits, results and rejudging.

use axum::http::StatusCode;

use super::support::{RIGHT, Service, both, eventually, id_of_page};
use crate::store::{AnsweredCase, Hack, Task, host_time_ms};
use std::time::Duration;

pub(super) const CASE: &str = "[\"M.F\",\"C..\"]\n1\n1";

/// A URL-encoded form that contains [`CASE`].
pub(super) const CASE_FORM: &str = "case=%5B%22M.F%22%2C%22C..%22%5D%0A1%0A1";

/// Submits a hack of the submission with this page, and claims its task, while no worker is running.
pub(super) async fn claimed_hack(
    service: &Service,
    room: &str,
    page: &str,
    input: &str,
) -> (Task, Hack) {
    let participant = format!("Bo of {room}");
    service.execute(&format!(
        "INSERT INTO participants VALUES ('{participant}', '{room}', 'Bo', 0) ON CONFLICT DO NOTHING"
    )).await;
    service.stop_worker().await;
    let target = service.database.submission(id_of_page(page)).await;
    let target = target.unwrap().unwrap();
    let requires = service.requires(room).await;
    let case = AnsweredCase {
        arguments: input.to_owned(),
        answer: String::new(),
    };
    let added = service
        .database
        .add_hack(&participant, &target, &case, &requires);
    added.await.unwrap();
    let task = service.claim().await.unwrap();
    let hack = service.database.hack(&task.body).await.unwrap().unwrap();
    let state = "hit".to_owned();
    (task, Hack { state, ..hack })
}

/// Ends a hack that succeeded. Returns its state.
pub(super) async fn complete_hack(service: &Service, (task, hack): (Task, Hack)) -> String {
    let ended = service.database.complete_hack(&task, &hack).await;
    assert!(ended.unwrap());
    service
        .database
        .hack(&hack.id)
        .await
        .unwrap()
        .unwrap()
        .state
}

/// A right solution that fails on each case of a hack.
pub(super) fn breakable_source() -> String {
    RIGHT.replace("return 1", "return 'breakable'")
}

both! {
    async fn case_found_by_a_hack_is_added_to_the_room_and_causes_rejudging(service: &Service) {
        let fields = [("hacks", "on"), ("suites", "samples"), ("suites", "regressions")];
        let (room, [ann]) = service.room_with_participants(&fields, ["Ann"]).await;
        let page = service.judged(&ann, &room, &breakable_source()).await;
        assert!(ann.get(&page).await.text.contains("Accepted"));
        let taken = claimed_hack(service, &room, &page, CASE).await;
        // This solution is submitted before the case is added, and judged afterwards.
        let waiting = ann.submit(&room, &breakable_source()).await;
        assert_eq!(complete_hack(service, taken).await, "hit");
        assert_eq!(service.database.room_cases(&room, 1).await.unwrap().len(), 0);
        assert_eq!(service.database.room_cases(&room, 2).await.unwrap()[0].author, "Bo");
        assert_eq!(service.stored_room(&room).await.revision, 1);
        service.judge_waiting().await;
        assert_eq!(service.stored_room(&room).await.revision, 2);
        assert!(ann.get(&waiting).await.text.contains("Wrong answer"));
        // A submission that fails a case that was added by a hack earns no points.
        service.owner.expect_page(&waiting, &["samples 0/10", "regressions 0/10"]).await;
        ann.expect_page(&page, &["Wrong answer", "found by Bo", "<code>room/Bo-"]).await;
        let again = ann.submit(&room, &breakable_source()).await;
        service.judge_waiting().await;
        assert!(ann.get(&again).await.text.contains("Wrong answer"));
    }

    async fn case_is_added_to_a_room_once_and_only_while_its_target_is_accepted(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("hacks", "on")], ["Ann"]).await;
        let breakable = ann.submit(&room, &breakable_source()).await;
        let right = service.judged(&ann, &room, RIGHT).await;
        let first = claimed_hack(service, &room, &breakable, CASE).await;
        assert_eq!(complete_hack(service, first).await, "hit");
        service.judge_waiting().await;
        let second = claimed_hack(service, &room, &breakable, "[\"MF\",\"C.\"]\n1\n1").await;
        assert_eq!(complete_hack(service, second).await, "late");
        let third = claimed_hack(service, &room, &right, CASE).await;
        assert_eq!(complete_hack(service, third).await, "known");
        assert_eq!(service.database.room_cases(&room, 99).await.unwrap().len(), 1);
        assert_eq!(service.database.revisions(&room).await.unwrap().len(), 1);
        // A worker does not run such a hack either.
        let (_, hack) = claimed_hack(service, &room, &breakable, CASE).await;
        service.database.requeue_expired_tasks(true).await.unwrap();
        service.judge_waiting().await;
        assert_eq!(service.database.hack(&hack.id).await.unwrap().unwrap().state, "late");
    }

    async fn hack_of_a_removed_submission_changes_nothing(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[("hacks", "on")], ["Ann"]).await;
        let page = service.judged(&ann, &room, &breakable_source()).await;
        let (task, hack) = claimed_hack(service, &room, &page, CASE).await;
        let author = service.database.participants(&room).await.unwrap().pop().unwrap();
        service.database.remove_participant(&author).await.unwrap();
        assert!(!service.database.complete_hack(&task, &hack).await.unwrap());
        assert!(service.database.room_cases(&room, 99).await.unwrap().is_empty());
    }

    async fn hack_is_judged_and_names_its_target(service: &Service) {
        let (room, [ann, bo]) = service.room_with_participants(&[("hacks", "on")], ["Ann", "Bo"]).await;
        let breakable = ann.submit(&room, &breakable_source()).await;
        let right = ann.submit(&room, RIGHT).await;
        service.judged(&bo, &room, RIGHT).await;
        for (target, expected) in [(&right, "Passes"), (&breakable, "Fails: Wrong answer (nonsense)")] {
            let tried = bo.form(&format!("{target}/hack"), CASE_FORM).await;
            tried.expect(StatusCode::SEE_OTHER, &[]);
            service.wait_until_idle().await;
            let page = bo.get(tried.location()).await.text;
            let own = page.split("Your cases").nth(1).unwrap();
            assert!(own.contains("<strong>Ann</strong>") && own.contains(expected), "{own}");
            assert!(own.contains("<span data-parameter=\"catJump\">"), "{own}");
        }
        // The new revision takes effect when all its tasks have ended.
        let found = async || service.owner.get(&breakable).await.text.contains("found by Bo");
        eventually("the revision is applied", found).await;
    }

    async fn hacks_and_successful_hacks_are_limited_per_hour(service: &Service) {
        let (room, [ann, bo]) = service.room_with_participants(&[("hacks", "on")], ["Ann", "Bo"]).await;
        let target = ann.submit(&room, RIGHT).await;
        service.judged(&bo, &room, RIGHT).await;
        let own = service.database.participants(&room).await.unwrap().remove(1);
        for (state, number, status, expected) in [
            ("hit", 4, StatusCode::SEE_OTHER, ""),
            ("hit", 5, StatusCode::TOO_MANY_REQUESTS, "5 of your cases have succeeded"),
            ("miss", 19, StatusCode::SEE_OTHER, ""),
            ("miss", 20, StatusCode::TOO_MANY_REQUESTS, "You have tried 20 cases"),
        ] {
            service.execute("DELETE FROM hacks").await;
            for id in 0..number {
                let (participant, at) = (&own.id, host_time_ms());
                service.execute(&format!(
                    "INSERT INTO hacks (id, room, participant, submission, input, state, detail, \
                     created) VALUES ('{id}', '{room}', '{participant}', 'x', '', '{state}', '', {at})"
                )).await;
            }
            let tried = bo.form(&format!("{target}/hack"), CASE_FORM).await;
            tried.expect(status, &[expected]);
            service.wait_until_idle().await;
        }
    }

    async fn hack_needs_a_solved_problem_and_a_valid_case(service: &Service) {
        let (room, [ann, bo]) = service.room_with_participants(&[("hacks", "on")], ["Ann", "Bo"]).await;
        let target = service.judged(&ann, &room, RIGHT).await;
        let path = format!("{target}/hack");
        assert_eq!(bo.get(&path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(bo.form(&path, "case=x").await.status, StatusCode::NOT_FOUND);
        let list = format!("/rooms/{room}/hacks");
        bo.expect_page(&list, &["Solve a problem first", "!>Ann</th>"]).await;
        service.judged(&bo, &room, RIGHT).await;
        bo.expect_page(&list, &[">Ann</th>"]).await;
        // The room does not show sources.
        bo.expect_page(&path, &["!canMouseWin"]).await;
        let large = format!("CMF{}", ".".repeat(20));
        for (row, parts) in [("MF", ["cat", "!--extended"]), (&*large, ["contest size", "!--"])] {
            let refused = bo.form(&path, &format!("case=%5B%22{row}%22%5D%0A1%0A1")).await;
            refused.expect(StatusCode::UNPROCESSABLE_ENTITY, &parts);
        }
        // A participant who has solved the problem is not asked to solve it first.
        let hacked = "UPDATE judgements SET verdict = 'WA' WHERE submission";
        service.execute(&format!("{hacked} = '{}'", id_of_page(&target))).await;
        bo.expect_page(&list, &["!solve a problem first", "at the moment"]).await;
        // A participant cannot hack their own submission.
        assert_eq!(ann.get(&path).await.status, StatusCode::NOT_FOUND);
    }

    async fn closed_room_and_removed_problem_accept_no_hacks(service: &Service) {
        let fields = [("problems", "913"), ("hacks", "on")];
        let (room, [ann, bo]) = service.room_with_participants(&fields, ["Ann", "Bo"]).await;
        let breakable = ann.submit(&room, &breakable_source()).await;
        service.judged(&bo, &room, RIGHT).await;
        let settings = format!("/rooms/{room}/settings");
        let base = [("name", "R"), ("suites", "samples"), ("hacks", "on")];
        // A hack that is already running is cancelled.
        let (task, hack) = claimed_hack(service, &room, &breakable, CASE).await;
        let closed = [&base[..], &[("problems", "1728"), ("closes", "2020-01-01T00:00")]].concat();
        let removed = [&base[..], &[("problems", "913")]].concat();
        for (fields, status, expected) in [
            (closed, StatusCode::CONFLICT, "takes no submissions at this time"),
            (removed, StatusCode::UNPROCESSABLE_ENTITY, "a problem that is not in this room"),
        ] {
            let set = service.owner.fields(&settings, &fields).await;
            set.expect(StatusCode::SEE_OTHER, &[]);
            let hack = bo.form(&format!("{breakable}/hack"), CASE_FORM).await;
            let submitted = bo.fields(&format!("/rooms/{room}/submissions"), &[("source", RIGHT)]).await;
            hack.expect(status, &[expected]);
            submitted.expect(status, &[]);
        }
        assert!(!service.database.renew_lease(&task, Duration::from_mins(1)).await.unwrap(), "the worker loses the task");
        assert_eq!(service.database.hack(&hack.id).await.unwrap().unwrap().state, "cancelled");
        bo.expect_page(&format!("/rooms/{room}/hacks"), &[&format!("!{breakable}/hack")]).await;
        assert_eq!(service.database.queue_lengths().await.unwrap(), (0, 0));
        service.owner.expect_page(&format!("/rooms/{room}/results/marks.csv"), &["Ann,1728,AC,"]).await;
    }
}
