//! Failures of the judge, and lost workers.

use std::time::Duration;

use mousetrap_model::Message;

use super::{
    MINUTE, Service, StandIn, both, claimant, eventually, expect_one_waiting_task, expect_verdict,
    wait_for_pause,
};
use crate::store::{TaskError, Worker};

both! {
    async fn failing_worker_leaves_the_task_to_another_and_pauses(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        let failing = StandIn { fails: true, ..StandIn::default() };
        let broken = service.worker("broken", failing).await;
        service.hold_judging();
        let sound = service.worker("sound", service.engine.clone()).await;
        let ids = service.submit_right(&room, "one", 5).await;
        wait_for_pause(&broken, true).await;
        service.release_judging();
        service.wait_until_idle().await;
        for id in &ids {
            expect_verdict(service, id, "AC").await;
        }
        wait_for_pause(&broken, false).await;
        for worker in [broken, sound] {
            worker.stop().await;
        }
    }

    async fn task_that_was_lost_too_many_times_ends_without_a_verdict(service: &Service) {
        let (room, ids) = service.queue_right(1).await;
        service.database.register_worker(&claimant("silent")).await.unwrap();
        for worker in ["silent", "second", "third"] {
            let claimed = service.database.claim_task(&claimant(worker), Duration::ZERO).await;
            let task = claimed.unwrap().unwrap();
            eventually("the lease expires", async || {
                service.database.requeue_expired_tasks(false).await.unwrap();
                !service.database.renew_lease(&task, Duration::ZERO).await.unwrap()
            })
            .await;
        }
        if !service.database.is_postgres() {
            service.execute("UPDATE tasks SET lost = 10").await;
        }
        expect_one_waiting_task(service).await;
        service.judge_waiting().await;
        expect_verdict(service, &ids[0], "failed").await;
        let run = service.judgement(&ids[0]).await.unwrap().run;
        assert!(run.contains("judge_gave_up") && run.contains("\"silent\""), "{run}");
        let submission = service.database.submission(&ids[0]).await.unwrap().unwrap();
        let requires = service.requires(&room).await;
        service.database.judge_again(&submission, &requires).await.unwrap();
        service.judge_waiting().await;
        expect_verdict(service, &ids[0], "AC").await;
    }

    async fn failed_task_avoids_its_worker_only_if_there_is_another(service: &Service) {
        service.queue_right(1).await;
        let by = claimant("server");
        let error = TaskError { worker: "one".to_owned(), error: Message::text("no disk") };
        for (others, again) in [(false, true), (true, false)] {
            if others {
                // A worker of another build does not count.
                let other = Worker { build: "other".to_owned(), ..claimant("other") };
                for worker in [other, claimant("two")] {
                    service.database.register_worker(&worker).await.unwrap();
                }
            }
            let mut task = service.claim_as(&by).await.unwrap();
            task.failures += 1;
            task.errors.0.push(error.clone());
            for is_held in [true, false] {
                let returned = service.database.requeue_task(&task, Some((&by, MINUTE))).await;
                assert_eq!(returned.unwrap(), is_held);
            }
            let next = service.claim_as(&by).await;
            assert_eq!(next.is_some(), again);
            if let Some(next) = next {
                service.database.requeue_task(&next, None).await.unwrap();
            }
        }
        let task = service.claim_as(&claimant("two")).await.unwrap();
        assert_eq!((task.failures, task.errors.0), (2, vec![error.clone(), error]));
    }
}
