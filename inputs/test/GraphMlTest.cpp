// GraphML and GEXF, and the XML that both are made of.

#include "inputs/formats/Formats.h"
#include "inputs/formats/XmlScanner.h"

#include "Compress.h"
#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

/// Returns GraphML with this content in <graph>.
std::string graphMl(const std::string& content, const std::string& edges = "directed") {
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<graphml "
         "xmlns=\"http://graphml.graphdrawing.org"
         "/xmlns\">\n<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\" />\n"
         "<key id=\"d1\" for=\"node\" attr.name=\"weight\" />\n<graph edgedefault=\"" +
         edges + "\">\n" + content + "\n</graph>\n</graphml>\n";
}

TEST(GraphMl, ReadsWhatNetworkXWrites) {
  const Graph graph =
      parse(graphMl("<node id=\"New York\"/>\n<node id=\"b\"><data key=\"d1\">9</data>"
                    "</node>\n<edge source=\"New York\" target=\"b\">\n"
                    "  <data key=\"d0\">7</data>\n</edge>\n<edge source=\"b\" "
                    "target=\"c &amp; &#100;\"><data key='d0'> 8 </data></edge>"));
  EXPECT_EQ(namesOf(graph), (Names{"New York", "b", "c & d"}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}, {1, 2, 8}}));
}

TEST(GraphMl, EdgesAreDirectedAsTheySay) {
  const std::string edges = "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\" "
                            "directed=\"true\"/><edge source=\"c\" target=\"c\"/>";
  EXPECT_EQ(arcsOf(parse(graphMl(edges, "undirected"))),
            (Arcs{{0, 1, 0}, {1, 0, 0}, {1, 2, 0}, {2, 2, 0}}));
  EXPECT_EQ(arcsOf(parse(graphMl("<edge source='a' target='b' directed='false'/>"))),
            (Arcs{{0, 1, 0}, {1, 0, 0}}));
}

TEST(GraphMl, UsesTheDefaultOfWeights) {
  std::string text = graphMl("<edge source='a' target='b'><data key='d0'>5</data></edge>"
                             "<edge source='b' target='a'/>");
  EXPECT_THAT(parseError(text), HasSubstr("an edge with a weight and one without"));
  const std::string key = "attr.type=\"double\" />";
  text.replace(text.find(key), key.size(), "><default>3</default></key>");
  EXPECT_EQ(arcsOf(parse(text)), (Arcs{{0, 1, 5}, {1, 0, 3}}));
  EXPECT_EQ(arcsOf(parse(graphMl("<edge source='a' target='b'><data key='d0'>x</data></edge>"), "",
                         {.ignoreWeights = true})),
            (Arcs{{0, 1, 0}}));
}

TEST(GraphMl, RefusesWhatItIsNot) {
  EXPECT_THAT(parseError(graphMl("<node/>")), HasSubstr(":6: <node> needs the attribute id"));
  EXPECT_THAT(parseError(graphMl("<edge source='a'/>")), HasSubstr("needs the attribute target"));
  EXPECT_THAT(parseError(graphMl("<node id=''/>")), HasSubstr("the node is missing"));
  EXPECT_THAT(parseError(graphMl("<node id='a'><graph id='x'/></node>")),
              HasSubstr("a second <graph>, or one in a node"));
  EXPECT_THAT(parseError(graphMl("<hyperedge/>")), HasSubstr("a hyperedge"));
  EXPECT_THAT(parseError(graphMl("<edge source='a' target='b'><data key='d0'>x</data></edge>")),
              HasSubstr(":6: weight \"x\" is not a number"));
  EXPECT_THAT(parseError(graphMl("<edge source='a' target='b'><data key='d0'>-1</data></edge>")),
              HasSubstr("weight -1 of the arc a -> b is negative"));
  EXPECT_THAT(parseError("<graphml><graph>\n<node id='a'/>\n"),
              HasSubstr("is cut short: </graphml>"));
  EXPECT_THAT(parseError("<graphml></graphml>\n"), HasSubstr("has no <graph>"));
  EXPECT_THAT(parseError("<graphml><graph><node id=\"a\n"), HasSubstr("the file ends in a tag"));
  EXPECT_THAT(parseError("<!DOCTYPE x [<!ENTITY a \"b\">]>\n<graphml><graph/></graphml>"),
              HasSubstr(":1: a document type with definitions"));
  EXPECT_THAT(parseError(graphMl("<node id='&a;'/>")), HasSubstr("begins no entity that is known"));
  EXPECT_THAT(parseError(graphMl("<node id=a/>")), HasSubstr("an attribute is NAME=\"VALUE\""));
  EXPECT_THAT(parseError(graphMl("<!-- x")), HasSubstr("the file ends before \"-->\""));
}

