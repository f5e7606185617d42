//! The queue: its fairness, claims that end each task exactly once, and what pages show of it.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::support::{Browser, RIGHT, Service, both, eventually, id_of_page, submission};
use crate::store::{DeclineReason, StoreError, host_time_ms};
use mousetrap_model::{Judgement, SubmissionOutcome, Verdict};

/// Requests the progress of a submission.
async fn request_progress(browser: &Browser, page: &str) -> Value {
    let answer = browser.get(&format!("{page}/progress")).await;
    serde_json::from_str(&answer.text).unwrap()
}

both! {
    async fn participant_with_costly_tasks_waits_while_others_catch_up(service: &Service) {
        let (room, _) = service.queue_right(2).await;
        let task = service.claim().await.unwrap();
        service.database.delay_participant_tasks(&task, Duration::from_secs(6)).await.unwrap();
        service.submit_right(&room, "light", 4).await;
        let mut order = Vec::new();
        while let Some(task) = service.claim().await {
            order.push(task.participant);
        }
        assert_eq!(order, ["light", "light", "light", "light", "one"]);
        // The debt remains after the waiting tasks have ended.
        service.submit_right(&room, "one", 1).await;
        let task = service.claim().await.unwrap();
        service.database.delay_participant_tasks(&task, Duration::from_secs(6)).await.unwrap();
        service.submit_right(&room, "one", 1).await;
        service.submit_right(&room, "light", 1).await;
        assert_eq!(service.claim().await.unwrap().participant, "light");
    }

    async fn long_task_continues_behind_the_others(service: &Service) {
        let (room, _) = service.room(&[("suites", "regressions")]).await;
        let slow = service.submit(&room, "slow", &format!("{RIGHT}# slow")).await.unwrap().id;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let quick = service.submit_right(&room, "quick", 1).await.remove(0);
        let is_judged = async || service.judgement(&quick).await.is_some();
        eventually("the judgement of the short task", is_judged).await;
        let waiting = service.judgement(&slow).await;
        assert!(waiting.is_none(), "the short task does not wait for the long task");
        service.wait_until_idle().await;
        let report = service.run_report(&slow).await;
        let judged = report.judgement(0).unwrap();
        assert_eq!(judged.verdict.code(), "AC");
        let run = service.engine.cases.lock().unwrap().len();
        assert!(judged.cases.len() > 3, "too few cases for this test");
        // The quick submission also ran on each case. The case that was running when the time slice
        // ended is repeated.
        assert!(run <= 2 * judged.cases.len() + 2, "{run}");
        let names: BTreeSet<_> = judged.cases.iter().map(|case| &case.id).collect();
        assert_eq!(names.len(), judged.cases.len());
    }

    async fn cpu_time_is_divided_by_the_speed_factor_of_the_worker(service: &Service) {
        let (room, _) = service.room(&[]).await;
        let mut used = Vec::new();
        for permille in [None, Some(1500)] {
            if let Some(permille) = permille {
                service.app.worker.speeds.lock().insert("python".to_owned(), permille);
            }
            let submission = service.submit_right(&room, "one", 1).await.remove(0);
            service.wait_until_idle().await;
            let report = service.run_report(&submission).await;
            used.push(report.judgement(0).unwrap().cases[0].usage.cpu.as_micros());
            let worker = report.header.worker.unwrap();
            assert_eq!((worker.name.as_str(), worker.speed_factor_permille), ("server", permille));
            let shown = permille.map_or(": server</span>", |_| ": server ×1.50</span>");
            service.owner.expect_page(&format!("/submissions/{submission}"), &[shown]).await;
        }
        assert_eq!(used, [123, 82]);
    }

    async fn queue_shows_the_workers_and_why_tasks_wait(service: &Service) {
        let (_, ids) = service.queue_right(3).await;
        let update = "UPDATE tasks SET language = 'rust' WHERE submission";
        service.execute(&format!("{update} = '{}'", ids[2])).await;
        service.app.worker.speeds.lock().insert("python".to_owned(), 1250);
        service.database.register_worker(&service.app.worker.worker_row()).await.unwrap();
        let shown = ["next task in the queue", "no worker has Rust", "Python 3 1 ×1.25"];
        service.owner.expect_page("/queue", &shown).await;
    }

    async fn many_submissions_do_not_delay_another_participant(service: &Service) {
        let (room, _) = service.queue_right(15).await;
        let mut order = Vec::new();
        for number in 0..6 {
            if number == 2 {
                service.submit_right(&room, "other", 2).await;
            }
            order.push(service.claim().await.unwrap().participant);
        }
        let first = order.iter().position(|one| one == "other").unwrap();
        assert!(first <= 3, "{order:?}");
        assert_eq!(order.iter().filter(|one| *one == "other").count(), 2, "{order:?}");
    }

    async fn worker_that_has_lost_its_lease_changes_nothing(service: &Service) {
        service.queue_right(1).await;
        let late = service.claim().await.unwrap();
        assert_eq!(service.database.requeue_expired_tasks(true).await.unwrap(), 1);
        let successor = service.claim().await.unwrap();
        assert_eq!((late.id.as_str(), successor.lost), (successor.id.as_str(), 1));
        assert!(!service.database.renew_lease(&late, Duration::from_mins(1)).await.unwrap());
        service.database.store_step(&late, 1, "{}").await.unwrap();
        let judgement = Box::new(Judgement::new(Verdict::Accepted));
        let run = submission("", "", RIGHT).run_report(SubmissionOutcome::Judged(judgement));
        assert!(!service.database.complete_task(&late, &run, 0).await.unwrap());
        assert!(service.database.complete_task(&successor, &run, 0).await.unwrap());
        assert!(!service.database.complete_task(&successor, &run, 0).await.unwrap());
        let id = &late.submission;
        assert!(service.database.last_step(id, 1).await.unwrap().is_none());
        assert_eq!(service.judgement(id).await.unwrap().verdict, "AC");
    }

    async fn unpublished_verdicts_count_as_waiting(service: &Service) {
        let (room, _) = service.room(&[("feedback", "verdict")]).await;
        service.submit_right(&room, "one", 20).await;
        service.wait_until_idle().await;
        for (shown, is_taken) in [(host_time_ms() + 3_600_000, false), (0, true)] {
            service.execute(&format!("UPDATE judgements SET shown = {shown}")).await;
            let taken = service.submit(&room, "one", RIGHT).await;
            let is_declined = matches!(taken, Err(StoreError::Declined(DeclineReason::WaitingLimit)));
            assert_eq!((taken.is_ok(), is_declined), (is_taken, !is_taken));
        }
    }

    async fn concurrent_claims_never_get_the_same_task(service: &Service) {
        service.queue_right(20).await;
        let take = async || {
            let mut taken = Vec::new();
            // A worker that loses the race for a task finds none, and looks again.
            for _ in 0..40 {
                taken.extend(service.claim().await.map(|task| task.id));
            }
            taken
        };
        let (one, two, three, four) = tokio::join!(take(), take(), take(), take());
        let taken = [one, two, three, four].concat();
        let distinct: BTreeSet<&String> = taken.iter().collect();
        assert_eq!((taken.len(), distinct.len()), (20, 20));
    }

    async fn page_shows_running_unless_cases_are_hidden(service: &Service) {
        for (feedback, tells) in [("case", true), ("verdict", false)] {
            let (room, [ann]) = service.room_with_participants(&[("feedback", feedback)], ["Ann"]).await;
            service.hold_judging();
            let page = ann.submit(&room, RIGHT).await;
            service.wait_for_queue((0, 1)).await;
            for path in [&page, &format!("/rooms/{room}")] {
                let text = ann.get(path).await.text;
                // A script of the page also contains these words.
                let shown = text.replace("data-waiting=\"Waiting\"", "");
                let waits = shown.contains("Waiting");
                assert_eq!(waits, !tells, "{text}");
                assert_eq!(text.contains("Being judged"), tells, "the pages disagree: {text}");
                assert_eq!(text.contains("minutes after the submission"), !tells, "{text}");
            }
            service.release_judging();
            service.wait_until_idle().await;
        }
    }

    async fn page_follows_a_submission_from_the_queue_to_its_verdict(service: &Service) {
        let (room, [ann]) = service.room_with_participants(&[], ["Ann"]).await;
        service.hold_judging();
        let pages = [ann.submit(&room, RIGHT).await, ann.submit(&room, RIGHT).await];
        let compiles = async || {
            request_progress(&service.owner, &pages[0]).await["step"]["is"] == "compiling"
        };
        eventually("the first step", compiles).await;
        assert_eq!(request_progress(&ann, &pages[0]).await["done"], false);
        assert_eq!(request_progress(&ann, &pages[1]).await["wait"], "Next in the queue");
        // The server stops, and the submission waits again. A time estimate may follow.
        service.stop_worker().await;
        let progress = request_progress(&ann, &pages[0]).await;
        let wait = progress["wait"].as_str().unwrap_or_default();
        assert!(wait.starts_with("Next in the queue") && progress["step"].is_null(), "{progress}");
        let version = ann.get(&format!("/rooms/{room}/version")).await.text;
        service.release_judging();
        service.judge_waiting().await;
        let last = service.database.last_step(id_of_page(&pages[0]), 1).await.unwrap().unwrap();
        assert_eq!((&last["is"], &last["run"]), (&json!("cases"), &last["cases"]));
        assert_eq!(request_progress(&ann, &pages[0]).await["done"], true);
        assert_ne!(ann.get(&format!("/rooms/{room}/version")).await.text, version);
    }
}
