#include "inputs/PackedGraph.h"

#include "inputs/CachedGraphs.h"

#include "galois/SharedMemSys.h"
#include "galois/graphs/ReadGraph.h"

#include "Support.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstring>
#include <optional>

namespace galois::inputs::test {
namespace {

using graphs::PackedCSR;
using testing::HasSubstr;

/// The place of a field in the header, in words.
enum Field { kMagic = 0, kVersion = 1, kOffsetBytes = 11 };

class PackedGraphs : public testing::Test {
protected:
  static void SetUpTestSuite() { system.emplace(); }
  static void TearDownTestSuite() { system.reset(); }

  /// Writes a .gr of a text in the format dimacs, and returns its path.
  std::string gr(const std::string& dimacs, unsigned edgeBytes = 4) const {
    const Graph graph = parse(dimacs, "dimacs");
    OutputFile file(folder / "x.gr");
    formatNamed("gr").write(graph, file, {.edgeBytes = edgeBytes});
    file.commit();
    return folder / "x.gr";
  }

  template <typename Weight>
  static PackedCSR<Weight> read(const std::string& path) {
    PackedCSR<Weight> graph;
    graphs::readGraph(graph, path);
    return graph;
  }

  /// Packs the .gr and returns the path of the packed form.
  template <typename Weight = std::uint32_t>
  std::string pack(const std::string& path, PackedFacts more = {}) const {
    const auto graph = read<Weight>(path);
    PackedFacts facts = factsOf(graph);
    facts.kind = more.kind;
    facts.symmetric = more.symmetric;
    facts.fileEdgeBytes = more.fileEdgeBytes;
    facts.meanWeight = more.meanWeight;
    std::string packed = packedPathOf(path, "auto");
    writePackedGraph(packed, stateOf(path, "id"), facts, graphs::arraysOf(graph));
    return packed;
  }

  /// Returns why the packed form of the .gr is not used, which must be so.
  std::string refusal(const std::string& packed) const {
    std::string why;
    EXPECT_FALSE(PackedGraph::open(packed, stateOf(folder / "x.gr", "id"), why));
    return why;
  }

  /// Replaces a field of the header.
  static void change(const std::string& packed, Field field, std::uint64_t value) {
    std::string bytes = contentOf(packed);
    std::memcpy(bytes.data() + field * sizeof(value), &value, sizeof(value));
    std::ofstream(packed, std::ios::binary) << bytes;
  }

