//! Messages in JSON.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Message;

/// A message in JSON: its text is for people who read a report, and is ignored when the
/// message is read back.
#[derive(Serialize)]
struct WithText<'a> {
    #[serde(flatten, serialize_with = "Message::serialize")]
    message: &'a Message,
    text: String,
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (message, text) = (self, self.to_string());
        WithText { message, text }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

impl JsonSchema for Message {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Message".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A sentence of the judge with its arguments.",
            "type": "object",
            "properties": {
                "id": {
                    "description": "Which sentence: `wrong_answer`.",
                    "type": "string",
                },
                "arguments": {
                    "description": "The arguments by name, some of which are messages; left out \
                                    if there are none.",
                    "type": "object",
                },
                "text": {
                    "description": "The sentence in English: `expected 1, got 0`.",
                    "type": "string",
                },
            },
            "required": ["id", "text"],
        })
    }
}
