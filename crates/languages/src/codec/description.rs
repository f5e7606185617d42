//! Codecs: templates for a language's readers, calls, writers and stubs.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::table::CaseConvention;
use mousetrap_model::{Signature, Type};

/// The contents of a `codec.toml` file. Its templates have placeholders in braces, which
/// [`super::Renderer`] fills. Other braces stay unchanged.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Codec {
    /// The case convention for the name of the function.
    pub entry: CaseConvention,
    /// The case convention for the names of parameters.
    pub parameters: CaseConvention,
    /// Names that parameters cannot have in this language.
    #[serde(default)]
    pub reserved: Vec<String>,
    /// The template that renames a parameter whose name is reserved. By default, an underscore is
    /// appended.
    #[serde(default = "with_underscore")]
    pub escaped: String,
    /// Suffixes that the templates append to parameter names, such as `Size` for the size of an
    /// array. A parameter is also renamed if its name is another parameter's name plus one of these
    /// suffixes.
    #[serde(default)]
    pub derived: Vec<String>,
    /// Maximum depth of arrays, if the language limits it.
    pub max_depth: Option<usize>,
    /// Whether the language's functions cannot modify their parameters and must therefore return a
    /// value.
    #[serde(default)]
    pub no_void: bool,
    /// Tables of templates, keyed by table name, such as `read` or `default`, and then by type.
    pub types: BTreeMap<String, BTreeMap<String, String>>,
    /// Named templates that are rendered for each parameter and joined.
    #[serde(default)]
    pub each: BTreeMap<String, ParameterTemplate>,
    /// Named templates that are rendered once.
    #[serde(default)]
    pub parts: BTreeMap<String, FunctionTemplate>,
    /// The template texts for the node types `ListNode` and `TreeNode`, keyed by type. `definition`
    /// is the code that defines the type. The pattern `defined` matches a definition in the
    /// submission. `{nodes.KEY}` inserts other texts.
    #[serde(default)]
    pub nodes: BTreeMap<String, BTreeMap<String, String>>,
    /// The start of a comment, the start of each comment line, and the end of a comment. Stubs
    /// contain the definitions of node types as comments.
    #[serde(default)]
    pub comment: [String; 3],
    /// Text inserted before the submission, on its first line.
    #[serde(default)]
    pub before: String,
    /// Text appended to the submission.
    #[serde(default)]
    pub after: String,
    /// The template of the stub, which is the starter code of a solution.
    pub stub: String,
    /// The rendered files of the driver, by name.
    pub files: BTreeMap<String, String>,
}

/// A template that is rendered for each parameter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParameterTemplate {
    pub text: String,
    /// The template for functions that return nothing, if it differs from `text`.
    pub void: Option<String>,
    /// The separator between two parameters.
    #[serde(default)]
    pub join: String,
}

/// A pair of templates: one for functions that return a value, and one for functions that modify a
/// parameter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FunctionTemplate {
    pub value: String,
    pub void: String,
}

fn with_underscore() -> String {
    "{name}_".to_owned()
}

impl Codec {
    /// Returns whether the language can express functions with this signature.
    pub(crate) fn supports(&self, signature: &Signature) -> bool {
        let depth = signature.types().map(Type::depth).max();
        (!self.no_void || signature.result.is_some())
            && self.max_depth.is_none_or(|max| depth <= Some(max))
    }

    /// Returns the most specific template for a type: the template for exactly this type (`int[]`),
    /// for its shape (`list`, `matrix`, `array`), or for all other types (`else`). Lists without
    /// their own template use the template for arrays.
    pub(super) fn template(&self, table: &str, ty: Option<&Type>) -> Option<&str> {
        let table = self.types.get(table)?;
        let mut keys = vec![ty.map_or_else(|| "void".to_owned(), ToString::to_string)];
        if let Some(ty @ (Type::List(item) | Type::Array(item))) = ty {
            if matches!(ty, Type::List(_)) {
                keys.push("list".to_owned());
            }
            keys.push(format!("{item}[]"));
            keys.extend((item.depth() == 1).then(|| "matrix".to_owned()));
            keys.push("array".to_owned());
        }
        keys.push("else".to_owned());
        keys.iter()
            .find_map(|key| table.get(key))
            .map(String::as_str)
    }
}
