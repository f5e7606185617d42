//! Renders the files of a driver, or a stub, from a signature.

use std::collections::BTreeMap;

use super::description::Codec;
use crate::placeholders::replace_placeholders;
use crate::source::Pattern;
use mousetrap_model::{Parameter, Signature, Type};

/// A codec, and the signature for which its templates are rendered.
pub(crate) struct Renderer<'a> {
    pub codec: &'a Codec,
    pub signature: &'a Signature,
    /// The code of the submission without comments and strings; empty for a stub.
    pub bare: &'a str,
}

impl Renderer<'_> {
    /// Renders the text that is inserted on the first line of the submission.
    pub(crate) fn inserted_text(&self) -> String {
        let text = self.render(&self.codec.before);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines.join(" ")
    }

    /// Renders the stub, the starter code of a solution.
    pub(crate) fn stub(&self) -> String {
        let [open, line, close] = &self.codec.comment;
        let mut stub = String::new();
        for (name, node) in self.node_types() {
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

    /// Returns the node types that occur in the signature.
    fn node_types(&self) -> impl Iterator<Item = (&String, &BTreeMap<String, String>)> {
        let nodes = self.codec.nodes.iter();
        nodes.filter(|(name, _)| {
            Type::from_name(name).is_some_and(|ty| self.signature.uses_type(&ty))
        })
    }

    /// Fills the placeholders of a template:
    ///
    /// - `{entry}`: the name of the function
    /// - `{first}`: the name of the first parameter
    /// - `{result.TABLE}`, `{answer.TABLE}`: the template for the type of the result or the answer
    /// - `{nodes}`: the definitions of the node types that the submission does not define itself
    /// - `{nodes.KEY}`: the texts with this key in the codec's `nodes`
    /// - the names of templates in `each` and `parts`
    pub(crate) fn render(&self, template: &str) -> String {
        let signature = self.signature;
        replace_placeholders(template, |name| {
            Some(match (name, name.split_once('.')) {
                (_, Some(("result", table))) => self.render_type(table, signature.result.as_ref()),
                (_, Some(("answer", table))) => {
                    self.render_type(table, Some(signature.answer_type()))
                }
                (_, Some(("nodes", key))) => {
                    let texts = self.node_types().filter_map(|(_, node)| node.get(key));
                    texts.map(String::as_str).collect()
                }
                ("entry", _) => self.codec.entry.convert_name(&signature.name),
                ("first", _) => self.parameter_name(&signature.parameters[0]),
                ("nodes", _) => {
                    let is_missing = |(_, node): &(_, &BTreeMap<String, String>)| {
                        let defined = node.get("defined").map(|text| Pattern::built_in(text));
                        defined.is_none_or(|defined| !defined.is_match(self.bare))
                    };
                    let missing = self.node_types().filter(is_missing);
                    missing.map(|(_, node)| &*node["definition"]).collect()
                }
                _ => match (self.codec.parts.get(name), &signature.result) {
                    (Some(part), Some(_)) => self.render(&part.value),
                    (Some(part), None) => self.render(&part.void),
                    (None, _) => return self.render_parameter_template(name),
                },
            })
        })
    }

    fn render_parameter_template(&self, name: &str) -> Option<String> {
        let each = self.codec.each.get(name)?;
        let void = each
            .void
            .as_ref()
            .filter(|_| self.signature.result.is_none());
        let text = void.unwrap_or(&each.text);
        let parameters = self.signature.parameters.iter().enumerate();
        let texts = parameters.map(|(index, parameter)| {
            let text = self.fill_type_template(text, Some(&parameter.ty));
            replace_placeholders(&text, |placeholder| match placeholder {
                "name" => Some(self.parameter_name(parameter)),
                "index" => Some(index.to_string()),
                _ => None,
            })
        });
        Some(texts.collect::<Vec<_>>().join(&each.join))
    }

    /// Returns the name of a parameter in the language's case convention.
    fn parameter_name(&self, parameter: &Parameter) -> String {
        let name = self.codec.parameters.convert_name(&parameter.name);
        let mut others = self.signature.parameters.iter();
        let is_derived = others.any(|other| {
            let ending = name.strip_prefix(&*self.codec.parameters.convert_name(&other.name));
            ending.is_some_and(|ending| self.codec.derived.iter().any(|it| it == ending))
        });
        if is_derived || self.codec.reserved.contains(&name) {
            return self.codec.escaped.replace("{name}", &name);
        }
        name
    }

    /// Renders the template of a type. `None` stands for `void`.
    fn render_type(&self, table: &str, ty: Option<&Type>) -> String {
        let template = self.codec.template(table, ty).unwrap_or_default();
        self.fill_type_template(template, ty)
    }

    /// Replaces the placeholders in a type's template:
    ///
    /// - `{TABLE}`: this type's template in the table TABLE
    /// - `{item.TABLE}`: the template of the type's items in the table TABLE
    /// - `{canonical}`: the type's name in signatures
    fn fill_type_template(&self, template: &str, ty: Option<&Type>) -> String {
        replace_placeholders(template, |name| {
            if let Some(table) = name.strip_prefix("item.") {
                return Some(self.render_type(table, Some(ty?.item()?)));
            }
            if name == "canonical" {
                return Some(ty?.to_string());
            }
            let is_table = self.codec.types.contains_key(name);
            is_table.then(|| self.render_type(name, ty))
        })
    }
}
