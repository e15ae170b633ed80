// SciPy's sparse matrices, as scipy.sparse.save_npz writes them: a zip archive of NumPy's arrays
// (NpyArray.h), stored or deflated, in any order.
//
//     format.npy              "csr", "csc" or "coo"
//     shape.npy               the numbers of rows and columns, which must be equal
//     data.npy                one value per entry
//     csr: indptr.npy, indices.npy      where the entries of each row begin, and their columns
//     csc: indptr.npy, indices.npy      where the entries of each column begin, and their rows
//     coo: row.npy, col.npy
//
// Each stored entry I J is the arc I -> J, also if its value is 0; ids are from 0. A matrix of
// Boolean values has no weights. Other arrays in the archive are not read. While it reads, the
// arrays are in memory as they are, beside the graph.

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/NpyArray.h"
#include "inputs/io/ZipReader.h"
#include "inputs/transform/ScaleWeights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace galois::inputs::detail {

namespace {

constexpr const char* kWrittenBy = "scipy.sparse.save_npz writes one";

bool isNpz(std::string_view firstBytes, std::string_view /*path*/) {
  return firstZipEntry(firstBytes).ends_with(".npy");
}

using Arrays = std::map<std::string, NpyArray, std::less<>>;

/// Reads the arrays that a sparse matrix may have.
Arrays readArrays(InputFile& file) {
  static const std::set<std::string, std::less<>> kWanted = {"format",  "shape", "data", "indptr",
                                                             "indices", "row",   "col"};
  constexpr std::string_view kSuffix = ".npy";
  // Weights that are all equal shrink to next to nothing, but not the ends of edges.
  constexpr std::uint64_t kFew = std::uint64_t{16} << 20, kEach = 64;
  std::uint64_t left = file.mostOfOnePart(kFew, kEach); // of all arrays
  Arrays arrays;
  ZipReader zip(file);
  while (zip.next()) {
    const std::string& entry = zip.entry();
    const std::string name =
        entry.ends_with(kSuffix) ? entry.substr(0, entry.size() - kSuffix.size()) : "";
    if (!kWanted.contains(name)) {
      continue;
    }
    if (arrays.contains(name)) {
      fail("{} has two arrays {}", file.name(), name);
    }
    const NpyArray& array =
        arrays.emplace(name, readNpyArray(zip, file.name(), left)).first->second;
    left -= array.values.size();
  }
  return arrays;
}

/// The parts of a matrix. Taking an array out frees its memory afterwards.
class Matrix {
public:
  explicit Matrix(InputFile& file) : name_(file.name()), arrays_(readArrays(file)) {
    const NpyArray format = take("format");
    // Text of NumPy is padded with zero bytes; each character of 'U' takes four.
    for (const char byte : format.values) {
      if (byte != '\0') {
        layout_ += byte;
      }
    }
    if (layout_ != "csr" && layout_ != "csc" && layout_ != "coo") {
      const bool known = layout_ == "bsr" || layout_ == "dia";
      fail("{} holds a matrix in the layout {}, which is not read; save it as csr: save_npz(FILE, "
           "matrix.tocsr())",
           name_, known ? layout_ : "of another program");
    }
    const NpyArray shape = take("shape");
    if (shape.count != 2 || !shape.isWhole() || shape.integer(0) < 0 || shape.integer(1) < 0) {
      fail("{}: the shape must be the numbers of rows and columns", name_);
    }
    nodes_ = static_cast<std::uint64_t>(shape.integer(0));
    const auto columns = static_cast<std::uint64_t>(shape.integer(1));
    if (nodes_ != columns) {
      fail("{}: a matrix of {} rows and {} columns is no graph; as many of both would be", name_,
           nodes_, columns);
    }
    if (nodes_ > kMaxNodes) {
      fail("{}: {} rows are more than the {} nodes that a graph may have", name_, nodes_,
           kMaxNodes);
    }
  }

  const std::string& layout() const { return layout_; }
  std::uint64_t nodes() const { return nodes_; }
  const std::string& name() const { return name_; }

  NpyArray take(std::string_view name) {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) {
      fail("{} has no array {}, so it is no sparse matrix of SciPy; {}", name_, name, kWrittenBy);
    }
    NpyArray array = std::move(found->second);
    arrays_.erase(found);
    if (array.header.shape.size() > 1) {
      fail("{}: the array {} must have one dimension", name_, name);
    }
    return array;
  }

  /// Takes an array of integers.
  NpyArray takeWhole(std::string_view name) {
    NpyArray array = take(name);
    if (!array.isWhole()) {
      fail("{}: the array {} must have integers", name_, name);
    }
    return array;
  }

