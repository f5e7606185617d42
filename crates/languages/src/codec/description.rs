//! Codecs: templates for a language's readers, calls, writers and stubs.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::table::CaseConvention;
use mousetrap_model::{Signature, Type};

/// The content of a file `codec.toml`. Its templates have placeholders in braces, which
/// [`super::Rendering`] fills. Other braces stay unchanged.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Codec {
    /// The case convention for the name of the function.
    pub entry: CaseConvention,
    /// The case convention for the names of parameters.
    pub parameters: CaseConvention,
    /// Names that the language does not allow for parameters.
    #[serde(default)]
    pub reserved: Vec<String>,
    /// How such a name is written instead; with an underscore if left out.
    #[serde(default = "with_underscore")]
    pub escaped: String,
    /// The endings of names that the templates derive from those of parameters, such as the
    /// size of an array. A parameter with such a name is written in the same way.
    #[serde(default)]
    pub derived: Vec<String>,
    /// Maximum depth of arrays, if the language limits it.
    pub max_depth: Option<usize>,
    /// Whether functions must return a value and cannot modify a parameter.
    #[serde(default)]
    pub no_void: bool,
    /// Named tables of templates, keyed by type: names of types, readers, writers, default values.
    pub types: BTreeMap<String, BTreeMap<String, String>>,
    /// Named templates that are rendered for each parameter and joined.
    #[serde(default)]
    pub each: BTreeMap<String, ParameterTemplate>,
    /// Named templates that are rendered once.
    #[serde(default)]
    pub parts: BTreeMap<String, FunctionTemplate>,
    /// The texts for `ListNode` and `TreeNode`: the `definition`, which a submission may contain
    /// itself, a pattern `defined` that matches such a definition, and other texts.
    #[serde(default)]
    pub nodes: BTreeMap<String, BTreeMap<String, String>>,
    /// The start of a comment, of each line in it, and its end. Definitions in stubs are comments.
    #[serde(default)]
    pub comment: [String; 3],
    /// Text inserted before the submission, on its first line.
    #[serde(default)]
    pub before: String,
    /// Text appended to the submission.
    #[serde(default)]
    pub after: String,
    /// The first lines of a solution.
    pub stub: String,
    /// The files of the driver by name.
    pub files: BTreeMap<String, String>,
}

/// A template that is rendered for each parameter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParameterTemplate {
    pub text: String,
    /// Replaces `text` for functions that return nothing.
    pub void: Option<String>,
    /// The text between two parameters.
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
    /// Returns whether the language has functions with this signature.
    pub(crate) fn supports(&self, signature: &Signature) -> bool {
        let depth = signature.types().map(Type::depth).max();
        (!self.no_void || signature.result.is_some())
            && self.max_depth.is_none_or(|max| depth <= Some(max))
    }

    /// Returns the most specific template for a type: that of the type itself (`int[]`), of its
    /// shape (`list`, `matrix`, `array`), or of all other types (`else`). A list without a
    /// template counts as an array.
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
