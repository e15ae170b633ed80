#include "inputs/formats/ConversionNotes.h"

#include "inputs/formats/GrIds.h"

#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GrNotes.h"

#include "Compress.h"
#include "Support.h"

#include <fcntl.h>

#include <cstring>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

const ConversionNotes kNotes{
    .recipe = "made\nof this", .source = "/there", .weights = WeightType::kSigned, .ids = 3};

/// Returns a .gr of a graph with notes.
std::string withNotes(const Graph& graph, unsigned edgeBytes = 4) {
  const Folder folder;
  OutputFile file(folder / "x.gr");
  formatNamed("gr").write(graph, file, {.edgeBytes = edgeBytes});
  writeNotes(kNotes, graph, file);
  file.commit();
  return contentOf(folder / "x.gr");
}

/// Returns the notes at the end of these bytes, and what they have of the graph.
std::pair<ConversionNotes, Graph> notesIn(const std::string& bytes) {
  const Folder folder;
  const int file = open(folder.write("x.gr", bytes).c_str(), O_RDONLY | O_CLOEXEC);
  const std::shared_ptr<void> closed(nullptr, [file](void*) { close(file); });
  EXPECT_EQ(readNotes(file, nullptr).source, "/there");
  Graph graph;
  ConversionNotes notes = readNotes(file, &graph);
  return {std::move(notes), std::move(graph)};
}

TEST(ConversionNotes, AreBehindEveryGraph) {
  const Folder folder;
  for (const char* const text : {"0 1\n", "0 1\n1 0\n", "0 1 5\n", "0 1 5\n1 0 6\n", "7 3\n3 12\n",
                                 "7 3 5\n", "7 3 5\n3 12 6\n", "x y\n", "x y 5\ny z 6\nz x 1\n"}) {
    for (const unsigned edgeBytes : {4, 8}) {
      SCOPED_TRACE(fmt::format("{} {}", text, edgeBytes));
      Graph graph = parse(text, "", {.names = text[0] == 'x'});
      if (edgeBytes == 8) {
        graph.coords.assign(graph.numNodes(), {-7, 9});
        graph.notes = {"this", "and that"};
      }
      const std::string bytes = withNotes(graph, edgeBytes);
      EXPECT_EQ(bytes.size() % 8, 0u);
      const auto [notes, rest] = notesIn(bytes);
      EXPECT_EQ(notes.recipe, kNotes.recipe);
      EXPECT_EQ(notes.source, kNotes.source);
      EXPECT_EQ(notes.weights, kNotes.weights);
      EXPECT_EQ(notes.ids, kNotes.ids);
      EXPECT_EQ(namesOf(rest.names), namesOf(graph.names));
      EXPECT_EQ(rest.coords, graph.coords);
      EXPECT_EQ(rest.notes, graph.notes);
      // Readers of graphs ignore them.
      for (const std::string& content : {bytes, gzip(bytes)}) {
        EXPECT_EQ(arcsOf(parse(content)), arcsOf(graph));
        EXPECT_EQ(parse(content).ids, graph.ids);
      }
      const std::string path = folder.write("g.gr", bytes);
      EXPECT_EQ(readGrIds(path), graph.ids);
      graphs::FileGraph mapped;
      mapped.fromFile(path);
      EXPECT_EQ(mapped.sizeEdges(), graph.numArcs());
      // Without them, the rest is what it would be anyhow.
      graphs::GrNotesEnd end;
      std::memcpy(&end, bytes.data() + bytes.size() - sizeof(end), sizeof(end));
      writeGraph(folder / "plain.gr", graph, "gr", {.edgeBytes = edgeBytes});
      EXPECT_EQ(bytes.substr(0, graphs::sizeWithoutNotes(bytes.size(), end)),
                contentOf(folder / "plain.gr"));
    }
  }
}

TEST(ConversionNotes, AreNotReadIfDamaged) {
  Graph graph = parse("x y 5\ny z 6\nz x 1\n");
  graph.coords = {{1, 2}, {3, 4}, {-1, 0}};
  graph.notes = {"a note"};
  const std::string bytes = withNotes(graph);
  const Folder folder;
  const auto refusal = [&](const std::string& damaged) {
    const int file = open(folder.write("x.gr", damaged).c_str(), O_RDONLY | O_CLOEXEC);
    const std::shared_ptr<void> closed(nullptr, [file](void*) { close(file); });
    Graph read;
    return messageOf([&] { readNotes(file, &read); });
  };
  graphs::GrNotesEnd end;
  std::memcpy(&end, bytes.data() + bytes.size() - sizeof(end), sizeof(end));
  const std::size_t begin = (bytes.size() - end.size + 7) / 8 * 8;
  for (std::size_t at = begin; at < bytes.size(); ++at) {
    for (const char bit : {1, 64, -128}) {
      std::string damaged = bytes;
      damaged[at] ^= bit;
      EXPECT_THAT(refusal(damaged), testing::MatchesRegex("it has (no|damaged) notes.*")) << at;
    }
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(refusal(bytes.substr(0, size)), HasSubstr("it has no notes")) << size;
  }
}

} // namespace
} // namespace galois::inputs::test