  /// Takes an array of nodes.
  std::vector<std::uint32_t> takeNodes(std::string_view name) {
    const NpyArray array = takeWhole(name);
    std::vector<std::uint32_t> nodes(array.count);
    for (std::uint64_t i = 0; i < array.count; ++i) {
      const std::int64_t node = array.integer(i);
      if (node < 0 || static_cast<std::uint64_t>(node) >= nodes_) {
        fail("{}: entry {} of the array {} is not below the {} rows and columns", name_, i, name,
             nodes_);
      }
      nodes[i] = static_cast<std::uint32_t>(node);
    }
    return nodes;
  }

  /// Takes the beginnings of rows or columns, for this number of entries.
  std::vector<std::uint64_t> takeOffsets(std::uint64_t entries) {
    const NpyArray array = takeWhole("indptr");
    std::vector<std::uint64_t> offsets(array.count);
    for (std::uint64_t i = 0; i < array.count; ++i) {
      offsets[i] = static_cast<std::uint64_t>(array.integer(i));
    }
    if (offsets.size() != nodes_ + 1 || offsets.front() != 0 || offsets.back() != entries ||
        !std::is_sorted(offsets.begin(), offsets.end())) {
      fail("{}: the array indptr must ascend from 0 to the {} entries, with one number more than "
           "the {} rows",
           name_, entries, nodes_);
    }
    return offsets;
  }

private:
  const std::string name_;
  Arrays arrays_;
  std::string layout_;
  std::uint64_t nodes_ = 0;
};

/// Values as weights, as the options say.
class WeightReader {
public:
  WeightReader(const std::string& file, const NpyArray& data, const ReadOptions& options)
      : file_(file), data_(data), options_(options), type_(typeOf()) {}

  Weights weights() const {
    Weights weights;
    if (type_ == WeightType::kFloat) {
      readFloats(weights);
      return weights;
    }
    weights.assign(data_.count, 8, type_);
    for (std::uint64_t i = 0; i < data_.count; ++i) {
      weights.wide()[i] = data_.isWhole() ? ofInteger(i) : ofReal(i);
    }
    if (weights.areNarrow()) {
      weights.narrowDown();
    }
    return weights;
  }

  /// Whether the weights have been scaled.
  bool scales() const { return type_ != WeightType::kFloat; }

private:
  /// Without a type given, floats stay floats unless all are whole numbers.
  WeightType typeOf() const {
    if (options_.weightType) {
      return *options_.weightType;
    }
    if (data_.isWhole() || options_.scale != 1) {
      return WeightType::kInteger;
    }
    for (std::uint64_t i = 0; i < data_.count; ++i) {
      const double value = data_.real(i);
      constexpr double kExact = 9007199254740992; // 2^53
      if (!(value >= 0 && value <= kExact && value == std::floor(value))) {
        return WeightType::kFloat;
      }
    }
    return WeightType::kInteger;
  }

  double finite(std::uint64_t i) const {
    const double value = data_.real(i);
    if (!std::isfinite(value)) {
      fail("{}: value {} of the array data is {}; weights must be finite", file_, i, value);
    }
    return value;
  }

  /// Floats of 4 bytes take 4, and all other numbers 8.
  void readFloats(Weights& weights) const {
    const bool narrow = data_.header.kind == 'f' && data_.header.bytes <= sizeof(float);
    weights.assign(data_.count, narrow ? 4 : 8, WeightType::kFloat);
    for (std::uint64_t i = 0; i < data_.count; ++i) {
      const double value = finite(i);
      weights.set(i, narrow ? orderedWord(static_cast<float>(value)) : orderedWord(value));
    }
  }

  /// Returns the word of an integer weight of 8 bytes.
  std::uint64_t word(std::int64_t weight, std::uint64_t i) const {
    if (type_ == WeightType::kSigned) {
      return orderedWord(weight);
    }
    if (weight < 0) {
      fail("{}: weight {} of the array data is negative; {}", file_, i,
           options_.usable != UsableWeights::kAny ? "a weight must be 0 or more here"
                                                  : "say --weight-type=signed if that is meant");
    }
    return static_cast<std::uint64_t>(weight);
  }

  [[noreturn]] void failLarge(std::uint64_t i) const {
    fail("{}: weight {} of the array data{} exceeds {}", file_, i,
         options_.scale == 1 ? "" : fmt::format(", times --scale-weights={},", options_.scale),
         kMaxWeight);
  }

  std::uint64_t ofInteger(std::uint64_t i) const {
    const std::int64_t value = data_.integer(i);
    std::int64_t scaled = 0;
    const bool wraps = data_.header.kind == 'u' && data_.header.bytes == 8 && value < 0;
    if (wraps || options_.scale > kMaxWeight ||
        __builtin_mul_overflow(value, static_cast<std::int64_t>(options_.scale), &scaled)) {
      failLarge(i);
    }
    return word(scaled, i);
  }

