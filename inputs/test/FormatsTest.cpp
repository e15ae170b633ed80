#include "inputs/formats/Formats.h"

#include "Compress.h"
#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

std::string formatOf(const std::string& content, const std::string& name = "graph.gr") {
  const Folder folder;
  InputFile file(folder.write(name, content));
  return std::string(formatOfInput(file, "").name);
}

TEST(Formats, AreFoundOutFromTheContent) {
  EXPECT_EQ(formatOf("c x\np sp 1 0\n"), "dimacs");
  EXPECT_EQ(formatOf("\r\n\r\np sp 1 0\r\n"), "dimacs");
  EXPECT_EQ(formatOf("a 1 2 3\n"), "dimacs");
  EXPECT_EQ(formatOf("p aux sp co 1\n"), "co");
  EXPECT_EQ(formatOf("p tw 1 0\n"), "pace");
  EXPECT_EQ(formatOf("type octile\nheight 1\n"), "map");
  EXPECT_EQ(formatOf("%%MatrixMarket matrix\n"), "mtx");
  EXPECT_EQ(formatOf("c x\np edge 3 4\n"), "col");
  EXPECT_EQ(formatOf("p col 3 4\n"), "col");
  EXPECT_EQ(formatOf("e 3 4\n"), "col");
  EXPECT_EQ(formatOf("3,4,u,graph\n"), "jlg");
  EXPECT_EQ(formatOf("3,4,5\n"), "edgelist");
  EXPECT_EQ(formatOf("3 4\n", "x.graph.xz"), "metis");
  EXPECT_EQ(formatOf("3\n", "x.graph-txt.gz"), "adjacency");
  EXPECT_EQ(formatOf("# c\n% c\n0 1\n"), "edgelist");
  EXPECT_EQ(formatOf("a 1 2 3\na 4 5 6\n", "x.el"), "dimacs"); // no edge has four fields
  EXPECT_EQ(formatOf("AdjacencyGraph\n1\n0\n0\n", "x.adj"), "ligra");
  EXPECT_EQ(formatOf(std::string("10\np col 3 2\n\0\x80\x40", 16)), "colb");
  EXPECT_EQ(formatOf("12\n1 2\n", "x.graph-txt"), "adjacency");
  EXPECT_EQ(formatOf(std::string("\1\0\0\0\0\0\0\0", 8)), "gr");
  EXPECT_EQ(formatOf(std::string("\2\0\0\0\0\0\0\0", 8)), "gr");
  EXPECT_EQ(formatOf(xz("p tw 1 0\n")), "pace");
  EXPECT_EQ(formatOf("<?xml version='1.0'?>\n<osm version='0.6'>\n"), "osm");
  EXPECT_EQ(formatOf(std::string("\0\0\0\x0d\x0a\x09OSMHeader\x18", 16)), "osm");
}

TEST(Formats, RecogniseTheirExamplesUnderAnyName) {
  for (const Format& format : formats()) {
    if (!format.example.empty()) {
      for (const char* const name : {"graph.txt", "graph.gr", "graph"}) {
        EXPECT_EQ(formatOf(std::string(format.example), name), format.name) << name;
      }
    }
  }
}

TEST(Formats, AreTakenFromTheSuffixWhenTheContentIsSilent) {
  EXPECT_EQ(formatOf("# nothing\n", "x.el"), "edgelist");
  EXPECT_EQ(formatOf(gzip("# nothing\n"), "x.txt.gz"), "edgelist");
  EXPECT_EQ(formatOf("c nothing\n", "x.gr"), "dimacs");
  EXPECT_EQ(formatOf("c nothing\n", "x.tw"), "pace");
}

TEST(Formats, AreNotTakenFromTheNameOfTheFirstNode) {
  for (const char* const word : {"a", "c", "e", "n", "p", "v", "type", "height", "width"}) {
    for (const char* const rest : {" b 3\nb d 2\n", " 1 3\n1 d 2\n", " b\n7 d\n"}) {
      EXPECT_EQ(formatOf(word + std::string(rest), "x.el"), "edgelist") << word << rest;
    }
    EXPECT_EQ(formatOf(word + std::string(" b 3\nb d 2\n"), "x.txt"), "edgelist") << word;
  }
  EXPECT_EQ(formatOf("e 1 3\ne 2 4\n", "x.csv"), "edgelist");
  EXPECT_EQ(formatOf("e 1 3\ne 2 4\n", "x.txt"), "col");
  EXPECT_EQ(formatOf("e 1 3\nf 2 4\n", "x.txt"), "edgelist");
  EXPECT_EQ(formatOf("a 1 3\na 2 4\n", "x.txt"), "edgelist");
  EXPECT_EQ(formatOf("p sp 3\nsp b 4\n", "x.el"), "edgelist");
  EXPECT_EQ(formatOf("p sp 3 4\na 1 2 3\n", "x.el"), "dimacs");
  EXPECT_EQ(formatOf("v 1 -5 7\n", "x"), "co");
}

