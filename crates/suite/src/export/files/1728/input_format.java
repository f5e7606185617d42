/** Converts a case to the format that the driver reads. */
private static String toDriverFormat(String text) {
    String[] words = text.trim().split("\\s+");
    StringBuilder translated = new StringBuilder(words[0] + "\n");
    for (int i = 4; i < words.length; i++) {
        translated.append(words[i].length()).append(' ').append(words[i]).append('\n');
    }
    return translated.append(words[2] + "\n" + words[3] + "\n").toString();
}
