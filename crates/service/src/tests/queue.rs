//! Tests that the queue is fair and that each task ends exactly once.

use std::time::Duration;

use super::support::{RIGHT, Service, TestDatabase, both, claim, submission};
use mousetrap_model::{Judgement, Run, SubmissionOutcome, Verdict};

use crate::store::{DeclineReason, StoreError, host_time_ms};

fn accepted_run() -> Run {
    let judgement = Box::new(Judgement::new(Verdict::Accepted));
    submission("", "", RIGHT).run_report(SubmissionOutcome::Judged(judgement))
}

/// Queues submissions of one participant.
async fn submit_many(service: &Service, room: &str, participant: &str, number: usize) {
    let requires = service.requires().await;
    let sources = vec![RIGHT; number];
    service
        .submit_all(room, participant, &sources, &requires)
        .await;
}

both! {
    async fn many_submissions_do_not_delay_another_participant(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[("per_hour", "1000")]).await;
        submit_many(service, &room, "many", 15).await;
        let mut order = Vec::new();
        for number in 0..6 {
            if number == 2 {
                submit_many(service, &room, "other", 2).await;
            }
            order.push(claim(&service.app.database).await.unwrap().participant);
        }
        let first = order.iter().position(|one| one == "other").unwrap();
        assert!(first <= 3, "{order:?}");
        assert_eq!(order.iter().filter(|one| *one == "other").count(), 2, "{order:?}");
    }

    async fn worker_that_has_lost_its_lease_changes_nothing(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        submit_many(service, &room, "one", 1).await;
        let database = &service.app.database;
        let late = claim(database).await.unwrap();
        assert_eq!(database.requeue_expired_tasks(true).await.unwrap(), 1);
        let successor = claim(database).await.unwrap();
        assert_eq!((late.id.as_str(), successor.lost), (successor.id.as_str(), 1));
        assert!(!database.renew_lease(&late, Duration::from_mins(1)).await.unwrap());
        database.store_step(&late, 1, "{}").await.unwrap();
        let run = accepted_run();
        assert!(!database.complete_task(&late, &run, 0).await.unwrap());
        assert!(database.complete_task(&successor, &run, 0).await.unwrap());
        assert!(!database.complete_task(&successor, &run, 0).await.unwrap());
        let id = &late.submission;
        assert!(database.last_step(id, 1).await.unwrap().is_none());
        assert_eq!(service.judgement(id).await.unwrap().verdict, "AC");
    }

    async fn unpublished_verdicts_count_as_waiting(service: &Service) {
        let (room, _) = service.room(&[("feedback", "verdict"), ("per_hour", "1000")]).await;
        submit_many(service, &room, "one", 20).await;
        service.wait_until_idle().await;
        let requires = service.requires().await;
        for (shown, is_taken) in [(host_time_ms() + 3_600_000, false), (0, true)] {
            service.execute(&format!("UPDATE judgements SET shown = {shown}")).await;
            let taken = service.try_submit(&room, "one", RIGHT, &requires).await;
            let is_declined = matches!(taken, Err(StoreError::Declined(DeclineReason::WaitingLimit)));
            assert_eq!((taken.is_ok(), is_declined), (is_taken, !is_taken));
        }
    }

    async fn concurrent_claims_never_get_the_same_task(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[("per_hour", "1000")]).await;
        submit_many(service, &room, "many", 20).await;
        let takers = (0..4).map(|_| {
            let database = service.app.database.clone();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                // A worker that loses the race for a task finds none, and looks again.
                for _ in 0..40 {
                    taken.extend(claim(&database).await.map(|task| task.id));
                }
                taken
            })
        });
        let mut all = Vec::new();
        for taker in takers.collect::<Vec<_>>() {
            all.extend(taker.await.unwrap());
        }
        let taken = all.len();
        all.sort();
        all.dedup();
        assert_eq!((taken, all.len()), (20, 20));
    }

    async fn page_shows_running_unless_cases_are_hidden(service: &Service) {
        service.hold_judging();
        for (feedback, tells) in [("case", true), ("verdict", false)] {
            let (room, [mut ann]) = service.room_with_participants(&[("feedback", feedback)], ["Ann"]).await;
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
            service.hold_judging();
        }
        service.release_judging();
    }
}
