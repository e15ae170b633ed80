#ifndef GALOIS_INPUTS_FORMATS_FORMATS_H
#define GALOIS_INPUTS_FORMATS_FORMATS_H

// The file formats this library knows: one .cpp each, one line each in the table of Formats.cpp.

#include "inputs/Graph.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/OutputFile.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// What a reader makes of what it reads.
struct ReadOptions {
  /// Weights in the file are skipped unread (they may be fractions or negative then); the graph has
  /// none.
  bool ignoreWeights = false;
  /// What the weights become; in a binary file, what they are. Not said: integers, but of a binary
  /// file what its values show, and an InputError when they do not (WeightRecognition.h).
  std::optional<WeightType> weightType{};
  /// Multiplies all weights, at least 1. Fractions in text become integers by it, rounded.
  uint64_t scale = 1;
  /// Edge lists and adjlist only: nodes are numbered in the order in which they first appear,
  /// whatever their ids, and Graph::ids says what they were called.
  bool relabel = false;
  /// Edge lists and adjlist only: ids stay the numbers of nodes, and every number up to the highest
  /// id is a node. Without it, sparse ids are renumbered without gaps (ArcsById.h).
  bool keepIds = false;
};

/// What weights in text become.
inline WeightType textWeights(const ReadOptions& options) {
  return options.weightType.value_or(WeightType::kInteger);
}

/// How a writer writes.
struct WriteOptions {
  /// Bytes of a weight in binary files, 4 or 8.
  unsigned edgeBytes = 4;
};

/// A file format. `read` and `write` are null where the format has no such side; coordinate files
/// have neither, see Coordinates.h.
struct Format {
  /// Name for --from= and --to=.
  std::string_view name;
  /// What the format is, in a few words for --help.
  std::string_view description;
  /// Suffixes with their dots, first the one we write.
  std::vector<std::string_view> suffixes;
  /// True if a file that starts with these bytes and has this name (without the suffix of a
  /// compressor) is in the format; decided in the order of the table.
  bool (*recognises)(std::string_view firstBytes, std::string_view path);
  Graph (*read)(InputFile& file, const ReadOptions& options);
  void (*write)(const Graph& graph, OutputFile& file, const WriteOptions& options);
};

/// All formats, the most telling first.
const std::vector<Format>& formats();

/// Names of the formats that are read (graphs and coordinates), or of those that are written, with
/// commas between: for --help and for complaints.
std::string readableFormats();
std::string writableFormats();

/// The format of this --from=/--to= name, a compressor's suffix behind it passed over. Throws
/// UsageError that lists the names.
const Format& formatNamed(std::string_view name);

/// The format of an input: `from` if not empty, else what its first bytes show, else (empty or only
/// comments) what its suffix says. A byte order mark before text makes no difference. Throws
/// InputError when nothing fits, and when what seems to be an edge list may be something else.
const Format& formatOfInput(InputFile& file, std::string_view from);

/// The format of an output: `to` if not empty, else by the path's suffix, or the one before a
/// compressor's suffix. Throws UsageError when nothing fits.
const Format& formatOfOutput(const std::string& path, std::string_view to);

/// How an output is compressed: as the suffix of `to` says ("dimacs.xz"), else that of the path.
Compression compressionOfOutput(const std::string& path, std::string_view to);

/// Reads a graph from a file of any format with a reader. Throws InputError.
Graph readGraphFile(InputFile& file, std::string_view from, const ReadOptions& options);

/// First line of a text that is neither blank nor a comment ('#', '%', or the word "c"), blanks
/// around it removed; what formats recognise themselves by. Empty if there is none.
std::string_view firstTellingLine(std::string_view text);

/// True if the line's first words are these, whatever blanks stand between them.
bool startsWithWords(std::string_view line, std::initializer_list<std::string_view> words);

namespace detail {
// Reader and writer of each format, for the table in Formats.cpp.
bool isGaloisGr(std::string_view firstBytes, std::string_view path);
Graph readGaloisGr(InputFile& file, const ReadOptions& options);
void writeGaloisGr(const Graph& graph, OutputFile& file, const WriteOptions& options);
bool isMatrixMarket(std::string_view firstBytes, std::string_view path);
Graph readMatrixMarket(InputFile& file, const ReadOptions& options);
void writeMatrixMarket(const Graph& graph, OutputFile& file, const WriteOptions& options);
bool isDimacs(std::string_view firstBytes, std::string_view path);
Graph readDimacs(InputFile& file, const ReadOptions& options);
void writeDimacs(const Graph& graph, OutputFile& file, const WriteOptions& options);
bool isCoordinates(std::string_view firstBytes, std::string_view path);
bool isPace(std::string_view firstBytes, std::string_view path);
Graph readPace(InputFile& file, const ReadOptions& options);
bool isColoring(std::string_view firstBytes, std::string_view path);
Graph readColoring(InputFile& file, const ReadOptions& options);
bool isGridMap(std::string_view firstBytes, std::string_view path);
Graph readGridMap(InputFile& file, const ReadOptions& options);
bool isJuliaGraph(std::string_view firstBytes, std::string_view path);
Graph readJuliaGraph(InputFile& file, const ReadOptions& options);
bool isLdbc(std::string_view firstBytes, std::string_view path);
Graph readLdbc(InputFile& file, const ReadOptions& options);
bool isMetis(std::string_view firstBytes, std::string_view path);
Graph readMetis(InputFile& file, const ReadOptions& options);
bool isAdjacency(std::string_view firstBytes, std::string_view path);
Graph readAdjacency(InputFile& file, const ReadOptions& options);
bool isAdjList(std::string_view firstBytes, std::string_view path);
Graph readAdjList(InputFile& file, const ReadOptions& options);
bool isEdgeList(std::string_view firstBytes, std::string_view path);
Graph readEdgeList(InputFile& file, const ReadOptions& options);
void writeEdgeList(const Graph& graph, OutputFile& file, const WriteOptions& options);
} // namespace detail

} // namespace galois::inputs

#endif
