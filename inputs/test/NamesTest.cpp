// Nodes with names: from text, in files beside a binary graph, and back.

#include "inputs/InputGraph.h"
#include "inputs/formats/GrIds.h"
#include "inputs/formats/NameFile.h"
#include "inputs/names/NameTable.h"
#include "inputs/names/NodeIdMap.h"
#include "inputs/transform/Transformations.h"

#include "Support.h"

#include <set>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
TEST(NameTable, FindsAllNamesAndNoOthers) {
  NameTable table;
  NameIndex index;
  constexpr std::uint32_t kCount = 70000; // an index of more than a large page
  const auto name = [](std::uint32_t i) {
    return std::string(i % 23, 'x') + std::to_string(i); // lengths around those of words
  };
  for (int round = 0; round < 2; ++round) { // the second time all are there
    for (std::uint32_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(index.add(table, name(i), keyOfName(name(i))), i);
    }
  }
  ASSERT_EQ(table.size(), kCount);
  EXPECT_TRUE(table.isConsistent());
  const NameIndex again(table);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(table[i], name(i));
    ASSERT_EQ(index.find(table, name(i)), i);
    ASSERT_EQ(again.find(table, name(i)), i);
    ASSERT_EQ(again.find(table, "y" + name(i)), std::nullopt);
  }
  EXPECT_EQ(again.find(table, std::string("0\0", 2)), std::nullopt);
  EXPECT_EQ(NameIndex().find(table, "1"), std::nullopt);
}

TEST(NameTable, TellsNamesOfOneHashApart) {
  NameTable table;
  NameIndex index;
  const auto keyOf = [](std::string_view name) {
    NameKey key = keyOfName(name);
    key.hash = 7;
    return key;
  };
  const std::string longer(15, 'x');
  const Names names{"a", "ab", longer, longer + "y", longer + "z", longer + "yy", longer + "yz"};
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      EXPECT_EQ(index.add(table, names[i], keyOf(names[i])), i);
    }
  }
  EXPECT_TRUE(keyOfName(longer).isWhole());
  EXPECT_FALSE(keyOfName(longer + "y").isWhole());
}

TEST(NameTable, HashesAlikeOnlyWhatIsTheSame) {
  std::set<std::uint32_t> hashes;
  const Names names{"a", "b", "ab", "a ", "a  ", "abcdefgh", "abcdefgh ", "abcdefghi", "abcdefgg"};
  for (const std::string& name : names) {
    hashes.insert(keyOfName(name).hash);
    EXPECT_EQ(keyOfName(name).hash, keyOfName(std::string(name)).hash);
  }
  EXPECT_EQ(hashes.size(), names.size());
}

/// Names that differ in the last bytes of a word alone, which simple hashes carry to few bits.
TEST(NameTable, SpreadsNamesThatAreChosen) {
  std::set<std::uint32_t> slots;
  std::uint32_t names = 0;
  for (char a = ' '; a < 0x7f; ++a) {
    for (char b = ' '; b < 0x7f; ++b) {
      slots.insert(keyOfName(std::string("AAAAAA") + a + b).hash & 0xffff);
      ++names;
    }
  }
  // Random hashes leave 8430 of 65536 slots in use on average, with a standard deviation of 24.
  EXPECT_EQ(names, 9025u);
  EXPECT_GT(slots.size(), 8200u);
}

/// Prints the hash of a name, which another process of the test below reads.
TEST(NameTable, PrintsAHash) { std::printf("hash %08x.\n", keyOfName("Paris").hash); }

TEST(NameTable, HashesDifferentlyInEachProcess) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  std::set<std::string> hashes;
  for (int i = 0; i < 3; ++i) {
    const std::string said = runCommand(self + " --gtest_filter=NameTable.PrintsAHash").output;
    const size_t at = said.find("hash ");
    ASSERT_NE(at, std::string::npos) << said;
    hashes.insert(said.substr(at, 13));
  }
  EXPECT_GT(hashes.size(), 1u); // three that are the same by chance: 2^-64
}