TEST(GraphMl, SkipsWhatIsNoElement) {
  EXPECT_EQ(arcsOf(parse("<!-- <graph> --><graphml><?p <edge/> ?><!DOCTYPE x>\n<graph><!-- two\n"
                         "lines --><edge\n source='a'\n target='b'/><![CDATA[ <edge/> ]]></graph>"
                         "</graphml>")),
            (Arcs{{0, 1, 0}}));
}

/// Returns GraphML with these keys and one edge from a to b with this data.
std::string withKeys(const std::string& keys, const std::string& data) {
  return "<graphml>" + keys + "<graph><edge source='a' target='b'>" + data +
         "</edge></graph></graphml>";
}

std::string keyOf(const std::string& id, const std::string& name, const std::string& type = "int") {
  return "<key id='" + id + "' attr.name='" + name + "' attr.type='" + type + "'/>";
}

std::string dataOf(const std::string& id, const std::string& value) {
  return "<data key='" + id + "'>" + value + "</data>";
}

TEST(GraphMl, FindsWeightsUnderTheirUsualNames) {
  for (const char* const name :
       {"weight", "Weight", "WEIGHT", "length", "value", "Cost", "distance"}) {
    for (const char* const type : {"double", "string", ""}) {
      const Graph graph = parse(withKeys(keyOf("x", name, type), dataOf("x", "7")));
      EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}})) << name << type;
      EXPECT_TRUE(graph.notes.empty());
    }
  }
  EXPECT_EQ(arcsOf(parse(withKeys("<key id='weight' for='edge'/>", dataOf("weight", "7")))),
            (Arcs{{0, 1, 7}}));
  EXPECT_EQ(arcsOf(parse(withKeys("", dataOf("length", "7")))), (Arcs{{0, 1, 7}}));
  // "weight" goes before others, and so does what is a number.
  EXPECT_EQ(arcsOf(parse(withKeys(keyOf("x", "length") + keyOf("y", "weight"),
                                  dataOf("x", "8") + dataOf("y", "7")))),
            (Arcs{{0, 1, 7}}));
  EXPECT_EQ(arcsOf(parse(withKeys(keyOf("x", "value", "string") + keyOf("y", "cost", "string"),
                                  dataOf("x", "good") + dataOf("y", "7")))),
            (Arcs{{0, 1, 7}}));
  EXPECT_TRUE(parse(withKeys(keyOf("x", "value", "boolean"), dataOf("x", "1"))).weights.empty());
}

TEST(GraphMl, LeavesNoWeightsOutInSilence) {
  const std::string two =
      withKeys(keyOf("x", "length") + keyOf("y", "cost"), dataOf("x", "8") + dataOf("y", "7"));
  EXPECT_THAT(
      parseError(two),
      HasSubstr("edges have \"length\" and \"cost\", and one of them alone can be the weight; "
                "say --weight-column=length, or --weight-column=none"));
  EXPECT_EQ(arcsOf(parse(two, "", {.columns = {.weight = "Cost"}})), (Arcs{{0, 1, 7}}));
  EXPECT_TRUE(parse(two, "", {.columns = {.weight = "none"}}).weights.empty());
  EXPECT_TRUE(parse(two, "", {.ignoreWeights = true}).weights.empty());
  EXPECT_THAT(
      messageOf([&] { parse(two, "", {.columns = {.weight = "time"}}); }),
      HasSubstr("--weight-column=time: edges have no data of this name; there is \"length\" "
                "and \"cost\""));
  const std::string other = withKeys(keyOf("x", "time") + keyOf("y", "name") + keyOf("id", "id"),
                                     dataOf("x", "8") + dataOf("y", "7") + dataOf("id", "3"));
  EXPECT_THAT(parse(other).notes,
              testing::ElementsAre(HasSubstr("no weight is read, but edges have numbers under "
                                             "\"time\"; say --weight-column=time")));
  EXPECT_TRUE(parse(other, "", {.ignoreWeights = true}).notes.empty());
  EXPECT_TRUE(parse(other, "", {.columns = {.weight = "none"}}).notes.empty());
  // A weight that is declared and missing is none.
  EXPECT_EQ(
      parse(withKeys(keyOf("w", "weight") + keyOf("x", "time"), dataOf("x", "8"))).notes.size(),
      1u);
  EXPECT_THROW(parse(other, "", {.columns = {.source = "x"}}), UsageError);
}

