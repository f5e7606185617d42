//! Judging again, and hacks.

use axum::http::StatusCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::support::{On, RIGHT, Service, WRONG, both, claim, count};
use crate::store::{RoomCase, Task, Trial, now};

/// A hack that a worker has taken, with no worker there.
pub(super) async fn taken(service: &Service, room: &str, submission: &str) -> (Task, Trial) {
    let database = &service.app.database;
    let trial = Trial {
        id: crate::secret::id(),
        room: room.to_owned(),
        kind: "none".to_owned(),
        participant: "x".to_owned(),
        submission: submission.to_owned(),
        input: crate::secret::id(),
        state: "hit".to_owned(),
        detail: String::new(),
        found: String::new(),
        created: now(),
        target: String::new(),
    };
    service.rest().await;
    let requires = service.requires().await;
    database.try_it(&trial, &requires).await.unwrap();
    let task = claim(database).await.unwrap();
    assert_eq!(task.body, trial.id);
    (task, trial)
}

pub(super) const CASE: &str = "[\"M.F\",\"C..\"]\n1\n1";

/// It has hit with this case; how it ends.
pub(super) async fn hit(service: &Service, (task, trial): (Task, Trial), input: &str) -> String {
    let case = RoomCase {
        id: crate::secret::id(),
        problem: "1728".to_owned(),
        author: "Bo".to_owned(),
        input: input.to_owned(),
        max_plies: None,
    };
    let database = &service.app.database;
    let ended = database.end_trial(&task, &trial, Some(&case)).await;
    assert!(ended.unwrap());
    database.trial(&trial.id).await.unwrap().unwrap().state
}

