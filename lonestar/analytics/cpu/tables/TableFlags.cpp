#include "tables/TableFlags.h"

#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/SourceList.h"

namespace cll = llvm::cl;

namespace tables {

namespace {

using galois::analytics::TableCells;

cll::opt<std::string> tableFile(
    "table", galois::inputs::WrittenFile(),
    cll::desc("Write the distance from each source to each of --targets, or to every node, there: "
              "a line per pair (.csv, .tsv), a matrix of NumPy (.npy) or a sparse one of SciPy "
              "(.npz). What is finished is kept, and the same command goes on from there"),
    cll::value_desc("file"), cll::cat(lonestar::reportGroup()));
/// The file of --targets, which is also the flag of a parameter of worklists.
std::string targetFile; // set by wanted()
cll::opt<std::string> limitText(
    "limit",
    cll::desc("The greatest distance of --table; pairs beyond it are as those without a path"),
    cll::value_desc("distance"), cll::cat(lonestar::algorithmGroup()));
cll::opt<TableCells::Type, false, lonestar::ChoiceParser<TableCells::Type>>
    cellType("table-type",
             cll::desc("The numbers of a matrix in .npy (default: as distances are):"),
             cll::values(clEnumValN(TableCells::kUint16, "uint16", "up to 65534"),
                         clEnumValN(TableCells::kUint32, "uint32", "up to 2^32 - 2"),
                         clEnumValN(TableCells::kUint64, "uint64", "up to 2^64 - 2"),
                         clEnumValN(TableCells::kFloat32, "float32", "rounded to 24 bits"),
                         clEnumValN(TableCells::kFloat64, "float64", "rounded to 53 bits")),
             cll::init(TableCells::kUint32), cll::cat(lonestar::reportGroup()));
cll::opt<std::uint64_t> blockRows(
    "table-block", lonestar::WholeNumbers{1},
    cll::desc("Rows of --table that are computed and kept together (default: what takes some "
              "seconds and 64 MiB)"),
    cll::value_desc("rows"), cll::init(0), cll::cat(lonestar::runGroup()));

constexpr const char* kTargets = "targets";

/// What a program writes or measures that a table has not.
constexpr const char* kOthers[] = {"output",     "report", "path-output",  "target", "predecessors",
                                   "reportNode", "runs",   "source-batch", "algo",   "edge-tile",
                                   "limit-deal", "delta",  "alpha",        "beta",   "timeline"};

/// Returns the flags of the command line that have no effect on a table.
std::vector<std::string> othersGiven() {
  std::vector<std::string> given = lonestar::flagsOfWorklistLoops();
  const auto& flags = cll::getRegisteredOptions();
  for (const char* const name : kOthers) {
    const auto found = flags.find(name);
    if (found != flags.end() && found->second->getNumOccurrences() > 0) {
      given.push_back(fmt::format("--{}", name));
    }
  }
  return given;
}

} // namespace

void shareFlags() {
  lonestar::lendParameterFlag(kTargets, "with --table, the file of its targets, one per line ('-': "
                                        "stdin; default: every node)");
}

bool wanted() {
  if (tableFile.getNumOccurrences() == 0) {
    for (const cll::Option* const flag :
         {static_cast<const cll::Option*>(&limitText), static_cast<const cll::Option*>(&cellType),
          static_cast<const cll::Option*>(&blockRows)}) {
      if (flag->getNumOccurrences() > 0) {
        throw lonestar::UsageError(
            fmt::format("--{} is that of a table; give --table=FILE, too", flag->ArgStr.str()));
      }
    }
    return false;
  }
  requireTables();
  if (const auto file = lonestar::takeParameterFlag(kTargets)) {
    targetFile = *file;
  }
  const std::vector<std::string> others = othersGiven();
  if (!others.empty()) {
    throw lonestar::UsageError(fmt::format(
        "--table is written by searches of its own, which {} {} no effect on; leave {} out",
        fmt::join(others, ", "), others.size() == 1 ? "has" : "have",
        others.size() == 1 ? "it" : "them"));
  }
  if (format() != Format::kNpy && cellType.getNumOccurrences() > 0) {
    throw lonestar::UsageError("--table-type is that of a matrix, --table=FILE.npy");
  }
  return true;
}

std::string path() { return tableFile; }

Format format() {
  const std::string_view name(tableFile);
  if (name.ends_with(".csv")) {
    return Format::kCsv;
  }
  if (name.ends_with(".tsv")) {
    return Format::kTsv;
  }
  if (name.ends_with(".npy")) {
    return Format::kNpy;
  }
  if (name.ends_with(".npz")) {
    return Format::kNpz;
  }
  throw lonestar::UsageError(
      fmt::format("--table={}: a name that ends in .csv, .tsv, .npy or .npz is needed",
                  std::string(tableFile)));
}

std::vector<std::uint32_t> targets(std::uint64_t nodes, const galois::inputs::NodeIdMap& names) {
  return targetFile.empty() ? std::vector<std::uint32_t>()
                            : sssp::nodesOfFile(targetFile, "target", nodes, names);
}

template <typename Limit>
std::optional<Limit> limit() {
  if (limitText.getNumOccurrences() == 0) {
    return {};
  }
  const std::string& text = limitText;
  Limit value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  const bool number = result.ec == std::errc() && result.ptr == end;
  if (!number || !(value >= 0)) {
    throw lonestar::UsageError(fmt::format("--limit={}: a {} from 0 is needed", text,
                                           std::is_integral_v<Limit> ? "whole number" : "number"));
  }
  return value;
}
template std::optional<std::uint64_t> limit();
template std::optional<double> limit();

TableCells::Type cells(TableCells::Type otherwise) {
  return cellType.getNumOccurrences() > 0 ? cellType.getValue() : otherwise;
}

std::optional<std::size_t> rowsOfBlock() {
  return blockRows > 0 ? std::optional<std::size_t>(blockRows) : std::nullopt;
}

} // namespace tables
