"""Measure the page in a real browser: how much it loads, how soon it can be used, how fast it answers and moves.

Server and browser run on this machine, and the browser draws without a graphics card. `--only` leaves the rest out.
"""

from __future__ import annotations

import argparse
import itertools
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.load.figures import percentile
from benchmarks.load.report import Report
from kingdom_builder.setup.builder import ALL_SETS
from tests.server.client import ME, bot, new_id
from tests.server.serving import ServerProcess
from tests.web.browser import DESKTOP, INSTANT, PHONE, Table, Visitor, chromium
from tests.web.screenshots import as_ada, game_of_bots, in_the_middle, serving_games

PARTS = ("bytes", "start", "clicks", "frames")
HOME_KILOBYTES = 250.0
TABLE_KILOBYTES = 300.0
START_SECONDS = 1.5
CLICK_MS = 100.0
FRAMES = 50.0
SLOWDOWN = 4
SHOWN = {**INSTANT, "motion": "full"}

LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({name, encodedBodySize}) => [name.replace(location.origin, ""), encodedBodySize])"""

USABLE = """const look = () => {
    const button = document.querySelector("button.main");
    const box = button?.getBoundingClientRect();
    const reached = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (reached && button.contains(reached) && !button.disabled && document.readyState === "complete"
        && document.fonts.status === "loaded")
        window.usable = performance.now();
    else requestAnimationFrame(look);
};
requestAnimationFrame(look);"""

CLICKS = """window.clicks = [];
let pressed = null;
addEventListener("pointerdown", (event) => (pressed = event.timeStamp), {capture: true});
new MutationObserver((changes) => {
    if (pressed === null || !changes.some(({attributeName}) => attributeName === "data-seq")) return;
    const since = pressed;
    pressed = null;
    requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => clicks.push(performance.now() - since);
        painted.port2.postMessage(null);
    });
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-seq"]});"""

COUNT = """() => {
    window.frames_seen = [];
    window.counting = true;
    const count = (now) => { frames_seen.push(now); if (counting) requestAnimationFrame(count); };
    requestAnimationFrame(count);
}"""
COUNTED = "() => { counting = false; return frames_seen; }"


