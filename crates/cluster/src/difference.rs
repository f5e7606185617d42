//! Whether a host would judge as who asks.

use std::collections::BTreeMap;

use crate::Card;
use mousetrap_judge::language::{Language, Probed, probe};
use mousetrap_judge::{Options, Submission, digest_of_language};
use mousetrap_sandbox::Isolation;

/// What hosts must be to judge for us.
#[derive(Debug)]
pub(crate) struct Demand {
    build: String,
    isolation: String,
    languages: BTreeMap<String, Wanted>,
}

/// A language as it ought to be.
#[derive(Debug)]
struct Wanted {
    name: String,
    language: String,
    /// The toolchain's version: ours, or that of the first host where we have none.
    version: Option<String>,
}

impl Wanted {
    fn new(language: &Language) -> Self {
        Self {
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
    /// What these submissions need.
    pub(crate) fn new(build: &str, submissions: &[Submission<'_>], options: &Options) -> Self {
        let open = submissions.iter().filter(|submission| !submission.is_done);
        let languages = open.map(|submission| submission.detected.language);
        Self::of(build, languages, options.isolation)
    }

    /// What is needed for these languages.
    pub(crate) fn of<'a>(
        build: &str,
        wanted: impl Iterator<Item = &'a Language>,
        isolation: Isolation,
    ) -> Self {
        let mut languages = BTreeMap::new();
        for language in wanted {
            let wanted = || Wanted::new(language);
            languages.entry(language.id.clone()).or_insert_with(wanted);
        }
        Self {
            build: build.to_owned(),
            isolation: isolation.to_string(),
            languages,
        }
    }

    /// What is different about a host that has this language, as the end of a
    /// sentence that begins with it; `None` where it may judge.
    pub(crate) fn differs(&self, card: &Card, language: &str) -> Option<String> {
        if card.build != self.build {
            return Some(format!(
                "is another build of Mousetrap ({} {}, here {})",
                card.version,
                short(&card.build),
                short(&self.build)
            ));
        }
        if card.isolation != self.isolation {
            return Some(format!(
                "judges with isolation \"{}\", not \"{}\"",
                card.isolation, self.isolation
            ));
        }
        let wanted = self.languages.get(language)?;
        let name = &wanted.name;
        let Some(tool) = card.languages.get(language) else {
            let missing = card.missing.get(language);
            return Some(format!(
                "cannot do {name}: {}",
                missing.map_or("its judge.toml does not know it", String::as_str)
            ));
        };
        if tool.language != wanted.language {
            return Some(format!(
                "has other settings of {name} (`[languages]` of its judge.toml)"
            ));
        }
        match &wanted.version {
            Some(version) if *version != tool.version => Some(format!(
                "has another toolchain of {name}: {}, not {version}",
                tool.version
            )),
            _ => None,
        }
    }

    /// Others must have the toolchain of a host that was given work.
    pub(crate) fn settle(&mut self, card: &Card, language: &str) {
        if let (Some(wanted), Some(tool)) = (
            self.languages.get_mut(language),
            card.languages.get(language),
        ) {
            wanted.version.get_or_insert_with(|| tool.version.clone());
        }
    }

    /// What people call a language.
    pub(crate) fn name<'a>(&'a self, language: &'a str) -> &'a str {
        let wanted = self.languages.get(language);
        wanted.map_or(language, |wanted| &wanted.name)
    }
}

/// Enough of a digest to tell two apart.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
