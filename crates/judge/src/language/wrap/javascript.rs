//! JavaScript and TypeScript: a whole program's kind of module is told by its
//! file's name.

use super::{Task, Wrap, Wrapped};
use crate::language::pattern::Pattern;

pub(super) struct JavaScript;

impl Wrap for JavaScript {
    fn id(&self) -> &'static str {
        "javascript"
    }

    fn program(&self, task: &Task<'_>) -> Wrapped {
        let module =
            Pattern::sound(r"(?m)^\s*(?:import\b[^(.]|export\b)").is_match(&task.code.bare);
        let name = if module {
            "solution.mjs"
        } else {
            "solution.cjs"
        };
        task.named(name, &task.code.text)
    }
}

pub(super) struct TypeScript;

impl Wrap for TypeScript {
    fn id(&self) -> &'static str {
        "typescript"
    }

    fn program(&self, task: &Task<'_>) -> Wrapped {
        // Whole programs are compiled by the driver's compiler script, too.
        task.with_driver(task.plain())
    }
}
