// Tests the program graph-convert as users run it.

#include "Compress.h"
#include "Support.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

const std::string kIdsLine = "# Ids of nodes (galois-cps)\n";
const std::string kCoordinatesLine = "c Coordinates of nodes (galois-cps)\n";

class GraphConvert : public ToolTest {
protected:
  GraphConvert() : ToolTest("graph-convert") {}
};

TEST_F(GraphConvert, ConvertsThereAndBack) {
  const std::string text = "p sp 3 3\na 1 2 5\na 1 3 6\na 3 1 7\n";
  folder.write("in.gr.zst", zstd("c comment\n" + text));
  const CommandResult there = run("in.gr.zst out.gr");
  EXPECT_EQ(there.status, 0);
  EXPECT_THAT(there.output, MatchesRegex("out.gr: 3 nodes, 3 arcs, weights 5 to 7, [0-9.]+ s\n"));
  EXPECT_EQ(run("out.gr back.dimacs --quiet").output, "");
  EXPECT_EQ(contentOf(folder / "back.dimacs"), text);
  EXPECT_EQ(folder.names(), (Names{"back.dimacs", "in.gr.zst", "out.gr"}));
}

TEST_F(GraphConvert, NamesWeightsThatAreLeftOut) {
  folder.write("in.el", "0 1 5\n1 0 5\n");
  EXPECT_THAT(run("in.el out.clq").output,
              MatchesRegex("out.clq: 2 nodes, 2 arcs, without the weights, [0-9.]+ s\n"));
  EXPECT_THAT(run("in.el out.clq --weights=none").output, HasSubstr("2 arcs, no weights"));
}

TEST_F(GraphConvert, IsAPipe) {
  folder.write("in", "0 1\n");
  EXPECT_EQ(run("- - --to=dimacs --quiet < in").output, "p sp 2 1\na 1 2 1\n");
  const CommandResult piped = run("- - --to=dimacs 2> err", "cat in |");
  EXPECT_EQ(piped.output, "p sp 2 1\na 1 2 1\n");
  EXPECT_THAT(contentOf(folder / "err"), HasSubstr("standard output: 2 nodes, 1 arcs, no weights"));
}

TEST_F(GraphConvert, Transforms) {
  folder.write("in.el", "0 0 9\n1 2 5\n1 2 3\n5 6 1\n6 7 1\n");
  run("in.el out.el --remove-loops --remove-duplicates --symmetrize --largest-component");
  EXPECT_EQ(contentOf(folder / "out.el"), "# Nodes: 3 Edges: 4\n0 1 1\n1 0 1\n1 2 1\n2 1 1\n");
  run("in.el out.el --weights=none --keep-ids");
  EXPECT_EQ(contentOf(folder / "out.el"), "# Nodes: 8 Edges: 5\n0 0\n1 2\n1 2\n5 6\n6 7\n");
}

