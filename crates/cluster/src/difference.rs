//! Whether a host would judge as who asks.

use std::collections::BTreeMap;

use crate::Card;
use mousetrap_judge::digest_of_language;
use mousetrap_judge::language::{Language, Probed, probe};
use mousetrap_sandbox::Isolation;

/// What hosts must be to judge for us.
#[derive(Debug)]
pub(crate) struct Demand {
    build: String,
    /// None where nothing is run that must be isolated.
    isolation: Option<String>,
    /// By the name of their queue.
    queues: BTreeMap<String, Vec<Requirement>>,
}

/// A language as it ought to be.
#[derive(Debug)]
struct Requirement {
    id: String,
    name: String,
    language: String,
    /// The toolchain's version: ours, or that of the first host where we have none.
    version: Option<String>,
}

impl Requirement {
    fn new(language: &Language) -> Self {
        Self {
            id: language.id.clone(),
            name: language.name.clone(),
            language: digest_of_language(language),
            version: match probe(language) {
                Probed::Toolchain(toolchain) => Some(toolchain.version),
                Probed::Missing { .. } => None,
            },
        }
    }
}

impl Demand {
    /// What is needed for queues of these languages.
    pub(crate) fn of<'a>(
        build: &str,
        wanted: impl Iterator<Item = Vec<&'a Language>>,
        isolation: Option<Isolation>,
    ) -> Self {
        let mut queues: BTreeMap<String, Vec<Requirement>> = BTreeMap::new();
        for languages in wanted {
            let wanted = || languages.iter().map(|one| Requirement::new(one)).collect();
            queues.entry(queue(&languages)).or_insert_with(wanted);
        }
        Self {
            build: build.to_owned(),
            isolation: isolation.map(|isolation| isolation.to_string()),
            queues,
        }
    }

    /// What is different about a host that draws from this queue, as the end of a
    /// sentence that begins with it; `None` where it may do the work.
    pub(crate) fn differs(&self, card: &Card, queue: &str) -> Option<String> {
        if card.build != self.build {
            return Some(format!(
                "is build {} of Mousetrap {}, who asks is build {}",
                short(&card.build),
                card.version,
                short(&self.build)
            ));
        }
        if let Some(isolation) = &self.isolation
            && card.isolation != *isolation
        {
            return Some(format!(
                "judges with isolation \"{}\", not \"{isolation}\"",
                card.isolation
            ));
        }
        let wanted = self.queues.get(queue)?;
        wanted.iter().find_map(|wanted| wanted.differs(card))
    }

    /// The languages that a host must have for a queue.
    pub(crate) fn needs(&self, queue: &str) -> Vec<String> {
        let wanted = self.wanted(queue).iter();
        wanted.map(|wanted| wanted.id.clone()).collect()
    }

    /// Others must have the toolchains of a host that was given work.
    pub(crate) fn settle(&mut self, card: &Card, queue: &str) {
        for wanted in self.queues.get_mut(queue).into_iter().flatten() {
            if let Some(tool) = card.languages.get(&wanted.id) {
                wanted.version.get_or_insert_with(|| tool.version.clone());
            }
        }
    }

    /// What people call what a queue needs.
    pub(crate) fn name(&self, queue: &str) -> String {
        let names = self.wanted(queue).iter().map(|wanted| &*wanted.name);
        let names: Vec<&str> = names.collect();
        if names.is_empty() {
            "this".to_owned()
        } else {
            names.join(" and ")
        }
    }

    fn wanted(&self, queue: &str) -> &[Requirement] {
        self.queues.get(queue).map_or(&[], Vec::as_slice)
    }
}

/// The queue of what needs these languages. Its name is part of a subject, so that it
/// is never empty.
pub(crate) fn queue(languages: &[&Language]) -> String {
    let ids: Vec<&str> = languages.iter().map(|language| &*language.id).collect();
    if ids.is_empty() {
        "-".to_owned()
    } else {
        ids.join("+")
    }
}

impl Requirement {
    fn differs(&self, card: &Card) -> Option<String> {
        let name = &self.name;
        let Some(tool) = card.languages.get(&self.id) else {
            let missing = card.missing.get(&self.id);
            return Some(format!(
                "cannot do {name}: {}",
                missing.map_or("its judge.toml does not know it", String::as_str)
            ));
        };
        if tool.language != self.language {
            return Some(format!(
                "has other settings of {name} (`[languages]` of its judge.toml)"
            ));
        }
        match &self.version {
            Some(version) if *version != tool.version => Some(format!(
                "has another toolchain of {name}: {}, not {version}",
                tool.version
            )),
            _ => None,
        }
    }
}

/// Enough of a digest to tell two apart.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
