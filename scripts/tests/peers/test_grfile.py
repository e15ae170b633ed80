"""lab.peers.grfile: both versions of .gr files, and what is refused."""

import numpy
import pytest
from galois_cps.runs import UserError
from lab.peers import grfile

import peers_stand_in as stand_in

ARCS = [(0, 1, 7), (0, 1, 3), (0, 2, 5), (1, 0, 4), (2, 2, 1)]  # parallel arcs, a loop, odd count


@pytest.mark.parametrize("version", [1, 2])
def test_reads_both_versions(tmp_path, version):
    graph = grfile.read(stand_in.write_gr(tmp_path / "g.gr", ARCS, 4, version))
    assert graph.offsets.tolist() == [0, 3, 4, 5, 5]
    assert graph.targets.tolist() == [1, 1, 2, 0, 2]
    assert graph.weights.tolist() == [7, 3, 5, 4, 1]
    assert graph.sources.tolist() == [0, 0, 0, 1, 2]


def test_weights_are_1_without_any(tmp_path):
    graph = grfile.read(stand_in.write_gr(tmp_path / "g.gr", ARCS, 4, edge_bytes=0))
    assert graph.weights is None
    assert graph.lengths().tolist() == [1] * 5


def _lists(parts):
    return [part.tolist() for part in parts]


@pytest.mark.parametrize("heavy", [0, 1 << 22])
def test_lightest_of_parallel_arcs_stays(tmp_path, heavy):
    """Also where ends and weight do not fit into one word."""
    arcs = [(u, v, weight + heavy) for u, v, weight in ARCS]
    graph = grfile.read(stand_in.write_gr(tmp_path / "g.gr", arcs, 4))
    assert _lists(graph.undirected()) == [[0, 0], [1, 2], [3 + heavy, 5 + heavy]]
    assert _lists(graph.simple()) == [[0, 0, 1, 2], [1, 2, 0, 2],
                                      [weight + heavy for weight in (3, 5, 4, 1)]]
    assert _lists(graph.multiplicities()) == [[0, 0, 1, 2], [1, 2, 0, 2], [2, 1, 1, 1]]


def test_two_words_are_sorted_as_one_is():
    rng = numpy.random.default_rng(1)
    tails, heads = rng.integers(0, 9, (2, 500))
    weights = rng.integers(0, 1 << 20, 500)
    wanted = numpy.ones(500, dtype=bool)
    one = grfile._lightest(tails, heads, weights, 9, wanted)
    factor = 1 << 28  # the same ends, too far apart for one word
    two = grfile._lightest(tails * factor, heads * factor, weights, 9 * factor, wanted)
    assert _lists(one) == [(two[0] // factor).tolist(), (two[1] // factor).tolist(),
                           two[2].tolist()]


@pytest.mark.parametrize("data", [b"", b"p sp 3 4\n" * 10, b"\1" * 40])
def test_other_files_are_refused(tmp_path, data):
    path = tmp_path / "g.gr"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"is no binary \.gr file; build/bin/graph-convert"):
        grfile.header(path)


def test_a_file_that_is_cut_short_is_refused(tmp_path):
    path = stand_in.write_gr(tmp_path / "g.gr", ARCS, 4)
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(UserError, match="no binary"):
        grfile.read(path)


def test_a_destination_that_does_not_exist_is_refused(tmp_path):
    path = stand_in.write_gr(tmp_path / "g.gr", [(0, 9, 1)], 2)
    with pytest.raises(UserError, match="leads to a node that does not exist"):
        grfile.read(path)


def test_wide_and_floating_weights_are_refused(tmp_path):
    with pytest.raises(UserError, match="weights of 8 bytes"):
        grfile.read(stand_in.write_gr(tmp_path / "w.gr", ARCS, 4, edge_bytes=8))
    floats = [(0, 1, int(numpy.float32(0.5).view(numpy.uint32)))]
    path = stand_in.write_gr(tmp_path / "f.gr", floats, 2)
    with pytest.raises(UserError, match="floating-point"):
        grfile.require_whole_weights(path, grfile.read(path))


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(UserError, match="cannot read .*: No such file"):
        grfile.header(tmp_path / "none.gr")


def test_fingerprint_follows_the_content(tmp_path):
    one = stand_in.write_gr(tmp_path / "a.gr", ARCS, 4)
    two = stand_in.write_gr(tmp_path / "b.gr", [*ARCS[:-1], (2, 2, 2)], 4)
    assert grfile.fingerprint(one) != grfile.fingerprint(two)
    two.write_bytes(one.read_bytes())
    assert grfile.fingerprint(one) == grfile.fingerprint(two)
