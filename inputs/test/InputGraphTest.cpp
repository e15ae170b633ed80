#include "inputs/InputGraph.h"

#include "inputs/formats/GrIds.h"
#include "inputs/transform/RandomWeights.h"

#include "Compress.h"
#include "Support.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

Graph load(const std::string& path) {
  InputFile file(path);
  return readGraphFile(file, "gr", {});
}

std::string prepared(const std::string& path, const PrepareOptions& options = {}) {
  return prepareGraph(path, options).path;
}

ino_t inodeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info.st_ino;
}

const std::string kText = "p sp 2 1\na 1 2 5\n";

TEST(InputGraph, ReturnsBinaryFilesAsTheyAre) {
  const Folder folder;
  const std::string first = prepared(folder.write("x.gr", kText));
  EXPECT_EQ(prepared(first), first);
}

TEST(InputGraph, ConvertsOnceBesideTheInput) {
  const Folder folder;
  const std::string input = folder.write("x.gr.xz", xz(kText));
  const std::string made = prepared(input);
  EXPECT_EQ(std::filesystem::path(made).parent_path(), std::filesystem::canonical(folder.path()));
  EXPECT_THAT(made, testing::EndsWith(".cached.gr"));
  EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 1, 5}}));
  const ino_t inode = inodeOf(made);
  EXPECT_EQ(prepared(input), made);
  EXPECT_EQ(inodeOf(made), inode);
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(InputGraph, ConvertsAgainWhenTheInputChanges) {
  const Folder folder;
  const std::string input = folder.write("x.gr", kText);
  struct stat info {};
  ASSERT_EQ(stat(input.c_str(), &info), 0);
  prepared(input);
  folder.write("x.gr", "p sp 2 1\na 1 2 7\n"); // as long as before
  const timespec times[2] = {{0, UTIME_OMIT}, {info.st_mtim.tv_sec + 1, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, input.c_str(), times, 0), 0);
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 7}}));

  folder.write("x.gr", "p sp 2 2\na 1 2 7\na 2 1 8\n"); // longer, and as old as before
  ASSERT_EQ(utimensat(AT_FDCWD, input.c_str(), times, 0), 0);
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 7}, {1, 0, 8}}));
}

/// Writes a file that has the size and the times of the previous one, as rsync -t and tar do.
void replaceInSecret(const Folder& folder, const std::string& name, const std::string& content) {
  struct stat info {};
  ASSERT_EQ(stat((folder / name).c_str(), &info), 0);
  ASSERT_EQ(static_cast<size_t>(info.st_size), content.size());
  folder.write(name, content);
  const timespec times[2] = {info.st_atim, info.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, (folder / name).c_str(), times, 0), 0);
}

TEST(InputGraph, KnowsAFileByItsContent) {
  const Folder folder;
  const std::string input = folder.write("x.gr", kText);
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 5}}));
  replaceInSecret(folder, "x.gr", "p sp 2 1\na 1 2 7\n");
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 7}}));

  const std::string packed = folder.write("y.gr.gz", gzip(kText));
  EXPECT_EQ(arcsOf(load(prepared(packed))), (Arcs{{0, 1, 5}}));
  replaceInSecret(folder, "y.gr.gz", gzip("p sp 2 1\na 1 2 7\n"));
  EXPECT_EQ(arcsOf(load(prepared(packed))), (Arcs{{0, 1, 7}}));
}

TEST(InputGraph, KnowsTheOtherFilesOfAGraphByTheirContent) {
  const Folder folder;
  folder.write("x.v", "4\n9\n");
  folder.write("x.e", "4 9 5\n");
  folder.write("x.properties", "graph.x.directed = true\n");
  for (const char* const name : {"x.v", "x.e"}) {
    EXPECT_EQ(arcsOf(load(prepared(folder / name))), (Arcs{{0, 1, 5}}));
  }
  replaceInSecret(folder, "x.e", "4 9 7\n");
  for (const char* const name : {"x.v", "x.e"}) {
    EXPECT_EQ(arcsOf(load(prepared(folder / name))), (Arcs{{0, 1, 7}}));
  }
  folder.write("x.properties", "graph.x.directed = false\n");
  for (const char* const name : {"x.v", "x.e"}) {
    EXPECT_EQ(arcsOf(load(prepared(folder / name))), (Arcs{{0, 1, 7}, {1, 0, 7}}));
  }
}

