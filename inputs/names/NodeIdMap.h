/**
 * What a program's flags and answers call the nodes of a graph: their numbers, or the ids or names
 * that they have in the file from which the graph came. Their places, if the file has some, are
 * with them.
 */
#pragma once

#include "inputs/io/OutputFile.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NameTable.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace galois::inputs {

struct Graph;
struct Coordinate;

/// What one node is called: a number, or a name. In text, a name stands between double quotes if it
/// contains a blank, a quote or a separator, or starts with '#' or '%'; a quote in it is doubled. It
/// refers to the map from which it comes.
class NodeName {
public:
  /// A node that is called by its number or its id.
  NodeName(std::uint64_t id) : called_(id) {}
  /// A node with a name.
  explicit NodeName(std::string_view name) : called_(name) {}

  /// Calls use(id) or use(name), and returns what it returns.
  template <typename Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(std::forward<Use>(use), called_);
  }

  /// Returns what the node is called, as text files have it.
  std::string text() const;

  /// Returns whether two nodes are called the same.
  friend bool operator==(const NodeName&, const NodeName&) = default;

private:
  std::variant<std::uint64_t, std::string_view> called_;
};

/// Writes what a node is called, as text files have it. @throws InputError
void writeNode(OutputFile& file, const NodeName& name);

/// Makes a number or a string of JSON; nlohmann::json finds it. @tparam Json  of that library
template <typename Json>
void to_json(Json& json, const NodeName& name) {
  name.visit([&](auto called) { json = called; });
}

/// Describes the ids of a graph for messages about an unknown one.
std::string describeIds(std::uint64_t nodes, std::uint64_t lowest, std::uint64_t highest);

/// Describes the names of a graph for messages about an unknown one.
/// @param first  what node 0 is called
std::string describeNames(std::uint64_t nodes, const NodeName& first);

/// A map between nodes and what they are called. It does not change after construction, but finding
/// the first name builds an index, so threads that find nodes by name must not do so at once.
class NodeIdMap {
public:
  /// Nodes are called by their numbers.
  NodeIdMap() = default;

  /// The id of node i is ids[i]. If `ids` is empty, ids are the nodes' numbers. Takes O(nodes log
  /// nodes) time unless the ids ascend.
  /// @throws InputError, naming `source`, when two nodes have the same id
  NodeIdMap(std::vector<std::uint64_t> ids, const std::string& source);

  /// The name of node i is names[i]. If `names` is empty, nodes are called by their numbers.
  explicit NodeIdMap(NameTable names) : names_(std::move(names)) {}

  /// Returns the map of a graph's names, or else of its ids, which are left in the graph.
  /// @param source  the file of the graph
  static NodeIdMap of(const Graph& graph, const std::string& source);

  /// Returns whether nodes are called by their numbers.
  bool isIdentity() const { return ids_.empty() && names_.empty(); }

  /// Returns what the node is called. It is valid as long as this map.
  NodeName nameOf(std::uint64_t node) const {
    return !names_.empty() ? NodeName(names_[node]) : NodeName(ids_.empty() ? node : ids_[node]);
  }

  /// Returns the node with this id, in O(log nodes) time. A node with names is looked for by the
  /// digits of the number.
  /// @param nodes  number of nodes of the graph
  std::optional<std::uint32_t> nodeOf(std::uint64_t id, std::uint64_t nodes) const;

  /// Returns the node with this name, or else with the id or number that the text is, or else,
  /// where coordinates() are places, the one that is nearest to the place that it is
  /// ("51.5074,-0.1278"). The first search for a name takes O(nodes) time, others O(1), and one for
  /// a place O(nodes).
  std::optional<std::uint32_t> nodeOf(std::string_view text, std::uint64_t nodes) const;

  /// Returns the same for the value of a flag.
  /// @param flag  the name of the flag, without dashes
  /// @throws UsageError when nodes have no names and the text is neither a number nor a place
  /// @throws InputError when there is no such node
  std::uint32_t nodeOfFlag(const char* flag, std::string_view text, std::uint64_t nodes) const;

  /// Reads the next field of a line, which calls a node as text files do, or is a place, as for
  /// nodeOf().
  /// @param what  the field in messages ("source")
  /// @throws InputError, naming the line, when there is no such node
  std::uint32_t read(const TextScanner& text, Fields& fields, const char* what,
                     std::uint64_t nodes) const;

  /// Returns the ids by node; empty if there are none. The same for names. @{
  const std::vector<std::uint64_t>& ids() const { return ids_; }
  const NameTable& names() const { return names_; }
  /// @}

  /// Sets and returns the coordinates by node; none unless they are set. Copies of this map share
  /// them. @{
  void setCoordinates(std::vector<Coordinate> coordinates);
  const std::vector<Coordinate>& coordinates() const;
  /// @}

  /// Describes what nodes are called for messages about an unknown one: "the graph's nodes are 0 to
  /// 9", or how many ids there are between the lowest and the highest.
  std::string describe(std::uint64_t nodes) const;

private:
  std::optional<std::uint32_t> nodeNamed(std::string_view name) const;
  std::optional<std::uint32_t> nodeAt(std::string_view text) const;

  std::vector<std::uint64_t> ids_;
  std::vector<std::uint32_t>
      byId_; ///< the nodes in ascending order of ids; empty if that is 0, 1, 2 ...
  NameTable names_;
  std::shared_ptr<const std::vector<Coordinate>> coordinates_;
  bool places_ = false;                     ///< whether they are longitudes and latitudes
  mutable std::optional<NameIndex> byName_; ///< made by the first search
};

} // namespace galois::inputs

/// @cond  Doxygen knows no scope of fmt here.
/// Formats what a node is called, as text files have it.
template <>
struct fmt::formatter<galois::inputs::NodeName> : fmt::formatter<fmt::string_view> {
  /// Writes the text.
  template <typename Context>
  auto format(const galois::inputs::NodeName& name, Context& context) const {
    return fmt::formatter<fmt::string_view>::format(fmt::string_view(name.text()), context);
  }
};
/// @endcond
