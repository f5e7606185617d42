/** The driver reads the text of a case as it is. */
private static String translated(String text) {
    return text;
}