TEST(Formats, SayWhatTheyDoNotKnow) {
  EXPECT_THAT(messageOf([] { formatOf(""); }), HasSubstr("is empty"));
  EXPECT_THAT(messageOf([] { formatOf(gzip("")); }), HasSubstr("is empty"));
  EXPECT_THAT(messageOf([] { formatOf("hello\n"); }),
              HasSubstr("is in no format that is known here (sg, wsg, gr, npz, gbbs, mtx, dimacs"));
  EXPECT_THAT(messageOf([] { formatOf("# x\n", "x.unknown"); }), HasSubstr("is in no format"));
  EXPECT_THAT(messageOf([] { formatNamed("graph"); }),
              HasSubstr("choose one of sg, wsg, gr, npz, gbbs, mtx, dimacs, co, "));
  for (const char* text : {"edgelist", "metis"}) {
    const Folder folder;
    InputFile binary(folder.write("g.gr", std::string("\1\0\0\0\0\0\0\0", 8)));
    EXPECT_THAT(messageOf([&] { formatOfInput(binary, text); }),
                HasSubstr(fmt::format("g.gr is binary, and --from={} is for text", text)));
  }
  EXPECT_THAT(messageOf([] { parse("p aux sp co 1\n"); }),
              HasSubstr("not a graph; give it with --coords="));
}

TEST(Formats, SayWhatFilesOfOtherKindsAre) {
  std::string tar(512, '\0');
  tar.replace(0, 9, "2023/g.el");
  tar.replace(257, 5, "ustar");
  std::string gnuTar = tar;
  gnuTar.replace(257, 7, "ustar  ");
  const std::pair<std::string, const char*> cases[] = {
      {std::string("PK\x03\x04\x14\0", 6),
       "is a zip archive; unpack it (unzip) and give the file in it"},
      {"PK\x03\x04" + std::string(22, '\0') + "\x13" + std::string(3, '\0') + "[Content_Types].xml",
       "is a workbook of Excel (.xlsx); save the sheet of edges as CSV"},
      {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "(.xls); save the sheet of edges as CSV"},
      {"WeightedEdgeArray\n0 1 5\n", "is a list of edges of PBBS; write \"#\" before"},
      {"7z\xbc\xaf\x27\x1c", "is a 7z archive"},
      {tar, "is a tar archive; unpack it (tar -xf)"},
      {gnuTar, "is a tar archive"},
      {gzip(tar), "is a tar archive"},
      {"\n<!DOCTYPE html>\n<html><head>\n", "is a web page (HTML) and no graph"},
      {"<html>\n", "is a web page"},
      {"<?xml version=\"1.0\"?>\n<kml>\n", "is XML in no format"},
      {"digraph g {\n0 -> 1\n}\n", "a graph in Graphviz' DOT"},
      {"// x\n/* y\n*/\nstrict DIGRAPH \"a b\"\n{\n0 -> 1\n}\n", "gv2gml /"},
      {"graph {\n0 -- 1\n}\n", "a graph in Graphviz' DOT"},
      {"{\"type\": \"FeatureCollection\"}\n", "is JSON, but no graph of nodes and links"},
      {"[{\"source\": 1}]\n", "is JSON, but no graph"},
      {"Some longer text with\nno graph in any line\n", "is in no format that is known"},
  };
  for (const auto& [content, what] : cases) {
    EXPECT_THAT(messageOf([&, &bytes = content] { formatOf(bytes); }), HasSubstr(what)) << what;
  }
  EXPECT_THAT(messageOf([] { formatOf("/* cut short", "x.gv"); }), HasSubstr("gv2gml /"));
  EXPECT_THAT(messageOf([] { formatOf("PK\x03\x04" + std::string(30, '\0'), "x.xlsx"); }),
              HasSubstr("is a workbook of Excel (.xlsx)"));
  EXPECT_EQ(formatOf("graph a\nb {\n", "x.el"), "edgelist");
  EXPECT_THAT(messageOf([] { formatOf(std::string("\x07\0\0\0\0\0\0\0", 8), "x"); }),
              HasSubstr("holds binary data that is no .gr file"));
  EXPECT_THAT(messageOf([] { formatOf(std::string("\x01\0", 2), "x.gr"); }),
              HasSubstr("is cut short: a .gr file starts with a header of 32 bytes, and this one "
                        "has 2"));
  EXPECT_THAT(messageOf([] { formatOf(std::string("\x07\0\0\0\0\0\0\0", 8), "x.bytepda"); }),
              HasSubstr("give the text from which it was made, an AdjacencyGraph (.adj)"));
  EXPECT_EQ(formatOf("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<graphml xmlns=\"x\">\n"), "graphml");
  EXPECT_EQ(formatOf("<gexf>\n"), "gexf");
  EXPECT_EQ(formatOf("% x\n*NETWORK y\n*Vertices 3\n"), "pajek");
  EXPECT_EQ(formatOf("*ARCS :1\n1 2\n", "x.graph"), "pajek");
  EXPECT_EQ(formatOf("*x y\n*z y\n", "x.el"), "edgelist");
  EXPECT_EQ(formatOf("{\"a\": 1, \"nodes\": [\n", "x.txt"), "json");
  EXPECT_EQ(formatOf("\n{\"links\":", "x.graph"), "json");
  EXPECT_EQ(formatOf("Creator \"x\"\ngraph\n[\n", "x.graph"), "gml");
  EXPECT_EQ(formatOf("# x\ngraph\t[ node [ id 1 ] ]\n"), "gml");
  EXPECT_EQ(formatOf("graph a\nb graph\n", "x.el"), "edgelist");
  EXPECT_EQ(formatOf("0 ustar\n" + std::string(249, ' ') + "ustar\n"), "edgelist");
}

