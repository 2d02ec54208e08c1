# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`count-tests.py FOLDER`: adds up the JUnit reports of a folder and prints 'N passed, N failed, N skipped'.

The exit status is 1 when a test failed or when none ran.
"""

import pathlib
import sys
import xml.etree.ElementTree as ET


def outcome(case: ET.Element) -> str:
    """What became of one test."""
    if case.find("failure") is not None or case.find("error") is not None or case.get("status") == "fail":
        return "failed"
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        return "skipped"
    return "passed"


def main(folder: str) -> int:
    """Counts, prints and gives the exit status."""
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for report in sorted(pathlib.Path(folder).glob("*.xml")):
        counts = {"passed": 0, "failed": 0, "skipped": 0}
        for case in ET.parse(report).iter("testcase"):
            counts[outcome(case)] += 1
        print(f"{report.stem:7} {counts['passed']:5} passed {counts['failed']:5} failed {counts['skipped']:5} skipped")
        for key, count in counts.items():
            total[key] += count
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return int(total["failed"] > 0 or total["passed"] == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
