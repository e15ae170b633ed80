#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(EdgeList, ReadsAllSeparators) {
  const Arcs expected{{0, 1, 0}, {3, 2, 0}};
  EXPECT_EQ(arcsOf(parse("# SNAP\n% other\n0 1\n3\t2\n")), expected);
  EXPECT_EQ(arcsOf(parse("0,1\r\n3, 2\r\n")), expected);
}

TEST(EdgeList, ReadsWeights) {
  const Graph graph = parse("0 1 7\n1,0,8\n");
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}, {1, 0, 8}}));
  EXPECT_EQ(graph.weights.bytes(), 4u);
}

TEST(EdgeList, IgnoresFurtherColumnsWhenAsked) {
  const Graph graph = parse("0 1 0.5 x\n1 0\n", "", {.ignoreWeights = true});
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {1, 0, 0}}));
}

TEST(EdgeList, TakesTheNumberOfNodesFromTheCommentIfItIsMore) {
  EXPECT_EQ(parse("# Nodes: 10 Edges: 1\n0 1\n").numNodes(), 10u);
  EXPECT_EQ(parse("# Nodes: 1 Edges: 1\n0 1\n").numNodes(), 2u);
  EXPECT_EQ(parse("# Nodes: many\n0 1\n").numNodes(), 2u);
}

TEST(EdgeList, ReadsTables) {
  const Arcs unweighted{{0, 1, 0}, {2, 0, 0}};
  const Arcs weighted{{0, 1, 7}, {2, 0, 9}};
  for (const char* const text :
       {"0;1\n2;0\n", "0 ; 1\n2 ; 0\n", "\"0\",\"1\"\n\"2\",\"0\"\n", "'0' '1'\n'2' '0'\n",
        "0,1\n\"2\",0\n", "source,target\n0,1\n2,0\n", "Source;Target\r\n0;1\r\n2;0\r\n",
        "\"from\"\t\"to\"\n0\t1\n2\t0\n", "# made by hand\nFromNodeId ToNodeId\n0 1\n2 0\n",
        "a,b\n0,1\n2,0\n", "target,source\n1,0\n0,2\n", ",source,target\n0,0,1\n1,2,0\n",
        "0,1,\n2,0,\n"}) {
    EXPECT_EQ(arcsOf(parse(text)), unweighted) << text;
  }
  for (const char* const text :
       {"0;1;7\n2;0;9\n", "\"0\";\"1\";\"7\"\n2;0;9\n", "source,target,weight\n0,1,7\n2,0,9\n",
        "weight,dst,src\n7,1,0\n9,0,2\n", "x\ty\tz\n0\t1\t7\n2\t0\t9\n",
        "Source,Target,Type,Id,Label,Weight\n0,1,Directed,0,\"x, y\",7\n2,0,Directed,1,,9\n"}) {
    EXPECT_EQ(arcsOf(parse(text)), weighted) << text;
  }
  EXPECT_EQ(arcsOf(parse("u,v,time\n0,1,x\n2,0,y\n", "", {.ignoreWeights = true})), unweighted);
}

