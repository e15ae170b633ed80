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

Graph load(const PreparedGraph& prepared) {
  InputFile file(prepared.path);
  return readGraphFile(file, "gr", {});
}

PreparedGraph prepared(const std::string& path, const PrepareOptions& options = {}) {
  return prepareGraph(path, options);
}

/// Returns the name of the kept conversion.
std::string keptOf(const std::string& path, const PrepareOptions& options = {}) {
  return prepareGraph(path, options).kept;
}

ino_t inodeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info.st_ino;
}

unsigned modeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(lstat(path.c_str(), &info), 0) << path;
  return info.st_mode & 07777;
}

const std::string kText = "p sp 2 1\na 1 2 5\n";

/// Every test has a cache folder of its own.
class InputGraph : public testing::Test {
protected:
  const Folder folder;
  const CacheHome cache;
};

/// Writes the binary of a text, and returns its path.
std::string binaryOf(const Folder& folder, const std::string& name, const std::string& text,
                     const std::string& from) {
  return writeGraph(folder / name, parse(text, from), "gr");
}

TEST_F(InputGraph, ReturnsBinaryFilesAsTheyAre) {
  const std::string binary = binaryOf(folder, "x.gr", kText, "dimacs");
  EXPECT_EQ(prepared(binary).path, binary);
  EXPECT_EQ(prepared(binary).kept, "");
  // A kept conversion is a binary file, too.
  const std::string kept = keptOf(folder.write("y.gr", kText));
  EXPECT_EQ(prepared(kept).path, kept);
  InputFile file(kept);
  EXPECT_EQ(arcsOf(readGraphFile(file, "", {})), (Arcs{{0, 1, 5}}));
}

TEST_F(InputGraph, ConvertsOnceToTheCacheFolder) {
  const std::string input = folder.write("x.gr.xz", xz(kText));
  const PreparedGraph made = prepareGraph(input);
  EXPECT_THAT(made.kept,
              testing::MatchesRegex(cache.kept().string() + "/x.gr.xz.[0-9a-f]{40}.cached.gr"));
  EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 1, 5}}));
  EXPECT_EQ(made.remark + made.warning, "");
  const ino_t inode = inodeOf(made.kept);
  EXPECT_EQ(keptOf(input), made.kept);
  EXPECT_EQ(inodeOf(made.kept), inode);
  EXPECT_EQ(cache.keptNames().size(), 1u);
  EXPECT_EQ(folder.names().size(), 1u) << "nothing beside the input";
  EXPECT_EQ(modeOf(cache.kept()), 0700u);
  EXPECT_EQ(modeOf(made.kept), 0600u);
}

TEST_F(InputGraph, LeadsToAFileThatHasLostItsName) {
  const PreparedGraph made = prepareGraph(folder.write("x.gr", kText));
  folder.write("other", "no graph");
  std::filesystem::rename(folder / "other", made.kept);
  EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 1, 5}}));
  std::filesystem::remove(made.kept);
  EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 1, 5}}));
}

TEST_F(InputGraph, ConvertsAgainWhenTheInputChanges) {
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

TEST_F(InputGraph, KnowsAFileByItsContent) {
  const std::string input = folder.write("x.gr", kText);
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 5}}));
  replaceInSecret(folder, "x.gr", "p sp 2 1\na 1 2 7\n");
  EXPECT_EQ(arcsOf(load(prepared(input))), (Arcs{{0, 1, 7}}));

  const std::string packed = folder.write("y.gr.gz", gzip(kText));
  EXPECT_EQ(arcsOf(load(prepared(packed))), (Arcs{{0, 1, 5}}));
  replaceInSecret(folder, "y.gr.gz", gzip("p sp 2 1\na 1 2 7\n"));
  EXPECT_EQ(arcsOf(load(prepared(packed))), (Arcs{{0, 1, 7}}));
}

