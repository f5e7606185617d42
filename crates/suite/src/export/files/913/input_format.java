/** The driver reads cases in the format of the package, so nothing is converted. */
private static String toDriverFormat(String text) {
    return text;
}
