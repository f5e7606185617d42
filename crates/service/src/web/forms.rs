//! Forms: the fields that a browser sends, and the error on the page if the server refuses them.

use std::collections::BTreeMap;

use axum::extract::multipart::MultipartError;
use axum::extract::{Form, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use mousetrap_judge::decode_source;
use mousetrap_model::Message;

use crate::http_error::{HttpError, HttpResult};
use crate::store;
use crate::texts::{Texts, render};
use crate::web::App;

/// The fields of a submitted form. If the form is refused, the page shows them again.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    values: BTreeMap<String, Vec<String>>,
    /// The chosen file: its name and its text.
    pub file: Option<(String, String)>,
    /// The reason why the form was refused.
    pub error: Option<FormError>,
}

impl Fields {
    /// Returns the first value of a field without surrounding white space, or an empty string if
    /// there is none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.untrimmed_value(name).trim()
    }

    /// Returns the first value of a field without trimming it, or an empty string if there is none.
    pub(crate) fn untrimmed_value(&self, name: &str) -> &str {
        self.all_values(name).first().map_or("", String::as_str)
    }

    /// Adds a value to a field.
    pub(crate) fn add(&mut self, name: &str, value: impl Into<String>) {
        let values = self.values.entry(name.to_owned()).or_default();
        values.push(value.into());
    }

    pub(crate) fn all_values(&self, name: &str) -> &[String] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a field has this value.
    pub(crate) fn contains_value(&self, name: &str, value: &str) -> bool {
        self.all_values(name).iter().any(|one| one == value)
    }

    /// Returns whether a field is filled in or a checkbox is checked.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }

    /// Returns the form with the reason why it was refused.
    pub(crate) fn with_error(mut self, error: FormError) -> Self {
        self.error = Some(error);
        self
    }

    /// Returns the HTTP status of the response that shows the form.
    pub(crate) fn status(&self) -> StatusCode {
        let error = self.error.as_ref();
        error.map_or(StatusCode::OK, |error| error.status)
    }

    /// Returns the error to show next to a field.
    pub(crate) fn field_error(&self, field: &str) -> Option<&FormError> {
        let error = self.error.as_ref();
        error.filter(|error| error.field == field)
    }
}

impl<N: AsRef<str>, V: Into<String>> FromIterator<(N, V)> for Fields {
    fn from_iter<T: IntoIterator<Item = (N, V)>>(sent: T) -> Self {
        let mut fields = Self::default();
        for (name, value) in sent {
            fields.add(name.as_ref(), value);
        }
        fields
    }
}

impl FromRequest<App> for Fields {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &App) -> HttpResult<Self> {
        let kind = request.headers().get(CONTENT_TYPE);
        if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"multipart/")) {
            let form = Multipart::from_request(request, app).await;
            return read_multipart(form.map_err(|_| HttpError::Malformed)?).await;
        }
        let form = Form::<Vec<(String, String)>>::from_request(request, app).await;
        let Form(sent) = form.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => HttpError::TooLarge,
            _ => HttpError::Malformed,
        })?;
        Ok(sent.into_iter().collect())
    }
}

/// Reads a form that may contain a file.
async fn read_multipart(mut form: Multipart) -> HttpResult<Fields> {
    let unusable = |error: MultipartError| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => HttpError::TooLarge,
        _ => HttpError::Unusable(error.body_text().into()),
    };
    let mut fields = Fields::default();
    while let Some(field) = form.next_field().await.map_err(unusable)? {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(unusable)?;
        match file {
            // The user has chosen no file.
            Some(file) if file.is_empty() && bytes.is_empty() => {}
            Some(file) => {
                let text = decode_source(bytes.into()).ok_or(Message::NotText)?;
                fields.file = Some((file, text));
            }
            None => {
                let text = String::from_utf8(bytes.into()).map_err(|_| {
                    HttpError::Unusable(Message::At {
                        place: name.clone(),
                        problem: Message::FieldNotUtf8.into(),
                    })
                })?;
                fields.add(&name, text);
            }
        }
    }
    Ok(fields)
}

/// The reason why a form is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormError {
    /// The field that caused the error; empty if the error does not concern a single field.
    pub field: &'static str,
    pub text: String,
    pub status: StatusCode,
}

impl FormError {
    pub(crate) fn new(field: &'static str, text: impl Into<String>) -> Self {
        Self {
            field,
            text: text.into(),
            status: StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// Returns the error to show if the judge rejects a source.
    pub(crate) fn source_error(w: &Texts, reason: &Message) -> Self {
        Self::new("source", render(reason, w))
    }
}

/// Reads the name of a room or of a token.
pub(crate) fn read_name(given: &str, w: &Texts) -> Result<String, FormError> {
    store::normalise_name(given).ok_or_else(|| FormError::new("name", &w["need_name"]))
}

/// Reads the name of a participant.
pub(crate) fn read_participant_name(given: &str, w: &Texts) -> Result<String, FormError> {
    store::normalise_participant_name(given)
        .ok_or_else(|| FormError::new("name", &w["need_person"]))
}
