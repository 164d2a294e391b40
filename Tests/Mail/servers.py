"""Postfix and Dovecot on loopback, with all of their files in one directory."""

import os
import pwd
import socket
import subprocess
import time
from pathlib import Path

DOMAIN = "bugs.test"
PASSWORD = "secret"
PATIENCE = 60


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"nothing came within {PATIENCE} s: {what}")
        time.sleep(0.05)


class Postfix:
    """Delivers mail for `bob@bugs.test` into the Maildir `inboxes/bob`."""

    def __init__(self, folder, inboxes, owner):
        self.settings = folder / "postfix"
        queue, data = folder / "queue", folder / "data"
        for directory in [self.settings, queue, data]:
            directory.mkdir()
        os.chown(data, pwd.getpwnam("postfix").pw_uid, -1)
        Path(folder / "boxes").write_text(f"bob@{DOMAIN} bob/\n")
        settings = {
            "compatibility_level": "3.6", "queue_directory": queue, "data_directory": data,
            "maillog_file": folder / "mail.log", "maillog_file_prefixes": folder,
            "inet_interfaces": "loopback-only", "inet_protocols": "ipv4", "myhostname": f"mail.{DOMAIN}",
            "mydestination": "", "local_recipient_maps": "", "virtual_mailbox_domains": DOMAIN,
            "virtual_mailbox_base": inboxes, "virtual_mailbox_maps": f"texthash:{folder / 'boxes'}",
            "virtual_uid_maps": f"static:{owner.pw_uid}", "virtual_gid_maps": f"static:{owner.pw_gid}",
            "virtual_minimum_uid": "1", "virtual_mailbox_limit": "0",
            "message_size_limit": str(20 << 20), "default_transport": "error:no other machine",
            "alias_maps": "", "alias_database": "",
        }  # fmt: skip
        lines = "".join(f"{name} = {value}\n" for name, value in settings.items())
        (self.settings / "main.cf").write_text(lines)
        # The services that take a message from `sendmail` to a Maildir. None listens on a port.
        (self.settings / "master.cf").write_text(
            "postlog unix-dgram n - n - 1 postlogd\n"
            "pickup unix n - n 1 1 pickup\n"
            "cleanup unix n - n - 0 cleanup\n"
            "qmgr unix n - n 300 1 qmgr\n"
            "rewrite unix - - n - - trivial-rewrite\n"
            "bounce unix - - n - 0 bounce\n"
            "defer unix - - n - 0 bounce\n"
            "trace unix - - n - 0 bounce\n"
            "error unix - - n - - error\n"
            "virtual unix - n n - - virtual\n"
            "showq unix n - n - - showq\n"
        )
        self.log = folder / "mail.log"
        self.command = ["postfix", "-c", self.settings]
        # What `send` calls instead of `sendmail -t -i`.
        self.sendmail = f"/usr/sbin/sendmail -C {self.settings} -t -i"

    def __enter__(self):
        subprocess.run([*self.command, "start"], check=True, capture_output=True)
        return self

    def __exit__(self, *_):
        subprocess.run([*self.command, "stop"], check=True, capture_output=True)


class Dovecot:
    """Shows the Maildirs in `inboxes` by IMAP on a port of loopback."""

    def __init__(self, folder, inboxes, owner):
        self.port = free_port()
        self.settings = folder / "dovecot.conf"
        (folder / "users").write_text(f"bob:{{PLAIN}}{PASSWORD}:{owner.pw_uid}:{owner.pw_gid}::{folder}\n")
        self.settings.write_text(f"""
            protocols = imap
            listen = 127.0.0.1
            ssl = no
            disable_plaintext_auth = no
            base_dir = {folder / "dovecot"}
            state_dir = {folder / "dovecot"}
            log_path = {folder / "dovecot.log"}
            default_internal_user = dovecot
            first_valid_uid = 0
            mail_location = maildir:{inboxes}/%n
            passdb {{
              driver = passwd-file
              args = {folder / "users"}
            }}
            userdb {{
              driver = passwd-file
              args = {folder / "users"}
            }}
            namespace inbox {{
              inbox = yes
            }}
            service imap-login {{
              inet_listener imap {{
                port = {self.port}
              }}
              inet_listener imaps {{
                port = 0
              }}
              process_min_avail = 0
            }}
            service anvil {{
              chroot =
            }}
        """)

    def __enter__(self):
        self.server = subprocess.Popen(["dovecot", "-F", "-c", self.settings])
        wait_for(self.listens, "from Dovecot")
        return self

    def listens(self):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(PATIENCE)


def fetch(folder, port, inbox):
    """Brings Bob's messages into the Maildir `inbox` with mbsync."""
    settings = folder / "mbsyncrc"
    settings.write_text(f"""
IMAPAccount bob
Host 127.0.0.1
Port {port}
User bob
Pass {PASSWORD}
SSLType None
AuthMechs LOGIN

IMAPStore there
Account bob

MaildirStore here
Inbox {inbox}
Path {folder}/

Channel bugs
Far :there:
Near :here:
SyncState {folder}/
Sync Pull
Create Near
""")
    subprocess.run(["mbsync", "-q", "-c", settings, "bugs"], check=True, stderr=subprocess.DEVNULL)
