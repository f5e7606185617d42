// Takes one block after another from the front of the text. Packing never makes a block longer.
char* packRuns(char* text) {
    char* packed = malloc(strlen(text) + 1);
    char* end = packed;
    while (*text) {
        const char letter = *text;
        int length = 0;
        while (length < 9 && text[length] == letter) ++length;
        text += length;
        if (length >= 3) {
            *end++ = '0' + length;
            length = 1;
        }
        for (; length > 0; --length) *end++ = letter;
    }
    *end = '\0';
    return packed;
}
