/// A script that prints the property lists it reads, one base64 file per line. It then prints
/// random values of its own, each after its file.
enum PlistlibScript {
    /// The number of its own values in each of the two formats.
    static let count = 300

    static let text = #"""
        import base64, datetime, plistlib, random, struct, sys, unicodedata
        from plistlib import FMT_BINARY, FMT_XML, UID

        EPOCH = datetime.datetime(2001, 1, 1)
        EIGHTH = datetime.timedelta(milliseconds=125)

        class MarkedUID(dict):
            """How XML spells a reference, which plistlib leaves to its callers."""

        def text(value):
            if value is None: return "null"
            if isinstance(value, bool): return str(value).lower()
            if isinstance(value, UID): return f"uid {value.data}"
            if isinstance(value, MarkedUID): return f"uid {value['CF$UID']}"
            if isinstance(value, int): return str(value)
            if isinstance(value, float):
                return f"real {int.from_bytes(struct.pack('>d', value), 'big'):x}"
            if isinstance(value, datetime.datetime): return f"date {(value - EPOCH) // EIGHTH}"
            if isinstance(value, bytes): return f"data {list(value)}"
            if isinstance(value, str):
                units = value.encode("utf-16-be")
                return f"text {list(struct.unpack(f'>{len(units) // 2}H', units))}"
            if isinstance(value, list): return "[" + ", ".join(map(text, value)) + "]"
            items = [f"{text(key)}: {text(each)}" for key, each in value.items()]
            return "{" + ", ".join(items) + "}"

        class Values:
            PLAIN = "\t\n &<]>\"'a\u00e4\u0301\u2028\ufeff\U0001F41E"
            BINARY_ONLY = "\0\x01\r\x7f\ufffe"

            def __init__(self, seed, is_xml):
                self.random, self.is_xml = random.Random(seed), is_xml

            def string(self):
                characters = self.PLAIN[:11] if self.random.random() < 0.5 else self.PLAIN
                if not self.is_xml: characters += self.BINARY_ONLY
                return "".join(self.random.choices(characters, k=self.random.randrange(20)))

            def date(self):
                eighths = self.random.randrange(-(2**35), 2**35)
                return EPOCH + EIGHTH * (eighths // 8 * 8 if self.is_xml else eighths)

            def dictionary(self, depth):
                # To us, keys that look the same are the same.
                names = {unicodedata.normalize("NFC", key): key
                         for key in (self.string() for _ in range(self.random.randrange(20)))}
                return {key: self.value(depth + 1) for key in names.values()}

            def uid(self):
                number = self.random.getrandbits(self.random.randrange(33))
                return MarkedUID({"CF$UID": number}) if self.is_xml else UID(number)

            def value(self, depth=0):
                integer = self.random.getrandbits(self.random.randrange(65))
                kinds = [
                    lambda: self.random.random() < 0.5,
                    lambda: integer if self.random.random() < 0.5 else -(integer >> 1),
                    lambda: self.random.random() * 10.0 ** self.random.randrange(-300, 300),
                    lambda: float(self.random.choice(["0", "1e22", "inf", "-inf", "nan"])),
                    lambda: self.random.randbytes(self.random.randrange(100)),
                    self.date, self.string, self.uid,
                    lambda: [self.value(depth + 1) for _ in range(self.random.randrange(20))],
                    lambda: self.dictionary(depth),
                ]
                return self.random.choice(kinds if depth < 4 else kinds[:8])()

        for file in sys.stdin.read().split():
            print(text(plistlib.loads(base64.b64decode(file))))
        for format in (FMT_BINARY, FMT_XML):
            values = Values(1, is_xml=format is FMT_XML)
            for _ in range(\#(count)):
                value = values.value()
                file = plistlib.dumps(value, fmt=format, sort_keys=False)
                print(base64.b64encode(file).decode(), text(value))
        """#
}