class Bench:
    """All measurements, on one server with one browser."""

    def __init__(self, options: argparse.Namespace, report: Report) -> None:
        self.options = options
        self.report = report

    def run(self) -> None:
        game = game_of_bots(in_the_middle, sets=tuple(ALL_SETS))
        parts = (self.options.only,) if self.options.only else PARTS
        with serving_games(middle=game) as server, chromium() as browser:
            for part in parts:
                getattr(self, part)(browser, server)

    def bytes(self, browser: Browser, server: ServerProcess) -> None:
        """Measure the compressed bytes of a first visit."""
        self.report.begin("bytes", "First load, compressed, fonts and data included:")
        for name, path, there, most in (
            ("the home page", "/", "button.main", HOME_KILOBYTES),
            ("a table with all sets", "/table/middle/0", "[data-seq]", TABLE_KILOBYTES),
        ):
            visitor = as_ada(browser, server, SHOWN)
            visitor.page.goto(path)
            visitor.page.locator(there).wait_for()
            visitor.page.wait_for_load_state("networkidle")
            visitor.page.evaluate("document.fonts.ready")
            loaded = visitor.page.evaluate(LOADED)
            self.report.add(name, sum(size for _, size in loaded) / 1000, "kB", below=most)
            for file, size in sorted(loaded, key=lambda row: -row[1])[:4]:
                self.report.say(f"    {file:<56}{size / 1000:>10,.2f} kB")
            visitor.close()

    def start(self, browser: Browser, server: ServerProcess) -> None:
        """Measure the time until the first button can be pressed."""
        self.report.begin(
            "start", f"From the address to a button that can be pressed, {self.options.loads} cold loads:"
        )
        seconds = []
        for _ in range(self.options.loads):
            visitor = Visitor(browser, server, SHOWN)
            visitor.context.add_init_script(USABLE)
            visitor.page.goto("/")
            visitor.page.wait_for_function("() => window.usable")
            seconds.append(visitor.page.evaluate("usable") / 1000)
            visitor.close()
        self.report.add("median", statistics.median(seconds), "s", below=START_SECONDS)
        self.report.add("worst", max(seconds), "s", below=START_SECONDS)

    def clicks(self, browser: Browser, server: ServerProcess) -> None:
        """Measure the time from a click until the board shows its stored effect."""
        self.report.begin("clicks", "From a click to the frame that shows its answer, in a game with all sets:")
        visitor = Visitor(browser, server, SHOWN)
        visitor.context.add_init_script(CLICKS)
        page = visitor.page
        seats = [ME, bot("greedy"), bot("greedy")]
        wanted = {"id": new_id(), "seats": seats, "setup": {"sets": list(ALL_SETS), "seed": 1}}
        made = page.request.post(f"{server.url}/api/tables", data=wanted).json()["table"]
        page.goto(f"/table/{made['id']}/0")
        table = Table(page)
        table.wait()
        while table.is_asked(0) and not 0 < self.options.clicks <= table.answered:
            table.answer_randomly()
        page.wait_for_function("() => clicks.length")  # the frame of the last click may not be painted yet
        found = page.evaluate("clicks")
        visitor.close()
        self.report.add("clicks", len(found), "")
        for share in (0.5, 0.95, 1.0):
            name = "slowest" if share == 1 else f"{share:.0%}"
            self.report.add(name, percentile(found, share), "ms", below=CLICK_MS if share == 0.95 else None)

    def frames(self, browser: Browser, server: ServerProcess) -> None:
        """Measure the frame rate of the largest board on a slowed machine."""
        self.report.begin(
            "frames",
            f"Frames while the board moves, all sets, the processor slowed {self.options.slowdown:g} times:",
        )
        phone = {"viewport": PHONE, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
        ways: list[tuple[str, dict[str, Any], Callable[[Page, CDPSession], None]]] = [
            ("desktop, wheel", {"viewport": DESKTOP}, self._turn_wheel),
            ("desktop, drag", {"viewport": DESKTOP}, self._drag),
            ("phone, two fingers", phone, self._pinch),
            ("phone, one finger", phone, self._swipe),
        ]
        for name, options, move in ways:
            visitor = as_ada(browser, server, SHOWN, **options)
            page = visitor.page
            page.goto("/table/middle/0")
            Table(page).wait()
            session = visitor.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": self.options.slowdown})
            if move is self._drag:  # On a phone the frame shows a part of the board anyway.
                for _ in range(2):
                    page.get_by_role("button", name="Larger").click()
            page.wait_for_timeout(300)
            page.evaluate(COUNT)
            end = time.monotonic() + self.options.seconds
            while time.monotonic() < end:
                move(page, session)
            seen = page.evaluate(COUNTED)
            self.report.add(name, (len(seen) - 1) / (seen[-1] - seen[0]) * 1000, "frames/s", least=FRAMES)
            gaps = [after - before for before, after in itertools.pairwise(seen)]
            self.report.add(f"{name}: longest gap between frames", max(gaps), "ms")
            visitor.close()

    @staticmethod
    def _turn_wheel(page: Page, session: CDPSession) -> None:
        page.mouse.move(400, 350)
        for step in range(40):
            page.mouse.wheel(0, -60 if step < 20 else 60)

    @staticmethod
    def _drag(page: Page, session: CDPSession) -> None:
        page.mouse.move(400, 350)
        page.mouse.down()
        for step in range(60):
            page.mouse.move(400 + 4 * min(step, 60 - step), 350 + 3 * min(step, 60 - step))
        page.mouse.up()

    @staticmethod
    def _pinch(page: Page, session: CDPSession) -> None:
        _touch(session, "touchStart", [(175, 400), (215, 400)])
        for step in range(60):
            apart = 20 + 2 * min(step, 60 - step)
            _touch(session, "touchMove", [(195 - apart, 400), (195 + apart, 400)])
        _touch(session, "touchEnd", [])

    @staticmethod
    def _swipe(page: Page, session: CDPSession) -> None:
        _touch(session, "touchStart", [(120, 350)])
        for step in range(60):
            _touch(session, "touchMove", [(120 + 4 * min(step, 60 - step), 350 + 3 * min(step, 60 - step))])
        _touch(session, "touchEnd", [])


def _touch(session: CDPSession, kind: str, points: list[tuple[int, int]]) -> None:
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]},
    )


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=5, help="cold loads (default %(default)s)")
    parser.add_argument("--clicks", type=int, default=0, help="stop after so many clicks (default: a whole game)")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each movement (default %(default)s)")
    parser.add_argument(
        "--slowdown", type=float, default=SLOWDOWN, help="of the processor while the board moves (default %(default)s)"
    )
    parser.add_argument("--only", choices=PARTS, help="measure this alone")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    if options.loads < 1 or options.clicks < 0 or options.seconds <= 0 or options.slowdown < 1:
        parser.error("loads and seconds must be more than 0, clicks not less, and slowdown at least 1")
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
    report = Report(as_json=options.json)
    report.say("{cores} cores for server and browser, Python {python}, {system}".format(**machine))
    try:
        Bench(options, report).run()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    report.finish(machine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
