//! Removes C# syntax that Mono's compiler does not support and that has no effect at run time.

use super::csharp_code::Edit;
use crate::source::{Code, Pattern};

/// Patterns whose first group is the syntax to remove. `CLASSES` stands for the names of classes.
const REMOVED_PATTERNS: [&str; 4] = [
    // `TreeNode? node` and `List<int>? list`
    r"(?:\b(?:CLASSES)|\[[,\s]*\]|>)(\?)(?:[^.?]|$)",
    // `node!.val`
    r"[\w)\]](!)\s*(?:[.;,)\[\]]|!=)",
    r"(?m)^[ \t]*(#nullable[^\n]*)",
    r"\b(using)\s+var\b",
];

/// Returns the edits that remove nullability annotations, `using` before declarations, and
/// underscores in numbers.
pub(super) fn annotation_removals(code: &Code) -> Vec<Edit> {
    let bare = &code.bare;
    let class = Pattern::built_in(r"\bclass\s+(\w+)");
    let own = class
        .captures_iter(bare)
        .map(|found| found.extract::<1>().1[0]);
    let known = ["string", "object", "ListNode", "TreeNode"];
    let classes = known.into_iter().chain(own).collect::<Vec<_>>().join("|");
    let mut edits = Vec::new();
    for pattern in REMOVED_PATTERNS {
        let pattern = Pattern::built_in(&pattern.replace("CLASSES", &classes));
        let ranges = pattern.captures_iter(bare);
        edits.extend(ranges.filter_map(|found| {
            let range = found.get(1)?.range();
            Some(Edit::new(range, ""))
        }));
    }
    let numbers = Pattern::built_in(r"\b\d\w*_\w*");
    edits.extend(
        numbers
            .find_iter(bare)
            .map(|number| Edit::new(number.range(), number.as_str().replace('_', ""))),
    );
    edits.sort_by_key(|edit| edit.range.start);
    edits
}