TEST(NameTable, KnowsWhatNamesCanBe) {
  for (const char* const good : {"a", "New York", "M\xc3\xa1laga", "\xe6\x9d\xb1\xe4\xba\xac",
                                 "\xf0\x9f\x98\x80", "0", "#"}) {
    EXPECT_EQ(wrongName(good), "") << good;
    EXPECT_EQ(keyOfName(good).plain,
              std::string_view(good).find_first_of("\xc3\xe6\xf0") == std::string_view::npos)
        << good;
  }
  for (const char* const bad : {"M\xe1laga", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80",
                                "abcdefgh\xff", "\xe0\x80\x80"}) {
    EXPECT_EQ(wrongName(bad), "is not in UTF-8; save the file in UTF-8") << bad;
    EXPECT_FALSE(keyOfName(bad).plain) << bad;
  }
  for (const std::string& bad :
       {std::string("a\nb"), std::string("a\tb"), std::string(1, '\0'), std::string("abcdefg\x1f"),
        std::string("12345678\x01"), std::string("a\x7f")}) {
    EXPECT_EQ(wrongName(bad), "contains a control character") << bad;
    EXPECT_FALSE(keyOfName(bad).plain) << bad;
  }
  EXPECT_EQ(wrongName(""), "is missing");
  EXPECT_EQ(wrongName(std::string(kLongestName, 'x')), "");
  EXPECT_NE(wrongName(std::string(kLongestName + 1, 'x')), "");
}

TEST(Names, AreReadFromTables) {
  const Names names{"Paris", "Lyon", "Nice"};
  const Arcs arcs{{0, 1, 465}, {1, 2, 470}};
  for (const char* const text :
       {"from,to,road,weight\nParis,Lyon,x,465\nLyon,Nice,y,470\n",
        "source,target,weight\nParis,Lyon,465\nLyon,Nice,470\n",
        "weight;dst;src\r\n465;Lyon;Paris\r\n470;Nice;Lyon\r\n",
        "a,b,w\nParis,Lyon,465\nLyon,Nice,470",
        "\xef\xbb\xbfsource,target,weight\n\"Paris\",\"Lyon\",465\nLyon,'Nice',470\n",
        "# roads\nParis\tLyon\t465\nLyon\tNice\t470\n", "Paris Lyon 465\nLyon Nice 470\n",
        "Paris,Lyon,465\nLyon,Nice,470\n",
        "Paris Lyon {'weight': 465}\nLyon Nice {'weight': 470}\n"}) {
    const Graph graph = parse(text);
    EXPECT_EQ(namesOf(graph), names) << text;
    EXPECT_EQ(arcsOf(graph), arcs) << text;
  }
  EXPECT_EQ(namesOf(parse("# Nodes: 9\nalice bob\nbob carol\n")), (Names{"alice", "bob", "carol"}));
  EXPECT_EQ(namesOf(parse("alice,bob\n")), (Names{"alice", "bob"}));
  EXPECT_EQ(namesOf(parse("source,target\n")), Names());
  EXPECT_EQ(namesOf(parse("source,target\n1,b\n2,1\n")), (Names{"1", "b", "2"}));
  // Only one end of the first row is a name.
  EXPECT_EQ(namesOf(parse("7 red\n8 blue\n")), (Names{"7", "red", "8", "blue"}));
}

