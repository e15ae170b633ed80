"""What messages advise works when it is followed to the letter: each row provokes a message, takes the advice out of
it, and runs that. And each message of the sources that advises something is in a row, or says where else it is tested.
app_cases.py says how to run these tests.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

import advice
import app_cases
from app_cases import BIN, REPOSITORY

# A Python that has SciPy, for the advice that names it.
PYTHON = os.environ.get("NETWORKX_PYTHON", sys.executable)
# Writes a matrix of one value.
NPZ = """$PYTHON -c 'import numpy; numpy.savez("x.npz", format="csr",
     shape=[1, 1], data=[{}], indices=[0], indptr=[0, 1])'"""

# (what provokes the message, pattern of the message, what it advises...), all for the shell. {1} is the first group
# of the pattern. The message must not come again.
ROWS = [
    # where things are kept
    ("GALOIS_CPS_CACHE_LIMIT=lots sssp-cpu a.el", "GALOIS_CPS_CACHE_LIMIT=lots: .* such as (20G)",
     "GALOIS_CPS_CACHE_LIMIT={1} sssp-cpu a.el"),
    ("env -u XDG_CACHE_HOME HOME=/nobody sssp-cpu a.el", "no home folder is known; set (XDG_CACHE_HOME) to a folder",
     "env HOME=/nobody {1}=$PWD/own sssp-cpu a.el"),
    ("GALOIS_CPS_CACHE_LIMIT=10 sssp-cpu a.el",
     "may take 0 MB together \\((GALOIS_CPS_CACHE_LIMIT)\\); (--no-cache) conv",
     "{1}=1M sssp-cpu a.el", "GALOIS_CPS_CACHE_LIMIT=10 sssp-cpu a.el {2}"),
    ("GALOIS_CPS_CACHE_LIMIT=10 sssp-cpu g.gr --packed",
     "all that is kept there may take 0 MB.*(GALOIS_CPS_CACHE_LIMIT)",
     "{1}=1G sssp-cpu g.gr --packed"),
    ("TMPDIR=/proc sssp-cpu a.el --no-cache", "cannot write /proc/.*; set (TMPDIR)",
     "{1}=$PWD sssp-cpu a.el --no-cache"),
    ("TMPDIR=/proc sssp-cpu - < a.el", "cannot make /proc/.*; set (TMPDIR)", "{1}=$PWD sssp-cpu - < a.el"),
    ("mkfifo p; sssp-cpu p", "cannot be read twice; convert it first: (graph-convert p OUT.gr)",
     "(cat a.el > p & {1}) && sssp-cpu OUT.gr"),
    ("mkdir f; graph-convert a.el f", "it is a folder; give a file name in it", "graph-convert a.el f/a.gr"),
    ("graph-convert a.el none/a.gr", "choose a folder that exists", "mkdir none && graph-convert a.el none/a.gr"),
    ("graph-convert a.el a.el", "cannot be an output, too; give the output another name", "graph-convert a.el b.el"),
    ("graph-convert a.el ./a.el", "is the same file as the input a.el; give the output another name",
     "graph-convert a.el b.el"),
    ("sssp-cpu a.el --output=x --json=x", "x cannot hold two outputs; give each of them a name",
     "sssp-cpu a.el --output=x --json=y"),
    ("sssp-cpu a.el --output=- --json=-", "standard output cannot hold two outputs; give each of them a name",
     "sssp-cpu a.el --output=- --json=y"),
    ("sssp-cpu a.el --output=x --path-output=./x --target=2",
     "x and ./x are the same file; give each output a name of its own",
     "sssp-cpu a.el --output=x --path-output=y --target=2"),
    ("sssp-cpu a.el --output=a.el", "give the output another name", "sssp-cpu a.el --output=x"),
    # formats
    ("graph-convert a.el x", "the name x does not tell a format; say --to= one of (\\w+)",
     "graph-convert a.el x --to={1}"),
    ("graph-convert a.el x.npz", "the format npz is only read; say --to= one of (\\w+)",
     "graph-convert a.el x --to={1}"),
    ("sssp-cpu a.el --from=x", 'there is no format "x"; choose one of .*(edgelist)', "sssp-cpu a.el --from={1}"),
    ("graph-info g.gr --from=edgelist", "g.gr is binary, and --from=edgelist is for text; leave --from out",
     "graph-info g.gr"),
    ("iconv -f utf-8 -t utf-16 a.el > w.el; sssp-cpu w.el", "w.el is text in UTF-16; save it in UTF-8",
     "iconv -f utf-16 -t utf-8 w.el > v.el && sssp-cpu v.el"),
    ("graph-info m.mtx --weight-column=2",
     "--weight-column are for tables, GraphML.* and m.mtx is in the format",
     "graph-info m.mtx"),
    ("graph-info g.graphml --source-column=2", "and --target-column are for tables, and g.graphml is",
     "graph-info g.graphml"),
    ("graph-info places.co", "places.co holds .*, not a graph; give it with graph-convert (--coords=)",
     "graph-convert g.gr b.gr {1}places.co"),
    ("cp g.gr t.txt; cp a.el t.gr; sssp-cpu t.gr",
     "'t.gr' is edgelist text.*: convert it once with '(graph-convert t.gr OUT.gr)', or add (--from=edgelist)",
     "{1} && sssp-cpu OUT.gr", "sssp-cpu t.gr {2}"),
    ("cp a.el 'my roads.gr'; sssp-cpu 'my roads.gr'", "convert it once with '(graph-convert my.*roads.gr OUT.gr)'",
     "{1} && sssp-cpu OUT.gr"),
    ("mkfifo 'a pipe'; sssp-cpu 'a pipe'", "convert it first: (graph-convert a.* OUT.gr)",
     "(cat a.el > 'a pipe' & {1})"),
    ("printf '#x.py\\n# GMT Sun\\n0 1\\n1 2\\n' > n.txt; sssp-cpu n.txt",
     "starts like an adjacency list of NetworkX; say (--from=adjlist) .*, (--from=edgelist)",
     "sssp-cpu n.txt {1}", "sssp-cpu n.txt {2}"),
    ("mkdir d; cp a.el d; graph-info d", "is a folder without a .properties of Graphalytics; give a graph file",
     "graph-info d/a.el"),
    ("mkdir l; for n in n m; do printf '1\\n2\\n' > l/$n.v; printf '1 2\\n' > l/$n.e; "
     "printf 'graph.%s\\n' $n.vertex-file=$n.v $n.edge-file=$n.e $n.directed=true > l/$n.properties; done; graph-info l",
     "is a folder with several graphs; name one of .*?(\\w+.properties)", "graph-info l/{1}"),
    # tables and edge lists
    ("graph-convert a.el b.gr --relabel --keep-ids", "give (--relabel) or (--keep-ids), not both",
     "graph-convert a.el b.gr {1}", "graph-convert a.el b.gr {2}"),
    *((f"graph-convert g.gr b.gr {flag}", f"{flag} is for edge lists, and g.gr is in the format gr",
       f"graph-convert a.el b.gr {flag}") for flag in ("--relabel", "--keep-ids", "--names")),
    ("printf '0 1\\nx 2\\n' > n.el; sssp-cpu n.el", "names in place of numbers: (--names)",
     "sssp-cpu n.el {1} --startNode=x"),
    ("printf '0 1 2 3\\n1 2\\n' > n.el; sssp-cpu n.el", "all its neighbours: (--from=adjlist)", "sssp-cpu n.el {1}"),
    ("printf '0 1\\n1 2 3\\n' > n.el; sssp-cpu n.el", "all or none may have one .*: (--from=adjlist)",
     "sssp-cpu n.el {1}"),
    ("printf 'a,b,7\\nc,d,8\\n' > t.csv; sssp-cpu t.csv --source-column=1 --target-column=2",
     "it is not said which holds the weight; say (--weight-column=)N or (--weight-column=none)",
     "sssp-cpu t.csv --source-column=1 --target-column=2 {1}3 --startNode=a",
     "sssp-cpu t.csv --source-column=1 --target-column=2 {2} --startNode=a"),
    ("printf 'a,b,7\\nc,d,8\\n' > t.csv; sssp-cpu t.csv --source-column=2",
     "give each a column of its own with (--source-column=) and (--target-column=)",
     "sssp-cpu t.csv {1}2 {2}1 --weight-column=3 --startNode=b"),
    ("printf 'source,target,km,cost\\na,b,7,8\\n' > t.csv; sssp-cpu t.csv",
     'whether column "cost" holds weights; name the column that does with (--weight-column=), or say '
     '(--weight-column=none) .there are "(km)" and "(cost)"',
     "sssp-cpu t.csv {1}{3} --startNode=a", "sssp-cpu t.csv {1}{4} --startNode=a", "sssp-cpu t.csv {2} --startNode=a"),
    ("printf 'source,target,x\\na,b,7\\n' > t.csv; sssp-cpu t.csv",
     'does not say whether column "(x)" holds weights; name the column that does with (--weight-column=), or say '
     '(--weight-column=none)',
     "sssp-cpu t.csv {2}{1} --startNode=a", "sssp-cpu t.csv {3} --startNode=a"),
    ("printf ':START_ID(A),:END_ID(B)\\n1,2\\n2,3\\n' > t.csv; sssp-cpu t.csv --startNode=1",
     "2 is an id of two kinds of nodes, as the header names them; give each kind ids of its own",
     "sed -i 's/\\([0-9]\\),/p\\1,/' t.csv && sssp-cpu t.csv --startNode=p1"),
    ("printf '0 3000000000\\n' > big.el; graph-convert big.el b.gr --keep-ids",
     "nodes for 1 arcs cannot be meant; .*an edge list: (--relabel)|out of range",
     "graph-convert big.el b.gr --relabel"),
    # weights
    ("printf '0 1 0.5\\n' > h.el; sssp-cpu h.el",
     "keep it with (--weight-type=float), or multiply and round it with (?:graph-convert )?(--scale-weights=1000)",
     "sssp-cpu h.el {1}", "graph-convert h.el h.gr {2} && sssp-cpu h.gr"),
    ("printf '0 1 -5\\n' > h.el; mst-cpu h.el --symmetrize", "is negative; (--weight-type=\\w+) reads it",
     "mst-cpu h.el --symmetrize {1}"),
    ("printf '0 1 -5\\n' > h.el; graph-convert h.el h.gr", "is negative; (--weight-type=\\w+) reads it",
     "graph-convert h.el h.gr {1}"),
    ("printf '0 1 5000000000\\n' > h.el; graph-convert h.el h.gr --edge-bytes=4",
     "does not fit in 4 bytes; use 8 bytes for weights \\((--edge-bytes=8)\\), or smaller",
     "graph-convert h.el h.gr {1}"),
    ("printf '0 1 1e300\\n' > h.el; graph-convert h.el h.gr --edge-bytes=4 --weight-type=float",
     "too large for a float of 4 bytes; leave --edge-bytes=4 out", "graph-convert h.el h.gr --weight-type=float"),
    ("printf '0 1 0.5\\n1 2 0.25\\n' > h.el; graph-convert h.el h.gr --edge-bytes=4 --weight-type=float; astar-cpu h.gr"
     " --target=2 --heuristic=none", "'(graph-convert h.gr WEIGHTS.el --weight-type=float)' and "
     "'(graph-convert WEIGHTS.el OUT.gr --scale-weights=1000)'",
     "{1} && {2} && astar-cpu OUT.gr --target=2 --heuristic=none"),
    ("astar-cpu a.el --target=2 --heuristic=none --weight-type=float",
     "int is the only type; graph-convert multiplies and rounds others as it reads text \\((--scale-weights=1000)\\)",
     "printf '0 1 0.5\\n' > h.el && graph-convert h.el h.gr {1} && astar-cpu h.gr --target=1 --heuristic=none"),
    ("graph-convert a.el b.gr --weights=x", "such as (uniform:1:10000), or another",
     "graph-convert a.el b.gr --weights={1}"),
    ("graph-convert a.el b.gr --seed=3", "give (--weights=)(uniform:)LO:HI, too, or leave it out",
     "graph-convert a.el b.gr --seed=3 {1}{2}1:9", "graph-convert a.el b.gr"),
    ("sssp-cpu a.el --weights-seed=3", "is that of (--weights=uniform:)LO:HI; give both, or neither",
     "sssp-cpu a.el --weights-seed=3 {1}1:9", "sssp-cpu a.el"),
    ("printf 'a b {\"km\": 5, \"cost\": 6}\\n' > k.txt; sssp-cpu k.txt --startNode=a",
     "say (--weight-column=km), or (--weight-column=none)",
     "sssp-cpu k.txt --startNode=a {1}", "sssp-cpu k.txt --startNode=a {2}"),
    ("""printf "a b {'travel time': 5}\\n" > k.txt; sssp-cpu k.txt --startNode=a""",
     "say (--weight-column=.*) if they are weights, (--weight-column=none) if not",
     "sssp-cpu k.txt --startNode=a {1}", "sssp-cpu k.txt --startNode=a {2}"),
    # NumPy
    ("$PYTHON -c 'import numpy; numpy.savez(\"x.npz\", format=\"dia\", shape=[2, 2], data=[[1, 2]], offsets=[0])'; "
     "graph-info x.npz", "which is not read; save it as csr: (save_npz)\\(FILE, (matrix.tocsr\\(\\))\\)",
     "$PYTHON -c 'import scipy.sparse as s; matrix = s.dia_array(([[1, 2]], [0]), shape=(2, 2)); "
     "s.{1}(\"x.npz\", {2})' && graph-info x.npz"),
    (f"{NPZ.format('-5')}; graph-convert x.npz x.gr", "is negative; say (--weight-type=signed) if that is meant",
     "graph-convert x.npz x.gr {1}"),
    (f"{NPZ.format('0.5')}; graph-convert x.npz x.gr --weight-type=int",
     "multiply and round them with (--scale-weights=1000)", "graph-convert x.npz x.gr {1}"),
    # Matrix Market, colouring, XML
    ("printf '%%%%MatrixMarket matrix array real general\\n1 1\\n2\\n' > x.mtx; graph-info x.mtx",
     "write it in coordinate form",
     "printf '%%%%MatrixMarket matrix coordinate integer general\\n1 1 1\\n1 1 2\\n' > x.mtx && graph-info x.mtx"),
    ("printf '%%%%MatrixMarket matrix coordinate complex general\\n1 1 1\\n1 1 2 3\\n' > x.mtx; graph-info x.mtx",
     "complex values are no weights; write their magnitudes, or a (pattern)",
     "printf '%%%%MatrixMarket matrix coordinate {1} general\\n1 1 1\\n1 1\\n' > x.mtx && graph-info x.mtx"),
    ("printf '%%%%MatrixMarket matrix coordinate integer skew-symmetric\\n2 2 1\\n2 1 2\\n' > x.mtx; graph-info x.mtx",
     "cannot all be 0 or more; write it as (general) or (symmetric)",
     "printf '%%%%MatrixMarket matrix coordinate integer {1}\\n2 2 1\\n2 1 2\\n' > x.mtx && graph-info x.mtx",
     "printf '%%%%MatrixMarket matrix coordinate integer {2}\\n2 2 1\\n2 1 2\\n' > x.mtx && graph-info x.mtx"),
    ("printf '0 0\\n' > x.el; graph-convert x.el x.col --symmetrize", "(--remove-loops) removes them",
     "graph-convert x.el x.col --symmetrize {1}"),
    ("graph-convert a.el x.col", "no arc back; (--symmetrize) adds it", "graph-convert a.el x.col {1}"),
    ("printf '<!DOCTYPE g [<!ENTITY a \"b\">]>\\n<graphml><graph/></graphml>\\n' > x.graphml; graph-info x.graphml",
     "a document type with definitions of its own is not read; remove it",
     "sed -i 1d x.graphml && graph-info x.graphml"),
    ("printf '*Vertices 3 1\\n*Matrix\\n1 1\\n' > p.net; graph-info p.net", "two modes; write its arcs under .Arcs",
     "printf '*Vertices 3 1\\n*Arcs\\n1 2\\n1 3\\n' > p.net; graph-info p.net"),
    ("printf 'graph [ node [ id 1 ] node [ id \"1\" ] ]' > g.gml; graph-info g.gml",
     "write ids either as numbers or as texts", "printf 'graph [ node [ id 1 ] node [ id 2 ] ]' > g.gml; graph-info g.gml"),
    # the tools
    ("graph-gen grid x.gr", "grid needs either (--size=)WxH or (--nodes=)N", "graph-gen grid x.gr {1}3x2",
     "graph-gen grid x.gr {2}4"),
    ("graph-gen grid x.gr --size=9", "such as (2048x2048)", "graph-gen grid x.gr --size={1}"),
    ("graph-gen grid x.gr --nodes=10", "is not a square; give --size=WxH, or (--nodes=\\d+)", "graph-gen grid x.gr {1}",
     "graph-gen grid x.gr --size=5x2"),
    ("graph-gen road x.gr", "needs (--nodes=)N", "graph-gen road x.gr {1}100"),
    ("graph-gen road x.gr --nodes=many", "is needed, such as (5000), (100k) or", "graph-gen road x.gr --nodes={1}",
     "graph-gen road x.gr --nodes={2}"),
    ("graph-gen rmat x.gr", "rmat needs (--scale=)K", "graph-gen rmat x.gr {1}4"),
    ("graph-gen tree x.gr --nodes=3", 'no kind "tree": choose one of (\\w+)', "graph-gen {1} x.gr --nodes=9"),
    ("graph-gen local x.gr --nodes=1", "give (--nodes=2) or more", "graph-gen local x.gr {1}"),
    ("graph-gen road x.co --nodes=9", "cannot hold a graph; write coordinates with (--coords=)",
     "graph-gen road x.gr --nodes=9 {1}x.co"),
    ("graph-convert a.el b.gr --reorder=x", "one of (bfs), (rcm), (degree) is needed",
     "graph-convert a.el b.gr --reorder={1}",
     "graph-convert a.el b.gr --reorder={2}", "graph-convert a.el b.gr --reorder={3}"),
    ("graph-cache look", "is nothing to do here: give (list) or (clear)", "graph-cache {1}", "graph-cache {2}"),
    ("graph-check x g.gr a.el", 'no kind "x": choose one of (\\w+)',
     "sssp-cpu g.gr --output=d.txt && graph-check {1} g.gr d.txt"),
    ("printf '0 1 0\\n1 2 6\\n' > z.el; printf '0 0\\n1 0\\n2 6\\n' > d.txt; graph-check sssp z.el d.txt",
     "both have distance 0; name the source with (--source=)", "graph-check sssp z.el d.txt {1}0"),
    ("graph-info a.el --plot=x.txt", "give a file that ends in (.svg), .png or .pdf", "graph-info a.el --plot=x{1}"),
    ("cp a.el plain.names; graph-convert names.csv plain.gr", "is there and was not written .*; move it away",
     "mv plain.names away && graph-convert names.csv plain.gr"),
    ("graph-convert names.csv n.gr; mv n.names m.names; graph-convert a.el m.gr",
     "m.names has the names of another graph than m.gr would have; move it away, or give OUT another name",
     "graph-convert a.el k.gr", "mv m.names away && graph-convert a.el m.gr"),
    ("graph-convert names.csv n.gr; cp n.names g.names; sssp-cpu g.gr",
     "has the names of another graph than g.gr; remove it, or convert the graph again",
     "rm g.names && sssp-cpu g.gr", "graph-convert a.el g.gr && sssp-cpu g.gr"),
    ("graph-convert places.co b.gr", "would hold a graph; give them with (--coords=) beside a graph, or write a (.co)",
     "graph-convert g.gr b.gr {1}places.co", "graph-convert places.co b{2}"),
    # programs
    ("sssp-cpu", "no input: name a graph file \\((--help) lists", "sssp-cpu {1}", "sssp-cpu g.gr"),
    ("sssp-cpu g.gr --no-cache --cache=user", "--no-cache is --cache=none, and another --cache is given; leave one out",
     "sssp-cpu g.gr --no-cache", "sssp-cpu g.gr --cache=user"),
    ("sssp-cpu a.el --packed --no-cache", "keep none; leave one of them out", "sssp-cpu a.el --packed",
     "sssp-cpu a.el --no-cache"),
    ("sssp-cpu g.gr --report=x.txt", "give a file that ends in (.html)", "sssp-cpu g.gr --report=x{1}"),
    ("sssp-cpu g.gr --noverify --verify=full", "contradict each other; give one of them", "sssp-cpu g.gr --noverify",
     "sssp-cpu g.gr --verify=full"),
    ("sssp-cpu g.gr --wl=quickest", "no such worklist.*\\((--wl=help) lists all", "sssp-cpu {1}"),
    ("fib-cpu --scheduler=fastest", "no such scheduler.*\\((--scheduler=help) lists all", "fib-cpu {1}"),
    ("fib-cpu --n=5 --steal=half --join=own", "needs (--join=any)", "fib-cpu --n=5 --steal=half {1}"),
    ("fib-cpu --n=5 --withdraw=never --idle=poll", "needs (--idle=close)", "fib-cpu --n=5 --withdraw=never {1}"),
    ("astar-cpu g.gr --to=0,0.4", "take longitudes and .* beside the graph, or from (--coords)=FILE",
     "astar-cpu g.gr --to=0,0.4 {1}=town.co"),
    ("sssp-cpu g.gr --coords=town.co", "and for places \\((--from)=LAT,LON\\)", "sssp-cpu g.gr --coords=town.co {1}=0,0"),
    ("sssp-cpu g.gr --target=2", "give both, or neither \\((--reportNode) prints one distance",
     "sssp-cpu g.gr --target=2 --path-output=p", "sssp-cpu g.gr {1}=2"),
    ("sssp-cpu g.gr --path-output=p", "--path-output needs (--target=)NODE", "sssp-cpu g.gr --path-output=p {1}2"),
    ("sssp-cpu g.gr --path-output=p --target=2 --coords=places.co",
     "is for a (--path-output) that ends in (.geojson) or (.json)",
     "sssp-cpu g.gr {1}=p{2} --target=2 --coords=places.co", "sssp-cpu g.gr {1}=p{3} --target=2 --coords=places.co"),
    ("sssp-cpu g.gr --path-output=p.json --target=2", "a name that does not end in .json gives a list of nodes",
     "sssp-cpu g.gr --path-output=p.txt --target=2"),
    ("touch none.txt; sssp-cpu g.gr --sources=none.txt", "there is no source; write one per line",
     "echo 0 > none.txt && sssp-cpu g.gr --sources=none.txt"),
    ("sssp-cpu g.gr --sources=random:0", "is needed, such as (random:10)", "sssp-cpu g.gr --sources={1}"),
    ("printf '# Nodes: 2\\n' > e.el; sssp-cpu e.el --from=edgelist --sources=random:1",
     "no node of this graph has an edge; name a source with (--startNode)", "sssp-cpu e.el --from=edgelist {1}=0"),
    ("sssp-cpu g.gr --sources-seed=2", "is that of (--sources=random:)K; give both, or neither",
     "sssp-cpu g.gr --sources-seed=2 {1}2", "sssp-cpu g.gr"),
    ("sssp-cpu g.gr --sources=random:1 --startNode=0", "one of the two says where paths begin",
     "sssp-cpu g.gr --sources=random:1", "sssp-cpu g.gr --startNode=0"),
    ("sssp-cpu g.gr --sources=random:2 --source-batch=sources --algo=worklist",
     "(--algo=buckets) \\(default then\\), (radix-heap) or (dijkstra)",
     "sssp-cpu g.gr --sources=random:2 --source-batch=sources {1}",
     "sssp-cpu g.gr --sources=random:2 --source-batch=sources --algo={2}",
     "sssp-cpu g.gr --sources=random:2 --source-batch=sources --algo={3}"),
    ("bfs-cpu g.gr --sources=random:2 --source-batch=sources --algo=worklist",
     "(--algo=sequential), which is the default",
     "bfs-cpu g.gr --sources=random:2 --source-batch=sources {1}"),
    ("sssp-cpu h32.gr --distance-bits=32 --weight-type=int",
     "distances exceed 32 bits; run again with (--distance-bits=64)",
     "sssp-cpu h32.gr --weight-type=int {1}"),
    ("mst-cpu h32.gr --symmetrize", "say which they are with (--weight-type=int) or (--weight-type=signed)",
     "mst-cpu h32.gr --symmetrize {1}", "mst-cpu h32.gr --symmetrize {2}"),
    ("sssp-cpu either.gr", "say which they are with (--weight-type=int) or (--weight-type=float)",
     "sssp-cpu either.gr {1}", "sssp-cpu either.gr {2}"),
    ("astar-cpu g.gr", "give (--target=)NODE \\(and (--startNode=)NODE\\), or (--queries)",
     "astar-cpu g.gr --heuristic=none {1}2", "astar-cpu g.gr --heuristic=none {1}2 {2}1",
     "astar-cpu g.gr --heuristic=none {3}=random:2"),
    ("astar-cpu g.gr --queries=random:2 --target=2 --heuristic=none", "leave --startNode and --target out",
     "astar-cpu g.gr --queries=random:2 --heuristic=none"),
    ("astar-cpu g.gr --target=2 --heuristic=euclidean", "needs coordinates: .*; name a file with (--coords)",
     "astar-cpu g.gr --target=2 --heuristic=euclidean {1}=places.co"),
    ("astar-cpu g.gr --target=2 --coords=two.co", "give its own coordinates with (--coords=)FILE",
     "astar-cpu g.gr --target=2 {1}places.co"),
    ("pagerank-cpu g.gr --iterations=3 --algo=worklist", "--iterations goes with (--algo=power)",
     "pagerank-cpu g.gr --iterations=3 {1}"),
    ("pagerank-cpu g.gr --weighted --transposed=g.gr", "leave one of them out", "pagerank-cpu g.gr --weighted"),
    ("pagerank-cpu a.el --weight-type=float", "goes with (--weighted)", "pagerank-cpu a.el --weight-type=float {1}"),
    ("pagerank-cpu g.gr", "are ignored; (--weighted) uses them", "pagerank-cpu g.gr {1}"),
    ("reachability-cpu g.gr --n=5", "leave them out with g.gr", "reachability-cpu g.gr", "reachability-cpu --n=5"),
    ("nqueens-cpu --n=5 --skeleton=ordered -d=0", "it is (1) or more", "nqueens-cpu --n=5 --skeleton=ordered -d={1}"),
    ("nqueens-cpu --n=5 --decision=9", "a number of queens from 1 to (\\d) \\(--n\\)",
     "nqueens-cpu --n=5 --decision={1}",
     "nqueens-cpu --n=9 --decision=9"),
    ("printf '1\\n1 1 1\\n1\\n' > k; knapsack-cpu k --order=best-first --frontier=64MB",
     "it is a number of bytes, .*; such as (64M)", "knapsack-cpu k --order=best-first --frontier={1}"),
    ("semigroups-cpu -g 5 --record-tree=x -t=2", "use (--skeleton=seq) or (-t=1)",
     "semigroups-cpu -g 5 --record-tree=x {1}", "semigroups-cpu -g 5 --record-tree=y {2}"),
    ("uts-cpu --shape=binomial --levels=3", "--levels has no effect with .*; leave it out",
     "uts-cpu --shape=binomial --branching=5 --probability=0.1"),
    ("pd-model --dag=x", "choose one of (fib)", "pd-model --dag={1}:5"),
    ("pd-model --dag=fib:5 --protocol=sender --requests=sticky", "means nothing without (--protocol=receiver)",
     "pd-model --dag=fib:5 {1} --requests=sticky --runs=1"),
    ("pd-model --study=idle --dag=fib:5", "are for (--study=grid)", "pd-model {1} --dag=fib:5 --runs=1"),
    ("rank-bench --mix=hold --operations=4000000000 --tasks=1",
     "take fewer --operations, more --tasks or a smaller --range",
     "rank-bench --mix=hold --operations=1000 --tasks=100"),
]


