/// XML property lists for the tests.
enum XMLSamples {
    static func document(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">\(body)</plist>

        """
    }

    static let archive = document(
        """
        <dict>
            <key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$objects</key>
            <array>
                <string>$null</string>
                <dict>
                    <key>$class</key><dict><key>CF$UID</key><integer>3</integer></dict>
                    <key>Rating</key><real>4</real>
                    <key>Title</key><dict><key>CF$UID</key><integer>2</integer></dict>
                </dict>
                <string>Potato &amp; Bug</string>
                <dict>
                    <key>$classes</key>
                    <array><string>ScaryBugData</string><string>NSObject</string></array>
                    <key>$classname</key><string>ScaryBugData</string>
                </dict>
            </array>
            <key>$top</key>
            <dict><key>Data</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
            <key>$version</key><integer>100000</integer>
        </dict>
        """)
}