TEST(InputGraph, KeepsOneFileForEachInput) {
  const Folder folder;
  folder.write("x", "0 1 5\n");
  folder.write("x.y", "0 1 6\n");
  folder.write("x.0123456789abcde", "0 1 7\n"); // one digit short of a hash
  const auto all = [&] {
    for (const char* const name : {"x", "x.y", "x.0123456789abcde"}) {
      prepared(folder / name, {.from = "edgelist"});
    }
    prepared(folder / "x", {.from = "edgelist", .symmetrize = true});
  };
  all();
  EXPECT_EQ(folder.names().size(), 3u + 4);
  const std::vector<std::string> before = folder.names();
  folder.write("x", "0 1 8\n"); // the two files of the old content are removed, and no others
  all();
  const std::vector<std::string> after = folder.names();
  EXPECT_EQ(after.size(), 3u + 4);
  std::vector<std::string> kept;
  std::set_intersection(before.begin(), before.end(), after.begin(), after.end(),
                        std::back_inserter(kept));
  EXPECT_EQ(kept.size(), 3u + 2);
}

TEST(InputGraph, MakesADamagedFileAgain) {
  const Folder folder;
  const std::string input = folder.write("x.el", "0 1 5\n1 2 6\n2 0 7\n");
  const std::string sparse = folder.write("y.el", "7 9 5\n9 20 6\n20 7 7\n");
  constexpr size_t kHeader = 32, kIndex = 3 * 8, kHeads = 4 * 4, kWeights = 3 * 4;
  for (const std::string& text : {input, sparse}) {
    const bool ids = text == sparse;
    const PreparedGraph made = prepareGraph(text);
    EXPECT_EQ(made.remark, "");
    const std::string whole = contentOf(made.path);
    const Graph right = load(made.path);
    std::vector<std::string> damaged{"",
                                     "no graph",
                                     whole.substr(0, 2),
                                     whole.substr(0, kHeader),
                                     whole.substr(0, whole.size() - 9),
                                     whole + "and sixteen more",
                                     std::string(whole.size(), '\0')};
    const auto with = [&](size_t at, char byte) {
      damaged.push_back(whole);
      damaged.back()[at] = byte;
    };
    with(0, 3);                 // version
    with(16, 2);                // number of nodes
    with(24, 4);                // number of arcs
    with(kHeader, 9);           // index: end of node 0
    with(kHeader + kIndex, 77); // head of the first arc
    if (ids) {
      with((kHeader + kIndex + kHeads + kWeights + 7) / 8 * 8, 'X'); // mark of the ids
    }
    for (const std::string& content : damaged) {
      folder.write(std::filesystem::path(made.path).filename().string(), content);
      const PreparedGraph again = prepareGraph(text);
      EXPECT_EQ(again.path, made.path);
      EXPECT_THAT(again.remark, HasSubstr("A kept conversion was damaged and has been made again"));
      EXPECT_THAT(again.remark, HasSubstr(made.path));
      EXPECT_EQ(again.remark.find('\n'), std::string::npos);
      EXPECT_EQ(arcsOf(load(again.path)), arcsOf(right));
      EXPECT_EQ(readGrIds(again.path), right.ids);
      EXPECT_EQ(prepareGraph(text).remark, "");
    }
  }
  EXPECT_EQ(folder.names().size(), 4u);
}