# The same for scripts, which are in $S. A build that they advise is not made.
RUN = "--wl smq,smq-bucket --threads 1 --repeats 1 --out r.jsonl --bin $GALOIS_BIN"
SCRIPT_ROWS = [
    ("$S/bench", "no input given; name a graph with (--input) FILE", f"$S/bench {{1}} g.gr {RUN}"),
    ("$S/bench --input a=g.gr --input a=h32.gr", "name them apart: (--input) NAME=FILE",
     f"$S/bench {{1}} a=g.gr {{1}} b=a.el {RUN}"),
    ("cp g.gr 'my g.gr'; $S/bench --input 'my g.gr'", "has a space, comma or .*; use (--input) NAME=FILE",
     f"$S/bench {{1}} 'mine=my g.gr' {RUN}"),
    ("$S/bench --input g.gr --flag=delta", "'delta' is not a flag; write it as --name=value",
     f"$S/bench --input g.gr --flag=--delta=1 {RUN}"),
    ("$S/bench --bin none --input g.gr", "build it .* or say where with (--bin) DIR",
     f"$S/bench --input g.gr {RUN.replace('--bin', '{1}')}"),
    ("$S/bench --bin x --preset y --input g.gr", "both say where the programs are; give one",
     f"$S/bench --bin $GALOIS_BIN --input g.gr {RUN}"),
    ("$S/bench --app fib-cpu --input few=g.gr", "name it without a file: (--input few=@)FLAG",
     "$S/bench --app fib-cpu {1}--n=5 --threads 1 --repeats 1 --out r.jsonl --bin $GALOIS_BIN"),
    ("$S/bench --input few=@--delta=1", "has no file, and sssp-cpu reads a graph; name it: (--input few=)FILE",
     f"$S/bench {{1}}g.gr@--delta=1 {RUN}"),
    ("$S/bench --input g.gr --vary-seed --flag=--seed=2", "drop one", f"$S/bench --input g.gr --flag=--seed=2 {RUN}",
     f"$S/bench --input g.gr --vary-seed {RUN}"),
    ("$S/bench --input g.gr --out .", "is not a regular file; name a file of results", f"$S/bench --input g.gr {RUN}"),
    ("sssp-cpu g.gr --json=r.jsonl > out; "
     "$S/bench --input g.gr --wl smq --threads 1 --repeats 1 --out r.jsonl --bin $GALOIS_BIN",
     "one JSON object per line, as (scripts/bench) --out writes it", f"rm r.jsonl; $S/bench --input g.gr {RUN}"),
    (f"$S/bench --input g.gr {RUN} > out; $S/bench --input g.gr {RUN} --report=x.txt",
     "give a name that ends in (.html) or (.htm)", f"$S/bench --input g.gr {RUN} --report=x{{1}}",
     f"$S/bench --input g.gr {RUN} --report=x{{2}}"),
    (f"$S/bench --input g.gr {RUN} > out; $S/compare r.jsonl", "says what the reference is, e.g. (--b [\\w=-]+)",
     "$S/compare r.jsonl {1}"),
    (f"$S/bench --input g.gr {RUN} > out; $S/compare r.jsonl --b wl=smqq", "did you mean (\\w+)",
     "$S/compare r.jsonl --b wl={1}"),
    (f"$S/bench --input g.gr {RUN} > out; $S/compare r.jsonl --b wl=smq,wll=2", "no run has wll; they have .*(wl)",
     "$S/compare r.jsonl --b {1}=smq"),
    ("$S/compare --build-a $GALOIS_BIN --input g.gr", "(--build-a) and (--build-b) go together",
     f"$S/compare {{1}} $GALOIS_BIN {{2}} $GALOIS_BIN --input g.gr {RUN}"),
    ("sssp-cpu g.gr --json=s.json --output=s.txt > out; bfs-cpu g.gr --output=b.txt > out; "
     "$S/report s.json -o s.html --answer b.txt", "give the file that (--output) of the same run wrote",
     "sssp-cpu g.gr {1}=t.txt && $S/report s.json -o s.html --answer t.txt"),
    ("sssp-cpu g.gr --json=s.json > out; $S/report s.json -o s.txt", "ends in (.html) or (.htm)",
     "$S/report s.json -o s{1}", "$S/report s.json -o s{2}"),
    ("$S/tune sssp g.gr --bin $GALOIS_BIN --wl smqq --budget soon", "is no time; write it like (90s), (30m) or (1h30m)",
     "! $S/tune sssp g.gr --bin $GALOIS_BIN --wl smqq --budget {1}"),
    ("$S/tune sssp g.gr --bin $GALOIS_BIN --wl smqq", "no such policy; did you mean (\\w+)",
     "! $S/tune sssp g.gr --bin $GALOIS_BIN --wl {1} -t 1 --budget 1s"),
    ("$S/tune sssp g.gr --bin $GALOIS_BIN --wl smq -t 1 --budget 1s", "are left of the budget, .*; give it more, or",
     "$S/tune sssp g.gr --bin $GALOIS_BIN --wl smq -t 1 --budget 10s"),
    ("$S/soak --bin none", "or say where with (--bin) DIR", "$S/soak {1} $GALOIS_BIN --minutes 0.01 --app sssp-cpu"),
    ("$S/../inputs/fetch no-such-graph", "inputs/(fetch list) shows them all", "$S/../inputs/{1}"),
    ("$S/../inputs/find-node places.co nan 2", "give a finite number", "$S/../inputs/find-node places.co 1 2"),
    ("$S/figures make no-such-figure", "scripts/(figures list) shows all", "$S/{1}"),
]

