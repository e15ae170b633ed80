/**
 * What a program on a divided graph calls the nodes: by their numbers, or by the ids or names of the
 * input. No rank keeps the ids or names of all nodes. Rank 0 reads those that it prints. A node with
 * a given id is looked for by all ranks, each in a part of the ids. Names have no fixed place in
 * their file, so rank 0 reads it all to find one.
 */
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "RankErrors.h"
#include "Redistribution.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/GhostValues.h"
#include "inputs/Error.h"
#include "inputs/formats/GrIds.h"
#include "inputs/formats/NameFile.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/CommandLine.h"

namespace dist {

/// What nodes are called.
enum class Called : std::uint8_t { kNumbers, kIds, kNames };

/// What nodes are called, for rank 0. It keeps those names that it has been asked for, and reads the
/// file again for others.
class NodeNames {
public:
  /// Nodes are called by their numbers.
  NodeNames() = default;
  /// Nodes are called as the file says, or the file beside it, which is read once to check it. That
  /// no two nodes have the same name is not checked. @throws galois::inputs::InputError
  explicit NodeNames(const std::string& path) : path_(path) {
    if (!galois::inputs::readGrIds(path, 0, 1).empty()) {
      called_ = Called::kIds;
    } else if (galois::inputs::visitNamesOfGr(path, [](auto, auto) {})) {
      called_ = Called::kNames;
    }
  }

  /// Returns what nodes are called.
  Called called() const { return called_; }

  /// Reads what these nodes are called. Reads the file once. @throws galois::inputs::InputError
  void learn(const std::vector<std::uint64_t>& nodes) {
    std::unordered_set<std::uint64_t> wanted;
    if (called_ != Called::kNumbers) {
      std::copy_if(nodes.begin(), nodes.end(), std::inserter(wanted, wanted.end()),
                   [&](auto node) { return !ids_.contains(node) && !names_.contains(node); });
    }
    if (called_ == Called::kIds) {
      for (const std::uint64_t node : wanted) {
        ids_[node] = galois::inputs::readGrIds(path_, node, node + 1).at(0);
      }
    } else if (!wanted.empty()) {
      galois::inputs::visitNamesOfGr(path_, [&](std::uint64_t node, std::string_view name) {
        if (wanted.contains(node)) {
          names_[node] = name;
        }
      });
      for (const std::uint64_t node : wanted) {
        if (!names_.contains(node)) {
          galois::inputs::fail("{}: node {} has no name", galois::inputs::namesPathOf(path_), node);
        }
      }
    }
  }

  /// Returns what a node is called that learn() has read. It is valid as long as this object.
  galois::inputs::NodeName nameOf(std::uint64_t node) const {
    return called_ == Called::kIds     ? galois::inputs::NodeName(ids_.at(node))
           : called_ == Called::kNames ? galois::inputs::NodeName(std::string_view(names_.at(node)))
                                       : galois::inputs::NodeName(node);
  }

