"""The files of `deploy/` are accepted by the programs that read them, and name metrics and settings that exist."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Counter, Gauge, Histogram

from kingdom_builder.server import metrics
from kingdom_builder.server.settings import PREFIX, Settings, read_settings
from tests.deploy.test_proxies import EXAMPLES, configuration
from tests.server.conftest import needs
from tests.services import program

DEPLOY = Path(__file__).parents[2] / "deploy"
VALUES = {"DOMAIN": "kingdom.example", "POSTGRES_PASSWORD": "x", "GRAFANA_PASSWORD": "y"}


def check(name: str, *arguments: str | Path, **environment: str) -> str:
    """Run a program that must accept a file; return what it prints."""
    needs(name)
    done = subprocess.run(
        [str(program(name)), *map(str, arguments)],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_proxy_accepts_its_configuration(name, tmp_path):
    example = EXAMPLES[name]
    file = tmp_path / "conf"
    file.write_text(configuration(example, tmp_path, 8443, 8000))
    if example.proxy == "nginx":
        check("nginx", "-t", "-q", "-e", tmp_path / "log", "-p", tmp_path, "-c", file)
    else:
        check("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / example.file)


def test_prometheus_accepts_its_configuration_and_alerts():
    check("promtool", "check", "config", DEPLOY / "prometheus/prometheus.yml")


def test_systemd_accepts_the_unit_and_finds_it_well_protected(tmp_path):
    text = (DEPLOY / "systemd/kingdom-builder.service").read_text()
    unit = tmp_path / "kingdom-builder.service"
    unit.write_text(text.replace("/opt/kingdom-builder/bin/kingdom-builder", "/bin/true"))
    check("systemd-analyze", "verify", unit)
    check("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit)  # 2.0 of 10


def test_compose_accepts_its_file():
    shown = check("docker-compose", "--file", DEPLOY / "compose.yaml", "config", **VALUES)
    for name in ("server", "caddy", "postgres", "valkey", "prometheus", "grafana"):
        assert f"\n  {name}:\n" in shown
    assert "read_only: true" in shown


def test_settings_and_values_of_the_files_exist():
    compose = (DEPLOY / "compose.yaml").read_text()
    named = re.findall(rf"{PREFIX}([A-Z_]+)", compose + (DEPLOY / "Dockerfile").read_text())
    named += re.findall(rf"{PREFIX}([A-Z_]+)", (DEPLOY / "systemd/kingdom-builder.service").read_text())
    assert {name.lower() for name in named} - {"kernel"} <= set(Settings.model_fields)
    assert set(re.findall(r"\$\{(\w+)", compose)) <= set(
        re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(), re.M)
    )
    assert read_settings({}, str(DEPLOY / "server.toml")).metrics_port == 9464


def test_alerts_and_dashboard_name_metrics_that_exist():
    text = (DEPLOY / "prometheus/alerts.yml").read_text()
    dashboard: dict[str, Any] = json.loads((DEPLOY / "grafana/dashboards/kingdom-builder.json").read_text())
    text += "".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    defined = [metric for metric in vars(metrics).values() if isinstance(metric, Counter | Gauge | Histogram)]
    known = {family.name for metric in defined for family in metric.describe()}
    for name in set(re.findall(r"kingdom_builder_\w+", text)):
        assert re.sub(r"_(total|bucket|sum|count)$", "", name) in known, name