# Part of a message that advises something and is in no row: where it is tested, or why it is not.
RANKS = "needs several ranks, or a simulated machine"
RARE = "would take a machine of another size, or a race"
ELSEWHERE = {
    # where what it advises is followed by another test
    "describe nodes, not edges; give the file of edges": "trackers_cli.py",
    "has a decimal comma, or one that groups thousands; write ": "trackers_cli.py",
    '; a first line "NODES EDGES": write # before it': "trackers_cli.py",
    ", change in time; write one weight per edge": "trackers_cli.py",
    # where the message is tested, and the advice is no command
    "give new weights or ask for none, not both": "no program says both",
    " belongs to another user; set XDG_CACHE_HOME": "cache_privacy_cli.py has them; as the row of XDG_CACHE_HOME",
    "; try again when it is complete": RARE,
    "say --weight-type=signed if that is meant": "as the row of NumPy",
    "give one of them, or NAME.properties": "LdbcTest.cpp",
    "check the header, or number the nodes without gaps": "EdgeListTest.cpp, DimacsTest.cpp",
    "write the file again": "NpzTest.cpp",
    "write it without compression": "NpzTest.cpp",
    ", times --scale-weights=": "names the flag that was given",
    ", unless --weight-type=float says otherwise": "NpzTest.cpp",
    "would overwrite it with the": "the row of plain.names has the rest of the message",
    "pack it again": "InputFileTest.cpp",
    "the zip archive is encrypted; unpack it first": "NpzTest.cpp",
    "write the file to a disk and not to a pipe": "NpzTest.cpp",
    " arcs need nodes; give --nodes=N": "GraphGenTest.cpp; programs ask for --nodes before",
    ", which is OUT too; name OUT by another suffix": "life_cli.py",
    "has a decimal comma; write ": "trackers_cli.py",
    '"; choose one of bfs, rcm, degree': "programs check the value before",
    "no distance may exceed 4294967294; use smaller weights": "astar_cli.py",
    " asks about a grid map and the graph is none: give its .map file": "astar_cli.py",
    "graph-convert --edge-bytes=4 writes weights of 4 bytes": RARE,
    "the weights of --personalize need a sum": "names the flag that was given",
    "give fewer threads, or --source-batch=tasks": RARE,
    "give fewer sources at a time": RARE,
    "a simulated machine has no sequential searches": RANKS,
    "holds the paths from one source, and --sources has": "sssp_sources_cli.py",
    "take a smaller number": RARE,
    "(scripts/setup --peers) and cmake -DGALOIS_PEERS=ON": "a build with other libraries",
    "build the preset profile": "a build of its own",
    "runs all studies on their standard cells; leave the other flags out": "takes a minute: pd_model_cli.py",
    "such as 1/8, or 1/n": "measure_cli.py",
    '" is no speed; give km/h from ': "RoadProfileTest.cpp",
    '" is no tag; give KEY=VALUE': "RoadProfileTest.cpp",
    '"; give car, bicycle, foot, or a file of rules': "RoadProfileTest.cpp",
    "give a lesser --scale-weights": "OsmTest.cpp",
    "no road may be used; a map has ways": "OsmTest.cpp",
    "make a map of it, with osmium apply-changes": "OsmTest.cpp, where osmium need not be",
    "this build reads no maps of OpenStreetMap": "a build with other libraries",
    "--osm-weight and --osm-connected are for OpenStreetMap": "names the flag that was given",
    "the long run takes too many steps, so say --steps": "measure_cli.py",
    " bytes are wanted; graph-convert can write other types": "programs of Galois",
    "add weights with graph-convert --weights=uniform:LO:HI": "programs of Galois",
    "use getEdgeDst": "programs of Galois",
    "write it to a file first": "programs of Galois",
    "convert it with: graph-convert": "GrFormatTest.cpp; programs of Galois",
    "GALOIS_PARAMETER_OUTFILE names another file": "Executor_ParaMeterTest.cpp",
    "semigroups-cpu --record-tree=FILE makes recorded trees": RANKS,
    "no effect with --wl=": "names the flag that was given",
}
# Programs on several ranks, and what only simulations have.
OTHER_FILES = re.compile(r"lonestar/dist/|libdist/|"
                         r"lonestar/search/(?:RankFlags|CheckpointFlags|SearchNodes|SearchRanks)|ReportFlag.cpp")


