"""What inputs/plot-graph-info makes of a record, and its complaints."""

import json
import math

import pytest

from galois_cps.runs import UserError
from galois_inputs import plot_info


def record(bins, **more):
    values = {"bins": bins, "quantiles": {"p50": 2}}
    return {"input": "some/road.gr", "nodes": 1234, "arcs": 5, "symmetric": True, "components": 1,
            "out_degrees": values, **more}


def test_shares_of_nodes_with_at_least_so_many_arcs():
    lows, shares = plot_info.at_least([[0, 0, 2], [1, 1, 5], [2, 4, 2], [4, 8, 1]])
    assert lows == [1, 2, 4]
    assert shares == pytest.approx([0.8, 0.3, 0.1])


def test_density_gives_every_value_above_zero_its_area():
    bins = [[0, 0, 4], [1, 1, 1], [2, 4, 2], [8, 16, 1]]
    edges, shares = plot_info.density(bins)
    assert edges == sorted(edges) == [1, 2, 4, 8, 16]
    areas = [share * math.log2(high / low) for share, low, high in zip(shares, edges, edges[1:])]
    assert areas == pytest.approx([1 / 8, 2 / 8, 0, 1 / 8])


def test_caption_has_the_counts():
    text = plot_info.caption(record([[1, 1, 1]], diameter_hops={"at_least": 5678.0}))
    assert text == ("1,234 nodes, 5 arcs, symmetric, 1 weakly connected component, "
                    "diameter at least 5,678 arcs.")


@pytest.mark.parametrize("bins", [[], [[0, 0, 3]], [[2, 2, 9]],
                                  [[float(i), i + 1.0, i] for i in range(1, 60)]])
@pytest.mark.parametrize("weighted", [False, True])
def test_draws_any_distribution(tmp_path, bins, weighted):
    data = record(bins, in_degrees={"bins": bins})
    if weighted:
        data["weights"] = {"bins": bins, "quantiles": {"p50": 0}}
    source, picture = tmp_path / "in.json", tmp_path / "out.svg"
    source.write_text(json.dumps(data))
    assert plot_info.main([str(source), str(picture)]) == 0
    assert "</svg>" in picture.read_text()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.json", "out.svg"]


@pytest.mark.parametrize("content", ["", "[1]", "{}", "{\"a\": 1}"])
def test_refuses_what_graph_info_did_not_write(tmp_path, content):
    path = tmp_path / "in.json"
    path.write_text(content)
    with pytest.raises(UserError, match="is not what graph-info --json writes"):
        plot_info.read(str(path))


def test_complains_in_one_line(tmp_path, capsys):
    source = tmp_path / "in.json"
    source.write_text(json.dumps(record([[1, 1, 1]])))
    for arguments, said in [((tmp_path / "no.json", "x.svg"), "cannot open"),
                            ((source, "x.bmp"), "ends in one of .svg, .png, .pdf"),
                            ((source, tmp_path / "no" / "x.svg"), "cannot write")]:
        assert plot_info.main([str(argument) for argument in arguments]) == 1
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1


def test_does_not_overwrite_the_record(tmp_path, capsys):
    path = tmp_path / "record.svg"
    path.write_text(json.dumps(record([[1, 1, 1]])))
    before = path.read_bytes()
    assert plot_info.main([str(path), f"{tmp_path}/./record.svg"]) == 2
    assert "same file as the input" in capsys.readouterr().err
    assert path.read_bytes() == before


def drawn(monkeypatch, tmp_path, data):
    """The axes of degrees, as they are when the picture is written."""
    from galois_cps.charts import picture_file
    kept = []
    save = picture_file.save_trimmed
    monkeypatch.setattr(picture_file, "save_trimmed",
                        lambda figure, path: (kept.append(figure), save(figure, path)))
    plot_info.draw(data, str(tmp_path / "x.svg"))
    return kept[0].axes[0]


def test_both_degrees_can_be_seen(monkeypatch, tmp_path):
    into = [[i, i, 60 - i] for i in range(1, 40)]
    for out in (into, [[16, 16, 9]]):  # the same as those in, and the same for every node
        axes = drawn(monkeypatch, tmp_path, record(out, in_degrees={"bins": into}))
        below, above = axes.get_lines()
        assert below.get_linewidth() > 2 * above.get_linewidth()
        assert (below.get_linestyle(), above.get_linestyle()) == ("-", "--")
        assert all(len(set(line.get_xdata())) > 1 for line in (below, above)), "a line has two ends"


def test_few_weights_that_are_far_apart_can_be_seen(monkeypatch, tmp_path):
    weights = {"bins": [[465, 465, 2], [2000, 2000, 1], [5836, 5838, 1]], "quantiles": {"p50": 465}}
    axes = drawn(monkeypatch, tmp_path, record([[1, 1, 1]], weights=weights)).figure.axes[1]
    points = next(line for line in axes.get_lines() if line.get_marker() == "o")
    assert list(points.get_ydata()) == [0.5, 0.25, 0.25] and axes.get_ylabel() == "share of arcs"


def test_components_in_parts():
    def parts(nodes, components, largest, isolated):
        return plot_info.components({"nodes": nodes, "components": components, "largest_component": largest,
                                     "isolated_nodes": isolated})

    assert parts(10, 4, 5, 2) == {"largest component: 5 nodes": 5, "1 other component: 3 nodes": 3,
                                  "2 isolated nodes": 2}
    assert parts(7, 1, 7, 0) == {"all nodes are in one component": 7}
    assert parts(3, 3, 1, 3) == {"3 isolated nodes": 3}
    assert parts(0, 0, 0, 0) == {} and plot_info.components(record([])) == {}


def test_components_are_drawn_below(monkeypatch, tmp_path):
    axes = drawn(monkeypatch, tmp_path, record([[1, 1, 1]], components=4, largest_component=617,
                                               isolated_nodes=2)).figure.axes[-1]
    assert axes.get_xlabel() == "share of all nodes"
    assert [round(bar.get_width(), 3) for bar in axes.patches] == [0.5, 0.498, 0.002]


def test_an_axis_has_several_numbers(monkeypatch, tmp_path):
    for greatest in (30, 300, 30000):
        bins = [[i, i, 1 + greatest // i] for i in range(4, 34)] + [[greatest, greatest, 1]]
        axes = drawn(monkeypatch, tmp_path, record(bins))
        low, high = axes.get_xlim()
        assert sum(low <= tick <= high for tick in axes.get_xticks()) >= 3, greatest