TEST(EdgeList, RefusesTablesThatLeaveSomethingOpen) {
  EXPECT_THAT(parseError("source,target,time\n0,1,7\n"),
              HasSubstr(":1: the header does not say whether column \"time\" holds weights"));
  EXPECT_THAT(parseError("u,v,weight,length\n0,1,7,8\n"), HasSubstr("column \"length\""));
  EXPECT_THAT(parseError("a,b,c,d\n0,1,7,8\n"),
              HasSubstr(":1: the header does not say which of its 4 columns hold the ends"));
  EXPECT_THAT(parseError("source,x\n0,1\n"),
              HasSubstr(":1: the header does not say which column holds the tail"));
  EXPECT_THAT(parseError("source,target\n0,1\n0,1,2\n"),
              HasSubstr(":3: 3 fields, and the header names 2 columns"));
  EXPECT_THAT(parseError("source,target\n0,1\n0,\n"), HasSubstr(":3: the head is missing"));
  EXPECT_THAT(parseError("0,,1\n"), HasSubstr(":1: the head is missing"));
  EXPECT_THAT(parseError("0;1;0,5\n"),
              HasSubstr(":1: weight 0.5 of the arc 0 -> 1 is not an integer"));
  EXPECT_THAT(parseError("0;1;2,5,0\n"), HasSubstr(":1: weight \"2,5,0\" is not a number"));
  EXPECT_THAT(parseError("0;1;2,500\n"),
              HasSubstr(":1: weight \"2,500\" has a decimal comma, or one that groups thousands; "
                        "write 2.500 or 2500"));
  EXPECT_THAT(parseError("0;1\n\"2;3\n"), HasSubstr(":2: a quote does not end"));
  EXPECT_THAT(parseError("\"0 1\",2\n"), HasSubstr(":1: \"1\" is too much"));
  EXPECT_THAT(parseError("0;1\nx;2\n"), HasSubstr(":2: tail \"x\" is not a number"));
  EXPECT_THAT(parseError("0;1;2;3\n"), HasSubstr(":1: \"3\" is too much"));
  EXPECT_THAT(parseError("alice bob\n1 2\n"), HasSubstr("is in no format"));
  EXPECT_THAT(parseError("e 1 2\n1 2 3\n", "edgelist"), HasSubstr(":1: neither an edge nor"));
  EXPECT_THAT(parseError("alice bob\n1 2\n", "edgelist"), HasSubstr(":1: the header does not say"));
}

TEST(EdgeList, ReadsUndirectedRowsBothWays) {
  EXPECT_EQ(arcsOf(parse("Source,Target,Type,Weight\n0,1,Undirected,7\n1,2,Directed,8\n"
                         "2,2,undirected,9\n2,0,,5\n3,0,Mutual,4\n")),
            (Arcs{{0, 1, 7}, {0, 3, 4}, {1, 0, 7}, {1, 2, 8}, {2, 2, 9}, {2, 0, 5}, {3, 0, 4}}));
  EXPECT_EQ(arcsOf(parse("source,target,type\n0,1,undirected\n", "", {.ignoreWeights = true})),
            (Arcs{{0, 1, 0}, {1, 0, 0}}));
}

TEST(EdgeList, ReadsTheColumnsThatAPersonNames) {
  const std::string table = "id,from_city,to_city,km,cost\n5,0,1,7,70\n6,2,0,9,90\n";
  const auto read = [&](const ColumnNames& columns) {
    return arcsOf(parse(table, "", {.keepIds = true, .columns = columns}));
  };
  const ColumnNames ends{.source = "from_city", .target = "to_city"};
  EXPECT_EQ(read({ends.source, ends.target, "km"}), (Arcs{{0, 1, 7}, {2, 0, 9}}));
  EXPECT_EQ(read({"From City", "4", "COST"}), (Arcs{{0, 7, 70}, {2, 9, 90}}));
  EXPECT_EQ(read({ends.target, ends.source, "none"}), (Arcs{{0, 2, 0}, {1, 0, 0}}));
  EXPECT_EQ(arcsOf(parse("0 9 1\n2 8 0\n", "", {.columns = {.target = "3", .weight = "none"}})),
            (Arcs{{0, 1, 0}, {2, 0, 0}}));
  EXPECT_EQ(arcsOf(parse("0 1\n2 0\n", "", {.columns = {.source = "2", .target = "1"}})),
            (Arcs{{0, 2, 0}, {1, 0, 0}}));
  EXPECT_EQ(arcsOf(parse("0 1 7 8\n", "", {.columns = {.weight = "4"}})), (Arcs{{0, 1, 8}}));
  const auto error = [&](const std::string& text, const ColumnNames& columns) {
    return messageOf([&] { parse(text, "", {.columns = columns}); });
  };
  EXPECT_THAT(
      error(table, {.source = "from", .target = "to_city"}),
      HasSubstr(":1: --source-column=from: there is no such column; the columns are \"id\", "
                "\"from_city\", \"to_city\", \"km\" and \"cost\""));
  EXPECT_THAT(error(table, {ends.source, ends.source, "km"}), HasSubstr("is named twice"));
  EXPECT_THAT(error(table, {ends.source, ends.target, "6"}), HasSubstr("there is no such column"));
  EXPECT_THAT(error(table, ends),
              HasSubstr("whether column \"cost\" holds weights; name the column that does with "
                        "--weight-column=, or say --weight-column=none (there are \"km\" and "
                        "\"cost\")"));
  EXPECT_THAT(error("0 9 1\n", {.target = "3"}),
              HasSubstr(":1: 3 fields, and it is not said which holds the weight; say "
                        "--weight-column=N or --weight-column=none"));
  EXPECT_THAT(error("0 1 7\n", {.weight = "km"}), HasSubstr("the file has no header with this"));
  EXPECT_THAT(error("0 1 7\n", {.weight = "4"}), HasSubstr(":1: 3 fields, and column 4 is asked"));
  // Without a header, what is not given is in the first columns.
  EXPECT_THAT(error("0 1\n2 0\n", {.source = "2"}),
              HasSubstr(":1: edges begin in column 2 and end in column 2; give each a column"));
  EXPECT_THAT(error("0 1 7\n", {.weight = "1"}), HasSubstr(", and column 1 has weights; give"));
  EXPECT_THAT(error("0 1\n", {.source = "2", .target = "2"}),
              HasSubstr(":1: --target-column=2: this column is named twice"));
  EXPECT_THAT(error("p sp 2 1\na 1 2 3\n", {.weight = "4"}), HasSubstr("is in the format dimacs"));
}