TEST(InputGraph, CanDoWithoutACache) {
  const Folder folder;
  const std::string input = folder.write("x.gr", kText);
  {
    const PreparedGraph graph = prepareGraph(input, {.cache = false});
    EXPECT_EQ(arcsOf(load(graph.path)), (Arcs{{0, 1, 5}}));
    EXPECT_EQ(arcsOf(load(graph.path)), (Arcs{{0, 1, 5}})) << "as often as one likes";
    EXPECT_EQ(folder.names().size(), 1u);
  }
  // An existing cached file is not used either.
  folder.write(std::filesystem::path(prepared(input)).filename().string(), "no graph");
  EXPECT_EQ(arcsOf(load(prepareGraph(input, {.cache = false}).path)), (Arcs{{0, 1, 5}}));
}

TEST(InputGraph, ListsAndClearsWhatIsKept) {
  const Folder folder;
  const Folder cache;
  const std::string input = folder.write("x.gr", kText);
  folder.write("x.e", "4 9 5\n");
  folder.write("x.v", "4\n9\n");
  folder.write("old.gr.18.cached.gr", "of an earlier version");
  folder.write("mine.gr", "");
  std::filesystem::create_symlink("mine.gr", folder / "link.cached.gr");
  prepared(input);
  prepared(folder / "x.e");
  const auto run = [&](const std::string& arguments) {
    return runCommand(fmt::format("XDG_CACHE_HOME={} {}/graph-cache {}", cache.path().string(),
                                  GALOIS_BIN_DIR, arguments));
  };
  const CommandResult list = run("list " + folder.path().string());
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.output, HasSubstr("3 files, "));
  const CommandResult clear = run("clear " + folder.path().string());
  EXPECT_EQ(clear.status, 0);
  EXPECT_THAT(clear.output, HasSubstr("bytes, removed"));
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"link.cached.gr", "mine.gr", "x.e", "x.gr", "x.v"}));
  EXPECT_EQ(run("clear " + (folder / "nowhere")).status, 1);
  EXPECT_EQ(run("burn").status, 2);
}

TEST(InputGraph, KeepsOptionsApart) {
  const Folder folder;
  const std::string input = folder.write("x.gr", kText);
  const WeightSpec seed1{1, 1'000'000, 1};
  const WeightSpec seed2{1, 1'000'000, 2};
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 5}}));
  EXPECT_EQ(arcsOf(load(prepared(input, {.weights = seed1}))),
            (Arcs{{0, 1, randomWeight(seed1, 0, 1)}}));
  EXPECT_EQ(arcsOf(load(prepared(input, {.weights = seed2}))),
            (Arcs{{0, 1, randomWeight(seed2, 0, 1)}}));
  EXPECT_EQ(arcsOf(load(prepared(input, {.symmetrize = true}))), (Arcs{{0, 1, 5}, {1, 0, 5}}));
  EXPECT_TRUE(load(prepared(input, {.unweighted = true})).weights.empty());
  EXPECT_EQ(load(prepared(input, {.edgeBytes = 8})).weights.bytes(), 8u);
  EXPECT_EQ(folder.names().size(), 7u);
  // The same holds for a binary file.
  const std::string binary = prepared(input);
  EXPECT_EQ(arcsOf(load(prepared(binary, {.symmetrize = true}))), (Arcs{{0, 1, 5}, {1, 0, 5}}));
}

TEST(InputGraph, UnusedWeightsMayBeAnything) {
  const Folder folder;
  const std::string input = folder.write(
      "x.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 -0.5\n2 1 1e-3\n");
  EXPECT_THROW(prepared(input), InputError);
  const Graph graph = load(prepared(input, {.weightsUnused = true}));
  EXPECT_TRUE(graph.weights.empty());
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {1, 0, 0}}));
  EXPECT_TRUE(load(prepared(input, {.weights = WeightSpec{1, 9, 1}, .weightsUnused = true}))
                  .weights.empty());
  // A binary input stays as it is, and is not copied.
  const std::string binary = prepared(folder.write("y.txt", "0 1 7\n"), {.from = "edgelist"});
  EXPECT_EQ(prepared(binary, {.weightsUnused = true}), binary);
}