TEST(Names, MayContainSeparatorsAndQuotes) {
  EXPECT_EQ(namesOf(parse("\"Frankfurt, Main\",\"He said \"\"no\"\"\",3\nx,\"\"\"\"\"\",4\n")),
            (Names{"Frankfurt, Main", "He said \"no\"", "x", "\"\""}));
  EXPECT_EQ(namesOf(parse("New York;Los Angeles\nLos Angeles;O'Brien\n")),
            (Names{"New York", "Los Angeles", "O'Brien"}));
  EXPECT_EQ(namesOf(parse("O'Brien,D'Arcy,3\n")), (Names{"O'Brien", "D'Arcy"}));
  EXPECT_EQ(namesOf(parse("New York\tLos Angeles\t3\n")), (Names{"New York", "Los Angeles"}));
  EXPECT_EQ(namesOf(parse("\"New York\" Boston 3\n", "edgelist")), (Names{"New York", "Boston"}));
}

TEST(Names, KeepBlanksInQuotes) {
  EXPECT_EQ(namesOf(parse("\"a \",\" a\",3\na,\"a \",4\n")), (Names{"a ", " a", "a"}));
  EXPECT_EQ(namesOf(parse("\"a \";a ; 3\n")), (Names{"a ", "a"}));
  EXPECT_EQ(namesOf(parse("source\ttarget\n\" \"\tb\n")), (Names{" ", "b"}));
  EXPECT_EQ(namesOf(parse("\"a \" b 3\nc \" d\" 3\n")), (Names{"a ", "b", "c", " d"}));
  // Numbers, weights and names of columns have no use for them.
  EXPECT_EQ(arcsOf(parse("\" source \",target,weight\n\" 0 \",1,\" 7 \"\n")), (Arcs{{0, 1, 7}}));
}

TEST(Names, MayBeginWithApostrophes) {
  const auto names = [](const char* text) { return namesOf(parse(text)); };
  EXPECT_EQ(names("'s-Gravenhage,'s-Hertogenbosch,60\n"),
            (Names{"'s-Gravenhage", "'s-Hertogenbosch"}));
  EXPECT_EQ(names("'t Zand;'t Horntje;60\n"), (Names{"'t Zand", "'t Horntje"}));
  EXPECT_EQ(names("'tis,dogs',4\n"), (Names{"'tis", "dogs'"}));
  EXPECT_EQ(names("'s-A 's-B 60\n"), (Names{"'s-A", "'s-B"}));
  EXPECT_EQ(names("source,target\nb,'n'\n'80s,b\n"), (Names{"b", "n", "'80s"}));
  EXPECT_EQ(names("'a','b''c',4\n"), (Names{"a", "b'c"}));
  EXPECT_EQ(names("'New York' 'Los, Angeles' 3\n"), (Names{"New York", "Los, Angeles"}));
  // What is written comes back.
  const Folder folder;
  const Graph graph = parse("\"'a'\",\"b, 'c'\",1\n\"' \",\"''\",2\n");
  EXPECT_EQ(namesOf(graph), (Names{"'a'", "b, 'c'", "' ", "''"}));
  writeGraph(folder / "g.csv", graph, "csv");
  InputFile again(folder / "g.csv");
  EXPECT_EQ(namesOf(readGraphFile(again, "", {})), namesOf(graph));
}

TEST(Names, MayLookLikeNumbersIfAFlagSaysSo) {
  const ReadOptions options{.names = true};
  EXPECT_EQ(namesOf(parse("007 7\n7 1.5\n", "", options)), (Names{"007", "7", "1.5"}));
  EXPECT_EQ(namesOf(parse("source,target\n1,2\n", "", options)), (Names{"1", "2"}));
  EXPECT_EQ(arcsOf(parse("1 2 5\n", "", options)), (Arcs{{0, 1, 5}}));
  EXPECT_TRUE(parse("1 2\n").names.empty());
  EXPECT_TRUE(parse("2020-01 7\n", "edgelist", {.ignoreWeights = true, .names = true}).ids.empty());
}

TEST(Names, AreReadFromAdjacencyLists) {
  const Graph graph = parse("alice bob carol\nbob\n\"d e\" alice\nlone\n", "adjlist");
  EXPECT_EQ(namesOf(graph), (Names{"alice", "bob", "carol", "d e", "lone"}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {0, 2, 0}, {3, 0, 0}}));
  EXPECT_EQ(namesOf(parse("ann b c\nd e\n", "", {}, "x.adjlist")),
            (Names{"ann", "b", "c", "d", "e"}));
}