TEST_F(InputGraph, KnowsTheOtherFilesOfAGraphByTheirContent) {
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

TEST_F(InputGraph, KeepsOneFileForEachInput) {
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
  EXPECT_EQ(cache.keptNames().size(), 4u);
  const std::vector<std::string> before = cache.keptNames();
  const Folder other; // an input of this name elsewhere has another content for a good reason
  prepared(other.write("x", "0 1 9\n"), {.from = "edgelist"});
  EXPECT_EQ(cache.keptNames().size(), 5u);
  folder.write("x", "0 1 8\n"); // the two files of the old content are removed, and no others
  all();
  const std::vector<std::string> after = cache.keptNames();
  EXPECT_EQ(after.size(), 5u);
  std::vector<std::string> kept;
  std::set_intersection(before.begin(), before.end(), after.begin(), after.end(),
                        std::back_inserter(kept));
  EXPECT_EQ(kept.size(), 2u);
  EXPECT_EQ(folder.names().size(), 3u);
}

TEST_F(InputGraph, MakesADamagedFileAgain) {
  const std::string input = folder.write("x.el", "0 1 5\n1 2 6\n2 0 7\n");
  const std::string sparse = folder.write("y.el", "7 9 5\n9 20 6\n20 7 7\n");
  constexpr size_t kHeader = 32, kIndex = 3 * 8, kHeads = 4 * 4, kWeights = 3 * 4;
  for (const std::string& text : {input, sparse}) {
    const bool ids = text == sparse;
    const PreparedGraph made = prepareGraph(text);
    EXPECT_EQ(made.remark, "");
    const std::string whole = contentOf(made.path);
    const Graph right = load(made);
    std::vector<std::string> damaged{"",
                                     "no graph",
                                     whole.substr(0, 2),
                                     whole.substr(0, kHeader),
                                     whole.substr(0, whole.size() - 9),
                                     whole + "and sixteen more",
                                     std::string(whole.size(), '\0')};
    const auto with = [&](size_t at, char byte) {
      damaged.push_back(whole);
      char& there = damaged.back()[at]; // may be any byte of the check
      there = there == byte ? static_cast<char>(byte ^ 2) : byte;
    };
    with(0, 3);                 // version
    with(16, 2);                // number of nodes
    with(24, 4);                // number of arcs
    with(kHeader, 9);           // index: end of node 0
    with(kHeader + kIndex, 77); // head of the first arc
    with(whole.size() - 1, 1);  // mark of the notes
    with(whole.size() - 16, 1); // their size
    with(whole.size() - 24, 1); // their check
    with(whole.find("edge-bytes"), 'E');
    if (ids) {
      with((kHeader + kIndex + kHeads + kWeights + 7) / 8 * 8, 'X'); // mark of the ids
    }
    for (const std::string& content : damaged) {
      std::ofstream(made.kept, std::ios::binary) << content;
      const PreparedGraph again = prepareGraph(text);
      EXPECT_EQ(again.kept, made.kept);
      EXPECT_THAT(
          again.remark,
          HasSubstr("A kept conversion was damaged and has been made again: " + made.kept + ": "));
      EXPECT_EQ(again.remark.find('\n'), std::string::npos);
      EXPECT_EQ(arcsOf(load(again)), arcsOf(right));
      EXPECT_EQ(readGrIds(again.path), right.ids);
      EXPECT_EQ(prepareGraph(text).remark, "");
    }
  }
  EXPECT_EQ(cache.keptNames().size(), 2u);
}

TEST_F(InputGraph, CanDoWithoutACache) {
  const std::string input = folder.write("x.gr", kText);
  {
    const PreparedGraph graph = prepareGraph(input, {.cache = false});
    EXPECT_EQ(arcsOf(load(graph)), (Arcs{{0, 1, 5}}));
    EXPECT_EQ(arcsOf(load(graph)), (Arcs{{0, 1, 5}})) << "as often as one likes";
    EXPECT_EQ(folder.names().size(), 1u);
    EXPECT_EQ(graph.kept + graph.warning, "");
    EXPECT_TRUE(cache.names().empty());
  }
  // An existing cached file is not used either.
  std::ofstream(keptOf(input)) << "no graph";
  EXPECT_EQ(arcsOf(load(prepared(input, {.cache = false}))), (Arcs{{0, 1, 5}}));
}

TEST_F(InputGraph, KeepsOptionsApart) {
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
  EXPECT_EQ(cache.keptNames().size(), 6u);
  // The same holds for a binary file.
  const std::string binary = binaryOf(folder, "b.gr", kText, "dimacs");
  EXPECT_EQ(arcsOf(load(prepared(binary, {.symmetrize = true}))), (Arcs{{0, 1, 5}, {1, 0, 5}}));
}

TEST_F(InputGraph, UnusedWeightsMayBeAnything) {
  const std::string input = folder.write(
      "x.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 -0.5\n2 1 1e-3\n");
  EXPECT_THROW(prepared(input), InputError);
  const Graph graph = load(prepared(input, {.weightsUnused = true}));
  EXPECT_TRUE(graph.weights.empty());
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {1, 0, 0}}));
  EXPECT_TRUE(load(prepared(input, {.weights = WeightSpec{1, 9, 1}, .weightsUnused = true}))
                  .weights.empty());
  // A binary input stays as it is, and is not copied.
  const std::string binary = binaryOf(folder, "y.gr", "0 1 7\n", "edgelist");
  EXPECT_EQ(prepared(binary, {.weightsUnused = true}).path, binary);
}

