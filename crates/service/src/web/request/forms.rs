//! What a form sends, with its files.

use std::collections::BTreeMap;

use axum::extract::Multipart;
use axum::http::StatusCode;
use mousetrap_judge::decoded;
use mousetrap_model::Message;

use crate::fault::Fault;

/// The fields of a form; a file has a name of its own as well.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    values: BTreeMap<String, Vec<String>>,
    /// The file that was chosen: its name and text.
    pub file: Option<(String, String)>,
}

impl Fields {
    /// What stands in a field; empty where it is not there.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.all(name).first().map_or("", |value| value.trim())
    }

    /// Fills a field in.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) {
        let values = self.values.entry(name.to_owned()).or_default();
        values.push(value.into());
    }

    /// Fills a field in anew.
    pub(crate) fn replace(&mut self, name: &str, value: String) {
        self.values.insert(name.to_owned(), vec![value]);
    }

    /// All that was chosen of a field.
    pub(crate) fn all(&self, name: &str) -> &[String] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether this was chosen of a field.
    pub(crate) fn has_value(&self, name: &str, value: &str) -> bool {
        self.all(name).iter().any(|one| one == value)
    }

    /// Whether a box was checked.
    pub(crate) fn has(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }
}

impl FromIterator<(String, String)> for Fields {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(sent: T) -> Self {
        let mut fields = Self::default();
        for (name, value) in sent {
            fields.set(&name, value);
        }
        fields
    }
}

/// Reads a form.
pub(crate) async fn fields(mut form: Multipart) -> Result<Fields, Fault> {
    let mut fields = Fields::default();
    loop {
        let field = form.next_field().await;
        let Some(field) = field.map_err(|error| unusable(&error))? else {
            return Ok(fields);
        };
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|error| unusable(&error))?;
        match file {
            // No file was chosen.
            Some(file) if file.is_empty() && bytes.is_empty() => {}
            Some(file) => fields.file = Some((file, decoded(bytes.into()).ok_or_else(no_text)?)),
            None => {
                let text = String::from_utf8(bytes.into());
                let wrong = |_| {
                    Fault::Unusable(Message::At {
                        place: name.clone(),
                        problem: Message::FieldNotUtf8.into(),
                    })
                };
                fields.set(&name, text.map_err(wrong)?);
            }
        }
    }
}

fn unusable(error: &axum::extract::multipart::MultipartError) -> Fault {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Fault::TooLarge,
        _ => Fault::Unusable(error.body_text().into()),
    }
}

fn no_text() -> Fault {
    Fault::Unusable(Message::NotText)
}
