#include "inputs/kept/PackedGraph.h"

#include "inputs/kept/CachedGraphs.h"

#include "galois/SharedMemSys.h"
#include "galois/graphs/ReadGraph.h"

#include "Support.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace galois::inputs::test {
namespace {

using graphs::PackedCSR;
using testing::HasSubstr;

/// The place of a field in the header, in words.
enum Field {
  kMagic = 0,
  kVersion = 1,
  kOffsetBytes = 11,
  kKind = 14,
  kLargestDegree = 17,
  kLeast = 18,
  kGreatest = 19,
  kMean = 20
};

class PackedGraphs : public testing::Test {
protected:
  static void SetUpTestSuite() { system.emplace(); }
  static void TearDownTestSuite() { system.reset(); }

  /// Writes a .gr of a text in the format dimacs, and returns its path.
  std::string gr(const std::string& dimacs, unsigned edgeBytes = 4) const {
    const Graph graph = parse(dimacs, "dimacs");
    return writeGraph(folder / "x.gr", graph, "gr", {.edgeBytes = edgeBytes});
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
    if constexpr (!std::is_void_v<Weight>) {
      if (facts.meanWeight == 0) { // it has to be a possible one
        facts.meanWeight = static_cast<double>(numberOfBits<Weight>(facts.greatestWeight));
      }
    }
    const PackedPlace place = packedPlaceOf(path, "auto");
    writePackedGraph(place, stateOf(path, "id"), facts, graphs::arraysOf(graph));
    return place.path;
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

  /// Packs facts and arrays of a graph that may be wrong, with right hashes, as somebody could do
  /// on purpose, and returns why they are not used.
  std::string refusalOf(const PackedFacts& facts, const graphs::PackedArrays& arrays) const {
    const PackedPlace place = packedPlaceOf(folder / "x.gr", "auto");
    writePackedGraph(place, stateOf(folder / "x.gr", "id"), facts, arrays);
    return refusal(place.path);
  }

  const Folder folder;
  const CacheHome cache;
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
      path, {.kind = WeightKind::kInt, .fileEdgeBytes = 4, .symmetric = false, .meanWeight = 7.5});
  EXPECT_THAT(packed, testing::MatchesRegex(cache.kept().string() +
                                            "/x.gr.[0-9a-f]{40}.auto.cached.packed"));
  EXPECT_EQ(std::filesystem::status(packed).permissions(), std::filesystem::perms(0600));
  EXPECT_EQ(folder.names().size(), 1u) << "nothing beside the input";
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
  EXPECT_EQ(facts.meanWeight, 7.5);
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
  change(packed, kVersion, 1);
  EXPECT_EQ(refusal(packed), "it is of another version of the programs");
  change(packed, kVersion, 2);
  change(packed, kOffsetBytes, 8);
  EXPECT_EQ(refusal(packed), "its header is damaged");
  std::filesystem::remove(packed);
  std::filesystem::create_directory(packed);
  EXPECT_NE(refusal(packed), "");
}

TEST_F(PackedGraphs, AreNotUsedIfTheyLeadOutOfTheGraph) {
  const std::string path = gr(text);
  const auto graph = read<std::uint32_t>(path);
  PackedFacts right = factsOf(graph);
  right.meanWeight = 100;
  const graphs::PackedArrays arrays = graphs::arraysOf(graph);
  ASSERT_FALSE(arrays.wideOffsets);
  const auto with = [&](bool edges, std::size_t word, std::uint32_t value) {
    std::vector<std::byte> offsetBytes(arrays.offsets.begin(), arrays.offsets.end());
    std::vector<std::byte> edgeBytes(arrays.edges.begin(), arrays.edges.end());
    std::memcpy((edges ? edgeBytes : offsetBytes).data() + word * sizeof(value), &value,
                sizeof(value));
    return refusalOf(right, {offsetBytes, edgeBytes, false});
  };
  // Offsets 0 2 3 4, and edges of two words each.
  const std::string offsets = "its edges do not belong to its nodes";
  EXPECT_EQ(with(false, 0, 1), offsets);
  EXPECT_EQ(with(false, 1, 4), offsets);
  EXPECT_EQ(with(false, 2, 1), offsets);
  EXPECT_EQ(with(false, 2, 4000000000), offsets);
  EXPECT_EQ(with(false, 3, 5), offsets);
  EXPECT_EQ(with(false, 3, 3), offsets);
  for (const std::size_t edge : {0, 1, 2, 3}) {
    EXPECT_EQ(with(true, 2 * edge, 3), "an edge leads to a node that there is not");
    EXPECT_EQ(with(true, 2 * edge, UINT32_MAX), "an edge leads to a node that there is not");
  }
  const std::string weights = "its weights are others than it says";
  EXPECT_EQ(with(true, 1, 2), weights);
  EXPECT_EQ(with(true, 3, 7), weights) << "the greatest is missing";
  const auto saying = [&](auto change) {
    PackedFacts facts = right;
    change(facts);
    return refusalOf(facts, arrays);
  };
  EXPECT_EQ(saying([](PackedFacts& facts) { facts.largestDegree = 1; }),
            "its degrees are others than it says");
  EXPECT_EQ(saying([](PackedFacts& facts) { --facts.greatestWeight; }), weights);
  EXPECT_EQ(saying([](PackedFacts& facts) { ++facts.leastWeight; }), weights);
  EXPECT_EQ(saying([](PackedFacts& facts) { facts.meanWeight = 1e20; }), weights);
  EXPECT_EQ(saying([](PackedFacts& facts) { facts.meanWeight = -1; }), weights);
  EXPECT_EQ(saying([](PackedFacts& facts) { facts.meanWeight = NAN; }), weights);
  EXPECT_EQ(saying([](PackedFacts& facts) { facts.kind = static_cast<WeightKind>(9); }),
            "its arrays have another layout");
  const PackedPlace place = packedPlaceOf(path, "auto");
  writePackedGraph(place, stateOf(path, "id"), right, arrays);
  std::string why;
  EXPECT_TRUE(PackedGraph::open(place.path, stateOf(path, "id"), why)) << why;
}

TEST_F(PackedGraphs, AreNotUsedIfAWeightIsNoNumber) {
  const std::string path = gr(text);
  struct Edge {
    std::uint32_t head;
    double weight;
  };
  const std::uint32_t offsets[] = {0, 2, 2, 2};
  const auto refused = [&](double first, double second) {
    const Edge edges[] = {{1, first}, {2, second}};
    const PackedFacts facts{.nodes = 3,
                            .edges = 2,
                            .weights = PackedWeights::kFloat8,
                            .largestDegree = 2,
                            .leastWeight = bitsOfNumber(-1.0),
                            .greatestWeight = bitsOfNumber(2.0),
                            .meanWeight = 0.5};
    const PackedPlace place = packedPlaceOf(path, "auto");
    writePackedGraph(place, stateOf(path, "id"), facts,
                     {std::as_bytes(std::span(offsets)), std::as_bytes(std::span(edges)), false});
    std::string why;
    return !PackedGraph::open(place.path, stateOf(path, "id"), why);
  };
  EXPECT_FALSE(refused(-1, 2));
  EXPECT_FALSE(refused(2, -1));
  EXPECT_TRUE(refused(NAN, 2));
  EXPECT_TRUE(refused(-1, NAN));
  EXPECT_TRUE(refused(-1, HUGE_VAL));
}

TEST_F(PackedGraphs, AreCheckedInAllTheirParts) {
  // Several blocks of 2 MB, of which each is looked at.
  const std::size_t nodes = 600'000, edges = 700'000;
  std::vector<std::uint32_t> offsets(nodes + 1, static_cast<std::uint32_t>(edges));
  offsets[0] = 0;
  std::vector<std::uint32_t> heads(edges * 2, 1); // and weights
  const std::string path = gr(text);
  const auto refused = [&](const std::string& wanted) {
    const PackedFacts facts{.nodes = nodes,
                            .edges = edges,
                            .weights = PackedWeights::kInteger4,
                            .largestDegree = edges,
                            .leastWeight = 1,
                            .greatestWeight = 1,
                            .meanWeight = 1};
    EXPECT_EQ(refusalOf(facts, {std::as_bytes(std::span(offsets)), std::as_bytes(std::span(heads)),
                                false}),
              wanted);
  };
  for (const std::size_t edge : {std::size_t{0}, edges / 2, edges - 1}) {
    heads[2 * edge] = nodes;
    refused("an edge leads to a node that there is not");
    heads[2 * edge] = 1;
    heads[2 * edge + 1] = 2;
    refused("its weights are others than it says");
    heads[2 * edge + 1] = 1;
  }
  for (const std::size_t node : {std::size_t{1}, nodes / 2, nodes - 1}) {
    offsets[node] = static_cast<std::uint32_t>(edges) + 1;
    refused("its edges do not belong to its nodes");
    offsets[node] = static_cast<std::uint32_t>(edges);
  }
}

TEST_F(PackedGraphs, AreNotUsedIfOthersCouldHaveMadeThem) {
  const std::string path = gr(text);
  const std::string packed = pack(path);
  std::filesystem::permissions(packed, std::filesystem::perms(0622));
  EXPECT_EQ(refusal(packed), "others can write it");
  std::filesystem::permissions(packed, std::filesystem::perms(0600));
  std::filesystem::rename(packed, folder / "elsewhere");
  std::filesystem::create_symlink(folder / "elsewhere", packed);
  EXPECT_EQ(refusal(packed), "it is a link");
  const std::string before = contentOf(folder / "elsewhere");
  EXPECT_EQ(pack(path), packed);
  EXPECT_FALSE(std::filesystem::is_symlink(packed));
  EXPECT_EQ(contentOf(folder / "elsewhere"), before);
}

TEST_F(PackedGraphs, AreListedWithConversions) {
  const std::string packed = pack(gr(text));
  const auto kept = keptFiles(cache.kept());
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].path, packed);
  setenv("GALOIS_CPS_CACHE_LIMIT", "100", 1);
  EXPECT_THAT(messageOf([&] { pack(folder / "x.gr"); }), HasSubstr("GALOIS_CPS_CACHE_LIMIT"));
  unsetenv("GALOIS_CPS_CACHE_LIMIT");
}

