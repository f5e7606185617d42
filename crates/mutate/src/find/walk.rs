//! Walks through the syntax tree of a source.

use std::collections::BTreeSet;
use std::ops::Range;

use thiserror::Error;
use tree_sitter::{Node, Parser};

use super::finder::Finder;
use crate::grammar::Grammar;
use crate::operators::{Kind, kinds};
use crate::sites::{children, is, is_expression_statement};
use crate::{Class, Mutation};

/// Reason why the changes to a source cannot be found.
#[derive(Debug, Error)]
pub enum FindError {
    /// There is no grammar for its language.
    #[error("there is no grammar for the language {0}")]
    Language(String),
    /// The grammar is for another version of the parser.
    #[error("the parser does not accept the grammar")]
    Grammar,
}

/// Finds all changes to a source, in the order of the source and without duplicates.
///
/// # Errors
/// If there is no grammar for the language.
pub fn find(language: &str, source: &str) -> Result<Vec<Mutation>, FindError> {
    let grammar =
        Grammar::for_language(language).ok_or_else(|| FindError::Language(language.to_owned()))?;
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.parser(source))
        .map_err(|_| FindError::Grammar)?;
    let tree = parser.parse(source, None).ok_or(FindError::Grammar)?;
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
            Kind::Assignment => finder.assignment(node),
            Kind::Not => finder.not(node),
            Kind::Integer => finder.integer(node),
            Kind::Boolean => finder.boolean(node),
            Kind::Index => finder.index(node),
            Kind::Range => {
                if let Some(end) = children(node).last() {
                    finder.off_by_one(Class::LoopBound, *end);
                }
            }
            Kind::If => finder.condition(node),
            Kind::Arguments => finder.arguments(node),
            Kind::List => finder.list(node),
            Kind::Statement | Kind::Skipped => {}
        }
    }
    // Their grammars have no node kind for statements.
    let is_bare = ["go", "kotlin", "ruby", "scala"].contains(&finder.grammar.id);
    if is(node, Kind::Statement) || is_bare && is_expression_statement(node) {
        finder.statement(node);
    }
}
