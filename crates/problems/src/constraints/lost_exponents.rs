//! Recognises powers whose exponent lost its superscript when a statement was pasted: `10^4` becomes
//! `104`.

use super::Constraints;
use super::patterns::LazyRegex;

impl Constraints {
    /// Returns a warning for each line with a number that is probably a power, such as `2*104`.
    pub fn lost_exponent_warnings(&self) -> Vec<String> {
        static POWER_PATTERN: LazyRegex =
            LazyRegex::new(r"(?:^|[^\w.,^])(10(?:[3-9]|1[0-8])|2(?:31|63))(?:$|,?\s|[^\w,^*])");
        let lines = self.lines.iter().map(|(line, _)| line);
        let mut warnings = Vec::new();
        for line in lines.chain(&self.unparsed_lines) {
            if let Some(found) = POWER_PATTERN.captures(&line.text) {
                let written = &found[1];
                let base = if written.starts_with("10") { "10" } else { "2" };
                let power = format!("{base}^{}", &written[base.len()..]);
                warnings.push(format!(
                    "constraint line {}, `{}`: {written} is probably {power} without its \
                     superscript; if so, write {power}",
                    line.number, line.text
                ));
            }
        }
        warnings
    }
}
