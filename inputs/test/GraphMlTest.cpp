// GraphML and GEXF, and the XML that both are made of.

#include "inputs/formats/Formats.h"
#include "inputs/formats/XmlScanner.h"

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
