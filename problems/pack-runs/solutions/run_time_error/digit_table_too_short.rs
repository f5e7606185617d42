// Mistake: looks up the length of a run in a list of digits that ends at nine. Smallest
// counterexample: "aaaaaaaaaa" (ten letters).
const DIGITS: [&str; 10] = ["", "", "", "3", "4", "5", "6", "7", "8", "9"];

impl Solution {
    pub fn pack_runs(text: String) -> String {
        let runs = text.as_bytes().chunk_by(|left, right| left == right);
        let packed = runs.map(|run| {
            let shown = if run.len() < 3 { run.len() } else { 1 };
            let letters = String::from_utf8_lossy(&run[..shown]);
            format!("{}{letters}", DIGITS[run.len()])
        });
        packed.collect()
    }
}
