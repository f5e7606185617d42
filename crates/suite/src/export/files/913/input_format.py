def to_driver_format(text):
    """The driver reads cases in the format of the package, so nothing is converted."""
    return text
