//! The description of a language's readers, calls, writers and stubs.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::table::Spelling;
use mousetrap_model::{Signature, Type};

/// A file `codec.toml`. Its templates have placeholders in braces, which [`super::Rendering`]
/// fills; other braces are kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Codec {
    /// How the language spells the name of the function.
    pub entry: Spelling,
    /// How it spells the names of parameters.
    pub parameters: Spelling,
    /// The names of parameters that the language does not allow.
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
    /// Whether functions can only return values, and modify no parameter.
    #[serde(default)]
    pub no_void: bool,
    /// Tables of templates by type, each with a name: spelling, reader, writer, default.
    pub types: BTreeMap<String, BTreeMap<String, String>>,
    /// Templates that are rendered for each parameter and joined, each with a name.
    #[serde(default)]
    pub each: BTreeMap<String, Each>,
    /// Templates that are rendered once, each with a name.
    #[serde(default)]
    pub parts: BTreeMap<String, Part>,
    /// The texts for `ListNode` and `TreeNode`, which a submission may
    /// bring with it: their `definition`, what finds one in code without comments and strings
    /// (`defined`), and other texts.
    #[serde(default)]
    pub nodes: BTreeMap<String, BTreeMap<String, String>>,
    /// The start of a comment, of each line in it, and its end, for the definitions in stubs.
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

/// A template for each parameter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Each {
    pub text: String,
    /// Replaces `text` for functions that return nothing.
    pub void: Option<String>,
    /// The text between two parameters.
    #[serde(default)]
    pub join: String,
}

/// A template that is rendered once: one for functions that return a value, and one for
/// functions that modify a parameter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
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

    /// Returns the template of a type: of the type itself (`int[]`), of its shape (`list`,
    /// `matrix`, `array`), or of all others (`else`). A list without a template is an array.
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