both! {
    async fn judging_again_counts_as_a_whole_or_not_at_all(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let first = ann.submit(&room, RIGHT).await;
        ann.submit(&room, WRONG).await;
        service.idle().await;
        let mut owner = service.owner().await;
        let database = &service.app.database;
        service.held.store(true, Ordering::Relaxed);
        owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        assert_eq!(database.room(&room).await.unwrap().unwrap().revision, 1);
        assert!(ann.get(&first).await.text.contains("Accepted"));
        owner.form(&format!("/rooms/{room}/cancel"), "").await;
        service.held.store(false, Ordering::Relaxed);
        service.idle().await;
        assert_eq!(database.room(&room).await.unwrap().unwrap().revision, 1);
        owner.form(&format!("/rooms/{room}/rejudge"), "").await;
        service.idle().await;
        let after = database.room(&room).await.unwrap().unwrap();
        assert_eq!(after.revision, 3, "that of the cancelled one is not used again");
        let all = database.judgements_in(&after).await.unwrap();
        assert_eq!(all.len(), 2);
        let count = count(service, "SELECT COUNT(*) FROM judgements WHERE revision = 3");
        assert_eq!(count.await, 2, "all of them were judged again");
        assert!(ann.get(&first).await.text.contains("Accepted"));
    }

    async fn a_case_that_was_found_is_judged_and_a_new_submission_meets_it(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let breakable = RIGHT.replace("return 1", "return 'breakable'");
        let page = ann.submit(&room, &breakable).await;
        service.idle().await;
        assert!(ann.get(&page).await.text.contains("Accepted"));
        let id = page.rsplit('/').next().unwrap();
        let taken = taken(service, &room, id).await;
        // One that is submitted before the case is there, and judged after.
        let waiting = ann.submit(&room, &breakable).await;
        assert_eq!(hit(service, taken, CASE).await, "hit");
        let database = &service.app.database;
        assert_eq!(database.room_cases(&room, 1).await.unwrap().len(), 0);
        assert_eq!(database.room_cases(&room, 2).await.unwrap()[0].author, "Bo");
        assert_eq!(database.room(&room).await.unwrap().unwrap().revision, 1);
        service.work().await;
        assert_eq!(database.room(&room).await.unwrap().unwrap().revision, 2);
        assert!(ann.get(&waiting).await.text.contains("Wrong answer"));
        let text = ann.get(&page).await.text;
        assert!(text.contains("Wrong answer") && text.contains("found by Bo"), "{text}");
        assert!(text.contains("<code>room/Bo-"), "{text}");
        let again = ann.submit(&room, &breakable).await;
        service.work().await;
        assert!(ann.get(&again).await.text.contains("Wrong answer"));
    }

    async fn a_case_enters_a_room_once_and_while_its_target_is_accepted(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let breakable = ann.submit(&room, &RIGHT.replace("return 1", "return 'breakable'")).await;
        let right = ann.submit(&room, RIGHT).await;
        service.idle().await;
        let id = |page: &str| page.rsplit('/').next().unwrap().to_owned();
        let first = taken(service, &room, &id(&breakable)).await;
        assert_eq!(hit(service, first, CASE).await, "hit");
        service.work().await;
        let second = taken(service, &room, &id(&breakable)).await;
        assert_eq!(hit(service, second, "[\"MF\",\"C.\"]\n1\n1").await, "late");
        let third = taken(service, &room, &id(&right)).await;
        assert_eq!(hit(service, third, CASE).await, "known");
        let database = &service.app.database;
        assert_eq!(database.room_cases(&room, 99).await.unwrap().len(), 1);
        assert_eq!(database.revisions(&room).await.unwrap().len(), 1);
        // The worker itself does not run it, either.
        let (_, trial) = taken(service, &room, &id(&breakable)).await;
        database.give_back(true).await.unwrap();
        let mut change = database.change().await.unwrap();
        let kind = sqlx::query("UPDATE trials SET kind = 'hack' WHERE id = $1");
        kind.bind(&trial.id).execute(&mut *change).await.unwrap();
        change.commit().await.unwrap();
        service.work().await;
        assert_eq!(database.trial(&trial.id).await.unwrap().unwrap().state, "late");
    }

    async fn one_submission_is_cancelled_and_judged_again(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut owner = service.owner().await;
        let database = &service.app.database;
        service.held.store(true, Ordering::Relaxed);
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, WRONG).await];
        while database.queue_lengths().await.unwrap() != (1, 1) {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        let queue = owner.get("/queue").await.text;
        for page in &pages {
            assert_eq!(ann.form(&format!("{page}/cancel"), "").await.status, StatusCode::NOT_FOUND);
            assert!(queue.contains(&format!("{page}/cancel?from=queue")), "{queue}");
            assert!(owner.get(page).await.text.contains(&format!("{page}/cancel")));
            let cancelled = owner.form(&format!("{page}/cancel?from=queue"), "").await;
            assert_eq!(cancelled.location(), "/queue");
        }
        service.held.store(false, Ordering::Relaxed);
        let token = database.make_token("ci", &["read", "judge"]).await.unwrap();
        let mut program = service.browser();
        let api = |page: &str| format!("/api/v1{page}");
        for page in &pages {
            let text = ann.get(page).await.text;
            assert!(text.contains("Cancelled by the owner"), "{text}");
            let told = program.program(&api(page), &token, None).await.text;
            assert!(told.contains("\"state\":\"cancelled\"") && !told.contains("\"verdict\""), "{told}");
        }
        let marks = owner.get(&format!("/rooms/{room}/results/marks.csv")).await.text;
        assert!(marks.contains("Ann,1728,,,2"), "{marks}");
        owner.form(&format!("{}/again", pages[1]), "").await;
        let path = format!("{}/again", api(&pages[0]));
        let again = program.program(&path, &token, Some("")).await.text;
        assert!(again.contains("\"state\":\"waiting\""), "{again}");
        service.idle().await;
        for page in &pages {
            // A verdict stays.
            owner.form(&format!("{page}/cancel"), "").await;
            owner.form(&format!("{page}/again"), "").await;
        }
        assert!(ann.get(&pages[0]).await.text.contains("Accepted"));
        assert!(ann.get(&pages[1]).await.text.contains("Wrong answer"));
        // What tries to break it ends by itself, with the submission, and with the room.
        let id = pages[0].rsplit('/').next().unwrap();
        let paths = [
            format!("{}/cancel?from=trial", pages[0]),
            format!("{}/cancel", pages[0]),
            format!("/rooms/{room}/close"),
        ];
        for path in paths {
            let (task, trial) = taken(service, &room, id).await;
            assert!(owner.get("/queue").await.text.contains(&format!("{}/cancel?from=trial", pages[0])));
            assert!(database.renew(&task, Duration::from_mins(1)).await.unwrap());
            owner.form(&path, "to=closed").await;
            assert!(!database.renew(&task, Duration::from_mins(1)).await.unwrap(), "who is at it stops: {path}");
            let trial = database.trial(&trial.id).await.unwrap().unwrap();
            assert_eq!(trial.state, "cancelled");
        }
        assert!(ann.get(&pages[0]).await.text.contains("Accepted"));
        assert!(owner.get(&format!("/rooms/{room}/manage")).await.text.contains("Closed"));
        let form = owner.get("/rooms").await.text;
        assert!(form.contains("Rust (not installed on this server)"), "{form}");
        let past = [("name", "Past"), ("problems", "1728"), ("closes", "2020-01-01T00:00")];
        let past = owner.fields("/rooms", &past).await;
        assert_eq!(past.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(past.text.contains("That time is past"), "{}", past.text);
    }

    async fn a_hack_goes_through_the_judge_and_names_its_target(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut bo = service.joined(&invitation, "Bo").await;
        let breakable = ann.submit(&room, &RIGHT.replace("return 1", "return 'breakable'")).await;
        let right = ann.submit(&room, RIGHT).await;
        bo.submit(&room, RIGHT).await;
        service.idle().await;
        for (target, said) in [(&right, "It passes"), (&breakable, "It fails on this case: Run-time error (exit code 3)")] {
            let tried = bo.form(&format!("{target}/hack"), "case=%5B%22M.F%22%2C%22C..%22%5D%0A1%0A1").await;
            assert_eq!(tried.status, StatusCode::SEE_OTHER, "{}", tried.text);
            service.idle().await;
            let page = bo.get(tried.location()).await.text;
            let own = page.split("Your cases").nth(1).unwrap();
            assert!(own.contains("<strong>Ann</strong>") && own.contains(said), "{own}");
        }
        // The new revision is applied once all of it is judged.
        let mut found = false;
        for _ in 0..6000 {
            found = ann.get(&breakable).await.text.contains("found by Bo");
            if found {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(found);
    }

    async fn hacks_and_their_successes_are_limited_in_an_hour(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut bo = service.joined(&invitation, "Bo").await;
        let target = ann.submit(&room, RIGHT).await;
        bo.submit(&room, RIGHT).await;
        service.idle().await;
        let database = &service.app.database;
        let own = database.participants(&room).await.unwrap().remove(1);
        for (state, number, said) in [
            ("hit", 4, None),
            ("hit", 5, Some("5 of your cases have succeeded")),
            ("miss", 19, None),
            ("miss", 20, Some("You have tried 20 cases")),
        ] {
            let mut change = database.change().await.unwrap();
            let clear = sqlx::query("DELETE FROM trials").execute(&mut *change).await;
            clear.unwrap();
            for id in 0..number {
                let insert = "INSERT INTO trials (id, room, kind, participant, submission, input, \
                              state, detail, found, created, version) \
                              VALUES ($1, $2, 'hack', $3, 'x', '', $4, '', '', $5, 1)";
                let insert = sqlx::query(insert).bind(id.to_string()).bind(&room);
                let insert = insert.bind(&own.id).bind(state).bind(now());
                insert.execute(&mut *change).await.unwrap();
            }
            change.commit().await.unwrap();
            let tried = bo.form(&format!("{target}/hack"), "case=%5B%22M.F%22%2C%22C..%22%5D%0A1%0A1").await;
            let wanted = if said.is_some() { 429 } else { 303 };
            assert_eq!(tried.status, wanted, "{state} {number}: {}", tried.text);
            assert!(tried.text.contains(said.unwrap_or_default()), "{}", tried.text);
            service.idle().await;
        }
    }

    async fn only_who_has_solved_it_may_hack_and_a_case_at_fault_is_refused(service: &Service) {
        let (room, invitation) = service.room(&[("hacks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut bo = service.joined(&invitation, "Bo").await;
        let target = ann.submit(&room, RIGHT).await;
        service.idle().await;
        let path = format!("{target}/hack");
        assert_eq!(bo.get(&path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(bo.form(&path, "case=x").await.status, StatusCode::NOT_FOUND);
        bo.submit(&room, RIGHT).await;
        service.idle().await;
        let page = bo.get(&path).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text.contains("canMouseWin"), "the room does not show sources");
        let refused = bo.form(&path, "case=%5B%22MF%22%5D%0A1%0A1").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text.contains("cat"), "{}", refused.text);
        assert!(!refused.text.contains("--extended"), "{}", refused.text);
        let large = format!("case=%5B%22CMF{}%22%5D%0A1%0A1", ".".repeat(20));
        let large = bo.form(&path, &large).await.text;
        assert!(large.contains("contest size") && !large.contains("--"), "{large}");
        // Who has solved it is not sent away to solve it.
        let database = &service.app.database;
        let mut change = database.change().await.unwrap();
        let id = target.rsplit('/').next().unwrap();
        let hacked = sqlx::query("UPDATE judgements SET verdict = 'WA' WHERE submission = $1");
        hacked.bind(id).execute(&mut *change).await.unwrap();
        change.commit().await.unwrap();
        let none = bo.get(&format!("/rooms/{room}/hacks")).await.text;
        assert!(!none.contains("solve a problem first") && none.contains("at the moment"), "{none}");
        // One's own is not a target.
        assert_eq!(ann.get(&path).await.status, StatusCode::NOT_FOUND);
    }

    async fn nothing_is_tried_in_a_room_that_takes_nothing_for_it(service: &Service) {
        let fields = [("problems", "913"), ("hacks", "on"), ("breaks", "on")];
        let (room, invitation) = service.room(&fields).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let mut bo = service.joined(&invitation, "Bo").await;
        let breakable = ann.submit(&room, &RIGHT.replace("return 1", "return 'breakable'")).await;
        let own = bo.submit(&room, RIGHT).await;
        service.idle().await;
        let id = breakable.rsplit('/').next().unwrap();
        let mut owner = service.owner().await;
        let settings = format!("/rooms/{room}/settings");
        let base = [("name", "R"), ("suites", "samples"), ("hacks", "on"), ("breaks", "on")];
        let case = "case=%5B%22M.F%22%2C%22C..%22%5D%0A1%0A1";
        let database = &service.app.database;
        // One that was taken before ends.
        let (task, trial) = taken(service, &room, id).await;
        let closed = [&base[..], &[("problems", "1728"), ("closes", "2020-01-01T00:00")]].concat();
        let removed = [&base[..], &[("problems", "913")]].concat();
        for (fields, status, said) in [
            (closed, StatusCode::CONFLICT, "takes no submissions at this time"),
            (removed, StatusCode::UNPROCESSABLE_ENTITY, "a problem that is not in this room"),
        ] {
            let set = owner.fields(&settings, &fields).await;
            assert_eq!(set.status, StatusCode::SEE_OTHER, "{}", set.text);
            let hack = bo.form(&format!("{breakable}/hack"), case).await;
            let search = bo.form(&format!("{own}/search"), "").await;
            let submitted = bo.fields(&format!("/rooms/{room}/submissions"), &[("source", RIGHT)]).await;
            assert_eq!(submitted.status, status, "{}", submitted.text);
            for answer in [hack, search] {
                assert_eq!(answer.status, status, "{}", answer.text);
                assert!(answer.text.contains(said), "{}", answer.text);
            }
            assert!(!bo.get(&own).await.text.contains(&format!("{own}/search")));
        }
        assert!(!database.renew(&task, Duration::from_mins(1)).await.unwrap(), "who is at it stops");
        assert_eq!(database.trial(&trial.id).await.unwrap().unwrap().state, "cancelled");
        let listed = bo.get(&format!("/rooms/{room}/hacks")).await.text;
        assert!(!listed.contains(&format!("{breakable}/hack")), "{listed}");
        assert_eq!(database.queue_lengths().await.unwrap(), (0, 0));
        let marks = owner.get(&format!("/rooms/{room}/results/marks.csv")).await.text;
        assert!(marks.contains("Ann,1728,AC,"), "{marks}");
        owner.form(&format!("/rooms/{room}/close"), "to=closed").await;
        let search = bo.form(&format!("{own}/search"), "").await;
        assert_eq!(search.status, StatusCode::CONFLICT);
    }

    async fn what_the_judge_failed_at_is_never_a_verdict(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, &format!("{RIGHT}# lost")).await;
        service.idle().await;
        let text = ann.get(&page).await.text;
        assert!(text.contains("The judge failed") && text.contains("the host is gone"), "{text}");
        let named = "server: the host is gone";
        assert!(!text.contains(named), "participants do not see workers: {text}");
        assert!(service.owner().await.get(&page).await.text.contains(named));
        let page = ann.submit(&room, &format!("{RIGHT}# absent")).await;
        service.idle().await;
        let text = ann.get(&page).await.text;
        assert!(text.contains("Python 3 is not available on this server; tell the owner"), "{text}");
        // Paths and commands are for who looks after the server.
        assert!(!text.contains("/usr/bin") && !text.contains("mousetrap setup"), "{text}");
    }
}