TEST(EdgeList, ReadsLinesThatEndWithReturns) {
  EXPECT_EQ(arcsOf(parse("# x\r0 1 7\r2 0 9\r")), (Arcs{{0, 1, 7}, {2, 0, 9}}));
  EXPECT_EQ(arcsOf(parse("source,target\r0,1\r2,0")), (Arcs{{0, 1, 0}, {2, 0, 0}}));
  EXPECT_THAT(parseError("0 1\rx 2\r"), HasSubstr(":2: tail \"x\" is not a number"));
}

TEST(EdgeList, NotesAFirstLineThatMayBeAHeader) {
  const auto notes = [](const std::string& text) { return parse(text).notes; };
  EXPECT_THAT(notes("3 2\n0 1\n1 3\n"),
              testing::ElementsAre(HasSubstr("the first line, \"3 2\", is read as an edge, and may "
                                             "be \"NODES EDGES\": 2 lines follow")));
  EXPECT_EQ(notes("3 2 1\n0 1 5\n1 3 5\n").size(), 1u);
  EXPECT_EQ(notes("2,3\n0,1\n1,2\n0,2\n").size(), 1u);
  for (const char* const text :
       {"3 2\n0 1\n1 4\n", "3 2\n4 1\n1 0\n", "3 3\n0 1\n1 3\n", "3 1\n0 1\n", "# 3 2\n0 1\n1 3\n",
        "source,target\n2,2\n0,1\n1,2\n", "3 2\n0 1\n1 3\n0 2\n"}) {
    EXPECT_TRUE(notes(text).empty()) << text;
  }
}