TEST(InputGraph, KnowsWhatWeightsAre) {
  const Folder folder;
  const std::string text = folder.write("x.gr", kText);
  const PreparedGraph integers = prepareGraph(text);
  EXPECT_EQ(integers.weights, WeightType::kInteger);
  EXPECT_EQ(prepareGraph(text, {.weightType = WeightType::kFloat}).weights, WeightType::kFloat);
  EXPECT_EQ(prepareGraph(integers.path).weights, std::nullopt) << "not examined";
  // The sizes of floats are different files, and rounding is asked for.
  const std::string exact = folder.write("d.el", "0 1 16777217.0\n");
  for (int time = 0; time < 2; ++time) {
    for (const unsigned bytes : {0, 4, 8}) {
      const std::string made =
          prepared(exact, {.weightType = WeightType::kFloat, .edgeBytes = bytes});
      InputFile file(made);
      const Graph graph = readGraphFile(file, "gr", {.weightType = WeightType::kFloat});
      EXPECT_EQ(graph.weights.text(graph.weights[0]), bytes == 4 ? "16777216" : "16777217");
    }
  }
  // Compressed binary files: the type of their weights, at first and from the cache.
  const auto packed = [&](const char* name, const std::string& arcs, WeightType type) {
    OutputFile file(folder / name);
    formatNamed("gr").write(parse(arcs, "", {.weightType = type}), file, {});
    file.commit();
    return folder / name;
  };
  const std::string floats = packed("f.gr.gz", "0 1 0.5\n1 0 3\n", WeightType::kFloat);
  const std::string small = packed("i.gr.gz", "0 1 5\n1 0 3\n", WeightType::kInteger);
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(prepareGraph(floats).weights, WeightType::kFloat);
    EXPECT_EQ(prepareGraph(small).weights, WeightType::kInteger);
    EXPECT_EQ(prepareGraph(floats, {.weights = WeightSpec{1, 9, 1}}).weights, WeightType::kInteger);
  }
  const std::string either = packed("e.gr.gz", "0 1 1078530011\n", WeightType::kInteger);
  EXPECT_THAT(messageOf([&] { prepareGraph(either); }), HasSubstr("say which they are with"));
  EXPECT_EQ(prepareGraph(either, {.weightType = WeightType::kInteger}).weights,
            WeightType::kInteger);
}

TEST(InputGraph, KeepsTheIdsOfNodes) {
  const Folder folder;
  const std::string input = folder.write("x.txt", "9 3\n3 70\n");
  // The second call finds the file that the first one made.
  for (int run = 0; run < 2; ++run) {
    const std::string made = prepared(input);
    EXPECT_EQ(readGrIds(made), (std::vector<std::uint64_t>{3, 9, 70}));
    EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 2, 0}, {1, 0, 0}}));
  }
  EXPECT_EQ(folder.names().size(), 2u);
  const std::string kept = prepared(input, {.keepIds = true});
  EXPECT_TRUE(readGrIds(kept).empty());
  EXPECT_EQ(load(kept).numNodes(), 71u);
  // A binary file keeps its ids through a transformation.
  EXPECT_EQ(readGrIds(prepared(prepared(input), {.symmetrize = true})),
            (std::vector<std::uint64_t>{3, 9, 70}));
}

TEST(InputGraph, KeepsAConversionPerChoiceOfColumns) {
  const Folder folder;
  const std::string input = folder.write("x.csv", "source,target,km,cost\n0,1,5,7\n1,2,6,8\n");
  const auto weights = [&](const ColumnNames& columns) {
    return arcsOf(load(prepared(input, {.columns = columns})));
  };
  for (int run = 0; run < 2; ++run) { // the second time each is there
    EXPECT_EQ(weights({.weight = "km"}), (Arcs{{0, 1, 5}, {1, 2, 6}}));
    EXPECT_EQ(weights({.weight = "cost"}), (Arcs{{0, 1, 7}, {1, 2, 8}}));
    EXPECT_EQ(weights({.source = "target", .target = "source", .weight = "km"}),
              (Arcs{{1, 0, 5}, {2, 1, 6}}));
    EXPECT_EQ(weights({.weight = "none"}), (Arcs{{0, 1, 0}, {1, 2, 0}}));
  }
  EXPECT_EQ(folder.names().size(), 5u);
  EXPECT_THROW(
      prepared(prepared(input, {.columns = {.weight = "km"}}), {.columns = {.weight = "km"}}),
      UsageError);
}

