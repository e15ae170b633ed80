// Tests that no output replaces an input or another output, whatever names the two have.

#include "inputs/io/FileRoles.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kText = "0 1 5\n1 2 7\n";

/// Inputs and outputs are kept apart for the rest of this process, so each test has a folder of its
/// own.
class FileRoles : public testing::Test {
protected:
  FileRoles() { keepFilesApart(); }

  std::string input() const { return folder.write("in.el", kText); }
  void expectRefused(const std::string& output, const std::string& message) const {
    EXPECT_THAT(messageOf([&] { OutputFile file(output); }), HasSubstr(message));
    EXPECT_THROW(OutputFile file(output), UsageError);
  }

  const Folder folder;
};

TEST_F(FileRoles, InputsAreNoOutputsUnderAnyName) {
  const std::string path = input();
  fs::create_symlink(path, folder / "link");
  fs::create_symlink("link", folder / "link2");
  fs::create_hard_link(path, folder / "hard");
  { const InputFile file(path); }
  expectRefused(path, "in.el is an input and cannot be an output, too");
  for (const char* const name : {"link", "link2", "hard", "./in.el"}) {
    expectRefused(folder / name, fmt::format("{} is the same file as the input {}; give the output "
                                             "another name",
                                             folder / name, path));
  }
  EXPECT_EQ(contentOf(path), kText);
  EXPECT_EQ(folder.names().size(), 4u);
  OutputFile other(folder / "out");
  other.write("x");
  other.commit();
}

TEST_F(FileRoles, TheOrderDoesNotMatter) {
  const std::string path = input();
  const OutputFile output(path);
  EXPECT_THROW(InputFile file(path), UsageError);
}

TEST_F(FileRoles, TwoOutputsAreNoOneFile) {
  const OutputFile first(folder / "new");
  expectRefused(folder / "new", "new cannot hold two outputs");
  expectRefused(folder / "./new", "are the same file; give each output a name of its own");
  fs::create_directory_symlink(folder.path(), folder / "here");
  expectRefused(folder / "here/new", "are the same file");
  const OutputFile second(folder / "new2");
}

TEST_F(FileRoles, DevicesMayBeSharedByAll) {
  const OutputFile first("/dev/null"), second("/dev/null");
  const InputFile input("/dev/null");
}

/// Runs a program and expects that it refuses its command line and leaves all files unchanged.
void expectUntouched(const Folder& folder, const std::string& command, const std::string& message) {
  std::vector<std::string> before;
  for (const std::string& name : folder.names()) {
    before.push_back(name + contentOf(folder / name));
  }
  const CommandResult result = runCommand(
      fmt::format("cd {} && PATH={}:$PATH {}", folder.path().string(), GALOIS_BIN_DIR, command));
  EXPECT_EQ(result.status, 2) << command << '\n' << result.output;
  EXPECT_THAT(result.output, HasSubstr(message)) << command;
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  std::vector<std::string> after;
  for (const std::string& name : folder.names()) {
    after.push_back(name + contentOf(folder / name));
  }
  EXPECT_EQ(after, before) << command;
}

TEST_F(FileRoles, ToolsRefuseToOverwriteWhatTheyRead) {
  input();
  folder.write("in.co", "p aux sp co 3\nv 1 0 0\nv 2 1 1\nv 3 2 2\n");
  folder.write("old.txt", "old");
  fs::create_symlink("in.el", folder / "link.el");
  fs::create_hard_link(folder / "in.el", folder / "hard.el");
  fs::create_symlink("in.el", folder / "link.svg");
  const std::string same = "is the same file as the input";
  for (const char* const out : {"link.el", "hard.el", "./in.el"}) {
    expectUntouched(folder, fmt::format("graph-convert in.el {} --remove-loops", out), same);
  }
  expectUntouched(folder, "graph-convert in.el in.el", "in.el is an input and cannot be");
  expectUntouched(folder, "graph-convert - in.el --from=edgelist < in.el", same);
  expectUntouched(folder, "graph-convert in.el - --to=edgelist >> in.el", same);
  expectUntouched(folder, "graph-convert in.el out.el --mapping=link.el", same);
  expectUntouched(folder, "graph-convert in.el in.gr --coords=in.co", "in.co is an input");
  expectUntouched(folder, "graph-convert in.el out.el --mapping=./out.el", "same file");
  expectUntouched(folder, "graph-convert in.el old.txt --mapping=./old.txt", "same file");
  expectUntouched(folder, "graph-convert in.co ./in.co", same);
  expectUntouched(folder, "graph-gen road old.txt --nodes=50 --coords=./old.txt", "same file");
  expectUntouched(folder, "graph-gen road new.gr --nodes=50 --coords=./new.gr", "same file");
  expectUntouched(folder, "graph-gen road - --to=edgelist --nodes=50 --coords=-",
                  "standard output cannot hold two outputs");
  expectUntouched(folder, "graph-info in.el --quiet --json=link.el", same);
  expectUntouched(folder, "graph-info in.el --quiet --plot=link.svg", same);
  expectUntouched(folder, "graph-info in.el --quiet --json=x.svg --plot=./x.svg", "same file");
}

} // namespace
} // namespace galois::inputs::test
