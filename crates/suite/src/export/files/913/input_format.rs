/// The driver reads cases in the format of the package, so nothing is converted.
fn to_driver_format(text: String) -> String {
    text
}
