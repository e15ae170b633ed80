"""The numbers that the papers print: complete, readable, and described."""

import csv
import pathlib
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from galois_cps.runs import UserError  # noqa: E402
from papers.engine.judge import claims, published  # noqa: E402


def test_a_file_is_found_with_and_without_its_ending():
    assert published.rows("pd_figure04") == published.rows("pd_figure04.csv")


def test_an_unknown_file_is_named_in_the_error():
    with pytest.raises(UserError, match="nothing.csv"):
        published.rows("nothing")
    with pytest.raises(UserError):
        published.rows("../published/pd_figure04")


def test_cells_are_numbers_or_strings_as_printed():
    row = next(row for row in published.rows("smq_table04-15_optimal")
               if row["param1_str"] == "1/2")
    assert (row["param1"], row["table"], row["doubt"]) == (0.5, 4, "")
    assert published.rows("hdcps_table01_simulator")[0]["value"] == 64


def test_a_line_of_a_printed_table_has_several_rows():
    rows = [row for row in published.rows("smq_table16-27_numa") if (row["table"], row["label"]) == (20, "SSSP WEST")]
    assert [row["param1"] for row in rows] == [1 << power for power in range(11)]
    assert rows[-1].keys() == rows[0].keys() and not any("@" in name for name in rows[0])
    found = {row["doubt"]: row["value"] for row in published.rows("smq_table16-27_numa")}
    assert found["k1_differs_from_table4"] == 0.43 and "" in found
    assert {row["run"] for row in published.rows("ypp_appendix_a2_runs")} == set(range(1, 11))


def test_the_caller_may_change_rows():
    published.rows("pd_figure04")[0]["value"] = "changed"
    assert published.rows("pd_figure04")[0]["value"] == 21.7


@pytest.mark.parametrize("name", published.names())
def test_each_file_is_whole(name):
    with published.path(name).open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    assert lines and len(set(header)) == len(header)
    assert all(len(line) == len(header) for line in lines)


def test_the_readme_describes_each_file():
    text = "".join((folder / "README.md").read_text(encoding="utf-8") for folder in published.FOLDERS)
    assert [name for name in published.names() if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name, count", [
    ("smq_table04-15_optimal", 12 * 12 * 2), ("smq_table16-27_numa", 12 * 12 * 11),
    ("smq_table02-03_classic_c", 2 * 12 * 7), ("pd_figure04", 14 * 5),
    ("pmod_table05_geomeans", 12), ("pmod_table06_lmf", 12), ("ypp_appendix_a2_runs", 34 * 10)])
def test_a_table_has_all_its_rows(name, count):
    assert len(published.rows(name)) == count


@pytest.mark.parametrize("claim", [claim for claim in claims.load() if claim.published],
                         ids=lambda claim: claim.id)
def test_a_claim_names_rows_that_exist(claim):
    named = re.findall(r"\w[\w-]*\.csv", claim.published)
    assert named and set(named) <= set(published.names())
    text = "".join(published.path(each).read_text(encoding="utf-8") for each in named)
    assert [part for part in re.findall(r"'([^']+)'", claim.published) if part not in text] == []
    columns = {column for each in named for row in published.rows(each)[:1] for column in row}
    assert set(re.findall(r"(\w+) (?:==|in|startswith|contains) ", claim.published)) <= columns