TEST_F(PackedGraphs, AreBesideTheGraphIfAsked) {
  const std::string path = gr(text);
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const PackedPlace beside = packedPlaceOf(path, "auto", true);
  EXPECT_EQ(beside.path, std::filesystem::canonical(folder.path()) / "x.gr.auto.cached.packed");
  EXPECT_FALSE(beside.inCache);
  EXPECT_EQ(beside.mode & 0604u, 0600u) << "as the graph, less the umask";
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  const PackedPlace elsewhere = packedPlaceOf(path, "auto", true);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  EXPECT_TRUE(elsewhere.inCache);
  EXPECT_EQ(elsewhere.path, packedPlaceOf(path, "auto").path);
  EXPECT_NE(elsewhere.path, packedPlaceOf(path, "int").path);
}

TEST_F(PackedGraphs, CannotBeWrittenWhereThereIsAFolder) {
  const std::string path = gr(text);
  std::filesystem::create_directory(packedPlaceOf(path, "auto").path);
  EXPECT_NE(messageOf([&] { pack(path); }), "");
  EXPECT_THAT(messageOf([&] { stateOf(folder / "none.gr", ""); }), HasSubstr("none.gr"));
  EXPECT_THAT(messageOf([&] { packedPlaceOf(folder / "none.gr", "auto"); }), HasSubstr("none.gr"));
  std::filesystem::permissions(cache.kept(), std::filesystem::perms(0777));
  EXPECT_THAT(messageOf([&] { packedPlaceOf(path, "auto"); }), HasSubstr("others can write there"));
}

} // namespace
} // namespace galois::inputs::test
