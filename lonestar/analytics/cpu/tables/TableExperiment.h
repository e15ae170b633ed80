/**
 * The run of a program with --table, for TableRun.cpp and for LevelTables.cpp, which has that of
 * graphs without weights.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "analytics/scheduler/Stopwatch.h"
#include "analytics/sssp/DistanceTotals.h"
#include "galois/Threads.h"
#include "galois/analytics/Distances.h"
#include "inputs/io/ContentHash.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/SourceFlags.h"
#include "tables/NpzFile.h"
#include "tables/TableCheck.h"
#include "tables/TableFile.h"
#include "tables/TableFlags.h"
#include "tables/TableRun.h"
#include "tables/TableText.h"

namespace tables {

using galois::analytics::DistancesPlan;
using galois::analytics::Execution;
using galois::analytics::kUnreached;
using galois::analytics::Node;
using galois::analytics::SparseDistances;
using galois::analytics::TableCells;

/// Calls visit(std::span<T>) with cells of the type that they have.
template <typename Visit>
decltype(auto) visitCells(const TableCells& cells, const Visit& visit) {
  const auto as = [&]<typename T>() {
    return visit(std::span<T>(static_cast<T*>(cells.data()), cells.size()));
  };
  switch (cells.type()) {
  case TableCells::kUint16:
    return as.template operator()<std::uint16_t>();
  case TableCells::kUint32:
    return as.template operator()<std::uint32_t>();
  case TableCells::kUint64:
    return as.template operator()<std::uint64_t>();
  case TableCells::kFloat32:
    return as.template operator()<float>();
  default:
    return as.template operator()<double>();
  }
}

/// What NumPy calls a type, the number of its bytes, and what --table-type calls it. @{
inline constexpr const char* kNumpyTypes[] = {"<u2", "<u4", "<u8", "<f4", "<f8"};
inline constexpr std::size_t kBytes[] = {2, 4, 8, 4, 8};
inline constexpr const char* kTypeNames[] = {"uint16", "uint32", "uint64", "float32",
                                             "float64"}; /// @}

inline std::string hashOf(std::span<const Node> nodes) {
  galois::inputs::ContentHash hash(16);
  hash.add({reinterpret_cast<const char*>(nodes.data()), nodes.size_bytes()});
  return hash.hex();
}

/// Adds what a block of rows did to what those before it did.
inline void add(Execution& all, Execution block) {
  std::vector<galois::analytics::Option> measures = std::move(all.measures);
  for (const galois::analytics::Option& measure : block.measures) {
    const auto found = std::find_if(measures.begin(), measures.end(),
                                    [&](const auto& one) { return one.name == measure.name; });
    if (found == measures.end()) {
      measures.push_back(measure);
    } else if (double* const seconds = std::get_if<double>(&found->value)) {
      *seconds += std::get<double>(measure.value);
    } else {
      std::get<std::uint64_t>(found->value) += std::get<std::uint64_t>(measure.value);
    }
  }
  block.measures = std::move(measures);
  block.seconds += all.seconds;
  block.executed += all.executed;
  block.useful += all.useful;
  block.pushed += all.pushed;
  block.stale += all.stale;
  all = std::move(block);
}

template <typename W, typename D>
class TableRun : public lonestar::Experiment {
  using Limit = typename DistancesPlan<W>::Limit;
  using Wide = std::conditional_t<std::is_floating_point_v<D>, double, std::uint64_t>;

public:
  TableRun(const galois::analytics::Graph<W>& graph, const galois::inputs::NodeIdMap& names,
           const lonestar::InputDescription& input)
      : graph_(graph), names_(names),
        sources_(sssp::chosenSources(graph.size(), names,
                                     [&](Node node) { return graph.rows().getDegree(node); })),
        targets_(targets(graph.size(), names)), format_(format()),
        type_(cells(TableCells::typeOf<D>())), text_(names, format_ == Format::kCsv ? ',' : '\t') {
    plan_.limit = limit<Limit>();
    dense_ = format_ == Format::kNpy || (format_ != Format::kNpz && !plan_.limit);
    columns_ = targets_.empty() ? graph.size() : targets_.size();
    constexpr std::uint64_t kMostColumns = std::uint64_t{1} << 31;
    if (format_ == Format::kNpz && graph.size() > kMostColumns) {
      throw lonestar::UsageError("--table=FILE.npz: SciPy's matrices have up to 2^31 columns; give "
                                 "FILE.csv, or --targets and FILE.npy");
    }
    file_.emplace(path(), identity(input), sources_.size(), stateOf({}));
    kept_ = file_->done();
    if (kept_ == 0) {
      file_->keep(0, stateOf({})); // so that what follows is known to be ours
      file_->write(format_ == Format::kNpy   ? npyHeader(numpyType(), {sources_.size(), columns_})
                   : format_ == Format::kNpz ? ""
                                             : text_.header());
    }
    const Json& state = file_->state();
    totals_.reached = state.at("reached");
    totals_.max = state.at("max");
    totals_.sum = state.at("sum");
    totals_.carries = state.at("carries");
  }

  Json params() const override {
    Json params{{"table", nameOf(format_)},
                {"sources", sources_.size()},
                {"targets", targets_.empty() ? Json("all") : Json(targets_.size())},
                {"limit", limitJson()}};
    params["table-type"] = kTypeNames[type_];
    params["distance-bits"] = 8 * sizeof(D);
    return params;
  }

  void reset() override {}

  lonestar::Outcome run() override {
    const lonestar::Stopwatch clock;
    Execution all;
    std::uint64_t blocks = 0;
    double fileSeconds = 0;
    std::size_t rows = galois::getActiveThreads();
    try {
      while (file_->done() < sources_.size()) {
        const std::size_t first = file_->done();
        const std::size_t count = std::min(rowsOfBlock().value_or(rows), sources_.size() - first);
        const lonestar::Stopwatch block;
        const std::uint64_t bytes = addBlock(first, count, all, fileSeconds);
        ++blocks;
        rows = nextRows(count, bytes, block.seconds());
      }
    } catch (const galois::substrate::Cancelled&) {
      lonestar::note(
          fmt::format("{} of {} rows are kept in {}, and the same command goes on from them",
                      file_->done(), sources_.size(), file_->part()));
      throw;
    }
    if (blocks == 0) { // all rows were there
      all.algorithm = "kept";
      all.threads = galois::getActiveThreads();
    }
    all.seconds = clock.seconds();
    all.measures.push_back({"file_s", fileSeconds});
    all.measures.push_back({"blocks", blocks});
    all.measures.push_back({"rows_kept", std::uint64_t{kept_}});
    all.measures.push_back({"rows_checked", std::uint64_t{samples_.size()}});
    measures_ = lonestar::jsonOf(all.measures);
    return all;
  }

  lonestar::Answer answer() override {
    return {totals_.sum, {{"reached", totals_.reached}, {"max", totals_.max}}, {}};
  }

  std::string check(bool /*fully*/) override {
    for (const auto& [row, sample] : samples_) {
      std::optional<D> within;
      if (plan_.limit && *plan_.limit < kUnreached<D>) {
        within = static_cast<D>(*plan_.limit);
      }
      const std::vector<D> right = checkedDistances<D>(graph_.rows(), sources_[row], within);
      std::string wrong =
          dense_ ? wrongCells(row, sample.cells, right) : wrongEntries(row, sample.entries, right);
      if (!wrong.empty()) {
        file_->remove(); // what is kept is not to be trusted
        return wrong;
      }
    }
    return "";
  }

  std::vector<std::string> summary() const override {
    const auto seconds = [&](const char* name) { return measures_.value(name, 0.0); };
    std::vector<std::string> lines;
    if (kept_ > 0) {
      lines.push_back(
          fmt::format("{} of {} rows were kept from an earlier run", kept_, sources_.size()));
    }
    lines.push_back(fmt::format(
        "{} x {} distances in {}: {} pairs are reached, max distance {}, sum of distances {}",
        sources_.size(), columns_, path(), totals_.reached, totals_.max, totals_.text()));
    lines.push_back(fmt::format(
        "All threads together: {:.3g} s of searches, {:.3g} s between them, "
        "{:.3g} s of cells; {:.3g} s of the file",
        seconds("search_s"), seconds("clear_s"), seconds("write_s"), seconds("file_s")));
    return lines;
  }

  void write(galois::inputs::OutputFile& /*file*/) const override {}

  void finish() override {
    if (format_ == Format::kNpz) {
      writeNpz(path(), file_->part(), sources_.size(), graph_.size(), numpyType(), kBytes[type_]);
      file_->remove();
    } else {
      file_->commit();
    }
  }

