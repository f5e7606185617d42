//! The queue is fair, and each task ends once.

use std::sync::atomic::Ordering;

use super::support::{On, RIGHT, Service, both};
use crate::store::{Submission, Task, Verdict, now};

fn verdict() -> Verdict<'static> {
    Verdict {
        code: "AC",
        summary: "{}".to_owned(),
        record: "null".to_owned(),
        shown: 0,
    }
}

/// Takes the next task that waits.
async fn take(service: &Service) -> Task {
    service.app.database.take().await.unwrap().unwrap()
}

/// Puts submissions of one participant into the queue, with nobody to take them.
async fn fill(service: &Service, room: &str, participant: &str, many: usize) {
    let database = &service.app.database;
    let room = database.room(room).await.unwrap().unwrap();
    for _ in 0..many {
        let submission = Submission {
            id: crate::secret::id(),
            room: room.id.clone(),
            participant: participant.to_owned(),
            problem: "1728".to_owned(),
            language: "python".to_owned(),
            form: "function".to_owned(),
            file: "answer.py".to_owned(),
            source: RIGHT.to_owned(),
            created: now(),
        };
        database.submit(&room, &submission).await.unwrap().unwrap();
    }
}

both! {
    async fn who_sends_many_does_not_delay_another(service: &Service) {
        service.app.bench.interrupted.store(true, Ordering::Relaxed);
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        let (room, _) = service.room(&[("per_hour", "1000")]).await;
        fill(service, &room, "many", 15).await;
        let mut order = vec![take(service).await.participant, take(service).await.participant];
        fill(service, &room, "other", 2).await;
        for _ in 0..4 {
            order.push(take(service).await.participant);
        }
        let first = order.iter().position(|one| one == "other").unwrap();
        assert!(first <= 3, "{order:?}");
        assert_eq!(order.iter().filter(|one| *one == "other").count(), 2, "{order:?}");
        let full = service.app.database.room(&room).await.unwrap().unwrap();
        assert_eq!(full.revision, 1);
    }

    async fn a_late_worker_changes_nothing(service: &Service) {
        service.app.bench.interrupted.store(true, Ordering::Relaxed);
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        let (room, _) = service.room(&[]).await;
        fill(service, &room, "one", 1).await;
        let database = &service.app.database;
        let late = take(service).await;
        assert_eq!(database.give_back(true).await.unwrap(), 1);
        let successor = take(service).await;
        assert_eq!((late.id.as_str(), successor.attempts), (successor.id.as_str(), 2));
        assert!(!database.keep(&late).await.unwrap());
        database.add_progress(&late, 1, "[]").await.unwrap();
        assert!(!database.finish(&late, &verdict()).await.unwrap());
        assert!(database.finish(&successor, &verdict()).await.unwrap());
        assert!(!database.finish(&successor, &verdict()).await.unwrap());
        let id = &late.submission;
        assert!(database.progress(id, 1, (0, 0)).await.unwrap().is_empty());
        assert_eq!(database.judgement(id, 1).await.unwrap().unwrap().verdict, "AC");
    }

    async fn two_takers_never_get_the_same_task(service: &Service) {
        service.app.bench.interrupted.store(true, Ordering::Relaxed);
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        let (room, _) = service.room(&[("per_hour", "1000")]).await;
        fill(service, &room, "many", 20).await;
        let takers = (0..4).map(|_| {
            let database = service.app.database.clone();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                // One that comes second to a task finds none, and looks again.
                for _ in 0..40 {
                    taken.extend(database.take().await.unwrap().map(|task| task.id));
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
}