TEST(Names, MistakesAreReportedWithTheirLine) {
  EXPECT_THAT(parseError("alice,bob,3\ncarol,,4\n"), HasSubstr(":2: the head is missing"));
  EXPECT_THAT(parseError("alice,bob,3\n\"carol,dave,4\n"), HasSubstr(":2: a quote does not end"));
  EXPECT_THAT(parseError("alice,bob,3\ncarol,dave,x\n"),
              HasSubstr(":2: weight \"x\" is not a number"));
  EXPECT_THAT(parseError("alice,bob,3\ncarol,\"d, e\",-4\n"),
              HasSubstr(":2: weight -4 of the arc carol -> \"d, e\" is negative"));
  EXPECT_THAT(parseError("alice,bob,3\ncarol\n"), HasSubstr(":2: the head is missing"));
  EXPECT_THAT(parseError("alice,bob,3\ncarol,M\xe1laga,4\n"),
              HasSubstr(":2: the name of the head is not in UTF-8"));
  EXPECT_THAT(parseError("alice,bob\nal\x02ice,carol\n", "edgelist"),
              HasSubstr(":2: the name of the tail contains a control character"));
  EXPECT_THAT(parseError("alice,bob\n" + std::string(5000, 'x') + ",carol\n"),
              HasSubstr("has more than 4096 bytes"));
  EXPECT_THAT(parseError("source,target\na,b\nc\n"), HasSubstr(":3: 1 fields"));
  // A list that starts with numbers stays one of numbers.
  EXPECT_THAT(parseError("0 1\nx 2\n"), HasSubstr("names in place of numbers: --names"));
}

TEST(Names, FollowTheirNodes) {
  Graph graph = parse("ann b 1\nc d 2\nd e 3\n");
  Transformations transformations;
  transformations.largestComponent = true;
  transformations.order = NodeOrder::kDegree;
  apply(transformations, graph);
  const Names names = namesOf(graph);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
            (std::set<std::string>{"c", "d", "e"}));
  for (const auto& [tail, head, weight] : arcsOf(graph)) {
    EXPECT_EQ(names[tail], weight == 2 ? "c" : "d");
    EXPECT_EQ(names[head], weight == 2 ? "d" : "e");
  }
}

TEST(NodeIdMap, FindsNames) {
  NameTable table;
  for (const char* const name : {"Paris", "New York", "42", "#1"}) {
    table.add(name);
  }
  const NodeIdMap names(std::move(table));
  EXPECT_FALSE(names.isIdentity());
  EXPECT_EQ(names.nodeOf(std::string_view("New York"), 4), 1u);
  EXPECT_EQ(names.nodeOf(std::uint64_t{42}, 4), 2u);
  EXPECT_EQ(names.nodeOf(std::string_view("0"), 4), std::nullopt);
  EXPECT_EQ(names.nameOf(0).text(), "Paris");
  EXPECT_EQ(names.nameOf(1).text(), "\"New York\"");
  EXPECT_EQ(fmt::format("{}", names.nameOf(3)), "\"#1\"");
  EXPECT_EQ(names.nodeOfFlag("startNode", "Paris", 4), 0u);
  EXPECT_EQ(messageOf([&] { names.nodeOfFlag("startNode", "Rome", 4); }),
            "--startNode=Rome: no node of the graph has this name; its 4 nodes have names such as "
            "Paris");
  EXPECT_THROW(NodeIdMap().nodeOfFlag("x", "Rome", 4), UsageError);
  EXPECT_EQ(NodeIdMap().nodeOfFlag("x", "3", 4), 3u);
  EXPECT_THAT(messageOf([] { NodeIdMap().nodeOfFlag("x", "4", 4); }), HasSubstr("are 0 to 3"));
}

