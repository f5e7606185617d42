//! Workers are shared fairly among participants.

use std::collections::BTreeSet;
use std::time::Duration;

use super::support::{RIGHT, Service, TestDatabase, both, claim, eventually};
use crate::store::Task;
use mousetrap_model::Judgement;

/// Submits a source for a participant of a room. Returns the id of the submission.
async fn submit(service: &Service, room: &str, participant: &str, source: &str) -> String {
    let of_room = service.app.database.room(room).await.unwrap().unwrap();
    let requires = service.app.requirements(&of_room, "1728").await.unwrap();
    let submitted = service.try_submit(room, participant, source, &requires);
    submitted.await.unwrap().id
}

/// Returns a right solution that contains a keyword for the stand-in.
fn source(word: &str) -> String {
    RIGHT.replace("return 1", &format!("return '{word} '"))
}

/// Waits for the judgement of a submission.
async fn judgement(service: &Service, submission: &str) -> Judgement {
    let is_judged = async || service.judgement(submission).await.is_some();
    eventually("the judgement", is_judged).await;
    let judgement = service.judgement(submission).await.unwrap();
    let run = judgement.parse_run_report().unwrap();
    run.judgement(0).unwrap().clone()
}

both! {
    async fn participant_with_costly_tasks_waits_while_others_catch_up(service: &Service) {
        service.stop_worker().await;
        let (room, _) = service.room(&[]).await;
        let database = &service.app.database;
        for _ in 0..2 {
            submit(service, &room, "costly", RIGHT).await;
        }
        let task = claim(database).await.unwrap();
        database.delay_participant_tasks(&task, Duration::from_secs(6)).await.unwrap();
        for _ in 0..4 {
            submit(service, &room, "light", RIGHT).await;
        }
        let mut order = Vec::new();
        while let Some(task) = claim(database).await {
            order.push(task.participant);
        }
        assert_eq!(order, ["light", "light", "light", "light", "costly"]);
        // The debt remains after the waiting tasks have ended.
        let task = claim_of(service, &room, "costly").await;
        database.delay_participant_tasks(&task, Duration::from_secs(6)).await.unwrap();
        submit(service, &room, "costly", RIGHT).await;
        submit(service, &room, "light", RIGHT).await;
        assert_eq!(claim(database).await.unwrap().participant, "light");
    }

    async fn long_task_continues_behind_the_others(service: &Service) {
        let (room, _) = service.room(&[("suites", "regressions")]).await;
        let slow = submit(service, &room, "slow", &source("slow")).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let quick = submit(service, &room, "quick", RIGHT).await;
        judgement(service, &quick).await;
        let waiting = service.judgement(&slow).await;
        assert!(waiting.is_none(), "the short task does not wait for the long task");
        let judged = judgement(service, &slow).await;
        assert_eq!(judged.verdict.code(), "AC");
        let run = service.cases.lock().unwrap().len();
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
            let submission = submit(service, &room, "one", RIGHT).await;
            let judged = judgement(service, &submission).await;
            used.push(judged.cases[0].usage.cpu.as_micros());
            let stored = service.judgement(&submission).await.unwrap();
            let worker = stored.parse_run_report().unwrap().header.worker.unwrap();
            assert_eq!(worker.name, "server");
            assert_eq!(worker.speed_factor_permille, permille);
            let page = format!("/submissions/{submission}");
            let text = service.owner().await.get(&page).await.text;
            let shown = permille.map_or(": server</span>", |_| ": server ×1.50</span>");
            assert!(text.contains(shown), "{text}");
        }
        assert_eq!(used, [123, 82]);
    }

    async fn queue_shows_the_workers_and_why_tasks_wait(service: &Service) {
        service.stop_worker().await;
        service.app.worker.speeds.lock().insert("python".to_owned(), 1250);
        let (room, _) = service.room(&[]).await;
        submit(service, &room, "one", RIGHT).await;
        submit(service, &room, "two", RIGHT).await;
        let rust = submit(service, &room, "three", RIGHT).await;
        let update = "UPDATE tasks SET language = 'rust' WHERE submission";
        service.execute(&format!("{update} = '{rust}'")).await;
        service.app.database.register_worker(&service.app.worker.worker_row()).await.unwrap();
        let text = service.owner().await.get("/queue").await.text;
        for expected in ["next task in the queue", "no worker has Rust", "Python 3 1 ×1.25"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }

}

/// Submits for a participant and claims the task.
async fn claim_of(service: &Service, room: &str, participant: &str) -> Task {
    submit(service, room, participant, RIGHT).await;
    let task = claim(&service.app.database).await.unwrap();
    assert_eq!(task.participant, participant);
    task
}
