/// Converts a case to the format that the driver reads.
fn to_driver_format(text: String) -> String {
    let mut words = text.split_ascii_whitespace();
    let [rows, _, cat_jump, mouse_jump] = [(); 4].map(|()| words.next().unwrap_or_default());
    let grid: String = words.map(|row| format!("{} {row}\n", row.len())).collect();
    format!("{rows}\n{grid}{cat_jump}\n{mouse_jump}\n")
}
