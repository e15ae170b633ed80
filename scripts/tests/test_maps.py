"""The scripts that work with coordinates: finding nodes, drawing paths, comparing roads."""

import re
import struct

import numpy
import pytest

from galois_cps.runs import UserError
from galois_inputs import coordinates, draw_path, find_node, roads

# A street of four nodes and a side street from the second, some 100 m each, in 10^-6 degrees.
PLACES = [(9_500_000, 47_000_000), (9_501_000, 47_000_000), (9_502_000, 47_000_100),
          (9_503_000, 47_000_000), (9_501_000, 47_001_000)]
ARCS = [(0, 1), (1, 0), (1, 2), (1, 4), (2, 3), (4, 1)]


@pytest.fixture
def town(tmp_path):
    """A folder with town.gr and town.co."""
    heads = [head for _, head in sorted(ARCS)]
    ends = [sum(tail <= node for tail, _ in ARCS) for node in range(5)]
    (tmp_path / "town.gr").write_bytes(struct.pack(
        f"<4Q5Q{len(heads)}I", 1, 0, 5, len(heads), *ends, *heads))
    (tmp_path / "town.co").write_text("c a town\np aux sp co 5\n" + "".join(
        f"v {node} {x} {y}\n" for node, (x, y) in reversed(list(enumerate(PLACES, 1)))))
    return tmp_path


def draw(town, path, *flags, picture="map.svg"):
    (town / "path").write_text(path)
    return draw_path.main([str(town / "town.gr"), str(town / "town.co"), str(town / "path"),
                           str(town / picture), *flags])


def test_reads_graphs_and_coordinates(town):
    tails, heads = coordinates.read_arcs(str(town / "town.gr"))
    assert list(zip(tails, heads)) == sorted(ARCS)
    assert coordinates.read_coords(str(town / "town.co")) == pytest.approx(numpy.array(PLACES) / 1e6)


def test_projected_coordinates_stay_as_they_are(tmp_path):
    path = tmp_path / "x.co"
    path.write_text("v 1 5 -7\nv 2 500000000 3\n")
    assert coordinates.read_coords(str(path)).tolist() == [[5, -7], [500000000, 3]]


def test_finds_the_nearest_node(town, capsys):
    for place, node in ((("9.5", "47"), 0), (("9.5021", "47.0002"), 2), (("20", "47"), 3)):
        assert find_node.main([str(town / "town.co"), *place]) == 0
        assert capsys.readouterr().out == f"{node}\n"


@pytest.mark.parametrize("place", [("nan", "47"), ("9.5", "inf"), ("1e999", "47"), ("x", "47")])
def test_a_place_is_two_finite_numbers(town, capsys, place):
    with pytest.raises(SystemExit) as ended:
        find_node.main([str(town / "town.co"), *place])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == "" and "is no place; give a finite number" in said.err and said.err.count("\n") == 1


def test_binary_files_are_refused_in_one_line(town, capsys):
    good = (town / "town.gr").read_bytes()
    binary = bytes(range(256)) * 9
    for name, content, said in (("path", binary, "is no text in UTF-8"), ("town.co", binary, "is no DIMACS"),
                                ("town.co", b"v 1 1 9" + b"9" * 30 + b"\n", "is no DIMACS"),
                                ("town.gr", binary, "is no binary .gr"),
                                ("town.gr", good[:16] + b"\xff" * 7 + good[23:], "is cut short"),
                                ("town.gr", good[:-4] + b"\xff" * 4, "is corrupt"),
                                ("town.gr", good[:32] + b"\xff" * 7 + good[39:], "is corrupt")):
        before = (town / name).read_bytes() if (town / name).exists() else b"0\n"
        (town / "path").write_text("0\n1\n")
        (town / name).write_bytes(content)
        assert draw_path.main([str(town / "town.gr"), str(town / "town.co"), str(town / "path"),
                               str(town / "map.svg")]) == 1
        err = capsys.readouterr().err
        assert said in err and err.count("\n") == 1, err
        (town / name).write_bytes(before)
    assert not (town / "map.svg").exists()


def test_a_degree_east_is_shorter_than_one_north():
    table = numpy.array([[10.0, 60.0], [10.0, 61.5]])
    assert find_node.nearest(table, 12, 60.5) == 0
    assert find_node.nearest(numpy.array([[12.0, 60.0], [10.0, 61.2]]), 10, 60) == 0


@pytest.mark.parametrize("path,count", [
    ("# 0 3 300\n0\n1\n2\n3\n", 1), ("0 1 4", 1), ("# 0 1 1\n0\n1\n# 0 7 inf\n# 4 4 0\n4\n", 2),
    ('{"features": [{"geometry": {"type": "LineString", "coordinates": [[9.5, 47], [9.501, 47]]}}, '
     '{"geometry": null}, {"geometry": {"type": "Point", "coordinates": [9.5, 47]}}]}', 2)])
def test_draws_paths(town, path, count):
    assert draw(town, path) == 0
    text = (town / "map.svg").read_text()
    assert "</svg>" in text
    lines = draw_path.read_paths(str(town / "path"), coordinates.read_coords(str(town / "town.co")))
    assert len(lines) == count
    assert lines[0][0][0] == pytest.approx((9.5, 47)) and lines[0][1] is None


