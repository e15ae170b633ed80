/**
 * Makes the graph of a text that does not state how many nodes it has, from arcs between ids and a
 * rule that determines the nodes.
 *
 * Ids are dense when every number from 0 to the highest id is used, or when the text declares more
 * nodes than the highest id. Dense ids are the numbers of the nodes. Other ids are sparse. Then the
 * nodes are the ids that are used, numbered from 0 in ascending order, and Graph::ids holds their
 * ids. ReadOptions::keepIds makes every number up to the highest id a node. ReadOptions::relabel
 * numbers the nodes in the order in which they appear.
 *
 * Ids are treated as numbers of nodes as long as possible. A table replaces them when one is too
 * large, or when an array for all numbers would be much larger than the arcs.
 */
#pragma once

#include "inputs/EdgeListBuilder.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/IdTable.h"
#include "inputs/io/InputFile.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace galois::inputs {

/// Collects arcs between ids. For one thread.
class ArcsById {
public:
  /// Collects arcs as the options say.
  explicit ArcsById(const ReadOptions& options)
      : keepIds_(options.keepIds && !options.relabel), relabel_(options.relabel),
        tabled_(options.relabel), builder_(EdgeKind::kArc, textWeights(options)) {}

  /// Returns the highest id that can be read.
  std::uint64_t highest() const { return keepIds_ ? kMaxNodes - 1 : UINT64_MAX; }

  /// Adds an arc, with or without a weight (as EdgeListBuilder takes it). Either all arcs have one, or none
  /// has. Ids are at most highest(). @{
  void add(std::uint64_t from, std::uint64_t to) {
    if (const std::uint64_t higher = std::max(from, to); !tabled_ && higher < kMaxNodes) {
      nodes_ = std::max(nodes_, higher + 1);
      builder_.add(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
      return;
    }
    useTable();
    const std::uint32_t tail = table_.add(from);
    builder_.add(tail, table_.add(to));
  }
  void add(std::uint64_t from, std::uint64_t to, std::uint64_t weight) {
    if (const std::uint64_t higher = std::max(from, to); !tabled_ && higher < kMaxNodes) {
      nodes_ = std::max(nodes_, higher + 1);
      builder_.add(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), weight);
      return;
    }
    useTable();
    const std::uint32_t tail = table_.add(from);
    builder_.add(tail, table_.add(to), weight);
  }
  /// @}

  /// Makes this id a node even if it has no arc.
  void addNode(std::uint64_t id) {
    if (tabled_) {
      table_.add(id);
    } else {
      alone_.push_back(id);
    }
  }

  /// Declares that the text has this many nodes.
  void declareNodes(std::uint64_t count) { declared_ = std::max(declared_, count); }

  /// Returns the number of arcs so far.
  std::uint64_t size() const { return builder_.size(); }

  /// Returns the graph, see above, and empties the builder.
  /// @throws InputError, naming the file, when the number of nodes is implausible or memory is too
  ///         small
  Graph build(const InputFile& file);

private:
  /// From now on nodes are numbered by the table, including those so far, in the order in which
  /// they appeared.
  void useTable();

  bool keepIds_;
  bool relabel_;
  bool tabled_;
  /// The highest id plus one, until tabled_.
  std::uint64_t nodes_ = 0; ///< highest id plus one, until tabled_
  std::uint64_t declared_ = 0;
  EdgeListBuilder builder_;
  IdTable table_;
  std::vector<std::uint64_t> alone_;
};

} // namespace galois::inputs
