//! The queue is fair, and each task ends once.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::support::{Browser, On, RIGHT, Service, both, claim};
use mousetrap_model::{Run, RunHeader};

use crate::store::{Declined, NewJudgement, RoomError, Task, now};

fn verdict() -> NewJudgement<'static> {
    NewJudgement {
        verdict: "AC",
        requires: "",
        run: Run {
            header: RunHeader::default(),
            submissions: Vec::new(),
            ending: None,
        },
        shown: 0,
    }
}

/// Takes the next task that waits.
async fn take(service: &Service) -> Task {
    claim(&service.app.database).await.unwrap()
}

/// Queues submissions of one participant.
async fn fill(service: &Service, room: &str, participant: &str, many: usize) {
    let requires = service.requires().await;
    for _ in 0..many {
        service.submit(room, participant, RIGHT, &requires).await;
    }
}

both! {
    async fn who_sends_many_does_not_delay_another(service: &Service) {
        service.rest().await;
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
        service.rest().await;
        let (room, _) = service.room(&[]).await;
        fill(service, &room, "one", 1).await;
        let database = &service.app.database;
        let late = take(service).await;
        assert_eq!(database.give_back(true).await.unwrap(), 1);
        let successor = take(service).await;
        assert_eq!((late.id.as_str(), successor.lost), (successor.id.as_str(), 1));
        assert!(!database.renew(&late, Duration::from_mins(1)).await.unwrap());
        database.add_progress(&late, (1, 1), "[]").await.unwrap();
        assert!(!database.finish(&late, &verdict()).await.unwrap());
        assert!(database.finish(&successor, &verdict()).await.unwrap());
        assert!(!database.finish(&successor, &verdict()).await.unwrap());
        let id = &late.submission;
        assert!(database.progress(id, 1, (0, 0)).await.unwrap().is_empty());
        assert_eq!(database.judgement(id, 1).await.unwrap().unwrap().verdict, "AC");
    }

    async fn verdicts_that_are_not_published_count_as_waiting(service: &Service) {
        let (room, _) = service.room(&[("feedback", "verdict"), ("per_hour", "1000")]).await;
        fill(service, &room, "one", 20).await;
        service.idle().await;
        let requires = service.requires().await;
        for (shown, is_taken) in [(now() + 3_600_000, false), (0, true)] {
            let mut change = service.app.database.change().await.unwrap();
            let update = sqlx::query("UPDATE judgements SET shown = $1").bind(shown);
            update.execute(&mut *change).await.unwrap();
            change.commit().await.unwrap();
            let taken = service.try_submit(&room, "one", RIGHT, &requires).await;
            let declined = Declined::Waiting { most: 20 };
            match taken {
                Ok(_) => assert!(is_taken),
                Err(RoomError::Declined(found)) => assert_eq!((found, is_taken), (declined, false)),
                Err(RoomError::Store(error)) => panic!("{error}"),
            }
        }
    }

    async fn two_takers_never_get_the_same_task(service: &Service) {
        service.rest().await;
        let (room, _) = service.room(&[("per_hour", "1000")]).await;
        fill(service, &room, "many", 20).await;
        let takers = (0..4).map(|_| {
            let database = service.app.database.clone();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                // One that comes second to a task finds none, and looks again.
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

    async fn waiting_and_running_differ_but_not_where_cases_are_hidden(service: &Service) {
        service.held.store(true, Ordering::Relaxed);
        for (feedback, tells) in [("case", true), ("verdict", false)] {
            let (room, invitation) = service.room(&[("feedback", feedback)]).await;
            let mut ann = service.joined(&invitation, "Ann").await;
            let page = ann.submit(&room, RIGHT).await;
            while service.app.database.queue_lengths().await.unwrap() != (0, 1) {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            for path in [&page, &format!("/rooms/{room}")] {
                let text = ann.get(path).await.text;
                // A script has the words as well.
                let shown = text.replace("data-waiting=\"Waiting for its turn\"", "");
                let waits = shown.contains("Waiting for its turn");
                assert_eq!(waits, !tells, "{text}");
                assert_eq!(text.contains("Being judged"), tells, "both pages say the same: {text}");
                assert_eq!(text.contains("minutes after the submission"), !tells, "{text}");
            }
            service.held.store(false, Ordering::Relaxed);
            service.idle().await;
            service.held.store(true, Ordering::Relaxed);
        }
        service.held.store(false, Ordering::Relaxed);
    }

    async fn a_search_is_made_once_at_a_time_and_so_often_an_hour(service: &Service) {
        let (room, invitation) = service.room(&[("breaks", "on")]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, RIGHT).await;
        let search = format!("{page}/search");
        service.idle().await;
        service.rest().await;
        for _ in 0..2 {
            assert_eq!(ann.form(&search, "").await.status.as_u16(), 303);
        }
        let database = &service.app.database;
        let own = database.participants(&room).await.unwrap().remove(0);
        let all = database.trials_of(&own.id).await.unwrap();
        assert_eq!(all.len(), 1);
        for trial in 0..20 {
            let mut change = database.change().await.unwrap();
            let insert = "INSERT INTO trials (id, room, kind, participant, submission, input, \
                          state, detail, found, created, version) \
                          VALUES ($1, $2, 'search', $3, 'x', '', 'miss', '', '', $4, 1)";
            let insert = sqlx::query(insert).bind(trial.to_string()).bind(&room);
            let insert = insert.bind(&own.id).bind(now());
            insert.execute(&mut *change).await.unwrap();
            let done = sqlx::query("UPDATE trials SET state = 'miss' WHERE id = $1");
            done.bind(&all[0].id).execute(&mut *change).await.unwrap();
            change.commit().await.unwrap();
        }
        let often = ann.form(&search, "").await;
        assert_eq!(often.status.as_u16(), 429);
        assert!(often.text.contains("20 searches"), "{}", often.text);
        // Nothing is searched for in what does not compile.
        let mut change = database.change().await.unwrap();
        let broken = "UPDATE judgements SET verdict = 'CE'";
        sqlx::query(broken).execute(&mut *change).await.unwrap();
        change.commit().await.unwrap();
        assert_eq!(ann.form(&search, "").await.status.as_u16(), 404);
    }

    async fn requests_are_counted(service: &Service) {
        let database = &service.app.database;
        let reads = database.make_token("prometheus", &["read"]).await.unwrap();
        let judges = database.make_token("ci", &["judge"]).await.unwrap();
        let (room, invitation) = service.room(&[]).await;
        service.joined(&invitation, "Ann").await;
        let ann = database.participants(&room).await.unwrap().remove(0);
        let anns = database.make_token_of(&ann).await.unwrap();
        let mut program = service.browser();
        for (token, wanted) in [(&judges, 403), (&anns, 404), (&"x".to_owned(), 401)] {
            let answer = program.program("/metrics", token, None).await;
            assert_eq!(answer.status.as_u16(), wanted, "{}", answer.text);
        }
        let count = async |program: &mut Browser<'_>| {
            let text = program.program("/metrics", &reads, None).await.text;
            let count = text.split("\nmousetrap_requests_total ").nth(1).unwrap();
            count.lines().next().unwrap().parse::<u64>().unwrap()
        };
        let before = count(&mut program).await;
        assert_eq!(count(&mut program).await, before + 1);
        assert_eq!(service.owner().await.get("/metrics").await.status.as_u16(), 200);
    }
}