TEST(EdgeList, NotesOrRefusesAFirstLineOfWordsThatMayBeAHeader) {
  const ReadOptions unweighted{.ignoreWeights = true};
  for (const char* const text :
       {"von,nach\nann,bob\nbob,cy\n", "von nach\nann bob\nbob cy\n", "\"a b\";c\nx;y\nx;z\n",
        "source,buddy\nann,bob\nbob,ann\n", "one\ttwo\nx\tx\n"}) {
    EXPECT_THAT(parseError(text), HasSubstr("may be a header or an edge, and no other line has its "
                                            "ends; if it is a header, write \"#\" before it"))
        << text;
    const Graph graph = parse(text, "", {.columns = {.source = "1", .target = "2"}});
    EXPECT_EQ(graph.numArcs(), std::string_view(text).size() < 16 ? 2u : 3u) << text;
  }
  EXPECT_THAT(messageOf([&] { parse("von,nach,art\nann,bob,x\nbob,cy,y\n", "", unweighted); }),
              HasSubstr("may be a header or an edge"));
  EXPECT_THAT(parse("friend,buddy\nann,bob\ncy,dan\n").notes,
              testing::ElementsAre(HasSubstr("\"friend,buddy\", is read as an edge, and may be a "
                                             "header, and no other line has its ends")));
  for (const char* const text :
       {"a,b\nb,c\nc,d\n", "a,b\nc,a\nc,d\n", "a b\nc d\n", "a,b\n", "a,a\nb,c\nc,d\n",
        "a,b\na,b\nc,d\n", "a,b,3\nc,d,4\nd,e,5\n", "#von,nach\na,b\nb,c\n", "a,1\nb,c\nb,d\n"}) {
    EXPECT_TRUE(parse(text).notes.empty()) << text;
  }
}

TEST(EdgeList, ReadsHeadersBetweenBlanks) {
  EXPECT_EQ(arcsOf(parse("here there minutes\n0 1 7\n2 0 9\n")), (Arcs{{0, 1, 7}, {2, 0, 9}}));
  EXPECT_EQ(arcsOf(parse("a x b w\n0 5 1 7\n2 5 0 9\n", "",
                         {.columns = {.source = "a", .target = "b", .weight = "w"}})),
            (Arcs{{0, 1, 7}, {2, 0, 9}}));
  EXPECT_THAT(parseError("a x b w\n0 5 1 7\n"), HasSubstr("which of its 4 columns hold the ends"));
  // What stands in place of a weight makes no header of an edge.
  for (const char* const weight : {".5", "inf", "nan", "NA", "None"}) {
    const Graph graph = parse(fmt::format("a b {}\nc d 3\n", weight), "", {.ignoreWeights = true});
    EXPECT_EQ(namesOf(graph), (Names{"a", "b", "c", "d"})) << weight;
  }
}

TEST(EdgeList, ReadsHeadersOfNeo4j) {
  EXPECT_EQ(arcsOf(parse(":START_ID(City),:END_ID(City),:TYPE,km:int\n0,1,ROAD,7\n2,0,ROAD,9\n")),
            (Arcs{{0, 1, 7}, {2, 0, 9}}));
  EXPECT_EQ(arcsOf(parse("x:IGNORE;a:START_ID;:END_ID\n5;0;1\n5;2;0\n")),
            (Arcs{{0, 1, 0}, {2, 0, 0}}));
  EXPECT_EQ(arcsOf(parse("a:START_ID(City){id-type:int},role,tags:string[],:END_ID(City),n:int[]\n"
                         "0,x,y,1,3\n")),
            (Arcs{{0, 1, 0}}));
  EXPECT_THAT(parseError(":START_ID,:END_ID,since:int\n0,1,7\n"),
              HasSubstr("does not say whether column \"since:int\" holds weights"));
  EXPECT_THAT(parseError(":START_ID(Actor),:END_ID(Film)\n7,8\n8,9\n"),
              HasSubstr(": 8 is an id of two kinds of nodes"));
}

TEST(EdgeList, ReadsHeadersOfNeptune) {
  EXPECT_EQ(
      arcsOf(parse("~id,~from,~to,~label,weight:Double,when:DateTime,open:Bool,tags:String[]\n"
                   "e,0,1,ROAD,7.0,2020,true,x\nf,2,0,ROAD,9,2021,false,y\n")),
      (Arcs{{0, 1, 7}, {2, 0, 9}}));
  EXPECT_EQ(arcsOf(parse("~id,~from,~to,~label,name:String(single)\ne,0,1,ROAD,x\n")),
            (Arcs{{0, 1, 0}}));
  EXPECT_THAT(parseError("~id,~from,~to,~label,since:Int\ne,0,1,ROAD,7\n"),
              HasSubstr("column \"since:Int\" holds weights"));
}

