/**
 * The file formats that this library supports: one .cpp per format. A new one in this folder that
 * defines a function `Format format<Name>() {` is in the table of formats, because the build finds
 * these functions.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/flags/FlagDocs.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/ColumnNames.h"
#include "inputs/roads/RoadOptions.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// How readers treat what they read.
struct ReadOptions {
  /// Weights in the file are skipped unread, so they may be fractions or negative. The graph has
  /// none.
  bool ignoreWeights = false;
  /// The type of the weights that are made from text, or that a binary file contains. If it is not
  /// given, they are integers without a sign. In a binary file the values decide, with an
  /// InputError if they do not (WeightRecognition.h). Floats in text become doubles, and those in a
  /// binary file keep their size.
  std::optional<WeightType> weightType{};
  /// A factor of at least 1 for all weights. Fractions in text times this factor are rounded to
  /// integers.
  std::uint64_t scale = 1;
  /// For edge lists and adjlist: nodes are numbered in the order in which they first appear,
  /// whatever their ids, and Graph::ids holds their ids.
  bool relabel = false;
  /// For edge lists and adjlist: ids stay the numbers of nodes, and every number up to the highest
  /// id is a node. Without it, sparse ids are renumbered without gaps (ArcsById.h).
  bool keepIds = false;
  /// For edge lists and adjlist: ends are names, also where they look like numbers. Without it, the
  /// first line decides.
  bool names = false;
  UsableWeights usable = UsableWeights::kAny; ///< for messages
  /// For showsWeights(): readers throw WeightSeen when they come to the first weight in text. Needs
  /// weightType = kFloat.
  bool stopAtWeight = false;
  /// For tables, and for GraphML and others with attributes of edges: which columns, or attributes,
  /// are used. kNoWeightColumn is not for readers but for readAs().
  ColumnNames columns{};
  RoadOptions roads{}; ///< for OpenStreetMap
};

/// What ReadOptions::stopAtWeight makes readers throw.
struct WeightSeen {};

/// Returns the type of weights that are read from text.
inline WeightType textWeights(const ReadOptions& options) {
  return options.weightType.value_or(WeightType::kInteger);
}

/// What a person can name in a file of a format (ColumnNames).
enum class NamedColumns {
  kNone,
  kWeight, ///< attributes of edges
  kAll,    ///< columns
};

/// How writers write.
struct WriteOptions {
  /// Bytes per weight in binary files, 4 or 8. A weight that 4 bytes cannot hold is an error;
  /// floats are rounded. 0: integers get 4, and floats keep their size.
  unsigned edgeBytes = 0;
  UsableWeights usable = UsableWeights::kAny; ///< for messages
};

/// A file format. `read` and `write` are null where the format cannot be read or written.
/// Coordinate files have neither, see Coordinates.h.
struct Format {
  /// Formats are recognised in ascending order of it, and listed in that order: those that one line
  /// shows beyond doubt first, those that could be another format and are told by suffixes last.
  unsigned rank;
  /// The name for --from= and --to=.
  std::string_view name;
  /// A few words for --help.
  std::string_view description;
  /// Suffixes with their dots; the first is the one that we write.
  std::vector<std::string_view> suffixes;
  /// Returns whether a file that starts with these bytes and has this name (without the suffix of a
  /// compressor) is in the format. The first format that recognises a file applies.
  bool (*recognises)(std::string_view firstBytes, std::string_view path);
  /// Whether files in the format are no text.
  bool isBinary = false;
  /// A small file in the format, which tests damage; empty where no example is recognised without a
  /// suffix.
  std::string_view example{};
  /// Reads a graph; null if the format is not read as one.
  Graph (*read)(InputFile& file, const ReadOptions& options) = nullptr;
  /// Writes a graph; null if the format is not written.
  void (*write)(const Graph& graph, OutputFile& file, const WriteOptions& options) = nullptr;
  /// Whether `write` writes the weights of arcs.
  bool writesWeights = true;
  /// Whether `write` writes the names of nodes where they have some.
  bool writesNames = false;
  /// What `read` uses of ReadOptions::columns.
  NamedColumns namedColumns = NamedColumns::kNone;
};

/// Returns all formats by rank.
const std::vector<Format>& formats();

/// readableFormats() returns the names of the formats that are read (graphs and coordinates), and
/// writableFormats() those that are written, separated by commas. They are for --help and error
/// messages. @{
std::string readableFormats();
std::string writableFormats();
/// @}

/// Returns the format with this name for --from= or --to=. A compressor's suffix after the name is
/// ignored.
/// @throws UsageError that lists the names
const Format& formatNamed(std::string_view name);

/// Returns the format of an input. It is `from` if that is not empty, else the one that the first
/// bytes show. An empty file, or one with only comments, has the format of its suffix. A byte order
/// mark before text is ignored.
/// @throws InputError when no format fits, and when a file that looks like an edge list may be
///         something else
const Format& formatOfInput(InputFile& file, std::string_view from);

/// Returns the format of an output: `to` if that is not empty, else the one of the path's suffix,
/// or of the suffix before a compressor's. @throws UsageError when no format fits
const Format& formatOfOutput(const std::string& path, std::string_view to);

/// Returns the compression of an output, which the suffix of `to` selects ("dimacs.xz"), else that
/// of the path.
Compression compressionOfOutput(const std::string& path, std::string_view to);

/// Reads a graph from a file of this format, which has a reader.
/// @throws InputError
/// @throws UsageError when the options name columns or say something about roads, and the format has
///         none
Graph readAs(const Format& format, InputFile& file, const ReadOptions& options);

/// Reads a graph from a file of any format with a reader. Throws as readAs() does.
Graph readGraphFile(InputFile& file, std::string_view from, const ReadOptions& options);

/// Returns whether the arcs of a file have weights. Of large text it reads the beginning alone,
/// which shows it in all but a few files with long comments or many nodes before their first arc.
/// @param from     as for formatOfInput()
/// @param columns  as in ReadOptions
/// @throws InputError  for a file that cannot be opened, or whose format is not known
bool showsWeights(const std::string& path, std::string_view from, const ColumnNames& columns = {});

/// Returns whether all bytes can occur in text.
bool isText(std::string_view bytes);

/// Returns the first line of a text that is neither blank nor a comment ('#', '%', or the word
/// "c"), without blanks around it. Formats are recognised by it. Returns "" if there is none.
std::string_view firstTellingLine(std::string_view text);

/// Returns whether the line's first words are these, whatever blanks are between them.
bool startsWithWords(std::string_view line, std::initializer_list<std::string_view> words);

/// Returns whether each line of a text that is no comment (firstTellingLine()) consists of this
/// word and so many whole numbers, up to a header of DIMACS ("p ..."), and there is such a line.
/// The last line may be incomplete, and counts only if it is the only one.
bool areLinesOf(std::string_view text, std::string_view word, std::size_t numbers);

/// Returns whether the suffix of a path says that it is an edge list or a table. ".txt" says
/// nothing.
bool saysEdgeList(std::string_view path);

/// Returns whether the text begins with a header of the DIMACS challenges: these two words, and two
/// numbers. In a file that is not called an edge list (saysEdgeList()) the words suffice.
bool hasHeader(std::string_view firstBytes, std::string_view path,
               std::initializer_list<std::string_view> words);

namespace detail {
/// Returns whether the text could be an edge list. Formats that look like one are told by suffixes.
bool isEdgeList(std::string_view firstBytes, std::string_view path);
/// Returns whether the text is a MovingAI grid map.
bool isGridMap(std::string_view firstBytes, std::string_view path);
/// Returns whether the file is a map of OpenStreetMap.
bool isOsm(std::string_view firstBytes, std::string_view path);
} // namespace detail

/// Returns names and descriptions of the formats that can be read, or written. @{
NamedTexts readableFormatList();
NamedTexts writableFormatList();
/// @}

/// Returns the same as the tables that --from=help and --to=help print. @{
std::string readableFormatTable();
std::string writableFormatTable();
/// @}

} // namespace galois::inputs
