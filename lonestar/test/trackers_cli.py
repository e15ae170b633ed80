"""Files as people have them, which readers of graphs got wrong in public bug reports: each is read, or refused in
one line with advice that works. The cases of shared/inputs/from-trackers run where they are there; those below
have other values of the same kinds. app_cases.py says how to run these tests.
"""

import csv
import io
import re
import shutil
import subprocess
import unittest
import zipfile

import app_cases
from app_cases import BIN, INPUTS

TRACKERS = INPUTS / "from-trackers"
FLOAT = "--weight-type=float"

# fault: what the first case of this fault prints: distances, a table, or a pattern of the one line on stderr. A
# pattern after distances is that of a note.
EXPECTED = {
    "F01": {"a": 0, "b": 1, "c": 5},
    "F02": "describe nodes, not edges",
    "F03": {"p": 0, "q": 1, "r": 2},
    "F04": {"x": 1, "y": 0},
    "F05": {"101": 0, "102": 111.2, "103": 222.5},
    "F06": {"a": 0, "b": 3, "c": 5},
    "F07": {"p1": 0, "p2": 155, "p3": 1154},
    "F08": {"ann": 0, "bob": 3, "cy": 7},
    "F11": {"0": 0, "1": 3, "2": 7},
    "F12": "source,target,weight\nx,y,4\ny,z,5\n",
    "F13": "source,target,weight\n1,2,4\n2,1,4\n2,3,5\n3,2,5\n",
    "F15": {"ann": 3, "bob": 1, "cy": 0},
    "F16": {"0": 0, "1": 1, "2": 2},
    "F22": "change in time",
    "F23": {"k": 0, "m1": 2, "c": float("inf")},
    "F24": {"Paris": 0, "Lyon": 465.5, "Nice": 937.5},
    "F26": {"0": 0, "1": 7, "2": 8},
    "F27": 'note: .*"4 5".*"NODES EDGES"',
}

GEXF = ('<?xml version="1.0"?>\n<gexf><graph defaultedgetype="directed">{attributes}\n<nodes/>\n'
        "<edges>{edges}</edges></graph></gexf>\n")


def gexf(edges, attributes=""):
    return GEXF.format(edges=edges, attributes=attributes)


def edge_gexf(source, target, value=None, weight=None, more=""):
    own = "" if weight is None else f' weight="{weight}"'
    values = "" if value is None else f'<attvalues><attvalue for="0" value="{value}"{more}/></attvalues>'
    return f'<edge source="{source}" target="{target}"{own}>{values}</edge>'


def graphml(keys, edges, data="d0"):
    rows = "".join(f'<edge source="{a}" target="{b}">'
                   + "".join(f'<data key="{key}">{value}</data>' for key, value in values.items()) + "</edge>"
                   for a, b, values in edges)
    return f'<graphml>{keys}<graph edgedefault="directed">{rows}</graph></graphml>\n'


def key(name, kind="double", ident="d0"):
    named = f' attr.name="{name}"' if name else ""
    return f'<key id="{ident}" for="edge"{named} attr.type="{kind}"/>'


ATTRIBUTE = '<attributes class="edge"><attribute id="0" title="{}" type="double"/></attributes>'
CHANGING = ATTRIBUTE.replace('"edge"', '"edge" mode="dynamic"')
INF = float("inf")
TWO = [("a", "b", {"d0": 5}), ("b", "c", {"d0": 6})]
GML = "graph [\n directed 0\n{nodes}\n edge [ source 1 target 2 value 4 ]\n edge [ source 2 target 3 value 5 ]\n]\n"
LONG = "<!--" + "a line of a notice\n" * 500 + "-->\n"

