"""The notebooks of python/notebooks: they are stored without outputs, run from top to bottom, and
show their pictures."""

import json
import pathlib
import re

import pytest

import galois_cps

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PICTURE = re.compile(r"^plots\.\w+\(|plt\.subplots\(", re.MULTILINE)
SECONDS = 600


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def code(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["my-own-graph", "which-scheduler"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_is_stored(path):
    cells = code(read(path))
    assert cells and not any(cell["outputs"] or cell["execution_count"] for cell in cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_shows_its_pictures(path):
    for module in ("pandas", "matplotlib", "ipykernel"):
        pytest.importorskip(module)
    absent = {"smq-bucket", "obim", "hdcps", "mq", "wasp"} - set(galois_cps.schedulers())
    if path.stem == "which-scheduler" and absent:
        pytest.skip(f"this build lacks the schedulers {', '.join(absent)}")
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=SECONDS, resources={
        "metadata": {"path": str(FOLDER)}}).execute()
    pictures = [cell for cell in code(notebook) if PICTURE.search(cell["source"])]
    assert pictures
    for cell in pictures:
        shown = [kind for output in cell["outputs"] for kind in output.get("data", {})]
        assert "image/png" in shown, cell["source"]
    told = "".join(output["text"] for cell in code(notebook) for output in cell["outputs"]
                   if output.get("name") == "stderr")
    assert "galois" not in told  # no warning of ours; matplotlib may tell of its fonts