TEST(NameFile, KeepsNames) {
  const Folder folder;
  Graph graph = parse("\"a b\",c,1\nc,\"say \"\"x\"\"\",2\n");
  const std::string path = folder / "g.names";
  {
    OutputFile file(path);
    writeNames(graph, file);
    file.commit();
    writeGraph(folder / "g.gr", graph, "gr");
  }
  EXPECT_THAT(contentOf(path), testing::MatchesRegex("# Names of nodes \\(galois-cps\\): graph "
                                                     "[0-9a-f]{16}\n0 \"a b\"\n1 c\n2 \"say "
                                                     "\"\"x\"\"\"\n"));
  const Names names{"a b", "c", "say \"x\""};
  EXPECT_EQ(namesOf(namesOfGr(folder / "g.gr")), names);
  for (std::uint64_t first = 0; first <= names.size(); ++first) {
    for (std::uint64_t last = first; last <= names.size(); ++last) {
      const auto begin = names.begin() + static_cast<std::ptrdiff_t>(first);
      EXPECT_EQ(namesOf(namesOfGr(folder / "g.gr", first, last)),
                Names(begin, begin + static_cast<std::ptrdiff_t>(last - first)));
    }
  }
  Names visited;
  EXPECT_TRUE(visitNamesOfGr(folder / "g.gr", [&](std::uint64_t node, std::string_view name) {
    EXPECT_EQ(node, visited.size());
    visited.emplace_back(name);
  }));
  EXPECT_EQ(visited, names);
  const auto none = [](std::uint64_t, std::string_view) { ADD_FAILURE(); };
  EXPECT_FALSE(visitNamesOfGr(folder.write("n.gr", contentOf(folder / "g.gr")), none));
  const std::string written = contentOf(path);
  std::string lines = written;
  std::swap(lines[lines.find("\n0 ") + 1], lines[lines.find("\n2 ") + 1]); // in another order
  folder.write("g.names", lines);
  EXPECT_EQ(namesOf(namesOfGr(folder / "g.gr", 1, 3)), (Names{"c", "a b"}));
  folder.write("g.names", lines.substr(0, lines.find("\n0 ") + 1));
  EXPECT_THAT(messageOf([&] { namesOfGr(folder / "g.gr", 0, 2); }), HasSubstr("names of 1 nodes"));
  EXPECT_THAT(messageOf([&] { visitNamesOfGr(folder / "g.gr", [](auto, auto) {}); }),
              HasSubstr("names of 2 nodes, and the graph has 3 nodes"));
  folder.write("g.names", written);
  InputFile again(folder / "g.gr");
  EXPECT_EQ(namesOf(readGraphFile(again, "", {})), names);
  // Those of another graph are refused, and what is no such file is left alone.
  writeGraph(folder / "g.gr", parse("0 1\n1 2\n2 0\n"), "gr");
  EXPECT_THAT(messageOf([&] { namesOfGr(folder / "g.gr"); }),
              HasSubstr("g.names has the names of another graph than"));
  folder.write("g.names", "0 x\n");
  EXPECT_TRUE(namesOfGr(folder / "g.gr").empty());
}

TEST(NameFile, RefusesWhatIsNoTable) {
  const Folder folder;
  const auto read = [&](const std::string& text) {
    InputFile file(folder.write("x.names", text));
    return namesOf(readNames(file, 3));
  };
  EXPECT_EQ(read("# any\n2 c\n0 a\n1 \"b b\"\n"), (Names{"a", "b b", "c"}));
  const auto error = [&](const std::string& text) { return messageOf([&] { read(text); }); };
  EXPECT_THAT(error("0 a\n1 b\n"), HasSubstr("has names of 2 nodes, and the graph has 3 nodes"));
  EXPECT_THAT(error("0 a\n1 a\n2 c\n"), HasSubstr(":2: two nodes have the name a"));
  EXPECT_THAT(error("0 a\n0 b\n2 c\n"), HasSubstr("node 0 has two names"));
  EXPECT_THAT(error("0 a\n3 b\n"), HasSubstr(":2: node 3 is out of range"));
  EXPECT_THAT(error("0 a b\n"), HasSubstr("\"b\" is too much"));
  EXPECT_THAT(error("0 \"a\n"), HasSubstr("the quote of the name does not end"));
  EXPECT_THAT(error("0\n"), HasSubstr("the name is missing"));
  EXPECT_THAT(error("0 \"\"\n"), HasSubstr("a name is missing"));
}