TEST(Xml, IsRecognisedByItsOutermostElement) {
  const auto formatOf = [](const std::string& text, const std::string& name) {
    const Folder folder;
    InputFile file(folder.write(name, text));
    return std::string(formatOfInput(file, "").name);
  };
  const std::string notice = "<!-- <html> " + std::string(5000, 'x') + " -->\n";
  EXPECT_EQ(formatOf("<?xml version='1.0'?>\n" + notice + "<graphml>\n", "x"), "graphml");
  EXPECT_EQ(formatOf(notice + "<!DOCTYPE g SYSTEM 'g.dtd'><g:gexf xmlns:g='x'>\n", "x"), "gexf");
  EXPECT_EQ(formatOf("<!--" + std::string(100000, 'x') + "--><graphml>", "x.graphml"), "graphml");
  EXPECT_EQ(formatOf("<gexf>", "x.graphml"), "gexf");
  EXPECT_THAT(messageOf([&] { formatOf("<?xml?><kml><graphml/></kml>", "x"); }),
              HasSubstr("is XML in no format"));
  EXPECT_THAT(messageOf([&] { formatOf("<!-- x --><html>", "x"); }), HasSubstr("is a web page"));
}

/// Returns GEXF with these edges, which have an attribute "0" of this title.
std::string gexf(const std::string& edges, const std::string& title = "",
                 const std::string& mode = "") {
  return "<gexf><graph defaultedgetype='directed'><attributes class='edge'" + mode + ">" +
         (title.empty() ? "" : "<attribute id='0' title='" + title + "' type='float'/>") +
         "</attributes><attributes class='node'><attribute id='0' title='cost' type='float'/>"
         "</attributes><edges>" +
         edges + "</edges></graph></gexf>\n";
}

std::string edgeTo(const std::string& ends, const std::string& value = "",
                   const std::string& more = "") {
  return "<edge source='" + ends.substr(0, 1) + "' target='" + ends.substr(1) + "' " + more + ">" +
         (value.empty() ? "" : "<attvalues><attvalue for='0' value='" + value + "'/></attvalues>") +
         "</edge>";
}

TEST(Gexf, AMissingWeightIsOne) {
  EXPECT_EQ(arcsOf(parse(gexf(edgeTo("ab") + edgeTo("bc", "", "weight='4'") + edgeTo("ca")))),
            (Arcs{{0, 1, 1}, {1, 2, 4}, {2, 0, 1}}));
  EXPECT_EQ(arcsOf(parse(gexf(edgeTo("ab") + edgeTo("bc", "", "weight='0.5'")), "", {.scale = 10})),
            (Arcs{{0, 1, 10}, {1, 2, 5}}));
  EXPECT_TRUE(parse(gexf(edgeTo("ab"))).weights.empty());
}

TEST(Gexf, FindsWeightsAmongValues) {
  const std::string valued = edgeTo("ab", "7") + edgeTo("bc", "8");
  EXPECT_EQ(arcsOf(parse(gexf(valued, "Weight"))), (Arcs{{0, 1, 7}, {1, 2, 8}}));
  EXPECT_EQ(arcsOf(parse(gexf(valued, "length"))), (Arcs{{0, 1, 7}, {1, 2, 8}}));
  // An edge with a weight of the format decides, wherever it is, and whatever the values are.
  for (const char* const value : {"7", "x", ""}) {
    const std::string text = gexf(edgeTo("ab", value) + edgeTo("bc", "8", "weight='3'"), "length");
    EXPECT_EQ(arcsOf(parse(text)), (Arcs{{0, 1, 1}, {1, 2, 3}})) << value;
  }
  EXPECT_EQ(arcsOf(parse(gexf(edgeTo("ab", "7") + edgeTo("bc", "8", "weight='3'"), "time"), "",
                         {.columns = {.weight = "time"}})),
            (Arcs{{0, 1, 7}, {1, 2, 8}}));
  EXPECT_EQ(arcsOf(parse(gexf(edgeTo("ab", "7") + edgeTo("bc", "8", "weight='3'"), "time"), "",
                         {.columns = {.weight = "weight"}})),
            (Arcs{{0, 1, 1}, {1, 2, 3}}));
  const Graph noted = parse(gexf(valued, "time"));
  EXPECT_TRUE(noted.weights.empty());
  EXPECT_THAT(noted.notes, testing::ElementsAre(HasSubstr("numbers under \"time\"")));
  EXPECT_THAT(parseError(gexf(edgeTo("ab", "7") + edgeTo("bc"), "length")),
              HasSubstr("an edge with the weight \"length\" and one without"));
  std::string usual = gexf(edgeTo("ab", "7") + edgeTo("bc"), "length");
  usual.replace(usual.find("type='float'/>"), 14, "><default>5</default></attribute>");
  EXPECT_EQ(arcsOf(parse(usual)), (Arcs{{0, 1, 7}, {1, 2, 5}}));
}

