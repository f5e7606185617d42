// Takes one block after another from the front of the text.
impl Solution {
    pub fn pack_runs(text: String) -> String {
        let mut packed = String::new();
        let mut rest = text.as_str();
        while let Some(letter) = rest.chars().next() {
            let length = rest.chars().take(9).take_while(|&other| other == letter).count();
            let (block, others) = rest.split_at(length);
            if length >= 3 {
                packed += &format!("{length}{letter}");
            } else {
                packed += block;
            }
            rest = others;
        }
        packed
    }
}