class AdviceTest(app_cases.CliTest):
    """Runs rows, each in a folder of its own."""

    def fill(self):
        """Returns a new folder with some inputs."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.dir))
        (folder / "a.el").write_text("0 1 5\n1 2 6\n")
        (folder / "names.csv").write_text("source,target,weight\na,b,1\n")
        (folder / "m.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
        (folder / "g.graphml").write_text('<graphml><graph edgedefault="directed"><edge source="a" target="b"/>'
                                          "</graph></graphml>\n")
        (folder / "places.co").write_text("p aux sp co 4\n" + "".join(f"v {i} {i} {i}\n" for i in range(1, 5)))
        (folder / "town.co").write_text("p aux sp co 4\n" + "".join(f"v {i} {i}00000 5\n" for i in range(1, 5)))
        (folder / "two.co").write_text("p aux sp co 2\nv 1 1 1\nv 2 2 2\n")
        app_cases.write_gr(folder / "g.gr", 4, [(0, 1, 5), (1, 2, 6), (2, 3, 1)])
        app_cases.write_gr(folder / "either.gr", 2, [(0, 1, 0x40490fdb)])
        app_cases.write_gr(folder / "h32.gr", 3, [(0, 1, 4_000_000_000), (1, 2, 4_000_000_000)])
        return folder

    def run_in(self, folder, command):
        env = self.env | {"PATH": f"{BIN.resolve()}:{os.environ['PATH']}", "GALOIS_NUM_THREADS": "1",
                          "XDG_CACHE_HOME": str(folder / "cache"), "PYTHON": PYTHON, "S": str(REPOSITORY / "scripts"),
                          "GALOIS_BIN": str(BIN.resolve())}
        shell = subprocess.Popen(["bash", "-c", command], cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = shell.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, signal.SIGKILL)
            out, err = shell.communicate()
            err += f"\n{command} hangs"
        return subprocess.CompletedProcess(command, shell.returncode, out, err)

    def follow(self, provoke, says, then):
        """Returns what was said before the advice was followed."""
        folder = self.fill()
        said = self.run_in(folder, provoke).stderr
        found = re.search(says, said)
        self.assertTrue(found, said)
        for advised in then:
            command = re.sub(r"\{(\d)\}", lambda place: found[int(place[1])], advised)
            done = self.run_in(folder, command)
            self.assertEqual(done.returncode, 0, f"{command}: {done.stderr}")
            self.assertNotRegex(done.stderr, says, command)
        return said


@app_cases.needs("sssp-cpu", "fib-cpu")
class Scripts(AdviceTest):
    @unittest.skipIf(app_cases.SANITIZED, "scripts are in Python")
    def test_rows(self):
        for provoke, says, *then in SCRIPT_ROWS:
            with self.subTest(provoke=provoke):
                self.follow(provoke, says, then)


class Programs(AdviceTest):
    def test_rows(self):
        """The source check follows where all rows could be run."""
        complete = True
        heard = []
        scipy = subprocess.run([PYTHON, "-c", "import scipy"], capture_output=True, check=False).returncode == 0
        for provoke, says, *then in ROWS:
            programs = re.findall(r"(?<![\w-])[a-z]+-(?:cpu|model|bench|convert|check|info|gen|cache)\b", " ".join([provoke, *then]))
            if not all((BIN / name).exists() for name in programs) or ("$PYTHON" in provoke and not scipy):
                complete = False
                continue
            with self.subTest(provoke=provoke):
                heard.append(self.follow(provoke, says, then))
        if complete:
            # A flag of another program has that in front of it.
            self.check_sources(re.sub("graph-convert (?=--)", "", "".join(heard)))

    def check_sources(self, heard):
        """Each message that advises something was heard, or is in ELSEWHERE."""
        used = set()
        for folder in ("inputs", "analytics", "lonestar", "libdist", "libgalois/src"):
            for path in sorted((REPOSITORY / folder).rglob("*")):
                name = path.relative_to(REPOSITORY).as_posix()
                tests = re.search("/(?:test|tutorial)/", name)
                if path.suffix not in (".cpp", ".h") or tests or OTHER_FILES.search(name):
                    continue
                for line, parts in advice.messages(path):
                    for part in parts:
                        why = next((key for key in ELSEWHERE if key in part), None)
                        used.add(why)
                        with self.subTest(message=f"{name}:{line}: {part}"):
                            self.assertTrue(why or part.strip() in heard, "no row, and nothing in ELSEWHERE")
        self.assertEqual(set(ELSEWHERE) - used, set(), "not said any more")


if __name__ == "__main__":
    app_cases.main()