TEST(Gexf, FindsValuesThatComeLate) {
  // Attributes without a declaration, after edges without any.
  EXPECT_THAT(parseError(gexf(edgeTo("ab") + "<edge source='b' target='c'><attvalues><attvalue "
                                             "for='cost' value='7'/></attvalues></edge>")),
              HasSubstr("an edge with the weight \"cost\" and one without"));
  const Graph late = parse(gexf(edgeTo("ab") + "<edge source='b' target='c'><attvalues><attvalue "
                                               "for='time' value='7'/></attvalues></edge>"));
  EXPECT_THAT(late.notes, testing::ElementsAre(HasSubstr("numbers under \"time\"")));
  EXPECT_THAT(parse(gexf(edgeTo("ab", "x") + edgeTo("bc", "7"), "")).notes.size(), 1u);
}

TEST(Gexf, RefusesWeightsThatChange) {
  const std::string dynamic = gexf(edgeTo("ab", "7"), "weight", " mode='dynamic'");
  EXPECT_THAT(parseError(dynamic),
              HasSubstr(":1: the weights, \"weight\", change in time; write one"));
  EXPECT_TRUE(parse(dynamic, "", {.columns = {.weight = "none"}}).weights.empty());
  EXPECT_TRUE(parse(dynamic, "", {.ignoreWeights = true}).weights.empty());
  std::string twice = gexf(edgeTo("ab", "7"), "cost");
  const std::string value = "<attvalue for='0' value='7'/>";
  twice.insert(twice.find(value), value);
  EXPECT_THAT(parseError(twice), HasSubstr("change in time"));
  EXPECT_EQ(arcsOf(parse(gexf(edgeTo("ab", "7") + edgeTo("bc", "", "weight='3'"), "weight",
                              " mode='dynamic'"))),
            (Arcs{{0, 1, 1}, {1, 2, 3}}));
}

TEST(GraphMl, ReadsAnyLineInPieces) {
  std::string body;
  constexpr int kEdges = 20'000;
  for (int i = 0; i < kEdges; ++i) {
    body += fmt::format("<edge source='a > {}' target='b>'>{}<data key='d0'>{}</data></edge>{}", i,
                        i % 3 == 0 ? "<!-- x > y -->" : "", i % 2 == 0 ? "7" : "<![CDATA[7]]>",
                        i % 5 == 0 ? "<?p > ?>" : "");
  }
  const std::string start = "<graphml><key id='d0' for='edge' attr.name='weight'/>"
                            "<graph edgedefault='directed'>";
  const std::string end = "</graph></graphml>";
  ASSERT_GT(body.size(), size_t{1} << 20);
  const Graph one = parse(start + body + end);
  std::string lines = body;
  for (size_t at = 0; (at = lines.find("</edge>", at)) != std::string::npos;) {
    lines.insert(at += 7, "\n");
  }
  const Graph many = parse(start + "\n" + lines + "\n" + end + "\n");
  EXPECT_EQ(one.numArcs(), std::uint64_t{kEdges});
  EXPECT_EQ(arcsOf(one), arcsOf(many));
  EXPECT_EQ(namesOf(one), namesOf(many));
  EXPECT_EQ(namesOf(one)[0], "a > 0");
}

TEST(GraphMl, HoldsNoLongLines) {
  // Of all that has no ">", a megabyte is too much, whatever the file unpacks to.
  const std::string blanks(size_t{3} << 20, ' ');
  for (const std::string& text :
       {graphMl(blanks + "<edge source='a' target='b'/>"), graphMl("<!-- " + blanks + "-->"),
        graphMl("<edge" + blanks + " source='a' target='b'/>")}) {
    EXPECT_THAT(parseError(gzip(text)), HasSubstr("over 1 MB"));
  }
}

TEST(Gexf, ReadsWhatGephiWrites) {
  const Graph graph = parse(
      "<?xml version='1.0'?>\n<gexf xmlns:viz='x'><graph defaultedgetype=\"undirected\">\n"
      "<nodes><node id=\"a\" label=\"A\"><viz:size value='2'/></node><node id=\"b\"/></nodes>\n"
      "<edges><edge id=\"0\" source=\"a\" target=\"b\" weight=\"2.0\"/>\n<edge source=\"b\" "
      "target=\"c\" type=\"directed\"/></edges></graph></gexf>\n");
  EXPECT_EQ(namesOf(graph), (Names{"a", "b", "c"}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 2}, {1, 0, 2}, {1, 2, 1}}));
  EXPECT_THAT(parseError("<gexf><graph><edge source='a'/></graph></gexf>"),
              HasSubstr("needs the attribute target"));
  EXPECT_THAT(parseError("<gexf><graph>"), HasSubstr("is cut short: </gexf>"));
}

} // namespace
} // namespace galois::inputs::test
