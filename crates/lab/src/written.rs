//! How what a search finds is written down.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use cat_and_mouse::problem::Problem;

/// An instance, by its text.
pub(crate) mod instance {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use cat_and_mouse::game::Bounds;
    use cat_and_mouse::problem::{Instance, Problem};

    #[derive(Serialize, Deserialize)]
    struct Written {
        problem: String,
        text: String,
        max_plies: Option<u32>,
    }

    pub(crate) fn serialize<S: Serializer>(instance: &Instance, to: S) -> Result<S::Ok, S::Error> {
        let written = Written {
            problem: instance.problem().id().to_owned(),
            text: instance.text(),
            max_plies: instance.max_plies(),
        };
        written.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Instance, D::Error> {
        let written = Written::deserialize(from)?;
        let problem = Problem::by_id(&written.problem);
        let problem = problem.ok_or_else(|| D::Error::custom("an unknown problem"))?;
        let instance = problem.parse(&written.text, Bounds::Extended);
        let instance = instance.map_err(D::Error::custom)?;
        let plies = written
            .max_plies
            .map(|plies| instance.with_max_plies(plies));
        Ok(plies.flatten().unwrap_or(instance))
    }
}

/// Reads one of the replies that problems have.
pub(crate) fn reply<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'static str>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else {
        return Ok(None);
    };
    let mut known = Problem::ALL.iter().flat_map(|problem| problem.replies());
    let reply = known.find(|known| **known == text);
    let reply = reply.ok_or_else(|| D::Error::custom("a reply of no problem"))?;
    Ok(Some(reply))
}
