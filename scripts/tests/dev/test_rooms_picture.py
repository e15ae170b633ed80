"""scripts/dev/rooms-picture: which arrows the picture has, and what a package of Python imports."""

from conftest import load_program

rooms = load_program("dev/rooms-picture")
ARROWS = {"top": {"middle", "low"}, "middle": {"low", "lower"}, "low": {"lower"}, "lower": {"low"}}


def test_rooms_that_need_each_other_are_one_box():
    assert rooms.joined(ARROWS) == {"top": {"middle", "low\nlower"}, "middle": {"low\nlower"}, "low\nlower": set()}


def test_an_arrow_that_follows_from_others_is_left_out():
    assert rooms.reduced(rooms.joined(ARROWS)) == {"top": {"middle"}, "middle": {"low\nlower"}, "low\nlower": set()}


def test_the_text_for_graphviz():
    text = rooms.graph({"libgalois/a": {"libgalois/b\nlibgalois/c"}, "libgalois/b\nlibgalois/c": set()})
    assert '"libgalois/a" -> "libgalois/b\\nlibgalois/c";' in text and text.count("fillcolor=") == 2


def test_imports_of_packages(tmp_path):
    for name, text in {"lab/records/a.py": "import os\n", "lab/bench/b.py": "from lab.records import a\n",
                       "lab/bench/c.py": "def f():\n    from ..records import a\n", "dev/d.py": "from . import e\n",
                       "tests/t.py": "import dev\n", "other/o.py": "import lab.bench.b\nfrom dev import d\n"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert rooms.rooms_of_python(tmp_path) == {
        "scripts/lab/records": set(), "scripts/lab/bench": {"scripts/lab/records"}, "scripts/dev": set(),
        "scripts/other": {"scripts/lab/bench", "scripts/dev"}}