TEST(EdgeList, RefusesTablesOfNodes) {
  for (const char* const text :
       {"id,lat,lon\n0,39,-75\n1,40,-76\n", "id,label\n0,5\n1,6\n", "name,age\n7,33\n8,34\n",
        "age,name\n33,7\n34,8\n", "lon,lat\n-75,39\n", "Latitude;Longitude\n39;-75\n",
        "Id,Label,Weight\n0,1,2\n", "node,degree\n0,3\n", "vertex_id,x,y\n0,3,4\n",
        "index,a,b\n0,3,4\n", "label\tvalue\n0\t1\n", "city,latitude,longitude\n1,39,75\n",
        ",id\n0,7\n", "Id,Label\nann,Ann\n", "id,name\nann,Ann\nbob,Bob\n", "id name\na b\n",
        "Node;Group\nann;x\n", "name:ID(City),:LABEL\nRome,City\n",
        "~id,~label,name:String,age:Int\na,x,Ann,7\n"}) {
    EXPECT_THAT(parseError(text), testing::AllOf(HasSubstr(":1: columns "),
                                                 HasSubstr(" describe nodes, not edges; ")))
        << text;
  }
  EXPECT_THAT(
      parseError("id,lat,lon\n0,39,-75\n"),
      HasSubstr("columns \"id\", \"lat\" and \"lon\" describe nodes, not edges; give the file "
                "of edges, or name the columns of their ends, for example "
                "\"source,target,weight\""));
  // The same names do not matter beside named ends, and a name at the end can be that of an edge.
  EXPECT_EQ(arcsOf(parse("id,source,target,label\n0,0,1,5\n")), (Arcs{{0, 1, 0}}));
  EXPECT_EQ(arcsOf(parse("a,b,label\n0,1,5\n")), (Arcs{{0, 1, 0}}));
  // Columns without a name, and numbers of edges, hold no end.
  EXPECT_EQ(arcsOf(parse(",a,b\n7,0,1\n")), (Arcs{{0, 1, 0}}));
  EXPECT_EQ(arcsOf(parse(",a,b,w\n7,0,1,5\n")), (Arcs{{0, 1, 5}}));
  EXPECT_EQ(arcsOf(parse("eid;a;b\n7;0;1\n")), (Arcs{{0, 1, 0}}));
}

TEST(EdgeList, ReadsWhatNetworkXWrites) {
  EXPECT_EQ(arcsOf(parse("0 1 {}\n3 2 {}\n")), (Arcs{{0, 1, 0}, {3, 2, 0}}));
  EXPECT_EQ(arcsOf(parse("0 1 {'weight': 3}\n1 2 {'color': 'a, b}', 'weight': 4}\n"
                         "2 0 {\"weight\":5,\"path\":[1, 2]}\n")),
            (Arcs{{0, 1, 3}, {1, 2, 4}, {2, 0, 5}}));
  EXPECT_EQ(arcsOf(parse("0,1,{'weight': 3, 'x': 1}\n1,2,{'weight': 4}\n")),
            (Arcs{{0, 1, 3}, {1, 2, 4}}));
  EXPECT_EQ(arcsOf(parse("0 1 {'color': 'red'}\n")), (Arcs{{0, 1, 0}}));
  EXPECT_THAT(parseError("0 1 {}\n1 2 {'weight': 3}\n"),
              HasSubstr(":2: this edge has a weight and the ones above have none"));
  EXPECT_THAT(parseError("0 1 {'weight': 3\n"), HasSubstr(":1: an edge's data is a dictionary"));
  EXPECT_THAT(parseError("0 1 {'weight': 3} 4\n"), HasSubstr(":1: an edge's data is"));
  EXPECT_THAT(parseError("0 1 {'weight': 'x'}\n"), HasSubstr("is not a number"));
  EXPECT_THAT(parseError("0 1 {'weight': 1.5}\n"),
              HasSubstr("weight 1.5 of the arc 0 -> 1 is not"));
  EXPECT_EQ(parse("0 1 {'weight': 1e-05}\n", "", {.weightType = WeightType::kFloat}).weights[0],
            orderedWord(1e-05));
}