TEST_F(GraphConvert, CompressesWhatItWrites) {
  folder.write("in.el", "0 1 5\n");
  EXPECT_EQ(run("in.el out.dimacs.bz2 --quiet").status, 0);
  EXPECT_EQ(run("out.dimacs.bz2 - --to=edgelist --quiet").output, "# Nodes: 2 Edges: 1\n0 1 5\n");
  EXPECT_EQ(run("in.el - --to=edgelist.gz --quiet | gzip -d").output,
            "# Nodes: 2 Edges: 1\n0 1 5\n");
  EXPECT_EQ(run("in.el - --to=gr.zst --quiet", "").status, 0);
  folder.write("in.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
  EXPECT_EQ(run("in.map g.gr.gz --quiet").status, 0);
  EXPECT_EQ(folder.names(), (Names{"g.co", "g.gr.gz", "in.el", "in.map", "out.dimacs.bz2"}));
}

TEST_F(GraphConvert, RenumbersNodesAndSaysHow) {
  folder.write("in.el", "0 3 10\n3 0 10\n3 1 20\n1 3 20\n1 2 30\n2 1 30\n");
  folder.write("in.co", "p aux sp co 4\nv 1 0 0\nv 2 1 1\nv 3 2 2\nv 4 3 3\n");
  run("in.el bfs.el --reorder=bfs --mapping=bfs.ids --coords=in.co");
  EXPECT_EQ(contentOf(folder / "bfs.el"),
            "# Nodes: 4 Edges: 6\n0 1 10\n1 0 10\n1 2 20\n2 1 20\n2 3 30\n3 2 30\n");
  EXPECT_EQ(contentOf(folder / "bfs.ids"), "0 0\n1 3\n2 1\n3 2\n");
  EXPECT_EQ(contentOf(folder / "bfs.co"),
            kCoordinatesLine + "p aux sp co 4\nv 1 0 0\nv 2 3 3\nv 3 1 1\nv 4 2 2\n");
  run("in.el degree.el --reorder=degree --mapping=degree.ids");
  EXPECT_EQ(contentOf(folder / "degree.ids"), "0 1\n1 3\n2 0\n3 2\n");
  EXPECT_EQ(run("in.el rcm.el --reorder=rcm --mapping=rcm.ids --quiet").output, "");
  EXPECT_THAT(contentOf(folder / "rcm.ids"),
              testing::AnyOf("0 0\n1 3\n2 1\n3 2\n", "0 2\n1 1\n2 3\n3 0\n"));
  expectError("in.el out.el --reorder=best", 2, "one of bfs, rcm, degree is needed");
}

TEST_F(GraphConvert, GivesTheSameWeightsToTheSameGraphInAnyFormat) {
  folder.write("in.tw", "p tw 3 2\n1 2\n2 3\n");
  folder.write("in.el", "2 1 0.5\n0 1 0.5\n1 0 0.5\n1 2 0.5\n");
  run("in.tw a.gr --weights=uniform:1:1000000 --seed=3 --remove-duplicates");
  run("in.el b.gr --weights=uniform:1:1000000 --seed=3 --remove-duplicates");
  run("in.el c.gr --weights=uniform:1:1000000 --seed=4 --remove-duplicates");
  EXPECT_EQ(contentOf(folder / "a.gr"), contentOf(folder / "b.gr"));
  EXPECT_NE(contentOf(folder / "a.gr"), contentOf(folder / "c.gr"));
}

TEST_F(GraphConvert, KeepsCoordinatesWithTheGraph) {
  folder.write("in.gr", "p sp 3 2\na 2 3 5\na 3 2 5\n");
  folder.write("in.co.xz", xz("c x\np aux sp co 3\nv 1 10 11\nv 2 20 21\nv 3 30 31\n"));
  EXPECT_EQ(run("in.gr out.gr --coords=in.co.xz --largest-component").status, 0);
  EXPECT_EQ(contentOf(folder / "out.co"),
            kCoordinatesLine + "p aux sp co 2\nv 1 20 21\nv 2 30 31\n");
  EXPECT_THAT(run("in.co.xz plain.co").output, HasSubstr("plain.co: 3 coordinates"));
  EXPECT_EQ(contentOf(folder / "plain.co"), "p aux sp co 3\nv 1 10 11\nv 2 20 21\nv 3 30 31\n");
}

TEST_F(GraphConvert, WritesTheCellsOfAGridMapBesideTheGraph) {
  folder.write("in.map", "type octile\nheight 2\nwidth 2\nmap\n.@\n..\n");
  EXPECT_EQ(run("in.map out.el --quiet").output, "");
  EXPECT_EQ(contentOf(folder / "out.el"), "# Nodes: 3 Edges: 4\n0 1 100000\n1 0 100000\n"
                                          "1 2 100000\n2 1 100000\n");
  EXPECT_EQ(contentOf(folder / "out.co"),
            kCoordinatesLine + "p aux sp co 3\nv 1 0 0\nv 2 0 1\nv 3 1 1\n");
  EXPECT_EQ(run("in.map - --to=edgelist --quiet").output, contentOf(folder / "out.el"));
  EXPECT_EQ(folder.names(), (Names{"in.map", "out.co", "out.el"}));
}

TEST_F(GraphConvert, RefusesCoordinatesThatDoNotFit) {
  folder.write("in.gr", "p sp 2 1\na 1 2 5\n");
  folder.write("in.co", "p aux sp co 1\nv 1 10 11\n");
  expectError("in.gr out.gr --coords=in.co", 1, "in.co has 1 nodes and in.gr has 2");
  expectError("in.co out.gr", 1, "in.co holds coordinates and out.gr would hold a graph");
  expectError("in.gr out.co", 1, "in.gr holds a graph and no coordinates");
  expectError("in.gr - --to=gr --coords=in.co", 2, "--coords= needs a file name for OUT");
  EXPECT_EQ(folder.names(), (Names{"in.co", "in.gr"}));
}

TEST_F(GraphConvert, KeepsDoublesUnlessAskedToRoundThem) {
  const std::string text =
      "# Nodes: 3 Edges: 3\n0 1 0.30000000000000004\n0 2 16777217\n1 2 1e-30\n";
  folder.write("in.el", text);
  const auto back = [&](const std::string& flags) {
    EXPECT_EQ(run("in.el out.gr --quiet --weight-type=float" + flags).output, "");
    return run("out.gr - --to=edgelist --quiet --weight-type=float").output;
  };
  EXPECT_EQ(back(""), text);
  EXPECT_EQ(back(" --edge-bytes=8"), text);
  EXPECT_EQ(back(" --edge-bytes=4"), "# Nodes: 3 Edges: 3\n0 1 0.3\n0 2 16777216\n1 2 1e-30\n");
  folder.write("tiny.el", "0 1 1e-46\n");
  expectError("tiny.el out.gr --weight-type=float --edge-bytes=4", 1,
              "weight 1e-46 is too near to 0 for a float of 4 bytes; leave --edge-bytes=4 out");
}

TEST_F(GraphConvert, SaysInOneLineWhatIsWrong) {
  folder.write("bad.gr", "p sp 2 1\na 1 5 3\n");
  expectError("bad.gr out.gr", 1, "bad.gr:2: head 5 is out of range; nodes are 1 to 2");
  expectError("missing.gr out.gr", 1, "cannot open missing.gr: No such file or directory");
  expectError("bad.gr out.gr --from=pace", 1, "bad.gr:1: not a PACE file");
  folder.write("good.gr", "p sp 2 1\na 1 2 5000000000\n");
  expectError("good.gr out.gr", 1, "does not fit in 4 bytes");
  expectError("good.gr nowhere/out.gr --edge-bytes=8", 1, "cannot write nowhere/out.gr");
  expectError("good.gr /dev/full --to=dimacs", 1, "No space left on device");
  EXPECT_EQ(folder.names(), (Names{"bad.gr", "good.gr"}));
}

TEST_F(GraphConvert, SaysThatItRenumbersSparseIds) {
  folder.write("in.txt", "3 9\n9 30\n50 60\n");
  EXPECT_THAT(
      run("in.txt out.gr").output,
      HasSubstr("in.txt: 5 nodes have ids between 3 and 60 and are renumbered without gaps; "
                "they are in out.ids, --keep-ids leaves them as they are"));
  EXPECT_EQ(contentOf(folder / "out.ids"), kIdsLine + "0 3\n1 9\n2 30\n3 50\n4 60\n");
  // The binary file keeps the ids through further conversions.
  run("out.gr component.gr.gz --largest-component");
  EXPECT_EQ(run("component.gr.gz - --to=edgelist --mapping=m --quiet").output,
            "# Nodes: 3 Edges: 2\n0 1\n1 2\n");
  EXPECT_EQ(contentOf(folder / "m"), "0 3\n1 9\n2 30\n");
  EXPECT_EQ(run("in.txt - --to=edgelist --keep-ids --quiet").output,
            "# Nodes: 61 Edges: 3\n3 9\n9 30\n50 60\n");
  // Dense ids give neither a message nor a file.
  folder.write("dense.txt", "0 1\n1 2\n");
  EXPECT_THAT(run("dense.txt dense.gr").output, testing::StartsWith("dense.gr: 3 nodes, 2 arcs"));
  EXPECT_FALSE(std::filesystem::exists(folder / "dense.ids"));
  // From coordinates of all numbers, those of the used ids are taken.
  folder.write("in.co", "p aux sp co 4\nv 1 10 10\nv 2 20 20\nv 3 30 30\nv 4 40 40\n");
  folder.write("gap.txt", "3 1\n");
  run("gap.txt gap.gr --coords=in.co");
  EXPECT_EQ(contentOf(folder / "gap.co"),
            kCoordinatesLine + "p aux sp co 2\nv 1 20 20\nv 2 40 40\n");
  expectError("in.txt out.gr --relabel --keep-ids", 2, "give --relabel or --keep-ids, not both");
  expectError("out.gr again.gr --keep-ids", 2, "--keep-ids is for edge lists");
}

TEST_F(GraphConvert, Exits2ForFlagsItDoesNotUnderstand) {
  folder.write("in.el", "0 1\n");
  expectError("in.el out.gr --fron=gr", 2, "did you mean '--from'?");
  expectError("in.el", 2, "OUT is missing; the usage is 'graph-convert [options] IN OUT'");
  expectError("in.el out.gr --seed=x", 2,
              "--seed=x: a whole number from 0 to 18446744073709551615");
  expectError("in.el out.gr --seed=5", 2, "give --weights=uniform:LO:HI, too");
  expectError("in.el out.gr --weights=1:2", 2, "uniform:LO:HI is needed");
  expectError("in.el out.gr --edge-bytes=5", 2, "--edge-bytes=5: one of 4, 8 is needed");
  expectError("in.el out", 2, "does not tell a format");
  expectError("in.el out.gr --from=graph", 2, "choose one of");
  EXPECT_EQ(folder.names(), Names{"in.el"});
}

TEST_F(GraphConvert, ExplainsItself) {
  const CommandResult help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.output, HasSubstr("--largest-component"));
  EXPECT_THAT(help.output, testing::Not(HasSubstr("debug-counter")));
  EXPECT_THAT(run("--version").output, testing::StartsWith("galois-cps "));
}