  const Folder folder;
  const std::string text = "p sp 3 4\na 1 2 5\na 1 3 4294967295\na 2 1 3\na 3 3 7\n";
  static std::optional<SharedMemSys> system;
};
std::optional<SharedMemSys> PackedGraphs::system;

template <typename Weight>
Arcs arcsIn(const PackedCSR<Weight>& graph) {
  Arcs arcs;
  for (const std::uint32_t node : graph) {
    for (const auto& edge : graph.edges(node)) {
      arcs.emplace_back(node, edge.dst, static_cast<std::uint64_t>(edge.weight));
    }
  }
  return arcs;
}

TEST_F(PackedGraphs, HoldTheGraphAndWhatIsKnown) {
  const std::string path = gr(text);
  const std::string packed = pack(
      path, {.kind = WeightKind::kInt, .fileEdgeBytes = 4, .symmetric = false, .meanWeight = 2.5});
  EXPECT_EQ(packed, std::filesystem::canonical(folder.path()) / "x.gr.auto.cached.packed");
  std::string why;
  const auto found = PackedGraph::open(packed, stateOf(path, "id"), why);
  ASSERT_TRUE(found) << why;
  EXPECT_EQ(why, "");
  const PackedFacts& facts = found->facts();
  EXPECT_EQ(facts.nodes, 3u);
  EXPECT_EQ(facts.edges, 4u);
  EXPECT_EQ(facts.weights, PackedWeights::kInteger4);
  EXPECT_EQ(facts.kind, WeightKind::kInt);
  EXPECT_EQ(facts.fileEdgeBytes, 4u);
  EXPECT_EQ(facts.symmetric, false);
  EXPECT_EQ(facts.largestDegree, 2u);
  EXPECT_EQ(facts.leastWeight, 3u);
  EXPECT_EQ(facts.greatestWeight, 4294967295u);
  EXPECT_EQ(facts.meanWeight, 2.5);
  EXPECT_EQ(arcsIn(found->graph<std::uint32_t>()), arcsIn(read<std::uint32_t>(path)));
}

TEST_F(PackedGraphs, HoldWeightsOfAllTypesAndNone) {
  const std::string path = gr(text, 8);
  std::string why;
  const std::string wide = pack<std::uint64_t>(path);
  const auto found = PackedGraph::open(wide, stateOf(path, "id"), why);
  ASSERT_TRUE(found) << why;
  EXPECT_EQ(found->facts().weights, PackedWeights::kInteger8);
  EXPECT_EQ(arcsIn(found->graph<std::uint64_t>()), arcsIn(read<std::uint64_t>(path)));
  EXPECT_EQ(numberOfBits<double>(bitsOfNumber(-0.5)), -0.5);

  const auto none = PackedGraph::open(pack<void>(path), stateOf(path, "id"), why);
  ASSERT_TRUE(none) << why;
  EXPECT_EQ(none->facts().weights, PackedWeights::kNone);
  EXPECT_EQ(none->facts().symmetric, std::nullopt);
  EXPECT_EQ(arcsIn(none->graph<void>()), arcsIn(read<void>(path)));
}

TEST_F(PackedGraphs, MayHaveNoEdges) {
  const std::string path = gr("p sp 2 0\n");
  std::string why;
  const auto found = PackedGraph::open(pack<void>(path), stateOf(path, "id"), why);
  ASSERT_TRUE(found) << why;
  EXPECT_EQ(found->graph<void>().size(), 2u);
  EXPECT_EQ(found->graph<void>().sizeEdges(), 0u);
}

TEST_F(PackedGraphs, KeepTheirMemoryAsLongAsAGraph) {
  const std::string path = gr(text);
  const std::string packed = pack(path);
  std::string why;
  auto found = PackedGraph::open(packed, stateOf(path, "id"), why);
  ASSERT_TRUE(found) << why;
  const PackedCSR<std::uint32_t> graph = found->graph<std::uint32_t>();
  const PackedCSR<std::uint32_t> view = graphs::viewOf(graph);
  found.reset();
  std::filesystem::remove(packed);
  EXPECT_EQ(arcsIn(view), arcsIn(read<std::uint32_t>(path)));
}

TEST_F(PackedGraphs, AreOfOneStateOfTheGraph) {
  const std::string path = gr(text);
  const std::string packed = pack(path);
  std::string why;
  const FileState state = stateOf(path, "id");
  EXPECT_FALSE(PackedGraph::open(packed, stateOf(path, "another sample"), why));
  EXPECT_EQ(why, "the graph has changed since");
  for (auto member : {&FileState::size, &FileState::inode}) {
    FileState other = state;
    ++(other.*member);
    EXPECT_FALSE(PackedGraph::open(packed, other, why));
    EXPECT_EQ(why, "the graph has changed since");
  }
  for (auto member : {&FileState::modified, &FileState::changed}) {
    FileState other = state;
    --(other.*member);
    EXPECT_FALSE(PackedGraph::open(packed, other, why));
    EXPECT_EQ(why, "the graph has changed since");
  }
  EXPECT_TRUE(PackedGraph::open(packed, state, why)) << why;
}

TEST_F(PackedGraphs, NoticeAFileThatWasWrittenWithTheSameSizeAndTime) {
  const std::string path = gr(text);
  struct stat info {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  const auto before = settledStateOf(path, "id");
  ASSERT_TRUE(before);
  EXPECT_EQ(*before, stateOf(path, "id")) << "waiting changes nothing";
  const std::string content = contentOf(path);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary) << content;
  const timespec times[2] = {info.st_atim, info.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  const FileState after = stateOf(path, "id");
  EXPECT_EQ(after.modified, before->modified);
  EXPECT_EQ(after.size, before->size);
  EXPECT_EQ(after.inode, before->inode);
  EXPECT_NE(after, *before);
}

TEST_F(PackedGraphs, AreNotUsedIfCutShort) {
  gr(text);
  const std::string packed = pack(folder / "x.gr");
  const std::string whole = contentOf(packed);
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, std::size_t{167}, std::size_t{168},
                                 std::size_t{4096}, whole.size() - 1}) {
    std::ofstream(packed, std::ios::binary) << whole.substr(0, size);
    EXPECT_EQ(refusal(packed), "it is cut short") << size;
  }
  std::ofstream(packed, std::ios::binary) << whole << ' ';
  EXPECT_EQ(refusal(packed), "it is cut short");
  std::filesystem::remove(packed);
  EXPECT_EQ(refusal(packed), "") << "there is none, which is no fault";
}

TEST_F(PackedGraphs, AreNotUsedIfDamaged) {
  gr(text);
  const std::string packed = pack(folder / "x.gr");
  const std::string whole = contentOf(packed);
  const std::size_t offsets = 4096;
  const std::size_t edges = 8192;
  ASSERT_EQ(whole.size(), edges + 4 * 8);
  for (std::size_t at = 0; at < 168; ++at) {
    std::string bytes = whole;
    bytes[at] ^= 1;
    std::ofstream(packed, std::ios::binary) << bytes;
    EXPECT_NE(refusal(packed), "") << "byte " << at << " of the header";
  }
  for (const auto& [begin, end] : {std::pair(offsets, offsets + 16), {edges, whole.size()}}) {
    for (std::size_t at = begin; at < end; ++at) {
      std::string bytes = whole;
      bytes[at] ^= 64;
      std::ofstream(packed, std::ios::binary) << bytes;
      EXPECT_EQ(refusal(packed), "it is damaged") << at;
    }
  }
}

TEST_F(PackedGraphs, AreNotUsedIfOfAnotherKind) {
  gr(text);
  const std::string packed = pack(folder / "x.gr");
  const std::string whole = contentOf(packed);
  std::uint64_t magic = 0;
  std::memcpy(&magic, whole.data(), sizeof(magic));
  change(packed, kMagic, __builtin_bswap64(magic));
  EXPECT_EQ(refusal(packed), "it is of a machine with another byte order");
  change(packed, kMagic, 1);
  EXPECT_EQ(refusal(packed), "it is no packed graph");
  change(packed, kMagic, magic);
  change(packed, kVersion, 2);
  EXPECT_EQ(refusal(packed), "it is of another version of the programs");
  change(packed, kVersion, 1);
  change(packed, kOffsetBytes, 8);
  EXPECT_EQ(refusal(packed), "its header is damaged");
  std::filesystem::remove(packed);
  std::filesystem::create_directory(packed);
  EXPECT_NE(refusal(packed), "");
}

TEST_F(PackedGraphs, AreListedWithConversions) {
  const std::string packed = pack(gr(text));
  EXPECT_THAT(cachedGraphs(std::filesystem::canonical(folder.path())),
              testing::ElementsAre(std::filesystem::path(packed)));
}

TEST_F(PackedGraphs, AreInTheCacheFolderIfTheGraphsFolderIsReadOnly) {
  const std::string path = gr(text);
  const Folder cache;
  setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  const std::string packed = pack(path);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  EXPECT_THAT(packed, testing::StartsWith((cache.path() / "galois-cps").string()));
  EXPECT_THAT(packed, testing::EndsWith("-x.gr.auto.cached.packed"));
  std::string why;
  EXPECT_TRUE(PackedGraph::open(packed, stateOf(path, "id"), why)) << why;
  unsetenv("XDG_CACHE_HOME");
}

TEST_F(PackedGraphs, CannotBeWrittenWhereThereIsAFolder) {
  const std::string path = gr(text);
  std::filesystem::create_directory(packedPathOf(path, "auto"));
  EXPECT_NE(messageOf([&] { pack(path); }), "");
  EXPECT_THAT(messageOf([&] { stateOf(folder / "none.gr", ""); }), HasSubstr("none.gr"));
  EXPECT_THAT(messageOf([&] { packedPathOf(folder / "none.gr", "auto"); }), HasSubstr("none.gr"));
}

} // namespace
} // namespace galois::inputs::test