TEST(InputGraph, SaysNotesEachTime) {
  const Folder folder;
  const std::string input = folder.write("x.txt", "3 2\n0 1\n1 3\n");
  for (int run = 0; run < 2; ++run) {
    const PreparedGraph made = prepareGraph(input);
    EXPECT_THAT(made.notes, testing::ElementsAre(testing::HasSubstr("NODES EDGES")));
    EXPECT_EQ(load(made.path).numArcs(), 3u);
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"x.txt"});
}

TEST(InputGraph, LeavesAFolderAloneThatIsNotMeantToBeWritten) {
  const Folder folder;
  const Folder cache;
  const std::string input = folder.write("x.gr", kText);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  ASSERT_EQ(setenv("XDG_CACHE_HOME", cache.path().c_str(), 1), 0);
  const std::string made = prepared(input);
  EXPECT_EQ(prepared(input), made);
  ASSERT_EQ(unsetenv("XDG_CACHE_HOME"), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  EXPECT_THAT(made, testing::StartsWith(cache / "galois-cps/"));
  EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 1, 5}}));
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(InputGraph, RefusesACacheFolderThatOthersCanWrite) {
  const Folder folder;
  const Folder cache;
  const std::string input = folder.write("x.gr", kText);
  std::filesystem::create_directory(cache / "galois-cps");
  ASSERT_EQ(chmod((cache / "galois-cps").c_str(), 0777), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  ASSERT_EQ(setenv("XDG_CACHE_HOME", cache.path().c_str(), 1), 0);
  EXPECT_THAT(messageOf([&] { prepared(input); }), HasSubstr("it must be a folder of yours"));
  ASSERT_EQ(unsetenv("XDG_CACHE_HOME"), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
}

TEST(InputGraph, LeavesNothingBehindAfterAnError) {
  const Folder folder;
  const std::string input = folder.write("x.gr", "p sp 2 1\na 1 9 5\n");
  EXPECT_THAT(messageOf([&] { prepared(input); }), HasSubstr("x.gr:2: head 9 is out of range"));
  EXPECT_EQ(folder.names().size(), 1u);
  const std::string heavy = folder.write("y.gr", "p sp 2 1\na 1 2 5000000000\n");
  EXPECT_THAT(messageOf([&] { prepared(heavy); }), HasSubstr("does not fit in 4 bytes"));
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(InputGraph, IsSafeForProcessesAtOnce) {
  const Folder folder;
  std::string edges;
  for (int i = 0; i < 20'000; ++i) {
    edges += fmt::format("{} {}\n", i, i + 1);
  }
  const std::string input = folder.write("x.el.gz", gzip(edges));
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      try {
        _exit(load(prepared(input)).numArcs() == 20'000 ? 0 : 1);
      } catch (const InputError&) {
        _exit(2);
      }
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(InputGraph, SaysWhatItCannotPrepare) {
  const Folder folder;
  EXPECT_THAT(messageOf([&] { prepared(folder / "missing"); }), HasSubstr("No such file"));
  EXPECT_THAT(messageOf([&] { prepared(folder.path().string()); }), HasSubstr("is a folder"));
  EXPECT_THAT(messageOf([] { prepared("/dev/null"); }), HasSubstr("is not a regular file"));
  EXPECT_THAT(messageOf([&] { prepared(folder.write("empty.gr", "")); }), HasSubstr("is empty"));
  const std::string input = folder.write("x.gr", kText);
  EXPECT_THROW(prepared(input, {.weights = WeightSpec{}, .unweighted = true}), UsageError);
  EXPECT_THROW(prepared(input, {.from = "graph"}), UsageError);
}

} // namespace
} // namespace galois::inputs::test
