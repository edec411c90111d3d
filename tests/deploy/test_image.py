"""The Dockerfile: what it copies exists, and its server has no rights. `make image-steps` runs its steps."""

from __future__ import annotations

from tests.deploy.image import ROOT, command_of, environment_of, health_check_of, instructions


def test_everything_that_is_copied_exists_and_is_not_ignored():
    ignored = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text().splitlines()
    for step in instructions():
        if step.name == "COPY" and not step.text.startswith("--from="):
            for source in step.text.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in ignored, source


def test_the_last_stage_has_no_rights_no_compiler_and_a_health_check():
    steps = instructions()
    last = len(steps) - [step.name for step in reversed(steps)].index("FROM") - 1
    final = steps[last:]
    assert len([step for step in steps if step.name == "FROM"]) == 2
    assert [step.text for step in final if step.name == "USER"] == ["10001:10001"]
    assert not [step for step in final if "apt-get" in step.text or "pip" in step.text]
    assert command_of(final) == ["kingdom-builder", "serve", "--no-browser"]
    assert "/ready" in " ".join(health_check_of(final))
    assert environment_of(final)["KINGDOM_BUILDER_DATABASE"] == "sqlite:////data/games.db"
