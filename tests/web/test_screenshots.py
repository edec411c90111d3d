"""The pictures of the README can be taken again and are not blank."""

from __future__ import annotations

import base64
import re

import pytest

from tests.test_documents import ROOT
from tests.web.screenshots import PICTURES, take_all

LARGEST = 350_000
COLOURS = """async (source) => {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const {data} = context.getImageData(0, 0, picture.width, picture.height);
    return new Set(new Uint32Array(data.buffer)).size;
}"""


@pytest.fixture(scope="module")
def folder(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("screenshots")
    take_all(folder, browser)
    return folder


def test_every_picture_is_taken_and_not_blank(browser, folder):
    assert {path.name for path in folder.iterdir()} == {f"{name}.jpg" for name in PICTURES}
    page = browser.new_page()
    for path in folder.iterdir():
        assert path.stat().st_size < LARGEST
        source = "data:image/jpeg;base64," + base64.b64encode(path.read_bytes()).decode()
        assert page.evaluate(COLOURS, source) > 1000, f"{path.name} is blank"
    page.close()


def test_the_pictures_of_the_readme_exist():
    shown = re.findall(r"docs/screenshots/[\w-]+\.jpg", (ROOT / "README.md").read_text())
    assert shown
    assert [name for name in shown if not (ROOT / name).is_file()] == []
