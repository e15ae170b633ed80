// Text for people: what terminals see of names, and streams that are closed or full.
#include "inputs/io/Messages.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

TEST(Messages, ShowControlCharacters) {
  EXPECT_EQ(visible("plain \"text\""), "plain \"text\"");
  EXPECT_EQ(visible("a\x1b[2J\r\nb\tc\x7f"), "a\\x1b[2J\\x0d\\x0ab\\x09c\\x7f");
  EXPECT_EQ(visible("a\nb\tc\r", "\n\t"), "a\nb\tc\\x0d");
  EXPECT_EQ(visible(std::string_view("\0", 1)), "\\x00");
  for (const char* text : {"Zürich", "東京", "\U0001f600", "\u00a0"}) {
    EXPECT_EQ(visible(text), text);
  }
  EXPECT_EQ(visible("\xc2\x9b"), "\\xc2\\x9b");          // U+009B begins sequences of terminals
  EXPECT_EQ(visible("caf\xe9"), "caf\\xe9");             // no UTF-8, at the end
  EXPECT_EQ(visible("\xe9t\xe9"), "\\xe9t\\xe9");        // and in the middle
  EXPECT_EQ(visible("\xc0\xaf"), "\\xc0\\xaf");          // longer than need be
  EXPECT_EQ(visible("\xe0\x82\x9b"), "\\xe0\\x82\\x9b"); // the same of three bytes
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80"); // a surrogate
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80"); // beyond the last character
  EXPECT_EQ(visible("\xff"), "\\xff");
}

/// What each tool does with streams that cannot be used.
class Streams : public testing::TestWithParam<std::pair<std::string, std::string>> {
protected:
  Streams() {
    folder.write("g.el", "0 1 5\n1 2 6\n");
    folder.write("answer", "0 0\n1 5\n2 11\n");
    folder.write("old.cached.gr", "x");
  }
  CommandResult run(const std::string& redirected) const {
    const auto& [tool, arguments] = GetParam();
    return runCommand(fmt::format("cd {} && XDG_CACHE_HOME=$PWD/cache {}/{} {} {}",
                                  folder.path().string(), GALOIS_BIN_DIR, tool, arguments,
                                  redirected));
  }
  Folder folder;
};

TEST_P(Streams, AreErrorsOnlyWhereSomethingIsLost) {
  const std::string line = GetParam().first + ": cannot write standard output: ";
  for (const auto& [redirected, reason] : {std::pair(">/dev/full", "No space left on device\n"),
                                           std::pair(">&-", "Bad file descriptor\n")}) {
    const CommandResult result = run(redirected);
    EXPECT_EQ(result.status, 1) << redirected;
    EXPECT_EQ(result.output, line + reason) << redirected;
  }
  for (const char* redirected : {"2>&-", "2>/dev/full", "<&-"}) {
    EXPECT_EQ(run(redirected).status, 0) << redirected;
  }
  for (const char* redirected : {"2>&-", "2>/dev/full", ">&- 2>&-"}) {
    EXPECT_EQ(run(std::string("--no-such-flag ") + redirected).status, 2) << redirected;
  }
  for (const char* flag : {"--help=json", "--help", "--version"}) {
    EXPECT_EQ(run(std::string(flag) + " >/dev/full 2>/dev/null").status, 1) << flag;
  }
}

INSTANTIATE_TEST_SUITE_P(OfTools, Streams,
                         testing::Values(std::pair("graph-info", "g.el"),
                                         std::pair("graph-check", "sssp g.el answer"),
                                         std::pair("graph-cache", "list ."),
                                         std::pair("graph-convert", "g.el out.gr"),
                                         std::pair("graph-gen", "torus2d out.gr --nodes=9")));

TEST(MessagesOfTools, HaveOneLineWithoutControlCharacters) {
  const Folder folder;
  folder.write("a\x1b[31m.el", "0 1\n");
  folder.write("names.csv", "from,to\nann,\"b\x1b[31m\x1b]0;t\x07\"\n");
  folder.write("bad.el", "0 x\x1b[2Jy\n");
  for (const char* command :
       {"graph-convert 'a\x1b[31m.el' 'b\x1b[31m.gr'", "graph-info 'a\x1b[31m.el'",
        "graph-info 'no\nsuch'", "graph-convert bad.el out.gr --from=dimacs",
        "graph-convert names.csv x.gr", "graph-convert 'a\x1b[31m.el' x.y\x1bz",
        "graph-check sssp 'a\x1b[31m.el' bad.el", "graph-convert '--fron\x1bm=x' a b",
        "graph-gen 'torus\x1b[31m' x.gr"}) {
    const CommandResult result =
        runCommand(fmt::format("cd {} && {}/{}", folder.path().string(), GALOIS_BIN_DIR, command));
    EXPECT_EQ(result.output.find_first_of("\x1b\x07\r"), std::string::npos) << result.output;
    EXPECT_FALSE(result.output.empty()) << command;
    if (result.status != 0) {
      EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
    }
  }
}

} // namespace
} // namespace galois::inputs::test
