//! The programs by which the machines of a cluster are compared.

use include_dir::{Dir, include_dir};
use mousetrap_cluster::References;

static ACCEPTED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/solutions/913/accepted");

/// The one algorithm that is there in every language.
const ALGORITHM: &str = "memoised_search";

/// One program for each language.
pub(crate) fn references() -> References {
    let files = ACCEPTED.files();
    let named = files.filter(|file| {
        file.path()
            .file_stem()
            .is_some_and(|stem| stem == ALGORITHM)
    });
    let texts = named.filter_map(|file| Some((file.path().to_owned(), file.contents_utf8()?)));
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mousetrap_judge::language::Languages;

    #[test]
    fn every_language_has_one() {
        let references = references();
        for language in Languages::embedded().iter() {
            let is_its = |extension: &str| language.extensions.iter().any(|own| own == extension);
            let found = references.iter().filter(|(path, _)| {
                let extension = path.extension().and_then(|extension| extension.to_str());
                extension.is_some_and(is_its)
            });
            assert_eq!(found.count(), 1, "{}", language.id);
        }
    }
}
