//! C, C++ and Go: a file that watches or limits the stack, beside every
//! submission, since their whole programs run under no driver.

use include_dir::{Dir, include_dir};

use super::super::spec::StagedFile;
use super::{Task, Wrap, Wrapped};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/language/drivers/native");

/// C.
pub(super) struct C;

/// C++.
pub(super) struct Cpp;

impl Wrap for C {
    fn id(&self) -> &'static str {
        "c"
    }

    fn function(&self, task: &Task<'_>) -> Wrapped {
        beside(task, "c", task.with_driver(task.plain()))
    }

    fn program(&self, task: &Task<'_>) -> Wrapped {
        beside(task, "c", task.plain())
    }
}

impl Wrap for Cpp {
    fn id(&self) -> &'static str {
        "cpp"
    }

    fn function(&self, task: &Task<'_>) -> Wrapped {
        C.function(task)
    }

    fn program(&self, task: &Task<'_>) -> Wrapped {
        C.program(task)
    }
}

/// Adds the file with this extension.
pub(super) fn beside(task: &Task<'_>, extension: &str, mut wrapped: Wrapped) -> Wrapped {
    let own =
        |file: &&include_dir::File<'_>| file.path().extension().is_some_and(|e| e == extension);
    wrapped.files.extend(FILES.files().find(own).map(|file| {
        StagedFile {
            name: task.renamed(&file.path().to_string_lossy()),
            content: task
                .renamed(&String::from_utf8_lossy(file.contents()))
                .into_bytes(),
        }
    }));
    wrapped
}