  std::uint64_t ofReal(std::uint64_t i) const {
    const double value = finite(i);
    if (options_.scale == 1 && value != std::floor(value)) {
      fail("{}: value {} of the array data is {}; weights are whole numbers{}: multiply and round "
           "them with --scale-weights=1000",
           file_, i, value,
           options_.usable == UsableWeights::kNarrow
               ? " here"
               : ", unless --weight-type=float says otherwise");
    }
    const double scaled = std::round(value * static_cast<double>(options_.scale));
    constexpr double kMost = 9223372036854775808.0; // 2^63
    if (!(std::abs(scaled) < kMost)) {
      failLarge(i);
    }
    return word(static_cast<std::int64_t>(scaled), i);
  }

  const std::string& file_;
  const NpyArray& data_;
  const ReadOptions& options_;
  const WeightType type_;
};

/// Makes rows of entries in any order, by counting. Entries of a row keep their order.
Graph graphOf(std::uint64_t nodes, const std::vector<std::uint32_t>& rows,
              const std::vector<std::uint32_t>& columns, const Weights& weights) {
  Graph graph;
  graph.offsets.assign(nodes + 1, 0);
  for (const std::uint32_t row : rows) {
    ++graph.offsets[row + std::uint64_t{1}];
  }
  for (std::uint64_t node = 0; node < nodes; ++node) {
    graph.offsets[node + 1] += graph.offsets[node];
  }
  graph.dst.resize(rows.size());
  graph.weights.assign(weights.empty() ? 0 : rows.size(), weights.bytes(), weights.type());
  std::vector<std::uint64_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t place = next[rows[i]]++;
    graph.dst[place] = columns[i];
    if (!weights.empty()) {
      graph.weights.set(place, weights[i]);
    }
  }
  return graph;
}

/// Returns the column of each entry of a matrix in columns.
std::vector<std::uint32_t> spread(const std::vector<std::uint64_t>& offsets) {
  std::vector<std::uint32_t> columns(offsets.back());
  for (std::uint64_t column = 0; column + 1 < offsets.size(); ++column) {
    std::fill(columns.begin() + static_cast<std::ptrdiff_t>(offsets[column]),
              columns.begin() + static_cast<std::ptrdiff_t>(offsets[column + 1]),
              static_cast<std::uint32_t>(column));
  }
  return columns;
}

/// Throws InputError unless the arrays of entries are equally long.
void checkCount(const Matrix& matrix, const char* name, std::uint64_t count,
                std::uint64_t entries) {
  if (count != entries) {
    fail("{}: the array {} has {} values for the {} of data", matrix.name(), name, count, entries);
  }
}

Graph readNpz(InputFile& file, const ReadOptions& options) {
  Matrix matrix(file);
  Weights weights;
  std::uint64_t entries = 0;
  bool scaled = false;
  {
    const NpyArray data = matrix.take("data");
    if (!data.isWhole() && data.header.kind != 'f') {
      fail("{}: the array data must have numbers", file.name());
    }
    entries = data.count;
    if (!options.ignoreWeights && data.header.kind != 'b') {
      const WeightReader reader(file.name(), data, options);
      weights = reader.weights();
      scaled = reader.scales();
    }
  }
  Graph graph;
  if (matrix.layout() == "coo") {
    checkNodesPlausible(file, matrix.nodes(), entries);
    checkFits(matrix.nodes(), entries, weights.bytes(), file.name().c_str());
    const auto rows = matrix.takeNodes("row");
    const auto columns = matrix.takeNodes("col");
    checkCount(matrix, "row", rows.size(), entries);
    checkCount(matrix, "col", columns.size(), entries);
    graph = graphOf(matrix.nodes(), rows, columns, weights);
  } else {
    std::vector<std::uint32_t> indices = matrix.takeNodes("indices");
    checkCount(matrix, "indices", indices.size(), entries);
    std::vector<std::uint64_t> offsets = matrix.takeOffsets(entries);
    if (matrix.layout() == "csr") {
      graph.offsets = std::move(offsets);
      graph.dst = std::move(indices);
      graph.weights = std::move(weights);
    } else {
      graph = graphOf(matrix.nodes(), indices, spread(offsets), weights);
    }
  }
  if (!scaled && options.scale != 1 && !graph.weights.empty()) {
    scaleWeights(graph, options.scale);
  }
  return graph;
}

} // namespace

Format formatNpz() {
  return {.rank = 15,
          .name = "npz",
          .description = "SciPy's sparse matrix (save_npz; csr, csc, coo)",
          .suffixes = {".npz"},
          .recognises = isNpz,
          .isBinary = true,
          .read = readNpz};
}

} // namespace galois::inputs::detail
