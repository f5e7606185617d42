//! Renders the files of a driver and a stub from a signature.

use std::collections::BTreeMap;

use super::description::Codec;
use crate::placeholders::replace;
use crate::source::Pattern;
use mousetrap_model::{Parameter, Signature, Type};

/// A codec and the function that it is rendered for.
pub(crate) struct Rendering<'a> {
    pub codec: &'a Codec,
    pub signature: &'a Signature,
    /// The submission without comments and strings; empty for a stub.
    pub bare: &'a str,
}

impl Rendering<'_> {
    /// The files of the driver, as name and text.
    pub(crate) fn files(&self) -> Vec<(String, String)> {
        let files = self.codec.files.iter();
        files
            .map(|(name, text)| (name.clone(), self.render(text)))
            .collect()
    }

    /// The text before the submission, on its first line.
    pub(crate) fn before(&self) -> String {
        let text = self.render(&self.codec.before);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines.join(" ")
    }

    /// The text after the submission.
    pub(crate) fn after(&self) -> String {
        self.render(&self.codec.after)
    }

    /// The first lines of a solution.
    pub(crate) fn stub(&self) -> String {
        let [open, line, close] = &self.codec.comment;
        let mut stub = String::new();
        for (name, node) in self.nodes() {
            let title = match name.as_str() {
                "ListNode" => "singly-linked list",
                _ => "a binary tree node",
            };
            stub += &open.replace("{title}", title);
            for text in node["definition"].lines() {
                stub += format!("{line}{text}").trim_end();
                stub.push('\n');
            }
            stub += close;
        }
        stub + &self.render(&self.codec.stub)
    }

    /// The nodes that the signature has.
    fn nodes(&self) -> impl Iterator<Item = (&String, &BTreeMap<String, String>)> {
        let nodes = self.codec.nodes.iter();
        nodes.filter(|(name, _)| Type::named(name).is_some_and(|ty| self.signature.uses(&ty)))
    }

    /// Fills the placeholders of a template:
    ///
    /// - `{entry}`: the name of the function
    /// - `{first}`: the name of the first parameter
    /// - `{result.TABLE}`, `{answer.TABLE}`: the template of the result's or the answer's type
    /// - `{nodes}`: the definitions of nodes that the submission does not define
    /// - `{nodes.KEY}`: the texts of the nodes under this key of the codec
    /// - the names of `each` and `parts`
    fn render(&self, template: &str) -> String {
        replace(template, |name| {
            if let Some(table) = name.strip_prefix("result.") {
                return Some(self.piece(table, self.signature.result.as_ref()));
            }
            if let Some(table) = name.strip_prefix("answer.") {
                return Some(self.piece(table, Some(self.signature.answer())));
            }
            if let Some(key) = name.strip_prefix("nodes.") {
                let texts = self.nodes().filter_map(|(_, node)| node.get(key));
                return Some(texts.map(String::as_str).collect());
            }
            match name {
                "entry" => Some(self.codec.entry.spell(&self.signature.name)),
                "first" => Some(self.name(&self.signature.parameters[0])),
                "nodes" => {
                    let is_missing = |node: &BTreeMap<String, String>| {
                        let defined = node.get("defined").map(|text| Pattern::sound(text));
                        !defined.is_some_and(|defined| defined.is_match(self.bare))
                    };
                    let missing = self.nodes().filter(|(_, node)| is_missing(node));
                    Some(
                        missing
                            .map(|(_, node)| node["definition"].as_str())
                            .collect(),
                    )
                }
                _ => self.part(name).or_else(|| self.each(name)),
            }
        })
    }

    fn part(&self, name: &str) -> Option<String> {
        let part = self.codec.parts.get(name)?;
        let returns = self.signature.result.is_some();
        let text = if returns { &part.value } else { &part.void };
        Some(self.render(text))
    }

    fn each(&self, name: &str) -> Option<String> {
        let each = self.codec.each.get(name)?;
        let void = each
            .void
            .as_ref()
            .filter(|_| self.signature.result.is_none());
        let text = void.unwrap_or(&each.text);
        let parameters = self.signature.parameters.iter().enumerate();
        let texts = parameters.map(|(index, parameter)| {
            let text = self.filled(text, Some(&parameter.ty));
            replace(&text, |placeholder| match placeholder {
                "name" => Some(self.name(parameter)),
                "index" => Some(index.to_string()),
                _ => None,
            })
        });
        Some(texts.collect::<Vec<_>>().join(&each.join))
    }

    /// The name of a parameter.
    fn name(&self, parameter: &Parameter) -> String {
        let name = self.codec.parameters.spell(&parameter.name);
        let mut others = self.signature.parameters.iter();
        let is_derived = others.any(|other| {
            let ending = name.strip_prefix(&*self.codec.parameters.spell(&other.name));
            ending.is_some_and(|ending| self.codec.derived.iter().any(|it| it == ending))
        });
        if is_derived || self.codec.reserved.contains(&name) {
            return self.codec.escaped.replace("{name}", &name);
        }
        name
    }

    /// Renders the template of a type; `None` is `void`.
    fn piece(&self, table: &str, ty: Option<&Type>) -> String {
        let template = self.codec.template(table, ty).unwrap_or_default();
        self.filled(template, ty)
    }

    /// Fills `{TABLE}` with the template of this type in another table, `{item.TABLE}` with
    /// that of its items, and `{canonical}` with its name in signatures.
    fn filled(&self, template: &str, ty: Option<&Type>) -> String {
        replace(template, |name| {
            if let Some(table) = name.strip_prefix("item.") {
                return Some(self.piece(table, Some(ty?.item()?)));
            }
            if name == "canonical" {
                return Some(ty?.to_string());
            }
            let is_table = self.codec.types.contains_key(name);
            is_table.then(|| self.piece(name, ty))
        })
    }
}
