/**
 * The answers for all sources in one file: a line per node, with a column per source. Those of all
 * sources but the last have to be kept until then.
 */
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "DistanceText.h"
#include "galois/analytics/Graph.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"

namespace sssp {

/// Keeps distances from several sources, and writes them.
template <typename Distance>
class DistanceColumns {
public:
  /// @throws lonestar::UsageError  when --output would need more memory than the machine has
  DistanceColumns(std::size_t nodes, std::size_t sources) : sources_(sources) {
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const double needed =
        static_cast<double>(nodes) * static_cast<double>(sources) * sizeof(Distance);
    if (!lonestar::outputFile.empty() && sources > 1 && needed > memory / 2) {
      throw lonestar::UsageError(fmt::format(
          "--output for {} sources takes {:.1f} GB of memory and this machine has {:.1f} "
          "GB; give fewer sources at a time",
          sources, needed / 1e9, memory / 1e9));
    }
  }

  /// Keeps the distances from the next source, unless it is the last one.
  void add(std::span<const Distance> distances) {
    ++added_;
    if (added_ < sources_) {
      kept_.emplace_back(distances.begin(), distances.end());
    }
  }

  /// Returns whether those from all sources have been added.
  bool complete() const { return added_ == sources_; }

  /// Writes a line per node: what it is called, and its distance from each source. If there are
  /// several, a comment before them says which.
  /// @param last  the distances from the last source
  void write(galois::inputs::OutputFile& file, std::span<const galois::analytics::Node> sources,
             const galois::inputs::NodeIdMap& names, std::span<const Distance> last) const {
    if (sources.size() > 1) {
      file.write("# node");
      for (const auto source : sources) {
        file.write(" ");
        galois::inputs::writeNode(file, names.nameOf(source));
      }
      file.write("\n");
    }
    std::string text; // of a node's distances
    for (std::size_t node = 0; node < last.size(); ++node) {
      galois::inputs::writeNode(file, names.nameOf(node));
      text.clear();
      for (const std::vector<Distance>& column : kept_) {
        appendDistance(text, column[node]);
      }
      appendDistance(text, last[node]);
      text += '\n';
      file.write(text);
    }
  }

private:
  std::size_t sources_;
  std::size_t added_ = 0;
  std::vector<std::vector<Distance>> kept_;
};

} // namespace sssp