  /// Returns the node with a name, if there is one. Reads the file once.
  /// @throws galois::inputs::InputError  also when there are two
  std::optional<std::uint64_t> nodeNamed(std::string_view wanted) const {
    std::optional<std::uint64_t> found;
    galois::inputs::visitNamesOfGr(path_, [&](std::uint64_t node, std::string_view name) {
      if (name == wanted) {
        if (found) {
          galois::inputs::fail("{}: two nodes have the name {}; names must differ",
                               galois::inputs::namesPathOf(path_), galois::inputs::NodeName(name));
        }
        found = node;
      }
    });
    return found;
  }

private:
  std::string path_;
  Called called_ = Called::kNumbers;
  std::unordered_map<std::uint64_t, std::uint64_t> ids_; ///< by node
  std::unordered_map<std::uint64_t, std::string> names_; ///< by node
};

/// Describes what nodes are called by their numbers or by names, for messages about an unknown one.
inline std::string describeNodes(NodeNames& names, std::uint64_t nodes) {
  if (names.called() == Called::kNumbers) {
    return galois::inputs::NodeIdMap().describe(nodes);
  }
  names.learn({0});
  return galois::inputs::describeNames(nodes, names.nameOf(0));
}

/// What the nodes of a range are called.
class NamesOfRange {
public:
  /// Reads the ids or names from the file, or from beside it.
  /// @param first, last  the range is from `first` to `last` - 1
  /// @throws galois::inputs::InputError
  NamesOfRange(const std::string& path, Called called, std::uint64_t first, std::uint64_t last)
      : first_(first) {
    if (called == Called::kNumbers || first == last) {
      return;
    }
    if (called == Called::kIds) {
      ids_ = galois::inputs::readGrIds(path, first, last);
    } else {
      names_ = galois::inputs::namesOfGr(path, first, last);
    }
    if (ids_.empty() && names_.empty()) {
      galois::inputs::fail("{} has no {} of nodes here, but on rank 0; start all ranks with the "
                           "same files",
                           path, called == Called::kIds ? "ids" : "names");
    }
  }

  /// Returns what a node of the range is called.
  galois::inputs::NodeName operator[](std::uint64_t node) const {
    return !ids_.empty()     ? galois::inputs::NodeName(ids_[node - first_])
           : !names_.empty() ? galois::inputs::NodeName(names_[node - first_])
                             : galois::inputs::NodeName(node);
  }

private:
  std::uint64_t first_;
  std::vector<std::uint64_t> ids_;
  galois::inputs::NameTable names_;
};

/// Returns on every rank the node with an id, which each rank looks for in its part of the ids.
/// Returns the number of nodes if there is none. Collective. Reads O(nodes / ranks) ids.
/// @param flag   the flag that names the node, for messages
/// @param text   the id, as the flag has it
/// @param given  without the flag, a missing id is no error
/// @throws lonestar::AppError  when there is no such node, or more than one
template <galois::dist::Transport T>
std::uint64_t nodeWithId(galois::dist::Endpoint<T>& endpoint, const std::string& path,
                         std::uint64_t nodes, const std::string& flag, std::string_view text,
                         bool given) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16; // ids that are read at once
  std::uint64_t wanted = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wanted);
  const bool isId = error == std::errc() && end == text.data() + text.size();
  std::uint64_t found = 0; // 1 + the node
  std::uint64_t count = 0;
  std::uint64_t least = UINT64_MAX;
  std::uint64_t greatest = 0;
  agreedByRank(endpoint, [&] {
    const auto parts = evenParts(nodes, endpoint.ranks());
    const std::uint64_t last = parts.first(endpoint.rank() + 1);
    for (std::uint64_t first = parts.first(endpoint.rank()); first < last; first += kBlock) {
      const auto ids = galois::inputs::readGrIds(path, first, std::min(last, first + kBlock));
      for (std::uint64_t at = 0; at < ids.size(); ++at) {
        least = std::min(least, ids[at]);
        greatest = std::max(greatest, ids[at]);
        if (isId && ids[at] == wanted) {
          found = first + at + 1;
          ++count;
        }
      }
    }
  });
  found = galois::dist::greatestOfAll(endpoint, found);
  count = galois::dist::sumOfAll(endpoint, count);
  least = UINT64_MAX - galois::dist::greatestOfAll(endpoint, UINT64_MAX - least);
  greatest = galois::dist::greatestOfAll(endpoint, greatest);
  if (count > 1) {
    throw lonestar::AppError(
        fmt::format("{}: {} nodes have one id, {}; ids must differ", path, count, wanted));
  }
  if (count == 0 && given) {
    throw lonestar::AppError(fmt::format("--{}={}: there is no such node; {}", flag, text,
                                         galois::inputs::describeIds(nodes, least, greatest)));
  }
  return count == 0 ? nodes : found - 1;
}

} // namespace dist
