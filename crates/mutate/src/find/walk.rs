//! Walks through the syntax tree of a source and collects the possible changes.

use std::collections::BTreeSet;
use std::ops::Range;

use thiserror::Error;
use tree_sitter::{Node, Parser};

use super::finder::MutationFinder;
use crate::grammar::Grammar;
use crate::operators::{NodeMeaning, meanings_of};
use crate::sites::{children, has_meaning, is_expression_statement};
use crate::{Class, Mutation};

/// The reason why the changes to a source cannot be determined.
#[derive(Debug, Error)]
pub enum FindError {
    /// There is no grammar for the language of the source.
    #[error("there is no grammar for the language {0}")]
    Language(String),
    /// The grammar was made for another version of the parser.
    #[error("the parser does not accept the grammar")]
    Grammar,
}

/// Finds all possible changes to a source, in the order of the source and without duplicates.
///
/// # Errors
/// Returns an error if there is no grammar for the language.
pub fn find(language: &str, source: &str) -> Result<Vec<Mutation>, FindError> {
    let grammar =
        Grammar::for_language(language).ok_or_else(|| FindError::Language(language.to_owned()))?;
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.parser_language(source))
        .map_err(|_| FindError::Grammar)?;
    let tree = parser.parse(source, None).ok_or(FindError::Grammar)?;
    let mut finder = MutationFinder {
        grammar,
        source,
        found: Vec::new(),
    };
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        if has_meaning(node, NodeMeaning::Skipped) {
            continue;
        }
        add_changes(&mut finder, node);
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    let mut found = finder.found;
    found.sort_by_key(|mutation| (mutation.span.start, mutation.span.end, mutation.class));
    let mut known = BTreeSet::new();
    found.retain(|mutation| {
        let (Range { start, end }, text) = mutation.minimal_edit(source);
        mutation.fits(source) && known.insert((start, end, text.to_owned()))
    });
    Ok(found)
}

/// Adds the possible changes to one node.
fn add_changes(finder: &mut MutationFinder<'_>, node: Node<'_>) {
    for kind in meanings_of(node.kind()) {
        match kind {
            NodeMeaning::Binary => finder.change_binary(node),
            NodeMeaning::Assignment => finder.change_assignment(node),
            NodeMeaning::Not => finder.change_not(node),
            NodeMeaning::Integer => finder.change_integer(node),
            NodeMeaning::Boolean => finder.change_boolean(node),
            NodeMeaning::Index => finder.change_index(node),
            NodeMeaning::Range => {
                if let Some(end) = children(node).last() {
                    finder.add_off_by_one(Class::LoopBound, *end);
                }
            }
            NodeMeaning::If => finder.change_condition(node),
            NodeMeaning::Arguments => finder.change_arguments(node),
            NodeMeaning::List => finder.change_list(node),
            NodeMeaning::Statement | NodeMeaning::Skipped => {}
        }
    }
    // The grammars of these languages have no node kind for statements.
    let is_bare = ["go", "kotlin", "ruby", "scala"].contains(&finder.grammar.id);
    if has_meaning(node, NodeMeaning::Statement) || is_bare && is_expression_statement(node) {
        finder.change_statement(node);
    }
}