TEST_F(GraphConvert, LeavesNothingWhenTheReaderOfAPipeGoesAway) {
  std::string edges;
  for (int i = 0; i < 500'000; ++i) {
    edges += fmt::format("{} {}\n", i, i + 1);
  }
  folder.write("in.el", edges);
  const CommandResult result = run("in.el - --to=dimacs --quiet | head -1");
  EXPECT_THAT(result.output, HasSubstr("p sp 500001 500000\n"));
  EXPECT_THAT(result.output, HasSubstr("graph-convert: cannot write standard output: Broken pipe"));
}

TEST_F(GraphConvert, RemovesItsTemporaryFileWhenItIsStopped) {
  // The graph is written first, then the coordinates, into a pipe that nobody reads. The program
  // waits there, with the graph under its temporary name, until the signal comes.
  folder.write("in.el", "0 1\n");
  std::string coords = "p aux sp co 2\nv 1 1 1\nv 2 2 2\n";
  folder.write("in.co", coords);
  ASSERT_EQ(mkfifo((folder / "out.co").c_str(), 0600), 0);
  const CommandResult result =
      runCommand(fmt::format("cd {} && ({}/graph-convert in.el out.gr --coords=in.co & pid=$!; "
                             "while ! ls out.gr.tmp-* >/dev/null 2>&1; do sleep 0.01; done; kill "
                             "-TERM $pid; wait $pid; exit $?)",
                             folder.path().string(), GALOIS_BIN_DIR));
  EXPECT_EQ(result.status, 128 + SIGTERM) << result.output;
  EXPECT_EQ(folder.names(), (Names{"in.co", "in.el", "out.co"}));
}

