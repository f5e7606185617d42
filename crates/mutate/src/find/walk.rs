//! Walks through the syntax tree of a source.

use std::collections::BTreeSet;
use std::ops::Range;

use thiserror::Error;
use tree_sitter::{Node, Parser};

use super::finder::Finder;
use crate::grammar::Grammar;
use crate::operators::{Kind, kinds};
use crate::sites::{is, is_bare_statement, named};
use crate::{Class, Mutation};

/// The reason why a source has no mutants.
#[derive(Debug, Error)]
pub enum Unparsed {
    /// There is no grammar for its language.
    #[error("there is no grammar for the language {0}")]
    Language(String),
    /// The grammar is for another version of the parser.
    #[error("the parser does not take the grammar")]
    Grammar,
}

/// Finds all changes to a source, in the order of the source and without duplicates.
///
/// # Errors
/// If there is no grammar for the language.
pub fn find(language: &str, source: &str) -> Result<Vec<Mutation>, Unparsed> {
    let grammar = Grammar::of(language).ok_or_else(|| Unparsed::Language(language.to_owned()))?;
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.parser(source))
        .map_err(|_| Unparsed::Grammar)?;
    let tree = parser.parse(source, None).ok_or(Unparsed::Grammar)?;
    let mut finder = Finder {
        grammar,
        source,
        found: Vec::new(),
    };
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        if is(node, Kind::Skipped) {
            continue;
        }
        visit(&mut finder, node);
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    let mut found = finder.found;
    found.sort_by_key(|mutation| (mutation.span.start, mutation.span.end, mutation.class));
    let mut known = BTreeSet::new();
    found.retain(|mutation| {
        let (Range { start, end }, text) = mutation.edit(source);
        mutation.fits(source) && known.insert((start, end, text.to_owned()))
    });
    Ok(found)
}

/// Adds the changes to one node.
fn visit(finder: &mut Finder<'_>, node: Node<'_>) {
    for kind in kinds(node.kind()) {
        match kind {
            Kind::Binary => finder.binary(node),
            Kind::Onto => finder.onto(node),
            Kind::Not => finder.not(node),
            Kind::Integer => finder.integer(node),
            Kind::Truth => finder.truth(node),
            Kind::Index => finder.index(node),
            Kind::Range => {
                if let Some(end) = named(node).last() {
                    finder.off_by_one(Class::LoopBound, *end);
                }
            }
            Kind::If => finder.condition(node),
            Kind::Arguments => finder.arguments(node),
            Kind::List => finder.list(node),
            Kind::Statement | Kind::Skipped => {}
        }
    }
    let bare = ["go", "kotlin", "ruby", "scala"].contains(&finder.grammar.id);
    if is(node, Kind::Statement) || bare && is_bare_statement(node) {
        finder.statement(node);
    }
}
