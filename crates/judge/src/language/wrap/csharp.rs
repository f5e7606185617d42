//! C#: `LeetCode`'s usings before the submission, on its first line.

use super::{Task, Wrap, Wrapped};

/// C#.
pub(super) struct CSharp;

/// A using that is repeated is only a warning.
const USINGS: &str = "using System; using System.Collections; using System.Collections.Generic; \
    using System.IO; using System.Linq; using System.Numerics; using System.Text; \
    using System.Text.RegularExpressions; using System.Threading; \
    using System.Threading.Tasks; ";

impl Wrap for CSharp {
    fn id(&self) -> &'static str {
        "csharp"
    }

    fn function(&self, task: &Task<'_>) -> Wrapped {
        let text = format!("{USINGS}{}", task.code.text);
        task.with_driver(task.named("solution.cs", &text))
    }
}