# kind: (name of the file, content, flags, distances or a pattern, a pattern of a note on stderr or "")
KINDS = [
    # GEXF: a missing weight is 1, wherever the first one stands
    ("weight of 1 left out last", "g.gexf", gexf(edge_gexf("a", "b", weight=4) + edge_gexf("b", "c")), [],
     {"a": 0, "b": 4, "c": 5}),
    ("weight of 1 left out first", "g.gexf", gexf(edge_gexf("a", "b") + edge_gexf("b", "c") +
                                                  edge_gexf("c", "d", weight="2.0")), [],
     {"a": 0, "b": 1, "c": 2, "d": 4}),
    ("weights as values", "g.gexf", gexf(edge_gexf("a", "b", 7) + edge_gexf("b", "c", 8), ATTRIBUTE.format("Distance")),
     [], {"a": 0, "b": 7, "c": 15}),
    ("weights of the format go first", "g.gexf",
     gexf(edge_gexf("a", "b", 70) + edge_gexf("b", "c", 80, weight=3), ATTRIBUTE.format("cost")), [],
     {"a": 0, "b": 1, "c": 4}),
    ("values with an unknown name", "g.gexf", gexf(edge_gexf("a", "b", 7), ATTRIBUTE.format("minutes")), [],
     {"a": 0, "b": 1}, 'numbers under "minutes"; say --weight-column=minutes'),
    ("values that are named", "g.gexf", gexf(edge_gexf("a", "b", 7), ATTRIBUTE.format("minutes")),
     ["--weight-column=Minutes"], {"a": 0, "b": 7}),
    ("values that are no weights", "g.gexf", gexf(edge_gexf("a", "b", 7), ATTRIBUTE.format("minutes")),
     ["--weight-column=none"], {"a": 0, "b": 1}),
    ("weights of the format are named", "g.gexf",
     gexf(edge_gexf("a", "b", 7) + edge_gexf("b", "c", 8, weight=2), ATTRIBUTE.format("minutes")),
     ["--weight-column=weight"], {"a": 0, "b": 1, "c": 3}),
    ("values with a wrong name", "g.gexf", gexf(edge_gexf("a", "b", 7), ATTRIBUTE.format("minutes")),
     ["--weight-column=hours"], '--weight-column=hours: edges have no data of this name.*"minutes"'),
    ("weights that change", "g.gexf", gexf(edge_gexf("a", "b", 7), CHANGING.format("Weight")), [], "change in time"),
    ("weights at a time", "g.gexf",
     gexf(edge_gexf("a", "b", 7, more=' start="2001"'), ATTRIBUTE.format("weight")), [], "change in time"),
    # XML: comments, prefixes and instructions before the outermost element
    ("long comment", "g.gexf", LONG + gexf(edge_gexf("a", "b", weight=4)), [], {"a": 0, "b": 4}),
    ("comment longer than the first block", "g.graphml", "<!--" + "x\n" * 50000 + "-->\n" + graphml(key("weight"), TWO),
     [], {"a": 0, "b": 5, "c": 11}),
    ("long comment under another name", "g.xml", LONG + graphml(key("weight"), TWO), [], {"a": 0, "b": 5, "c": 11}),
    ("prefix", "g.xml", '<n1:gexf xmlns:n1="x"><n1:graph defaultedgetype="directed"><n1:edges>'
     '<n1:edge source="a" target="b" weight="3"/></n1:edges></n1:graph></n1:gexf>', [], {"a": 0, "b": 3}),
    # GraphML: names of weights
    ("Weight", "g.graphml", graphml(key("Weight"), TWO), [], {"a": 0, "b": 5, "c": 11}),
    ("cost", "g.graphml", graphml(key("cost", "string"), TWO), [], {"a": 0, "b": 5, "c": 11}),
    ("key without a name", "g.graphml", graphml(key("", ident="weight"), [("a", "b", {"weight": 9})]), [],
     {"a": 0, "b": 9}),
    ("key that is not declared", "g.graphml", graphml("", [("a", "b", {"distance": 9})]), [], {"a": 0, "b": 9}),
    ("two names", "g.graphml",
     graphml(key("length") + key("cost", ident="d1"), [("a", "b", {"d0": 5, "d1": 6})]), [],
     'edges have "length" and "cost".*say --weight-column=length'),
    ("one of two names", "g.graphml",
     graphml(key("length") + key("cost", ident="d1"), [("a", "b", {"d0": 5, "d1": 6})]), ["--weight-column=cost"],
     {"a": 0, "b": 6}),
    ("words under a name of weights", "g.graphml",
     graphml(key("length", "string") + key("cost", ident="d1"), [("a", "b", {"d0": "long", "d1": 6})]), [],
     {"a": 0, "b": 6}),
    ("unknown name", "g.graphml", graphml(key("lanes", "int"), TWO), [], {"a": 0, "b": 1, "c": 2},
     'numbers under "lanes"; say --weight-column=lanes'),
    ("unknown name later", "g.graphml",
     graphml(key("speed", "string"), [("a", "b", {}), ("b", "c", {"d0": "50"})]), [], {"a": 0, "b": 1, "c": 2},
     'numbers under "speed"'),
    ("unknown name that is known", "g.graphml", graphml(key("lanes", "int"), TWO), ["--weight-column=none"],
     {"a": 0, "b": 1, "c": 2}),
    ("length in a dictionary", "d.txt", "a b {'length': 7.0}\nb c {'length': 8.0}\n", [], {"a": 0, "b": 7, "c": 15}),
    ("unknown name in a dictionary", "d.txt", "a b {'lanes': 7}\n", [], {"a": 0, "b": 1}, 'numbers under "lanes"'),
    ("named key of a dictionary", "d.txt", "a b {'lanes': 7}\n", ["--weight-column=lanes"], {"a": 0, "b": 7}),
    ("columns of ends in XML", "g.graphml", graphml(key("weight"), TWO), ["--source-column=x"],
     "--source-column and --target-column are for tables"),
    # tables: which columns hold an edge
    ("columns that are named", "t.csv", "id,fra,til,meter,min\n7,a,b,900,3\n8,b,c,800,4\n",
     ["--source-column=fra", "--target-column=til", "--weight-column=min"], {"a": 0, "b": 3, "c": 7}),
    ("columns by their numbers", "t.csv", "a,x,b,900,3\nb,y,c,800,4\n",
     ["--source-column=1", "--target-column=3", "--weight-column=5"], {"a": 0, "b": 3, "c": 7}),
    ("column that is not there", "t.csv", "source,target,km,min\na,b,9,3\n", ["--weight-column=mni"],
     '--weight-column=mni: there is no such column; the columns are "source", "target", "km" and "min"'),
    ("column without a header", "t.csv", "a,b,9\n", ["--weight-column=km"], "no header with this name; number its"),
    ("two weights", "t.csv", "source,target,km,cost\na,b,9,3\n", [], "--weight-column=.*km.*cost"),
    ("one of two weights", "t.csv", "source,target,km,cost\na,b,9,3\n", ["--weight-column=km"], {"a": 0, "b": 9}),
    ("no weights", "t.csv", "source,target,km,cost\na,b,9,3\n", ["--weight-column=none"], {"a": 0, "b": 1}),
    ("columns between blanks", "t.txt", "protein1 protein2 coexpression combined\np1 p2 10 155\np2 p3 20 999\n",
     ["--source-column=protein1", "--target-column=protein2", "--weight-column=combined"],
     {"p1": 0, "p2": 155, "p3": 1154}),
    ("columns of another format", "t.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
     ["--weight-column=x"], "are for tables, GraphML"),
    # tables of nodes in words
    ("id,name", "n.csv", "id,name\n1,Ann\n2,Bob\n", [], "describe nodes"),
    ("Id,Label,group", "n.tsv", "Id\tLabel\tgroup\nann\tAnn\tx\nbob\tBob\ty\n", [], "describe nodes"),
    ("id;label", "n.csv", "id;label\nann;Ann\n", [], "describe nodes"),
    ("name,house", "n.txt", "name,house\nArya,Stark\nJon,Snow\n", [], "describe nodes"),
    ("nodes of Neo4j", "n.csv", "personId:ID(Person),name,:LABEL\nk,Keanu,Actor\n", [], "describe nodes"),
    # headers in words that are not known, above words
    ("header of two words", "h.csv", "fra,til\nann,bob\nbob,cy\n", [], 'the first line, "fra,til", may be a header'),
    ("header between blanks above words", "h.el", "fra til\nann bob\nbob cy\n", [], "may be a header or an edge"),
    ("one known word", "h.csv", "source;buddy\nann;bob\ncy;bob\n", [], "may be a header or an edge"),
    ("pairs", "h.csv", "fra,til\nann,bob\ncy,dan\n", ["--startNode=ann"],
     {"fra": INF, "til": INF, "ann": 0, "bob": 1, "cy": INF, "dan": INF}, "is read as an edge, and may be a header"),
    # an edge list whose first node is a letter that starts lines of other formats
    *((f"first node {word}", "n.el", f"{word} b 3\nb d 2\n", [f"--startNode={word}"], {word: 0, "b": 3, "d": 5})
      for word in ("a", "e", "v", "c", "p", "n", "type", "height")),
    ("first node a in a text", "n.txt", "a 7 3\n7 d 2\n", [], {"a": 0, "7": 3, "d": 5}),
    ("first node e with numbers", "n.edges", "e 1 2\ne 2 4\n", ["--startNode=e"], {"e": 0, "1": 2, "2": 4}),
    # headers between blanks, line ends, Gephi's types
    ("header between blanks", "h.txt", "here there minutes\n3 4 10\n4 5 20\n", ["--startNode=3"],
     {"3": 0, "4": 10, "5": 30}),
    ("no header between blanks", "h.txt", "a b .5\nb c 2\n", [FLOAT], {"a": 0, "b": 0.5, "c": 2.5}),
    ("CR alone", "r.txt", "# comment\ra b 3\rb c 4", [], {"a": 0, "b": 3, "c": 7}),
    ("CR alone, numbers", "r.el", "0 1 3\r1 2 4\r", ["--startNode=0"], {"0": 0, "1": 3, "2": 7}),
    ("mixed types", "m.csv", "Source,Target,Type,Weight\nb,a,Undirected,2\nb,c,Directed,1\nd,c,directed,9\n", [],
     {"a": 0, "b": 2, "c": 3, "d": INF}),
    ("mutual", "m.csv", "Source;Target;Type;Id;Label;timeset;Weight\nb;a;Mutual;0;;;2.0\nb;c;Directed;1;;;1.0\n", [],
     {"a": 0, "b": 2, "c": 3}),
    ("undirected loop", "m.csv", "Source,Target,Type\na,a,Undirected\nb,a,Undirected\n", [], {"a": 0, "b": 1}),
    # Neo4j
    ("Neo4j with one kind", "n.csv", "name,:START_ID,:END_ID,length:int\nx,a,b,3\ny,b,c,4\n", [],
     {"a": 0, "b": 3, "c": 7}),
    ("Neo4j with one id of two kinds", "n.csv", ":START_ID(Person),:END_ID(Film)\n1,2\n2,3\n", [],
     "2 is an id of two kinds of nodes"),
    ("Neo4j with text and lists", "n.csv", ':START_ID(Person){id-type:string},role,:END_ID(Person),:TYPE,names:string[]\n'
     'a,"Neo, one",b,KNOWS,x;y\n', [], {"a": 0, "b": 1}),
    ("Neo4j with a number that may be a weight", "n.csv", ":START_ID,:END_ID,since:int\na,b,3\n", ["--weight-column=none"],
     {"a": 0, "b": 1}),
    # Neptune
    ("Neptune", "e.csv", "~id,~from,~to,~label,weight:Double(single),when:Date,open:Bool\ne1,a,b,ROAD,3.0,2020-01-01,true\n"
     "e2,b,c,ROAD,4,2020-01-02,false\n", [], {"a": 0, "b": 3, "c": 7}),
    ("Neptune with text", "e.csv", "~id,~from,~to,~label,name:String\ne1,a,b,ROAD,x\n", [], {"a": 0, "b": 1}),
    ("Neptune with a number", "e.csv", "~id,~from,~to,~label,since:Int\ne1,a,b,ROAD,3\n", ["--weight-column=since:Int"],
     {"a": 0, "b": 3}),
    ("nodes of Neptune", "v.csv", "~id,~label,name:String,age:Int\na,x,Ann,7\n", [], "describe nodes"),
    # decimal commas
    ("decimal comma between tabs", "d.tsv", "from\tto\tkm\na\tb\t1,5\nb\tc\t0,125\n", [FLOAT],
     {"a": 0, "b": 1.5, "c": 1.625}),
    ("decimal comma in quotes", "d.csv", 'from,to,km\na,b,"1,5"\n', [FLOAT], {"a": 0, "b": 1.5}),
    ("decimal comma between blanks", "d.txt", "a b 1,5\nb c 2,25\n", [FLOAT], {"a": 0, "b": 1.5, "c": 3.75}),
    ("thousands", "d.csv", 'from;to;km\na;b;1,500\n', [FLOAT], "decimal comma, or one that groups thousands"),
    # Matrix Market
    ("both sides of a symmetric matrix", "s.mtx",
     "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n1 3 7\n2 1 4\n", ["--startNode=2"],
     {"0": 7, "1": 11, "2": 0}),
    ("integers without a sign", "s.mtx",
     "%%MatrixMarket matrix coordinate unsigned-integer symmetric\n2 2 1\n2 1 4\n", ["--startNode=0"],
     {"0": 0, "1": 4}),
    # the first line "NODES EDGES"
    ("first line", "f.txt", "3 2\n1 2\n2 3\n", ["--startNode=1"], {"1": 0, "2": 1, "3": 2}, '"3 2".*write "#" before'),
    ("first line with weights", "f.txt", "3 2\n1 2 5\n2 3 5\n", ["--startNode=1"],
     'a first line "NODES EDGES": write # before it'),
    ("first line that is an edge", "f.txt", "3 3\n1 2\n2 3\n", ["--startNode=1"], {"1": 0, "2": 1, "3": 2}),
    # GML
    ("GML without labels", "plain.gml", GML.format(nodes="node [ id 1 ] node [ id 2 ] node [ id 3 ] node [ id 4 ]"),
     ["--startNode=1"], {"1": 0, "2": 4, "3": 9, "4": INF}),
    ("GML with labels", "labels.gml", 'Creator "x"\n' + GML.format(nodes=" ".join(
        f'node [ id {i} label "{name}" graphics [ x 1.5 y 2 ] ]' for i, name in enumerate("abcd", 1))), [],
     {"a": 0, "b": 4, "c": 9, "d": INF}),
    ("GML with one way", "one way.gml", "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 2 target 1 weight "
     "3 ] ]\n", ["--startNode=1"], {"1": 0, "2": INF}),
    ("GML of igraph", "igraph.gml", 'Creator "igraph version 0.10.4 Sun"\nVersion 1\n' + GML.format(nodes=" ".join(
        f'node\r\n[ id {i} name "{name} &quot;x&quot;" ]' for i, name in enumerate("abc", 1))),
     ['--startNode=a "x"'], {'a "x"': 0, 'b "x"': 4, 'c "x"': 9}),
    ("GML whose labels are not all different", "zoo.gml", GML.format(nodes=" ".join(
        f'node [ id {i} label "None" Longitude 8.5 ]' for i in (1, 2, 3))), ["--startNode=1"], {"1": 0, "2": 4, "3": 9},
     "two nodes have the label None, so nodes are called by their ids"),
    # Pajek
    ("Pajek in capitals", "p.net", '% made by hand\n*NETWORK x\n*VERTICES 2\n1 "a"\n2 "b"\n*EDGES\n1 2 3\n', [],
     {"a": 0, "b": 3}),
    ("Pajek with edges", "edges.net", '*Vertices 3\n1 "x y"\n2 "y"\n3 "z"\n*Edges\n2 1 4\n2 3 5\n', ["--startNode=x y"],
     {"x y": 0, "y": 4, "z": 9}),
    ("Pajek without labels", "plain.net", "*Vertices 3\n*Arcs\n1 2 4\n2 3\n", ["--startNode=1"], {"1": 0, "2": 4, "3": 5}),
    ("two networks of Pajek", "two.paj", "*Network a\n*Vertices 2\n*Arcs\n1 2\n*Network b\n*Vertices 1\n",
     ["--startNode=1"], {"1": 0, "2": 1}, "the first network ends before .network"),
    # JSON
    ("d3 with places", "d3.json", '{"nodes": [{"name": "a", "group": 1}, {"name": "b"}, {"name": "c"}],\n"links": '
     '[{"source": 1, "target": 0, "value": 4}, {"source": 1, "target": 2, "value": 5}]}', [], {"a": 0, "b": 4, "c": 9}),
    ("d3 with ids and places", "d3.json", '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 1, "target": 0, '
     '"value": 4, "index": 0}]}', [], {"a": 0, "b": 4}),
    ("NetworkX with numbers", "nx.json", '{"directed": true, "multigraph": false, "graph": {"x": NaN}, "nodes": [{"id": '
     '30, "w": -Infinity}, {"id": 10}], "edges": [{"weight": 2, "source": 30, "target": 10}]}', ["--startNode=30"],
     {"10": 2, "30": 0}),
    ("tuples of NetworkX", "nx.json", '{"nodes": [{"id": [0, 0]}, {"id": [0, 1]}], "links": [{"source": [0, 0], "target": '
     '[0, 1]}]}', ["--startNode=(0, 0)"], {"(0, 0)": 0, "(0, 1)": 1}),
    ("weights under another name", "km.json", '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": '
     '"b", "lanes": 2}]}', [], {"a": 0, "b": 1}, 'numbers under "lanes"'),
    ("other JSON", "other.json", '{"type": "FeatureCollection", "features": []}', [], "is JSON, but no graph of nodes"),
    # what is not read
    ("adjacency graph", "l.adj", "AdjacencyGraph\n3\n2\n0\n1\n2\n1\n2\n", ["--startNode=0"], {"0": 0, "1": 1, "2": 2}),
    ("binary DIMACS", "b.col.b", b"15\nc x\np edge 3 2\n\0\x80\x40", ["--startNode=0"], {"0": 0, "1": 1, "2": 2}),
    ("list of PBBS", "b.txt", "WeightedEdgeArray\n0 1 5\n1 2 6\n", [], 'PBBS; write "#" before'),
    # names
    ("blanks in quotes", "q.csv", 'source,target,weight\na,"b ",1\n"b ",b,2\n', [], {"a": 0, "b ": 1, "b": 3}),
    ("apostrophes", "q.csv", "'s-Gravenhage,'s-Hertogenbosch,60\n'tis,dogs',4\n", ["--startNode='s-Gravenhage"],
     {"'s-Gravenhage": 0, "'s-Hertogenbosch": 60, "'tis": INF, "dogs'": INF}),
    ("doubled apostrophe", "q.csv", "'a','O''Brien',3\n", [], {"a": 0, "O'Brien": 3}),
]


