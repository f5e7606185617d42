//! Event streams that continue after an interruption.

use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::tests::support::{On, RIGHT, Service, both};

/// The ids of a stream, and the steps that it tells of.
fn heard(text: &str) -> (Vec<&str>, Vec<Value>) {
    let ids = text.lines().filter_map(|line| line.strip_prefix("id: "));
    let steps = text.split("event: steps\n").skip(1).flat_map(|event| {
        let data = event.lines().find_map(|line| line.strip_prefix("data: "));
        serde_json::from_str::<Vec<Value>>(data.unwrap()).unwrap()
    });
    (ids.collect(), steps.collect())
}

fn names(steps: &[Value]) -> Vec<&str> {
    steps
        .iter()
        .map(|step| step["is"].as_str().unwrap())
        .collect()
}

both! {
    async fn reconnected_stream_sends_each_new_event_once(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        service.held.store(true, Ordering::Relaxed);
        let page = ann.submit(&room, RIGHT).await;
        let events = format!("{page}/events");
        let first = ann.stream(&events, "", "compiling").await;
        assert_eq!(heard(&first).0, ["1.1"], "{first}");
        // The connection is lost, and judging goes on.
        service.held.store(false, Ordering::Relaxed);
        let rest = ann.stream(&events, "1.1", "event: done").await;
        let (ids, steps) = heard(&rest);
        assert!(!names(&steps).contains(&"compiling"), "{rest}");
        assert_eq!(names(&steps)[0], "running", "{rest}");
        assert_eq!(steps.last().unwrap()["run"], 5, "{rest}");
        let wanted: Vec<String> = (2..2 + ids.len()).map(|seq| format!("1.{seq}")).collect();
        assert_eq!(ids, wanted, "{rest}");
        // Who has heard all hears that it is over; who has heard nothing, all.
        let nothing = ann.stream(&events, ids.last().unwrap(), "event: done").await;
        assert!(heard(&nothing).0.is_empty() && nothing.contains("event: done"), "{nothing}");
        let all = ann.stream(&events, "", "event: done").await;
        assert_eq!(heard(&all).0.len(), 1 + ids.len(), "{all}");
    }

    async fn stream_after_a_restart_starts_at_the_new_attempt(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        service.held.store(true, Ordering::Relaxed);
        let page = ann.submit(&room, RIGHT).await;
        let events = format!("{page}/events");
        let first = ann.stream(&events, "", "compiling").await;
        assert_eq!(heard(&first).0, ["1.1"], "{first}");
        // It stops, and gives back what it was judging; the next one judges all of it.
        service.rest().await;
        service.held.store(false, Ordering::Relaxed);
        service.work().await;
        for last in ["1.1", ""] {
            let rest = ann.stream(&events, last, "event: done").await;
            let (ids, steps) = heard(&rest);
            assert_eq!(names(&steps)[0], "compiling", "{rest}");
            assert_eq!(steps.last().unwrap()["run"], 5, "{rest}");
            let wanted: Vec<String> = (1..=ids.len()).map(|seq| format!("2.{seq}")).collect();
            assert_eq!(ids, wanted, "{rest}");
        }
    }

    async fn stream_of_another_room_is_refused(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let (_, elsewhere) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        let page = ann.submit(&room, RIGHT).await;
        service.idle().await;
        let bo = service.joined(&elsewhere, "Bo").await;
        let text = bo.stream(&format!("{page}/events"), "", "event: ").await;
        assert!(!text.contains("event: "), "{text}");
    }

    async fn stream_ends_when_access_ends(service: &Service) {
        let (room, invitation) = service.room(&[]).await;
        let mut ann = service.joined(&invitation, "Ann").await;
        service.held.store(true, Ordering::Relaxed);
        let page = ann.submit(&room, RIGHT).await;
        let id = service.app.database.participants(&room).await.unwrap()[0].id.clone();
        let of_room = format!("/rooms/{room}/events");
        let of_submission = format!("{page}/events");
        let mut owner = service.owner().await;
        let link = async {
            let path = format!("/rooms/{room}/link");
            owner.form(&path, &format!("participant={id}")).await;
        };
        // They would wait for what never comes.
        let (one, other, ()) = tokio::join!(
            ann.stream(&of_room, "", "nothing"),
            ann.stream(&of_submission, "", "nothing"),
            link,
        );
        assert!(!one.contains("nothing") && !other.contains("event: done"), "{one} {other}");
        service.held.store(false, Ordering::Relaxed);
    }
}
