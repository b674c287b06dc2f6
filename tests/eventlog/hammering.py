"""What the processes of the concurrency tests do: `python -m tests.eventlog.hammering WORK ARCHIVE …`.

Each writes a line for what the archive has acknowledged, as soon as it has.
"""

from __future__ import annotations

import sys
import threading
import time
import uuid
from pathlib import Path

import msgspec

from eventlog.archive import ANY, Archive
from eventlog.errors import ArchiveBusy, HeadMoved
from tests.eventlog.chains import DATA, after, beginning


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def hammer(archive: Archive, mark: str, acts: int, at_once: int = 1) -> None:
    """Append so many times at whatever the head is; look again where somebody else was first."""
    done = 0
    while done < acts:
        batch = archive.line_batches("cape", "main", archive.head("cape", "main").ply)[0]
        new = []
        for _ in range(at_once):
            batch = msgspec.structs.replace(after(batch, mark), id=str(uuid.uuid4()))
            new.append(batch)
        try:
            archive.append("cape", "main", new, expected=new[0].parent, who=mark)
        except HeadMoved:
            continue
        for each in new:
            say(each.id)
        done += 1


def main(work: str, file: str, *rest: str) -> None:
    archive = Archive(Path(file), wait=30)
    match work:
        case "hammer":  # MARK THREADS ACTS
            threads = [
                threading.Thread(target=hammer, args=(archive, f"{rest[0]}-{n}", int(rest[2])))
                for n in range(int(rest[1]))
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        case "forever":  # MARK
            say("ready")
            hammer(archive, rest[0], 1_000_000, at_once=4)
        case "begin":  # NUMBER
            say(archive.begin(beginning(int(rest[0])), data=DATA)[0].slug)
        case "begin-many":
            for number in range(1, 1000):
                archive.begin(beginning(number), data=DATA)
                say(number)
        case "read" | "write":  # SECONDS
            with archive.reading() if work == "read" else archive.working():
                say("ready")
                time.sleep(float(rest[0]))
        case "try":  # WAIT
            archive.wait = float(rest[0])
            try:
                batch = archive.line_batches("cape", "main")[-1]
                archive.append("cape", "main", [after(batch)], expected=ANY)
            except ArchiveBusy as busy:
                say("busy", busy.pid)


if __name__ == "__main__":
    main(*sys.argv[1:])
