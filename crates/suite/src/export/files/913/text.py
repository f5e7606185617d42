def translated(text):
    """The driver reads the text of a case as it is."""
    return text