TEST(EdgeList, FindsWeightsInDictionaries) {
  EXPECT_EQ(arcsOf(parse("0 1 {'length': 3, 'name': 'x: {y}'}\n1 2 {'length': 4}\n")),
            (Arcs{{0, 1, 3}, {1, 2, 4}}));
  EXPECT_EQ(arcsOf(parse("0,1,{'Cost': 3}\n1,2,{'Cost': 4}\n")), (Arcs{{0, 1, 3}, {1, 2, 4}}));
  EXPECT_EQ(namesOf(parse("a b {'distance': 3}\n")), (Names{"a", "b"}));
  const std::string both = "0 1 {'km': 3, 'cost': 4}\n";
  EXPECT_THAT(parseError(both), HasSubstr(":1: edges have \"km\" and \"cost\", and one of them"));
  EXPECT_EQ(arcsOf(parse(both, "", {.columns = {.weight = "cost"}})), (Arcs{{0, 1, 4}}));
  EXPECT_EQ(arcsOf(parse(both, "", {.columns = {.weight = "none"}})), (Arcs{{0, 1, 0}}));
  EXPECT_THAT(messageOf([&] { parse(both, "", {.columns = {.weight = "lanes"}}); }),
              HasSubstr("edges have no data of this name; there is \"km\" and \"cost\""));
  const Graph other = parse("0 1 {'key': 0}\n1 2 {'lanes': 2, 'key': 1, 'ref': '7'}\n");
  EXPECT_TRUE(other.weights.empty());
  EXPECT_THAT(other.notes, testing::ElementsAre(HasSubstr("numbers under \"lanes\"; say")));
  // Data under a new name can be the weight, and then all edges must have it.
  EXPECT_THAT(parseError("0 1 {'color': 'red'}\n1 2 {'weight': 3}\n"),
              HasSubstr(":2: this edge has a weight and the ones above have none"));
}

TEST(EdgeList, SkipsAByteOrderMark) {
  EXPECT_EQ(arcsOf(parse("\xef\xbb\xbf"
                         "0 1\n3 2\n")),
            (Arcs{{0, 1, 0}, {3, 2, 0}}));
  EXPECT_EQ(arcsOf(parse("\xef\xbb\xbfsource,target\n0,1\n")), (Arcs{{0, 1, 0}}));
  EXPECT_EQ(
      parse("\xef\xbb\xbf%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n").numArcs(),
      1u);
  EXPECT_EQ(arcsOf(parse("\xef\xbb\xbf# Nodes: 4\n0 1\n")), (Arcs{{0, 1, 0}}));
  EXPECT_THAT(parseError(std::string("\xff\xfe"
                                     "0\0 \0"
                                     "1\0\n\0",
                                     10)),
              HasSubstr("is text in UTF-16"));
}

TEST(EdgeList, NamesLineAndFault) {
  EXPECT_THAT(parseError("0 1 5\n1 2\n"),
              HasSubstr(":2: this edge has no weight and the ones above have one"));
  EXPECT_THAT(parseError("0 1\n1 2 5\n"),
              HasSubstr(":2: this edge has a weight and the ones above have none"));
  EXPECT_THAT(parseError("0\n"), HasSubstr(":1: the head is missing"));
  EXPECT_THAT(parseError("0 1 2 3\n"), HasSubstr(":1: \"3\" is too much"));
  EXPECT_THAT(parseError("0 1 0.5\n"),
              HasSubstr(":1: weight 0.5 of the arc 0 -> 1 is not an integer"));
  EXPECT_THAT(parseError("0 1 -2\n"), HasSubstr(":1: weight -2 of the arc 0 -> 1 is negative"));
  EXPECT_THAT(parseError("-1 0\n"), HasSubstr(":1: tail -1 is negative"));
  EXPECT_THAT(parseError("0.0 1.0\n"),
              HasSubstr(":1: tail 0.0 must be written as a whole number: 0"));
  EXPECT_THAT(parseError("0 1e3\n"),
              HasSubstr(":1: head 1e3 must be written as a whole number: 1000"));
  EXPECT_THAT(parseError("0 1.5\n"), testing::EndsWith(":1: head 1.5 is not a whole number"));
  EXPECT_THAT(parseError("0 1\nsource target\n"), HasSubstr(":2: tail \"source\" is not a number"));
}