private:
  /// A row as it was written, for the check.
  struct Sample {
    std::vector<std::byte> cells;            ///< of a dense table
    std::vector<std::pair<Node, D>> entries; ///< of a sparse one
  };

  std::string numpyType() const { return kNumpyTypes[type_]; }

  Json limitJson() const { return plan_.limit ? Json(*plan_.limit) : Json(); }

  /// Returns what makes rows those of this table.
  Json identity(const lonestar::InputDescription& input) const {
    return {{"graph", input.id},           {"nodes", graph_.size()},
            {"edges", graph_.sizeEdges()}, {"weights", weightsText()},
            {"sources", hashOf(sources_)}, {"targets", targets_.empty() ? "all" : hashOf(targets_)},
            {"limit", limitJson()},        {"format", nameOf(format_)},
            {"type", kTypeNames[type_]}};
  }

  static const char* weightsText() {
    if constexpr (std::is_void_v<W>) {
      return "none";
    } else {
      return std::is_floating_point_v<W> ? "float" : sizeof(W) == 4 ? "4 bytes" : "8 bytes";
    }
  }

  static Json stateOf(const sssp::Totals<Wide>& totals) {
    return {{"reached", totals.reached},
            {"max", totals.max},
            {"sum", totals.sum},
            {"carries", totals.carries}};
  }

  /// Computes rows, writes and keeps them.
  /// @return how many bytes they took in memory
  std::uint64_t addBlock(std::size_t first, std::size_t count, Execution& all,
                         double& fileSeconds) {
    const std::span<const Node> sources(sources_.data() + first, count);
    sssp::Totals<Wide> totals = totals_;
    std::uint64_t bytes = 0;
    lonestar::Stopwatch writing;
    const auto computed = [&](Execution execution) {
      add(all, std::move(execution));
      writing = lonestar::Stopwatch();
    };
    try {
      if (dense_) {
        buffer_.resize(count * columns_ * kBytes[type_]);
        bytes = buffer_.size();
        const TableCells block(buffer_.data(), count * columns_, type_);
        computed(galois::analytics::distances(graph_, sources, targets_, block, plan_,
                                              lonestar::runOptions(nullptr)));
        writeDense(first, block, totals);
      } else {
        auto table = galois::analytics::sparseDistances<D>(graph_, sources, targets_, plan_,
                                                           lonestar::runOptions(nullptr));
        bytes = table.nodes.size() * (sizeof(Node) + sizeof(D));
        computed(std::move(table.execution));
        writeSparse(first, table, totals);
      }
    } catch (const galois::analytics::CellOverflow& error) {
      file_->remove(); // the same command could not go on
      throw lonestar::AppError(tooLong(error));
    }
    file_->keep(count, stateOf(totals));
    totals_ = totals;
    fileSeconds += writing.seconds();
    return bytes;
  }

  std::string tooLong(const galois::analytics::CellOverflow& error) const {
    const bool wider = type_ == TableCells::kUint16 || type_ == TableCells::kUint32;
    return fmt::format(
        "the distance from node {} to node {} is too long for {}; {}",
        names_.nameOf(error.source()), names_.nameOf(error.target()), kTypeNames[type_],
        format_ == Format::kNpy && wider ? "give a wider --table-type, such as uint64"
        : sizeof(D) == 4                 ? "run again with --distance-bits=64"
                                         : "scale the weights down");
  }

  /// Returns how many rows to compute next: as many as take some seconds and 64 MiB.
  std::size_t nextRows(std::size_t rows, std::uint64_t bytes, double seconds) const {
    constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
    constexpr double kShort = 1, kLong = 4;
    const std::size_t wanted = seconds < kShort ? 4 * rows : seconds > kLong ? rows / 2 : rows;
    const std::uint64_t perRow = std::max<std::uint64_t>(bytes / rows, 1);
    return std::max<std::size_t>(std::min<std::uint64_t>(wanted, kMostBytes / perRow),
                                 galois::getActiveThreads());
  }

  /// Returns whether a row is kept for the check: the first and the last one of this run, and one
  /// between them; more for --verify=full.
  bool isSample(std::size_t row) const {
    const std::size_t last = sources_.size() - 1;
    const std::size_t step = std::max<std::size_t>(
        (last - kept_) / (lonestar::verification() == lonestar::Verification::kFull ? 16 : 2), 1);
    return row == last || (row - kept_) % step == 0;
  }

  void writeDense(std::size_t first, const TableCells& block, sssp::Totals<Wide>& totals) {
    visitCells(block, [&](auto cells) {
      using T = typename decltype(cells)::value_type;
      std::string lines;
      for (std::size_t at = 0; at < cells.size(); at += columns_) {
        const std::size_t row = first + at / columns_;
        const auto own = cells.subspan(at, columns_);
        for (const T cell : own) {
          if (cell != kUnreached<T>) {
            count(static_cast<Wide>(cell), totals);
          }
        }
        if (isSample(row)) {
          const auto bytes = std::as_bytes(own);
          samples_[row].cells.assign(bytes.begin(), bytes.end());
        }
        if (format_ == Format::kNpy) {
          file_->write(own.data(), own.size_bytes());
          continue;
        }
        text_.begin(sources_[row]);
        for (std::size_t column = 0; column < columns_; ++column) {
          text_.append(lines, target(column), own[column]);
        }
        file_->write(lines);
        lines.clear();
      }
    });
  }

  void writeSparse(std::size_t first, const SparseDistances<D>& table, sssp::Totals<Wide>& totals) {
    std::string lines;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::size_t begin = table.offsets[row];
      const std::uint64_t size = table.offsets[row + 1] - begin;
      const std::span<const Node> nodes(table.nodes.data() + begin, size);
      const std::span<const D> lengths(table.distances.data() + begin, size);
      for (const D distance : lengths) {
        count(static_cast<Wide>(distance), totals);
      }
      if (isSample(first + row)) {
        auto& entries = samples_[first + row].entries;
        for (std::size_t i = 0; i < size; ++i) {
          entries.emplace_back(nodes[i], lengths[i]);
        }
      }
      if (format_ == Format::kNpz) {
        file_->write(&size, sizeof(size));
        file_->write(nodes.data(), nodes.size_bytes());
        file_->write(lengths.data(), lengths.size_bytes());
        continue;
      }
      text_.begin(sources_[first + row]);
      for (std::size_t i = 0; i < size; ++i) {
        text_.append(lines, nodes[i], lengths[i]);
      }
      file_->write(lines);
      lines.clear();
    }
  }

  static void count(Wide distance, sssp::Totals<Wide>& totals) {
    ++totals.reached;
    totals.max = std::max(totals.max, distance);
    totals.add(distance);
  }

  Node target(std::size_t column) const {
    return targets_.empty() ? static_cast<Node>(column) : targets_[column];
  }

  std::string wrongCells(std::size_t row, const std::vector<std::byte>& sample,
                         const std::vector<D>& right) const {
    std::vector<std::byte> copy = sample;
    return visitCells(TableCells(copy.data(), columns_, type_), [&](auto cells) {
      using T = typename decltype(cells)::value_type;
      for (std::size_t column = 0; column < columns_; ++column) {
        const D distance = right[target(column)];
        T expected = kUnreached<T>;
        if (distance != kUnreached<D>) {
          expected = static_cast<T>(std::is_integral_v<T> && std::is_floating_point_v<D>
                                        ? std::nearbyint(static_cast<double>(distance))
                                        : distance);
        }
        if (cells[column] != expected) {
          return difference(row, target(column), fmt::to_string(cells[column]),
                            fmt::to_string(expected));
        }
      }
      return std::string();
    });
  }

  std::string wrongEntries(std::size_t row, const std::vector<std::pair<Node, D>>& entries,
                           const std::vector<D>& right) const {
    std::vector<D> found(right.size(), kUnreached<D>);
    for (const auto& [node, distance] : entries) {
      found[node] = distance;
    }
    std::vector<bool> wanted(right.size(), targets_.empty());
    for (const Node node : targets_) {
      wanted[node] = true;
    }
    for (std::size_t node = 0; node < right.size(); ++node) {
      const D expected = wanted[node] ? right[node] : kUnreached<D>;
      if (found[node] != expected) {
        return difference(row, static_cast<Node>(node), fmt::to_string(found[node]),
                          fmt::to_string(expected));
      }
    }
    return "";
  }

  std::string difference(std::size_t row, Node node, const std::string& found,
                         const std::string& right) const {
    return fmt::format("node {} has distance {} from node {}, Dijkstra's algorithm says {}",
                       names_.nameOf(node), found, names_.nameOf(sources_[row]), right);
  }

  const galois::analytics::Graph<W> graph_;
  const galois::inputs::NodeIdMap& names_;
  const std::vector<Node> sources_;
  const std::vector<Node> targets_; ///< empty: all nodes
  const Format format_;
  const TableCells::Type type_;
  TableText text_;
  DistancesPlan<W> plan_;
  bool dense_;          ///< every pair is written
  std::size_t columns_; ///< of a dense table
  std::optional<TableFile> file_;
  std::size_t kept_ = 0; ///< rows of earlier runs
  sssp::Totals<Wide> totals_;
  std::vector<std::byte> buffer_;
  std::map<std::size_t, Sample> samples_; ///< by row
  Json measures_;
};

template <typename W, typename D>
int writeTable(const char* app, const galois::analytics::Graph<W>& graph,
               const galois::inputs::NodeIdMap& names, const lonestar::InputDescription& input) {
  TableRun<W, D> experiment(graph, names, input);
  return lonestar::runExperiment(app, experiment, lonestar::Method{"table"}, input);
}

} // namespace tables