def test_draws_paths_between_names(town, capsys):
    (town / "town.names").write_text("# Names of nodes (galois-cps): graph 0\n0 Gate\n1 \"Old \"\"Inn\"\"\"\n2 3\n"
                                     "3 $Bank$\n4 Mill\n")
    names = coordinates.read_names(str(town / "town.gr"))
    assert names == {"Gate": 0, 'Old "Inn"': 1, "3": 2, "$Bank$": 3, "Mill": 4}
    assert draw(town, '# 0 3 300\nGate\n"Old ""Inn"""\n3\n$Bank$\n') == 0
    text = (town / "map.svg").read_text()
    assert "Gate" in text and "$Bank$" in text and "Inn" not in text
    table = coordinates.read_coords(str(town / "town.co"))
    [(line, ends)] = draw_path.read_paths(str(town / "path"), table, names)
    assert line.tolist() == table[[0, 1, 2, 3]].tolist() and ends == ["Gate", "$Bank$"]
    assert draw(town, "Gate\nHarbour\n") == 1
    assert "path:2: Harbour is no node; the 5 nodes have names such as Gate" in capsys.readouterr().err
    (town / "town.names").write_text("# Names of nodes (galois-cps): graph 0\n0 Gate\n")
    assert draw(town, "Gate") == 1
    assert "town.names has the names of another graph" in capsys.readouterr().err
    (town / "town.names").write_text("a file of somebody else's\n")
    assert coordinates.read_names(str(town / "town.gr")) is None


def test_draws_paths_between_ids(town, capsys):
    with open(town / "town.gr", "ab") as file:
        file.write(b"NodeIds\0" + struct.pack("<5Q", 10, 2**64 - 1, 30, 7, 50))
    assert coordinates.read_names(str(town / "town.gr")) == {"10": 0, str(2**64 - 1): 1, "30": 2, "7": 3, "50": 4}
    assert draw(town, f"10\n{2**64 - 1}\n30\n") == 0
    assert draw(town, "0") == 1
    assert "0 is no node; the 5 nodes have names such as 10" in capsys.readouterr().err


def test_shows_what_lies_around_the_path_or_all(town):
    table = coordinates.read_coords(str(town / "town.co"))
    line = [table[[0, 1]]]
    low, high = draw_path.window(line, table, False)
    assert (low < line[0].min(axis=0)).all() and (high > line[0].max(axis=0)).all()
    assert high[0] < table[2][0]
    low, high = draw_path.window(line, table, True)
    assert (low < table.min(axis=0)).all() and (high > table.max(axis=0)).all()
    assert draw(town, "0 1", "--all", "--title=Town", picture="map.png") == 0
    assert (town / "map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("path,said", [
    ("0 9", "path:1: 9 is no node; nodes are 0 to 4"), ("0\n-1", "path:2: -1 is no node"),
    ("# 0 1 inf\n", "has no path in it"), ("{}", "no GeoJSON collection")])
def test_complains_about_paths(town, capsys, path, said):
    assert draw(town, path) == 1
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert not (town / "map.svg").exists()


@pytest.mark.parametrize("name,content,said", [
    ("town.gr", b"p sp 5 6\n", "no binary .gr of version 1"),
    ("town.gr", struct.pack("<4Q", 1, 0, 5, 6), "cut short"),
    ("town.co", b"v 1 2\n", "no DIMACS coordinate file"),
    ("town.co", b"v 1 2 3\nv 3 4 5\n", "no DIMACS coordinate file"),
    ("town.co", b"v 1 2 3\n", "has 1 nodes and .*town.gr has 5")])
def test_complains_about_graphs(town, capsys, name, content, said):
    (town / name).write_bytes(content)
    assert draw(town, "0") == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert re.search(said, error)


def test_the_row_of_a_network():
    record = {"nodes": 10_000, "arcs": 24_000, "diameter_hops": {"at_least": 150},
              "out_degrees": {"bins": [[1, 1, 2000], [2, 2, 3000], [3, 3, 4000], [5, 5, 600],
                                       [6, 6, 400]]}}
    assert roads.row("x", record) == ("| x | 10,000 | 2.40 | 20.0 % | 30.0 % | 40.0 % | 0.0 % | 10.0 % "
                                      "| 1.50 | - | - | - | - |")
    record["weights"] = {"mean": 30, "quantiles": {"p5": 5, "p50": 20, "p95": 100, "p99": 210}}
    assert roads.row("x", record).endswith("| 0.25 | 5.00 | 10.50 | 1.50 |")
    assert roads.HEADER.splitlines()[1].count("|") == roads.row("x", record).count("|")


def test_comparing_roads_needs_the_programs(tmp_path, capsys):
    assert roads.main(["--bin", str(tmp_path)]) == 1
    assert "graph-gen: No such file or directory; build it" in capsys.readouterr().err
    assert roads.main(["--nodes=1,x"]) == 1
    assert "--nodes=1,x is no list of numbers" in capsys.readouterr().err


def test_does_not_overwrite_what_it_reads(town, capsys):
    for name in ("town.gr", "town.co", "path"):
        (town / f"{name}.svg").symlink_to(name)
        (town / "path").write_text("0")
        before = (town / name).read_bytes()
        assert draw(town, "0", picture=f"{name}.svg") == 2
        assert "same file as the input" in capsys.readouterr().err
        assert (town / name).read_bytes() == before


def test_needs_files(tmp_path):
    with pytest.raises(UserError, match="cannot open"):
        coordinates.read_coords(str(tmp_path / "none.co"))