def answer(text):
    """Returns the values of nodes in an answer."""
    rows = csv.reader(io.StringIO(text), delimiter=" ")
    return {row[0]: float(row[1]) for row in rows if row}


def workbook(*names):
    """Returns a zip archive with these entries."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, "<x/>" if name != "mimetype" else "application/vnd.oasis.opendocument.spreadsheet",
                             zipfile.ZIP_STORED if name == "mimetype" else None)
    return file.getvalue()


class FilesTest(app_cases.CliTest):
    """Runs programs on files of the temporary folder."""

    def run_in(self, *words):
        return subprocess.run([str(word) for word in words], cwd=self.dir, env=self.env, capture_output=True, text=True,
                              timeout=900, check=False)

    def write(self, name, content):
        path = self.dir / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def sssp(self, name, *flags):
        if not any(flag.startswith("--startNode") for flag in flags):
            flags = (*flags, "--startNode=a")
        return self.run_in((BIN / "sssp-cpu").resolve(), name, "--no-cache", "--output=-", "-t=1", *flags)

    def check(self, result, expected, note=""):
        """Compares what a program printed with distances, or with a pattern of its one line on stderr."""
        said = result.stderr.strip().splitlines()
        if isinstance(expected, str) and expected.startswith("source,"):
            self.assertEqual((result.returncode, result.stdout), (0, expected), result.stderr)
            return
        if isinstance(expected, str):
            self.assertEqual((result.returncode, len(said)), (0 if expected.startswith("note") else 1, 1), said)
            self.assertRegex(said[0], expected)
            return
        self.assertEqual(result.returncode, 0, result.stderr)
        found = answer(result.stdout)
        self.assertEqual(found.keys(), expected.keys())
        for node, value in expected.items():
            self.assertAlmostEqual(found[node], value, places=3)
        notes = [line for line in said if line.startswith("note: ")]
        self.assertEqual(len(notes), 1 if note else 0, said)
        if note:
            self.assertRegex(notes[0], note)


@app_cases.needs("sssp-cpu", "graph-convert")
class Trackers(FilesTest):
    """The cases with the answers that their authors found right."""

    def test_cases(self):
        if not TRACKERS.exists():
            self.skipTest(f"{TRACKERS} is not there")
        with open(TRACKERS / "cases.tsv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        seen = set()
        for row in rows:
            if row["fault"] not in EXPECTED:
                continue
            with self.subTest(fault=row["fault"], file=row["file"]):
                shutil.copyfile(TRACKERS / row["file"], self.dir / row["file"])
                program, *args = row["command"].replace("{f}", row["file"]).split()
                result = self.run_in((BIN / program).resolve(), *args, *(["--quiet"] if "convert" in program else []))
                self.check(result, EXPECTED[row["fault"]])
                seen.add(row["fault"])
        self.assertEqual(seen, set(EXPECTED))


@app_cases.needs("sssp-cpu")
class Kinds(FilesTest):
    """Small files of the same kinds."""

    def test_kinds(self):
        for kind, name, content, flags, expected, *note in KINDS:
            with self.subTest(kind=kind):
                self.write(name, content)
                flags = flags if any("startNode" in flag for flag in flags) else [
                    *flags, f"--startNode={next(iter(expected))}"] if isinstance(expected, dict) else flags
                status = 2 if isinstance(expected, str) and "are for" in expected else 1
                result = self.sssp(name, *flags)
                if status == 2:
                    self.assertEqual(result.returncode, 2, result.stderr)
                    self.assertRegex(result.stderr, expected)
                else:
                    self.check(result, expected, *note)

    def test_workbooks(self):
        for name, entries, said in (
                ("a.xlsx", ["[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"], "Excel.*save the sheet.*CSV"),
                ("b.xlsx", ["docProps/app.xml", "xl/workbook.xml"], "Excel.*save the sheet.*CSV"),
                ("c.ods", ["mimetype", "content.xml"], "OpenDocument.*save the sheet.*CSV"),
                ("named.xlsx", ["x.xml", "y.xml"], "Excel.*save the sheet.*CSV"),
                ("d.docx", ["[Content_Types].xml", "word/document.xml"], "zip archive"),
                ("e.zip", ["graph.el"], "zip archive; unpack it")):
            with self.subTest(name=name):
                self.write(name, workbook(*entries))
                self.check(self.sssp(name), said)

    def test_notes_are_repeated(self):
        """Each run says the note, also one that uses what an earlier one has kept."""
        self.write("again.graphml", graphml(key("lanes", "int"), TWO))
        for flags in ([], [], ["--packed"], ["--packed"]):
            with self.subTest(flags=flags):
                result = self.run_in((BIN / "sssp-cpu").resolve(), "again.graphml", "--startNode=a", "--output=-", "-t=1",
                                     *flags)
                self.check(result, {"a": 0, "b": 1, "c": 2}, 'numbers under "lanes"')


@app_cases.needs("sssp-cpu", "graph-convert")
class Advice(FilesTest):
    """What a message advises works when it is followed to the letter."""

    def follow(self, name, *flags, start="a", also=()):
        """Runs sssp with the flag that a message about the file names."""
        said = self.sssp(name, *flags, f"--startNode={start}").stderr
        found = re.findall(r"(--(?:weight|source|target)-column=[\w-]+|--from=[a-z]+)", said)
        self.assertTrue(found, said)
        return self.sssp(name, *flags, found[0], *also, f"--startNode={start}")

    def test_flags(self):
        self.write("a.graphml", graphml(key("lanes", "int"), TWO))
        self.check(self.follow("a.graphml"), {"a": 0, "b": 5, "c": 11})
        self.write("b.graphml", graphml(key("km") + key("cost", ident="d1"), [("a", "b", {"d0": 5, "d1": 6})]))
        self.check(self.follow("b.graphml"), {"a": 0, "b": 5})
        self.write("c.gexf", gexf(edge_gexf("a", "b", 7), CHANGING.format("Weight")))
        self.check(self.follow("c.gexf"), {"a": 0, "b": 1})
        self.write("d.csv", "a,b,9\nb,c,8\n")
        said = self.sssp("d.csv", "--weight-column=km").stderr
        self.assertIn("number its columns from 1, as in --weight-column=2", said)
        self.check(self.sssp("d.csv", "--weight-column=3"), {"a": 0, "b": 9, "c": 17})

    def test_columns_in_a_header(self):
        """The message about a table of nodes, or an unclear one, names flags and a header; both work."""
        for text, columns in (("id,label\na,b\n", ("id", "label")), ("von,nach,x,y\na,b,1,2\n", ("von", "nach"))):
            with self.subTest(text=text):
                self.write("e.csv", text)
                self.check(self.sssp("e.csv"), "--source-column= and --target-column=.*\"source,target,weight\"|"
                           "\"source,target,weight\" in the header, or --source-column= and --target-column=")
                flags = [f"--{end}-column={name}" for end, name in zip(("source", "target"), columns)]
                self.check(self.sssp("e.csv", *flags, "--weight-column=none"), {"a": 0, "b": 1})
                self.write("e.csv", text.replace(*("id,label", "source,target") if "id" in text else
                                                 ("von,nach,x,y", "source,target,weight,id")))
                self.check(self.sssp("e.csv"), {"a": 0, "b": 1})

    def test_header_in_words(self):
        for rows, expected in (("ann,bob\nbob,cy\n", {"ann": 0, "bob": 1, "cy": 2}),
                               ("ann,bob\ncy,dan\n", {"ann": 0, "bob": 1, "cy": INF, "dan": INF})):
            with self.subTest(rows=rows):
                self.write("h.csv", "fra,til\n" + rows)
                said = self.sssp("h.csv", "--startNode=ann").stderr
                flags = re.findall("--(?:source|target)-column=[12]", said)
                self.assertEqual(len(flags), 2, said)
                self.assertIn('write "#" before it', said)
                self.check(self.sssp("h.csv", *flags, "--startNode=ann"), {"fra": INF, "til": INF} | expected)
                self.write("h.csv", "#fra,til\n" + rows)
                self.check(self.sssp("h.csv", *(flags if "dan" in rows else []), "--startNode=ann"), expected)

    def test_comment_before_the_first_line(self):
        for name, text in (("n.txt", "3 2\n1 2\n2 3\n"), ("w.txt", "3 2\n1 2 1\n2 3 1\n"),
                           ("p.txt", "EdgeArray\n1 2\n2 3\n")):
            with self.subTest(text=text):
                self.write(name, text)
                self.assertRegex(self.sssp(name, "--startNode=1").stderr, 'write "?#"? before')
                self.write(name, "#" + text)
                flags = ["--from=edgelist"] if name == "p.txt" else []
                self.check(self.sssp(name, "--startNode=1", *flags), {"1": 0, "2": 1, "3": 2})

    def test_number_of_the_thousands(self):
        self.write("t.csv", "from;to;km\na;b;1,500\n")
        said = self.sssp("t.csv", FLOAT).stderr
        for number in re.search("write ([0-9.]+) or ([0-9.]+)", said).groups():
            self.write("t.csv", f"from;to;km\na;b;{number}\n")
            self.check(self.sssp("t.csv", FLOAT), {"a": 0, "b": float(number)})

    def test_other_forms(self):
        """Advice about edge lists, weights and encodings."""
        for name, content, advice, start, expected in (
                ("names.el", "0 1 5\nx 2 5\n", ["--names"], "0", {"0": 0, "1": 5, "x": INF, "2": INF}),
                ("rows.txt", "0 1 2 3\n1 2\n", ["--from=adjlist"], "0", {"0": 0, "1": 1, "2": 1, "3": 1}),
                ("mixed.txt", "0 1\n1 2 3\n", ["--from=adjlist"], "0", {"0": 0, "1": 1, "2": 2, "3": 2}),
                ("nx.txt", "#x.py\n# GMT Sun\n0 1\n1 2\n", ["--from=edgelist"], "0", {"0": 0, "1": 1, "2": 2}),
                ("half.el", "0 1 0.5\n", [FLOAT], "0", {"0": 0, "1": 0.5}),
                ("places.gr", "p sp 2 1\na 1 2 7\n", ["--from=dimacs"], "0", {"0": 0, "1": 7})):
            with self.subTest(name=name):
                self.write(name, content)
                said = self.sssp(name, f"--startNode={start}")
                self.assertEqual(said.returncode, 1, said.stdout)
                self.assertIn(advice[0], said.stderr)
                self.check(self.sssp(name, *advice, f"--startNode={start}"), expected)
        self.write("half.el", "0 1 0.5\n")
        scaled = re.search(r"graph-convert (--scale-weights=\d+)", self.sssp("half.el", "--startNode=0").stderr).group(1)
        done = self.run_in((BIN / "graph-convert").resolve(), "half.el", "whole.gr", scaled)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(self.sssp("whole.gr", "--startNode=0"), {"0": 0, "1": 500})
        self.write("wide.el", "0 1 7\n".encode("utf-16"))
        self.check(self.sssp("wide.el", "--startNode=0"), "text in UTF-16; save it in UTF-8")
        self.write("wide.el", (self.dir / "wide.el").read_bytes().decode("utf-16"))
        self.check(self.sssp("wide.el", "--startNode=0"), {"0": 0, "1": 7})

    def test_graphviz(self):
        if not shutil.which("gv2gml"):
            self.skipTest("there is no gv2gml of Graphviz")
        for name, content, expected in (
                ("g.dot", "digraph g {\n  a -> b [weight=4];\n  b -> c [weight=5];\n}\n", {"a": 0, "b": 4, "c": 9}),
                ("u.gv", '// made by hand\nstrict graph "x y"\n{\n  b -- a [weight=4 label=w];\n  "c d" [label=C];\n}\n',
                 {"a": 0, "b": 4, "c d": INF}),
                ("plain.gv", "digraph{a->b;b->c}", {"a": 0, "b": 1, "c": 2})):
            with self.subTest(name=name):
                self.write(name, content)
                said = self.sssp(name).stderr
                done = self.run_in("sh", "-c", re.search("gv2gml .* > graph.gml", said).group(0))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check(self.sssp("graph.gml"), expected)


if __name__ == "__main__":
    app_cases.main()