TEST(Formats, OfOutputsComeFromTheName) {
  EXPECT_EQ(formatOfOutput("dir.x/out.gr", "").name, "gr");
  EXPECT_EQ(formatOfOutput("out.sgr", "").name, "gr");
  EXPECT_EQ(formatOfOutput("out.txt", "").name, "edgelist");
  EXPECT_EQ(formatOfOutput("-", "dimacs").name, "dimacs");
  EXPECT_THROW(formatOfOutput("-", ""), UsageError);
  EXPECT_THAT(messageOf([] { formatOfOutput("out", ""); }),
              HasSubstr("does not tell a format; say --to="));
  EXPECT_THAT(messageOf([] { formatOfOutput("out.tw", ""); }),
              HasSubstr("the format pace is only read"));
  EXPECT_EQ(formatOfOutput("out.el.gz", "").name, "edgelist");
  EXPECT_EQ(formatOfOutput("-", "dimacs.xz").name, "dimacs");
  EXPECT_EQ(compressionOfOutput("out.el.gz", ""), Compression::kGzip);
  EXPECT_EQ(compressionOfOutput("-", "dimacs.xz"), Compression::kXz);
  EXPECT_EQ(compressionOfOutput("out.gz", "dimacs.bz2"), Compression::kBzip2);
  EXPECT_EQ(compressionOfOutput("out.el", "dimacs"), Compression::kNone);
}

TEST(Formats, ShowWhetherArcsHaveWeights) {
  const Folder folder;
  const auto shows = [&](const std::string& name, const std::string& content) {
    return showsWeights(folder.write(name, content), "");
  };
  EXPECT_TRUE(shows("a.el", "0 1 5\n"));
  EXPECT_FALSE(shows("b.el", "0 1\n"));
  EXPECT_FALSE(shows("c.el", "# nothing\n"));
  EXPECT_TRUE(shows("a.csv", "source,target,weight\nx,y,-0.5\n"));
  EXPECT_FALSE(shows("b.csv", "source,target\nx,y\n"));
  const std::string table = folder.write("c.csv", "source,target,km,tons\nx,y,5,7\n");
  ColumnNames columns;
  columns.weight = "tons";
  EXPECT_TRUE(showsWeights(table, "", columns));
  columns.weight = kNoWeightColumn;
  EXPECT_FALSE(showsWeights(table, "", columns));
  EXPECT_TRUE(shows("a.dimacs", "p sp 2 1\na 1 2 0\n"));
  EXPECT_TRUE(shows("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1e-3\n"));
  EXPECT_FALSE(shows("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"));
  EXPECT_TRUE(shows("a.graph", "2 1 1\n2 7\n1 7\n"));
  EXPECT_FALSE(shows("b.graph", "2 1\n2\n1\n"));
  EXPECT_TRUE(shows("a.map", "type octile\nheight 1\nwidth 2\nmap\n..\n"));
  for (const bool weighted : {false, true}) {
    const Graph graph = parse(weighted ? "0 1 5\n" : "0 1\n");
    for (const char* const name : {"g.gr", "g.gr.gz"}) {
      writeGraph(folder / name, graph, "gr");
      EXPECT_EQ(showsWeights(folder / name, ""), weighted) << name;
    }
    // Of a long text, the beginning is read, also of one that announces more or is compressed.
    std::string arcs;
    for (int node = 1; node < 20000; ++node) {
      arcs += fmt::format("a {} {}{}\n", node, node + 1, weighted ? " 7" : "");
    }
    if (weighted) { // otherwise the file is broken
      EXPECT_TRUE(shows("long.gr", "p sp 20000 19999\n" + arcs));
    }
    std::string list;
    for (int node = 1; node < 20000; ++node) {
      list += fmt::format("{} {}{}\n", node, node + 1, weighted ? " 7" : "");
    }
    EXPECT_EQ(shows("long.el", list), weighted);
    EXPECT_EQ(shows("long.el.xz", xz(list)), weighted);
  }
}

} // namespace
} // namespace galois::inputs::test
