// Tests the program graph-info as users run it.

#include "Compress.h"
#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Names = std::vector<std::string>;

class GraphInfo : public ToolTest {
protected:
  GraphInfo() : ToolTest("graph-info") {}
};

TEST_F(GraphInfo, TellsWhatAGraphLooksLike) {
  folder.write("in.gr.xz", xz("p sp 5 5\na 1 2 7\na 2 1 7\na 2 3 4\na 3 3 9\na 1 2 8\n"));
  const CommandResult result = run("in.gr.xz -t 2");
  EXPECT_EQ(result.status, 0);
  for (const char* line :
       {"in.gr.xz\n", "nodes           5\n", "arcs            5 (1.00 per node)\n",
        "self-loops      1\n", "parallel arcs   1\n", "no: 1 arcs (20.0 %) have no reverse\n",
        "3 weakly connected; the largest has 3 nodes (60.0 %)\n",
        "2 nodes without arcs to or from others (40.0 %)\n", "at least 2 arcs, from node 0 to 2\n",
        "at least 11 by weight, from node 0 to 2\n", "Arcs out of a node: 0 to 2, mean 1, median 1",
        "Arcs into a node: ", "Weights: 4 to 9, mean 7, median 7",
        "  9              1   20.0 %  ####################\n"}) {
    EXPECT_THAT(result.output, HasSubstr(line));
  }
}

TEST_F(GraphInfo, LeavesOutWhatIsNotThere) {
  folder.write("in.el", "0 1\n1 0\n");
  const CommandResult result = run("in.el --sweeps=0");
  EXPECT_THAT(result.output, HasSubstr("yes: every arc has its reverse\n"));
  EXPECT_THAT(result.output, HasSubstr("weights         none\n"));
  for (const char* absent : {"diameter", "Weights:", "Arcs into", "isolated"}) {
    EXPECT_THAT(result.output, Not(HasSubstr(absent)));
  }
}

TEST_F(GraphInfo, WritesJson) {
  folder.write("in.el", "0 1 3\n1 2 5\n");
  EXPECT_EQ(run("in.el --quiet --json=out.json").output, "");
  EXPECT_THAT(contentOf(folder / "out.json"),
              HasSubstr("\"diameter_weight\": {\n    \"at_least\": 8.0"));
  EXPECT_THAT(run("in.el --json=- 2>text").output, testing::StartsWith("{\n  \"schema\": "));
  EXPECT_THAT(contentOf(folder / "text"), HasSubstr("nodes           3\n"));
  EXPECT_EQ(folder.names(), (Names{"in.el", "out.json", "text"}));
}

TEST_F(GraphInfo, DrawsPictures) {
  folder.write("in.el", "0 1 3\n1 2 5\n2 0 900\n");
  for (const char* name : {"out.svg", "out.png"}) {
    const CommandResult result = run(fmt::format("in.el --quiet --plot={}", name));
    EXPECT_EQ(result.status, 0) << result.output;
    EXPECT_EQ(result.output, "");
  }
  EXPECT_THAT(contentOf(folder / "out.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(contentOf(folder / "out.png"), testing::StartsWith("\x89PNG"));
  EXPECT_EQ(folder.names(), (Names{"in.el", "out.png", "out.svg"}));
}

TEST_F(GraphInfo, SaysInOneLineWhatIsWrong) {
  folder.write("in.el", "0 1\n");
  expectError("missing.gr", 1, "cannot open missing.gr: No such file or directory");
  expectError("in.el --json=nowhere/out.json", 1, "cannot write nowhere/out.json");
  expectError("in.el --plot=out.bmp", 2, "give a file that ends in .svg, .png or .pdf");
  expectError("in.el --sweeps=x", 2, "--sweeps=x: a whole number from 0");
  expectError("", 2, "GRAPH is missing");
  expectError("in.el -t=0", 2, "-t=0: a whole number from 1 to 1024 is needed");
  const CommandResult unwritable = run("in.el --quiet --plot=nowhere/out.svg");
  EXPECT_EQ(unwritable.status, 1);
  EXPECT_THAT(unwritable.output, HasSubstr("cannot write nowhere/out.svg: No such file"));
  EXPECT_EQ(folder.names(), Names{"in.el"});
}

TEST_F(GraphInfo, ExplainsItself) {
  const CommandResult help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.output, HasSubstr("--plot=<file>"));
}

} // namespace
} // namespace galois::inputs::test