TEST(Names, AreKeptWithAConversion) {
  const Folder folder;
  const CacheHome cache;
  const std::string input =
      folder.write("cities.csv", "from,to,km\nParis,Lyon,465\nLyon,\"New York\",470\n");
  const PreparedGraph first = prepareGraph(input);
  const Names names{"Paris", "Lyon", "New York"};
  EXPECT_EQ(namesOf(first.names.names()), names);
  const PreparedGraph second = prepareGraph(input);
  EXPECT_EQ(second.kept, first.kept);
  EXPECT_EQ(second.remark, "");
  EXPECT_EQ(namesOf(second.names.names()), names);
  EXPECT_EQ(cache.keptNames().size(), 1u);
  EXPECT_EQ(folder.names().size(), 1u);
  // With other names the conversion is of no use.
  const std::string whole = contentOf(first.kept);
  std::string other = whole;
  other.replace(other.find("Lyon"), 4, "Nice");
  std::ofstream(first.kept, std::ios::binary) << other;
  const PreparedGraph third = prepareGraph(input);
  EXPECT_THAT(third.remark, HasSubstr("has been made again"));
  EXPECT_EQ(namesOf(third.names.names()), names);
  EXPECT_EQ(contentOf(first.kept), whole);
  // Another content replaces it.
  folder.write("cities.csv", "from,to,km\nRome,Bari,450\n");
  EXPECT_EQ(namesOf(prepareGraph(input).names.names()), (Names{"Rome", "Bari"}));
  EXPECT_EQ(cache.keptNames().size(), 1u);
  EXPECT_EQ(namesOf(prepareGraph(input, {.cache = false}).names.names()), (Names{"Rome", "Bari"}));
}

class ConvertNames : public ToolTest {
protected:
  ConvertNames() : ToolTest("graph-convert") {}
};

TEST_F(ConvertNames, MapsBothWays) {
  const std::string table = "source,target,weight\nParis,Lyon,465\nParis,\"New York\",5800\n"
                            "\"New York\",Lyon,6000\n";
  folder.write("in.csv", table);
  EXPECT_THAT(run("in.csv out.gr").output,
              HasSubstr("in.csv: 3 nodes have names, such as Paris; they are in out.names"));
  EXPECT_EQ(run("out.gr back.csv").status, 0);
  EXPECT_EQ(contentOf(folder / "back.csv"), table);
  // Through a format without names.
  run("out.gr plain.el");
  EXPECT_THAT(contentOf(folder / "plain.el"), HasSubstr("0 1 465\n"));
  run("plain.el again.csv --node-names=plain.names");
  EXPECT_EQ(contentOf(folder / "again.csv"), table);
  expectError("plain.el again.csv --node-names=plain.el", 1, "plain.el:2: ");
  // A graph without names leaves none of another behind.
  folder.write("n.el", "0 1\n");
  EXPECT_EQ(run("n.el out.gr").status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "out.names"));
  EXPECT_EQ(run("n.el - --to=csv --quiet").output, "source,target\n0,1\n");
  folder.write("sparse.el", "5 9\n");
  EXPECT_EQ(run("sparse.el - --to=csv --quiet").output, "source,target\n5,9\n");
}

} // namespace
} // namespace galois::inputs::test