/// What graph-convert writes beside OUT.
class SideFiles : public ToolTest {
protected:
  SideFiles() : ToolTest("graph-convert") {
    folder.write("ids.txt", "3 9\n9 30\n");
    folder.write("named.csv", "from,to\nann,bob\nbob,cy\n");
    folder.write("few.csv", "from,to\nann,bob\n");
    folder.write("cells.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  }
  mode_t modeOf(const std::string& name) const {
    struct stat info {};
    EXPECT_EQ(stat((folder / name).c_str(), &info), 0) << name;
    return info.st_mode & 0777;
  }
  /// Runs with files of at most `kilobytes`, as on a full disk.
  CommandResult runOnFullDisk(int kilobytes, const std::string& arguments) const {
    return run(arguments, fmt::format("trap '' XFSZ; ulimit -f {};", kilobytes));
  }
};

TEST_F(SideFiles, OfOthersStay) {
  for (const auto& [in, suffix] : {std::pair("ids.txt", "ids"), std::pair("named.csv", "names"),
                                   std::pair("cells.map", "co")}) {
    const std::string path = std::string("mine.") + suffix;
    for (const std::string own : {"important\n", ""}) {
      folder.write("mine.gr", "the old graph");
      folder.write(path, own);
      expectError(std::string(in) + " mine.gr", 1, path + " is there and was not written beside");
      EXPECT_EQ(contentOf(folder / path), own);
      EXPECT_EQ(contentOf(folder / "mine.gr"), "the old graph");
    }
    std::filesystem::remove(folder / path);
    // The files of an earlier conversion are replaced.
    EXPECT_EQ(run(std::string(in) + " mine.gr").status, 0);
    EXPECT_EQ(run(std::string(in) + " mine.gr").status, 0);
    std::filesystem::remove(folder / path);
  }
  folder.write("mine.ids", "important\n");
  EXPECT_EQ(run("ids.txt mine.gr --mapping=other.ids").status, 0);
  EXPECT_EQ(contentOf(folder / "mine.ids"), "important\n");
  EXPECT_EQ(run("ids.txt other.gr --mapping=mine.ids --quiet").status, 0); // as asked for
  EXPECT_EQ(contentOf(folder / "mine.ids"), "0 3\n1 9\n2 30\n");
}

TEST_F(SideFiles, AreNotWrittenBesideADevice) {
  std::filesystem::create_symlink("/dev/null", folder / "null.gr");
  EXPECT_THAT(run("ids.txt null.gr --to=gr").output, HasSubstr("not written"));
  EXPECT_EQ(folder.names(), (Names{"cells.map", "few.csv", "ids.txt", "named.csv", "null.gr"}));
}

TEST_F(SideFiles, AppearAllOrNot) {
  run("few.csv g.gr");
  const std::string graph = contentOf(folder / "g.gr"), names = contentOf(folder / "g.names");
  std::string edges = "from,to\n", longNames = "from,to\n";
  for (int i = 0; i < 3000; ++i) {
    edges += "x,y\n";
  }
  for (int i = 0; i < 30; ++i) {
    longNames += fmt::format("{:a<200},{:b<200}\n", i, i);
  }
  folder.write("edges.csv", edges);
  folder.write("long.csv", longNames);
  // The graph does not fit, then the names do not.
  for (const char* in : {"edges.csv", "long.csv"}) {
    const CommandResult result = runOnFullDisk(4, std::string(in) + " g.gr");
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.output, MatchesRegex("graph-convert: cannot write g.(gr|names): .*\n"));
    EXPECT_EQ(contentOf(folder / "g.gr"), graph) << in;
    EXPECT_EQ(contentOf(folder / "g.names"), names) << in;
  }
  EXPECT_EQ(run("edges.csv g.gr --quiet").status, 0);
  EXPECT_NE(contentOf(folder / "g.names"), names);
  EXPECT_EQ(folder.names(), (Names{"cells.map", "edges.csv", "few.csv", "g.gr", "g.names",
                                   "ids.txt", "long.csv", "named.csv"}));
}

TEST_F(SideFiles, NamesStayUnlessTheirGraphIsReplaced) {
  run("named.csv g.gr");
  run("g.gr plain.mtx");
  const std::string names = contentOf(folder / "plain.names");
  // They are those of the same graph, and then also of OUT.
  EXPECT_EQ(run("plain.mtx plain.gr").status, 0);
  EXPECT_EQ(contentOf(folder / "plain.names"), names);
  EXPECT_THAT(run("plain.gr - --to=csv --quiet").output, HasSubstr("ann,bob\n"));
  // Of another graph, they would be refused with OUT.
  expectError("plain.mtx plain.gr --symmetrize", 1, "plain.names has the names of another graph");
  EXPECT_EQ(contentOf(folder / "plain.names"), names);
  std::filesystem::remove(folder / "g.gr");
  expectError("ids.txt g.gr", 1, "g.names has the names of another graph");
  EXPECT_EQ(contentOf(folder / "g.names"), names);
  // A graph is replaced together with its names.
  run("named.csv g.gr");
  EXPECT_EQ(run("ids.txt g.gr").status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "g.names"));
}

TEST_F(SideFiles, AreAsPrivateAsTheInputAndOut) {
  const mode_t mask = umask(022);
  run("named.csv open.gr");
  EXPECT_EQ(modeOf("open.gr"), 0644u);
  EXPECT_EQ(modeOf("open.names"), 0644u);
  for (const char* name : {"named.csv", "ids.txt"}) {
    std::filesystem::permissions(folder / name, std::filesystem::perms(0600));
  }
  run("named.csv g.gr");
  run("ids.txt ids.gr");
  for (const char* name : {"g.gr", "g.names", "ids.gr", "ids.ids"}) {
    EXPECT_EQ(modeOf(name), 0600u) << name;
  }
  // A file that is there keeps its mode, and a new one beside it is not more open.
  std::filesystem::permissions(folder / "named.csv", std::filesystem::perms(0644));
  std::filesystem::remove(folder / "g.names");
  run("named.csv g.gr");
  run("named.csv open.gr");
  EXPECT_EQ(modeOf("g.gr"), 0600u);
  EXPECT_EQ(modeOf("g.names"), 0600u);
  EXPECT_EQ(modeOf("open.gr"), 0644u);
  umask(mask);
}

} // namespace
} // namespace galois::inputs::test
