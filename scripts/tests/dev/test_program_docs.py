"""Manual pages and completion from a help text."""

import json
import subprocess

import pytest

from dev.program_docs import cli, completion, helptext, manpage

def described():
    """What `walk --help=json` prints, as Python's own types."""
    def flag(name, value, text, **more):
        return {"name": name, "value": value, "kind": "text", "help": text, **more}

    def choices(**texts):
        return {"choices": [{"name": name, "help": text} for name, text in texts.items()]}

    worklists = {"smq-bucket": "buckets that find their width",
                 "hdcps-srq-tdf-ac": "hdcps with bags always"}
    return {
        "name": "walk", "version": "galois-cps 1.2.3",
        "overview": "walk: from here to there. Loops are left out, and of parallel ways only the "
                    "shortest one counts.\n\nKIND is one of\n  fast   over roads\n  slow   over fields\n",
        "usage": "walk [options] KIND MAP",
        "groups": [
            {"title": "Way", "help": "Which way to take", "flags": [
                flag("--from", "map", "Kind of map; --from=help lists all"),
                flag("--log", "file", "Write the way there ('-': stdout)"),
                flag("--pace", "value", "Pace [of feet]:", **choices(easy="with rests: many", hard="without")),
                flag("--wl", "name", "Worklist policy; --wl=help lists all", **choices(**worklists)),
                flag("-t", "threads", "Walkers")]},
            {"title": "Generic Options", "help": "", "flags": [
                flag("--help", None, "Display available options")]}],
        "examples": [{"command": "walk fast map.gr --log=way.txt", "purpose": "The way over roads"},
                     {"command": "walk slow - | less", "purpose": "That over fields"}]}


@pytest.fixture
def walk():
    return helptext.parse("walk", json.dumps(described()))


def test_help_is_understood(walk):
    assert walk.summary == "from here to there."
    assert walk.description[0] == \
        "Loops are left out, and of parallel ways only the shortest one counts."
    assert walk.examples == [("walk fast map.gr --log=way.txt", "The way over roads"),
                             ("walk slow - | less", "That over fields")]
    assert walk.version == "galois-cps 1.2.3"
    assert walk.words == ["fast", "slow"]
    assert [group.title for group in walk.groups] == ["Way", "Generic Options"]
    assert walk.groups[0].text == "Which way to take"
    assert [flag.name for flag in walk.flags] == ["--from", "--log", "--pace", "--wl", "-t", "--help"]
    assert walk.flags[2].choices == [("easy", "with rests: many"), ("hard", "without")]
    assert [flag.takes_file for flag in walk.flags] == [False, True, False, False, False, False]
    assert [name for name, _ in walk.worklists] == ["smq-bucket", "hdcps-srq-tdf-ac"]


@pytest.mark.parametrize("text", ["", "usage: walk", "[]", '{"name": "walk"}',
                                  json.dumps({**described(), "groups": []}),
                                  json.dumps({**described(), "groups": [{"title": "Way"}]})])
def test_other_help_is_refused(text):
    with pytest.raises(helptext.HelpError, match="walk"):
        helptext.parse("walk", text)


def test_manual_page(walk):
    page = manpage.page(walk, ["run"])
    assert page.startswith('.TH "WALK" 1 "" "galois\\-cps 1.2.3" "User Commands"\n')
    assert "walk \\- from here to there\n" in page
    assert ".SH DESCRIPTION\nLoops are left out" in page
    assert "KIND is one of\n.nf\n  fast   over roads\n  slow   over fields\n.fi\n" in page
    assert (".SH EXAMPLES\n.TP\n.B walk fast map.gr \\-\\-log=way.txt\nThe way over roads\n.TP\n"
            ".B walk slow \\- | less\nThat over fields\n") in page
    assert ".SS \"Way\"\nWhich way to take.\n" in page
    assert "\\fB\\-\\-log\\fR=\\fIfile\\fR\nWrite the way there (\\(aq\\-\\(aq: stdout)\n" in page
    assert ".B smq\\-bucket\nbuckets that find their width\n" in page
    assert ".BR run (1)" in page


def test_a_line_that_starts_with_a_dot_is_text(walk):
    walk.overview.append(".gr is a suffix")
    assert "\n\\&.gr is a suffix\n" in manpage.page(walk)


def test_zsh(walk):
    text = completion.zsh(walk)
    assert text.startswith("#compdef walk\n")
    assert "  '--pace=[Pace \\[of feet\\]\\:]:value:(easy hard)' \\\n" in text
    assert "  '--wl=[Worklist policy; --wl=help lists all]:name:(smq-bucket hdcps-srq-tdf-ac help)' \\\n" in text
    assert "stdout)]:file:_files' \\\n" in text
    assert "  '1:what:(fast slow)' \\\n" in text


@pytest.mark.parametrize("words, offered", [
    (["--p"], ["--pace="]),
    (["--pace", "=", "e"], ["easy"]),
    (["--pace", "="], ["easy", "hard"]),
    (["--pace=h"], ["--pace=hard"]),  # where COMP_WORDBREAKS has no '='
    (["--wl", "=", "smq"], ["smq-bucket"]),
    (["fast", "-t", "=", "1"], []),
    (["f"], ["fast"]),
    (["fast", "m"], ["map.gr"]),
    (["fast", "--log", "=", "m"], ["map.gr"]),
    (["fast", "--help", "m"], ["map.gr"]),
])
def test_bash(walk, tmp_path, words, offered):
    script = tmp_path / "completion"
    script.write_text(completion.bash(walk))
    (tmp_path / "map.gr").touch()
    done = subprocess.run(
        ["bash", "-c", 'source ./completion; COMP_WORDS=(walk "$@"); COMP_CWORD=$#; '
         '_galois_cps_walk; printf "%s\\n" "${COMPREPLY[@]}"', "bash", *words],
        cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == offered


def test_program_writes_three_files_for_each(tmp_path, capsys):
    program = tmp_path / "walk"
    said = described()
    said["groups"][0]["flags"][0]["choices"] = [{"name": "paper", "help": "of paper"},
                                                {"name": "stone", "help": "of stone"}]
    (tmp_path / "said").write_text(json.dumps(said))
    program.write_text("#!/bin/sh\n" + f'[ "$1" = --help=json ] && cat "{tmp_path}/said"\n')
    program.chmod(0o755)
    asked = helptext.ask(program)
    assert asked.flags[0].choices == [("paper", "of paper"), ("stone", "of stone")]
    assert "(paper stone)" in completion.zsh(asked)
    assert cli.main(["--out", str(tmp_path / "out"), str(program)]) == 0
    assert sorted(path.relative_to(tmp_path / "out").as_posix()
                  for path in (tmp_path / "out").rglob("*") if path.is_file()) == [
        "bash-completion/completions/walk", "man/man1/walk.1", "zsh/site-functions/_walk"]
    assert capsys.readouterr().out == ""


def test_a_program_that_fails_is_named(tmp_path, capsys):
    assert cli.main(["--out", str(tmp_path), "false"]) == 1
    assert "program-docs: false --help=json failed with status 1" in capsys.readouterr().err
