//! Keeps the stream, its consumers and the tickets in it.

use std::collections::BTreeSet;
use std::time::Duration;

use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream::Context;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::{Info, LastRawMessageErrorKind as RawMessageErrorKind};
use async_nats::{Client, HeaderMap};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use crate::broker::{STREAM, consumer, handing_out, is_connected, stream, subject};
use crate::error::GaveUp;
use crate::wire::{Ticket, bytes};

/// How long it waits before it tries again; as often who asks looks around.
pub(crate) const TICK: Duration = Duration::from_millis(100);
/// What the broker says of what it has not.
const NOT_FOUND: usize = 404;

/// What is asked of the keeper.
#[derive(Debug)]
pub(crate) enum Order {
    /// Publish a ticket for this language.
    Publish(Ticket, String),
    /// See whether the ticket is still in this place.
    Check(Ticket, u64),
    /// Remove what is in this place, if it is this ticket.
    Remove(Ticket, u64),
    /// See whether the stream is still the same.
    Compare,
}

/// What it says.
#[derive(Debug)]
pub(crate) enum Notice {
    /// The ticket is in this place.
    Published(Ticket, u64),
    /// It could not be published.
    Failed(Ticket, String),
    /// The broker has it no more.
    Gone(Ticket),
    /// The broker has lost everything and was told anew what it is to keep.
    Anew,
}

/// Talks to the broker, one thing after the other.
pub(crate) struct Keeper {
    pub client: Client,
    pub jetstream: Context,
    /// The consumers that are known to be there.
    pub consumers: BTreeSet<String>,
    /// When the stream was made, as the broker says.
    pub made: Option<String>,
}

impl Keeper {
    pub(crate) async fn serve(
        mut self,
        mut orders: UnboundedReceiver<Order>,
        notices: UnboundedSender<Notice>,
    ) {
        while let Some(order) = orders.recv().await {
            while !is_connected(&self.client) {
                tokio::time::sleep(TICK).await;
            }
            let notice = match order {
                Order::Publish(ticket, language) => {
                    match self.publish(&ticket, &language).await {
                        Ok(place) => Some(Notice::Published(ticket, place)),
                        Err(error) => {
                            // It may have been made anew since.
                            self.consumers.clear();
                            Some(Notice::Failed(ticket, error.0))
                        }
                    }
                }
                Order::Check(ticket, place) => match self.is_there(&ticket, place).await {
                    Some(false) => Some(Notice::Gone(ticket)),
                    _ => None,
                },
                Order::Remove(ticket, place) => {
                    if self.is_there(&ticket, place).await == Some(true)
                        && let Ok(stream) = self.jetstream.get_stream_no_info(STREAM).await
                    {
                        let _ = stream.delete_message(place).await;
                    }
                    None
                }
                Order::Compare => self.look().await.then_some(Notice::Anew),
            };
            if let Some(notice) = notice
                && notices.send(notice).is_err()
            {
                return;
            }
        }
    }

    async fn publish(&mut self, ticket: &Ticket, language: &str) -> Result<u64, GaveUp> {
        if !self.consumers.contains(&consumer(language)) {
            self.prepare(language).await?;
        }
        let Ticket {
            asker,
            submission,
            attempt,
            ..
        } = ticket;
        let mut headers = HeaderMap::new();
        let id = format!("{asker}.{submission}.{attempt}");
        headers.insert(NATS_MESSAGE_ID, id.as_str());
        let payload = bytes(ticket).into();
        let sent = self
            .jetstream
            .publish_with_headers(subject(language), headers, payload);
        let kept = sent.await.map_err(|error| error.to_string())?;
        let kept = kept.await.map_err(|error| error.to_string())?;
        Ok(kept.sequence)
    }

    /// Makes the stream and the consumer of a language, where they are not there.
    async fn prepare(&mut self, language: &str) -> Result<(), GaveUp> {
        let stream = self.jetstream.get_or_create_stream(stream()).await;
        let stream = stream.map_err(|error| error.to_string())?;
        self.made.get_or_insert_with(|| made(stream.cached_info()));
        let handing_out = handing_out(language);
        let consumer = stream.create_consumer(handing_out).await;
        consumer.map_err(|error| error.to_string())?;
        self.consumers.insert(crate::broker::consumer(language));
        Ok(())
    }

    /// Whether a ticket is in its place; `None` where the broker does not say.
    async fn is_there(&self, ticket: &Ticket, place: u64) -> Option<bool> {
        let stream = self.jetstream.get_stream_no_info(STREAM).await.ok()?;
        match stream.get_raw_message(place).await {
            Ok(message) => {
                let there = serde_json::from_slice::<Ticket>(&message.payload);
                Some(there.is_ok_and(|there| there == *ticket))
            }
            Err(error) => {
                let kind = error.kind();
                let gone = match &kind {
                    RawMessageErrorKind::NoMessageFound => true,
                    RawMessageErrorKind::JetStream(error) => error.code() == NOT_FOUND,
                    _ => false,
                };
                gone.then_some(false)
            }
        }
    }

    /// Whether the stream is not the one that it was.
    async fn look(&mut self) -> bool {
        let Some(before) = &self.made else {
            return false;
        };
        match self.jetstream.get_stream(STREAM).await {
            Ok(stream) => {
                let now = made(stream.cached_info());
                if now == *before {
                    return false;
                }
                self.made = Some(now);
            }
            Err(error) => {
                let kind = error.kind();
                if !matches!(&kind, GetStreamErrorKind::JetStream(error) if error.code() == NOT_FOUND)
                {
                    return false;
                }
                self.made = None;
            }
        }
        self.consumers.clear();
        true
    }
}

fn made(info: &Info) -> String {
    format!("{:?}", info.created)
}