using Ids = std::vector<std::uint64_t>;

TEST(EdgeList, RenumbersSparseIds) {
  // 0 and 4 are neither used nor declared.
  const Graph graph = parse("5 1 7\n3 5 8\n2 1 9\n");
  EXPECT_EQ(graph.ids, (Ids{1, 2, 3, 5}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{1, 0, 9}, {2, 3, 8}, {3, 0, 7}}));
  EXPECT_EQ(parse("5 2").ids, (Ids{2, 5}));
  // SNAP's comment counts the ids that are used.
  EXPECT_EQ(parse("# Nodes: 2 Edges: 1\n0 5\n").ids, (Ids{0, 5}));
  EXPECT_EQ(parse("0 1 2\n5\n", "adjlist").ids, (Ids{0, 1, 2, 5}));
}

TEST(EdgeList, LeavesDenseIdsAlone) {
  for (const char* const text : {"0 1\n2 0\n", "# Nodes: 6 Edges: 1\n5 2\n", "0 0\n"}) {
    EXPECT_TRUE(parse(text).ids.empty()) << text;
  }
  EXPECT_EQ(parse("# Nodes: 6 Edges: 1\n5 2\n").numNodes(), 6u);
  const Graph kept = parse("5 2\n", "", {.keepIds = true});
  EXPECT_EQ(kept.numNodes(), 6u);
  EXPECT_TRUE(kept.ids.empty());
  EXPECT_TRUE(parse("0 1\n2\n", "adjlist").ids.empty());
  EXPECT_EQ(parse("0 1\n3\n", "adjlist", {.keepIds = true}).numNodes(), 4u);
}

TEST(EdgeList, RenumbersIdsOfAnySize) {
  // The first arcs are read before an id shows that ids cannot be numbers of nodes.
  const Graph graph = parse("3 0 1\n7 3 2\n18446744073709551615 3 4\n0 18446744073709551615 5\n");
  EXPECT_EQ(graph.ids, (Ids{0, 3, 7, UINT64_MAX}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 3, 5}, {1, 0, 1}, {2, 1, 2}, {3, 1, 4}}));
  // An array for all numbers would take 34 GB.
  EXPECT_EQ(parse("4294967294 0\n5 5\n").ids, (Ids{0, 5, 4294967294}));
  EXPECT_EQ(parse("0 4294967295\n9\n", "adjlist").ids, (Ids{0, 9, 4294967295}));
  EXPECT_EQ(parse("7 3\n3 12\n", "", {.relabel = true}).ids, (Ids{7, 3, 12}));
}

TEST(EdgeList, RefusesIdsThatAreNoNumbersOfNodes) {
  const auto errorOf = [](const char* text) {
    return messageOf([&] { parse(text, "", {.keepIds = true}); });
  };
  EXPECT_THAT(errorOf("4294967295 0\n"),
              HasSubstr("tail 4294967295 is too large; at most 4294967294"));
  EXPECT_THAT(errorOf("0 4294967294\n"), HasSubstr("4294967295 nodes for 1 arcs cannot be meant"));
  EXPECT_THAT(parseError("# Nodes: 4294967295\n0 1\n"), HasSubstr("cannot be meant"));
}

TEST(EdgeList, WritesWhatItReads) {
  for (const char* const text :
       {"# Nodes: 9 Edges: 2\n0 1\n5 2\n", "# Nodes: 2 Edges: 2\n0 1 7\n1 0 5000000000\n"}) {
    EXPECT_EQ(written(parse(text), "edgelist"), text);
  }
}

} // namespace
} // namespace galois::inputs::test
