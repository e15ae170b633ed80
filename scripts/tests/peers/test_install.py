"""lab.peers.install: the commands, what is noted, and what is told when something fails."""

import json
import os

import pytest
from galois_cps.runs import UserError
from lab.peers import catalogue, cli
from lab.peers.catalogue import PEERS, PYPI, find
from lab.peers.install import Installation


@pytest.fixture
def installation(tmp_path):
    return Installation(tmp_path / "peers", tmp_path / "bin")


class Runner:
    """Stands in for the commands: remembers them, and fails where told to."""

    def __init__(self, fails=()):
        self.calls = []
        self._fails = fails

    def __call__(self, argv):
        self.calls.append([os.fspath(arg) for arg in argv])
        text = " ".join(self.calls[-1])
        for part, complaint in self._fails:
            if part in text:
                raise UserError(complaint)
        if "-o" in argv:
            with open(argv[-1], "w", encoding="utf-8") as file:
                file.write("program")
        return "2.5\n"


def install(installation, names, runner):
    said = []
    complaints = installation.install(find(PEERS, names), said.append, runner)
    return complaints, said


def test_python_packages_go_into_the_environment_pinned(installation):
    runner = Runner()
    assert install(installation, ["igraph"], runner) == ([], ["igraph: 2.5"])
    venv, pip, version = runner.calls
    assert venv[-3:] == ["venv", "--clear", os.fspath(installation.venv)]
    assert pip[0] == os.fspath(installation.venv / "bin" / "python")
    assert "igraph==1.0.0" in pip and not [arg for arg in pip if arg.endswith(">")]
    assert version[-1] == "igraph"
    assert installation.installed()["igraph"].version == "2.5"


def test_adapters_are_compiled_and_named_when_complete(installation):
    runner = Runner()
    assert install(installation, ["lemon"], runner)[0] == []
    assert any(arg.endswith("adapters/lemon.cpp") for arg in runner.calls[0])
    assert [path.name for path in installation.build.iterdir()] == ["lemon"]
    [peer] = find(PEERS, ["lemon"])
    assert installation.command(peer, "sssp") == [os.fspath(installation.build / "lemon")]


def test_one_failure_does_not_stop_the_others(installation):
    runner = Runner([("boost.cpp", "g++ failed: no such file"), ("networkit==", "pip failed")])
    complaints, said = install(installation, ["boost", "networkit", "scipy"], runner)
    assert complaints == [
        "boost: g++ failed: no such file; its headers are in: apt-get install libboost-graph-dev",
        "networkit: pip failed"]
    assert said[-1] == "scipy: 2.5"
    assert set(installation.installed()) == {"scipy"}


def test_a_missing_module_venv_is_named(installation):
    complaints, _ = install(installation, ["scipy"], Runner([("-m venv", "python3 failed: no")]))
    assert complaints == ["scipy: python3 failed: no; it needs the module venv: apt-get install "
                          "python3-venv"]


def test_a_peer_that_is_not_installed_says_how(installation):
    for name in ("scipy", "boost"):
        with pytest.raises(UserError, match=f"{name} is not installed; scripts/peers install"):
            installation.require(find(PEERS, [name])[0], "sssp")
    with pytest.raises(UserError, match=r"no program .*/bin/sssp-cpu; build it"):
        installation.require(find(PEERS, ["galois"])[0], "sssp")


def test_a_damaged_note_is_one_line(installation):
    installation.folder.mkdir()
    for text in ("{", "[1]", '{"scipy": {"color": 1}}'):
        (installation.folder / "installed.json").write_text(text)
        with pytest.raises(UserError, match=r"installed\.json is damaged"):
            installation.installed()


def test_the_list_shows_versions(installation, capsys):
    install(installation, ["scipy"], Runner())
    assert cli.main(["install", "--list", "--out", os.fspath(installation.folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == sum(peer.kind != catalogue.OWN for peer in PEERS)
    assert "2.5, installed 20" in lines[0] and "not installed" in lines[1]


def test_an_unknown_peer_is_wrong_usage(installation, capsys):
    assert cli.main(["install", "scypi", "--out", os.fspath(installation.folder)]) == 2
    assert capsys.readouterr().err == "peers: there is no peer 'scypi'; did you mean scipy?\n"


def test_a_command_that_is_missing_is_one_line(installation, monkeypatch, capsys):
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert cli.main(["install", "lemon", "--out", os.fspath(installation.folder)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("lemon: cannot run no-such-compiler") and err.count("\n") == 1


def test_every_python_package_is_pinned():
    for peer in PEERS:
        if peer.kind == PYPI:
            assert all("==" in package for package in peer.packages), peer.name
            assert any(package.startswith(f"{peer.distribution}==") for package in peer.packages)
        assert set(peer.parallel) <= set(peer.questions) <= {*catalogue.QUESTIONS, *catalogue.OF_SUITES}


def test_notes_survive_a_second_installation(installation):
    install(installation, ["scipy"], Runner())
    install(installation, ["lemon"], Runner())
    noted = json.loads((installation.folder / "installed.json").read_text())
    assert set(noted) == {"scipy", "lemon"}