TEST_F(InputGraph, KnowsWhatWeightsAre) {
  const std::string text = folder.write("x.gr", kText);
  const PreparedGraph integers = prepareGraph(text);
  EXPECT_EQ(integers.weights, WeightType::kInteger);
  EXPECT_EQ(prepareGraph(text, {.weightType = WeightType::kFloat}).weights, WeightType::kFloat);
  EXPECT_EQ(prepareGraph(integers.kept).weights, std::nullopt) << "not examined";
  // The sizes of floats are different files, and rounding is asked for.
  const std::string exact = folder.write("d.el", "0 1 16777217.0\n");
  for (int time = 0; time < 2; ++time) {
    for (const unsigned bytes : {0, 4, 8}) {
      const PreparedGraph made =
          prepared(exact, {.weightType = WeightType::kFloat, .edgeBytes = bytes});
      InputFile file(made.path);
      const Graph graph = readGraphFile(file, "gr", {.weightType = WeightType::kFloat});
      EXPECT_EQ(graph.weights.text(graph.weights[0]), bytes == 4 ? "16777216" : "16777217");
    }
  }
  // Compressed binary files: the type of their weights, at first and from the cache.
  const auto packed = [&](const char* name, const std::string& arcs, WeightType type) {
    return writeGraph(folder / name, parse(arcs, "", {.weightType = type}), "gr");
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

TEST_F(InputGraph, KeepsTheIdsOfNodes) {
  const std::string input = folder.write("x.txt", "9 3\n3 70\n");
  // The second call finds the file that the first one made.
  for (int run = 0; run < 2; ++run) {
    const PreparedGraph made = prepared(input);
    EXPECT_EQ(readGrIds(made.path), (std::vector<std::uint64_t>{3, 9, 70}));
    EXPECT_EQ(arcsOf(load(made)), (Arcs{{0, 2, 0}, {1, 0, 0}}));
  }
  EXPECT_EQ(cache.keptNames().size(), 1u);
  const PreparedGraph kept = prepared(input, {.keepIds = true});
  EXPECT_TRUE(readGrIds(kept.path).empty());
  EXPECT_EQ(load(kept).numNodes(), 71u);
  // A binary file keeps its ids through a transformation.
  const std::string binary = binaryOf(folder, "b.gr", "9 3\n3 70\n", "edgelist");
  EXPECT_EQ(readGrIds(prepared(binary, {.symmetrize = true}).path),
            (std::vector<std::uint64_t>{3, 9, 70}));
}

TEST_F(InputGraph, KeepsAConversionPerChoiceOfColumns) {
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
  EXPECT_EQ(cache.keptNames().size(), 4u);
  EXPECT_THROW(
      prepared(keptOf(input, {.columns = {.weight = "km"}}), {.columns = {.weight = "km"}}),
      UsageError);
}

TEST_F(InputGraph, SaysNotesEachTime) {
  const std::string input = folder.write("x.txt", "3 2\n0 1\n1 3\n");
  for (int run = 0; run < 2; ++run) {
    const PreparedGraph made = prepareGraph(input);
    EXPECT_THAT(made.notes, testing::ElementsAre(testing::HasSubstr("NODES EDGES")));
    EXPECT_EQ(load(made).numArcs(), 3u);
    EXPECT_EQ(made.warning, "");
    EXPECT_NE(made.kept, "");
  }
  EXPECT_EQ(cache.keptNames().size(), 1u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"x.txt"});
}

TEST_F(InputGraph, KeepsBesideTheInputIfAsked) {
  const std::string input = folder.write("x.gr", kText);
  const PrepareOptions beside{.cacheBeside = true};
  const std::string inCache = keptOf(input);
  const std::string kept = keptOf(input, beside);
  EXPECT_EQ(std::filesystem::path(kept).parent_path(), std::filesystem::canonical(folder.path()));
  EXPECT_EQ(std::filesystem::path(kept).filename(), std::filesystem::path(inCache).filename());
  const ino_t inode = inodeOf(kept);
  EXPECT_EQ(keptOf(input, beside), kept);
  EXPECT_EQ(inodeOf(kept), inode);
  EXPECT_EQ(keptOf(input), inCache);
  folder.write("x.gr", "p sp 2 1\na 1 2 7\n");
  EXPECT_EQ(arcsOf(load(prepared(input, beside))), (Arcs{{0, 1, 7}}));
  EXPECT_EQ(folder.names().size(), 2u) << "the old one is removed";
  EXPECT_EQ(cache.keptNames().size(), 1u) << "this one is not looked for";
}

TEST_F(InputGraph, LeavesAFolderAloneThatIsNotMeantToBeWritten) {
  const std::string input = folder.write("x.gr", kText);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  const std::string made = keptOf(input, {.cacheBeside = true});
  EXPECT_EQ(keptOf(input, {.cacheBeside = true}), made);
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  EXPECT_THAT(made, testing::StartsWith(cache.kept().string()));
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST_F(InputGraph, GivesWhatIsBesideNoMoreReadersThanTheInputHas) {
  const PrepareOptions beside{.cacheBeside = true};
  const mode_t before = umask(022);
  unsigned number = 0;
  for (const auto& [mask, input, kept] : std::vector<std::array<unsigned, 3>>{{022, 0600, 0600},
                                                                              {022, 0644, 0644},
                                                                              {022, 0666, 0644},
                                                                              {022, 0755, 0644},
                                                                              {077, 0644, 0600},
                                                                              {027, 0644, 0640},
                                                                              {022, 0640, 0640},
                                                                              {0, 0666, 0644}}) {
    const std::string path = folder.write(fmt::format("{}.gr", ++number), kText);
    chmod(path.c_str(), input);
    umask(mask);
    const PreparedGraph made = prepared(path, beside);
    EXPECT_EQ(modeOf(made.kept), kept) << number;
    EXPECT_EQ(modeOf(keptOf(path)), 0600u);
  }
  umask(before);
}

TEST_F(InputGraph, UsesNothingBesideTheInputThatOthersCouldHaveMade) {
  const std::string input = folder.write("x.gr", kText);
  const PrepareOptions beside{.cacheBeside = true};
  const std::string kept = keptOf(input, beside);
  const std::string whole = contentOf(kept);
  std::string planted = whole;
  planted[32 + 2 * 8 + 4 + 4] = 9; // the weight of the arc, which no check finds
  const auto answer = [&] {
    const PreparedGraph graph = prepared(input, beside);
    EXPECT_EQ(graph.kept, kept);
    EXPECT_EQ(contentOf(kept), whole);
    EXPECT_EQ(arcsOf(load(graph)), (Arcs{{0, 1, 5}}));
    return graph.remark;
  };
  // Others can write it, or it is a link.
  folder.write(std::filesystem::path(kept).filename().string(), planted);
  ASSERT_EQ(chmod(kept.c_str(), 0666), 0);
  EXPECT_THAT(answer(), HasSubstr("is not used: " + kept + ": others can write it"));
  EXPECT_EQ(answer(), "");
  std::filesystem::remove(kept);
  const std::string target = folder.write("target", planted);
  std::filesystem::create_symlink(target, kept);
  EXPECT_THAT(answer(), HasSubstr("is not used: " + kept + ": it is a link"));
  EXPECT_EQ(contentOf(target), planted) << "nothing is written through a link";
  EXPECT_EQ(modeOf(target), 0644u);
  // What cannot be replaced is left, and the cache folder is used.
  std::filesystem::remove(kept);
  std::filesystem::create_directory(kept);
  const PreparedGraph graph = prepared(input, beside);
  EXPECT_THAT(graph.kept, testing::StartsWith(cache.kept().string()));
  EXPECT_EQ(graph.warning, "");
  // In the test of programs (cache_privacy_cli.py) another user does that.
}

TEST_F(InputGraph, UsesNoFileOfAnotherRecipe) {
  const std::string first = folder.write("x.gr", kText);
  const std::string wrong = keptOf(first);
  const std::string right = keptOf(first, {.symmetrize = true});
  std::filesystem::rename(wrong, right);
  const PreparedGraph graph = prepared(first, {.symmetrize = true});
  EXPECT_THAT(graph.remark, HasSubstr("it has another recipe"));
  EXPECT_EQ(arcsOf(load(graph)), (Arcs{{0, 1, 5}, {1, 0, 5}}));
}

/// Expects that the input is prepared without a cache, and returns why.
std::string reasonFor(const std::string& input) {
  const PreparedGraph graph = prepared(input);
  EXPECT_EQ(arcsOf(load(graph)), (Arcs{{0, 1, 5}}));
  EXPECT_EQ(graph.kept, "");
  EXPECT_THAT(graph.warning, testing::StartsWith("the converted graph is not kept: "));
  EXPECT_THAT(graph.warning, HasSubstr("--no-cache"));
  EXPECT_EQ(graph.warning.find('\n'), std::string::npos);
  return graph.warning;
}

TEST_F(InputGraph, KeepsNothingInAFolderThatIsNotTheUsersAlone) {
  const std::string input = folder.write("x.gr", kText);
  std::filesystem::create_directory(cache.kept());
  for (const mode_t mode : {0777, 0770, 0720, 0702}) {
    ASSERT_EQ(chmod(cache.kept().c_str(), mode), 0);
    EXPECT_THAT(reasonFor(input), HasSubstr("others can write there")) << mode;
  }
  ASSERT_EQ(chmod(cache.kept().c_str(), 0500), 0);
  EXPECT_THAT(reasonFor(input), testing::AnyOf(HasSubstr("cannot be written"), // as root
                                               HasSubstr("Permission denied")));
  EXPECT_TRUE(cache.keptNames().empty());
  std::filesystem::remove(cache.kept());
  std::filesystem::create_directory_symlink(folder.path(), cache.kept());
  EXPECT_THAT(reasonFor(input), HasSubstr("it is a link"));
  std::filesystem::remove(cache.kept());
  cache.write("galois-cps", "");
  EXPECT_THAT(reasonFor(input), HasSubstr("it is no folder"));
  std::filesystem::remove(cache.kept());
  setenv("XDG_CACHE_HOME", (folder / "x.gr").c_str(), 1);
  EXPECT_THAT(reasonFor(input), HasSubstr("Not a directory"));
  setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
  EXPECT_EQ(prepared(input).warning, "");
}

TEST_F(InputGraph, MakesItsFolderInTheHomeFolder) {
  const std::string input = folder.write("x.gr", kText);
  const Folder home;
  const char* const before = std::getenv("HOME");
  const std::string old = before != nullptr ? before : "/";
  setenv("HOME", home.path().c_str(), 1);
  for (const char* const cacheHome : {"", "relative/is/ignored"}) {
    setenv("XDG_CACHE_HOME", cacheHome, 1);
    EXPECT_THAT(keptOf(input), testing::StartsWith(home / ".cache/galois-cps/x.gr."));
    EXPECT_EQ(modeOf(home / ".cache"), 0700u);
    EXPECT_EQ(modeOf(home / ".cache/galois-cps"), 0700u);
    std::filesystem::remove_all(home / ".cache");
  }
  setenv("HOME", "/proc/1/root-of-nobody", 1);
  EXPECT_THAT(reasonFor(input), HasSubstr("no home folder"));
  setenv("HOME", old.c_str(), 1);
}

TEST_F(InputGraph, KeepsNothingThatIsLargerThanTheLimit) {
  const std::string input = folder.write("x.gr", kText);
  setenv("GALOIS_CPS_CACHE_LIMIT", "10", 1);
  EXPECT_THAT(reasonFor(input), HasSubstr("GALOIS_CPS_CACHE_LIMIT"));
  EXPECT_TRUE(cache.keptNames().empty());
  for (const char* const wrong :
       {"x", "-1", "20Gi", "20 G", "99999999999999999999", "99999999999T"}) {
    setenv("GALOIS_CPS_CACHE_LIMIT", wrong, 1);
    EXPECT_THROW(prepared(input), UsageError) << wrong;
  }
  setenv("GALOIS_CPS_CACHE_LIMIT", "1K", 1);
  EXPECT_EQ(prepared(input).warning, "");
  EXPECT_EQ(cache.keptNames().size(), 1u);
  setenv("GALOIS_CPS_CACHE_LIMIT", "lots", 1);
  EXPECT_THROW(prepared(input), UsageError) << "also if there is nothing to write";
  EXPECT_THROW(prepared(input, {.cacheBeside = true}), UsageError);
  EXPECT_EQ(prepared(input, {.cache = false}).warning, "") << "uses no cache";
  unsetenv("GALOIS_CPS_CACHE_LIMIT");
}

TEST_F(InputGraph, LeavesNothingBehindAfterAnError) {
  const std::string input = folder.write("x.gr", "p sp 2 1\na 1 9 5\n");
  EXPECT_THAT(messageOf([&] { prepared(input); }), HasSubstr("x.gr:2: head 9 is out of range"));
  EXPECT_EQ(folder.names().size(), 1u);
  const std::string heavy = folder.write("y.gr", "p sp 2 1\na 1 2 5000000000\n");
  EXPECT_THAT(messageOf([&] { prepared(heavy); }), HasSubstr("does not fit in 4 bytes"));
  EXPECT_EQ(folder.names().size(), 2u);
  EXPECT_TRUE(cache.keptNames().empty());
}

TEST_F(InputGraph, IsSafeForProcessesAtOnce) {
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
  EXPECT_EQ(cache.keptNames().size(), 1u);
}

TEST_F(InputGraph, SaysWhatItCannotPrepare) {
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
