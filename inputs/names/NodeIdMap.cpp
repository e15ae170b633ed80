#include "inputs/names/NodeIdMap.h"

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/names/NearestNode.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace galois::inputs {

namespace {

bool needsQuotes(std::string_view name) {
  return name.empty() || name[0] == '#' || name[0] == '%' || name[0] == '\'' || name[0] == '{' ||
         name.find_first_of(" \t\",;") != std::string_view::npos;
}

std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    text.append(c == '"' ? 2 : 1, c);
  }
  return text + '"';
}

/// Returns the text as a number that can be an id.
std::optional<std::uint64_t> idIn(std::string_view text) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(id)
                                                                  : std::nullopt;
}

} // namespace

std::string NodeName::text() const {
  if (const auto* const id = std::get_if<std::uint64_t>(&called_)) {
    return fmt::to_string(*id);
  }
  const std::string_view name = std::get<std::string_view>(called_);
  return needsQuotes(name) ? quoted(name) : std::string(name);
}

void writeNode(OutputFile& file, const NodeName& name) {
  struct Write {
    OutputFile& file;
    void operator()(std::uint64_t id) const { file.writeNumber(id); }
    void operator()(std::string_view text) const {
      if (needsQuotes(text)) {
        file.write(quoted(text));
      } else {
        file.write(text);
      }
    }
  };
  name.visit(Write{file});
}

NodeIdMap NodeIdMap::of(const Graph& graph, const std::string& source) {
  return graph.names.empty() ? NodeIdMap(graph.ids, source) : NodeIdMap(graph.names);
}

NodeIdMap::NodeIdMap(std::vector<std::uint64_t> ids, const std::string& source)
    : ids_(std::move(ids)) {
  if (!std::is_sorted(ids_.begin(), ids_.end())) {
    byId_.resize(ids_.size());
    std::iota(byId_.begin(), byId_.end(), 0u);
    std::sort(byId_.begin(), byId_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return ids_[a] < ids_[b]; });
  }
  const auto at = [&](size_t i) {
    return byId_.empty() ? static_cast<std::uint32_t>(i) : byId_[i];
  };
  for (size_t i = 1; i < ids_.size(); ++i) {
    if (ids_[at(i - 1)] == ids_[at(i)]) {
      fail("{}: nodes {} and {} have one id, {}; ids must differ", source, at(i - 1), at(i),
           ids_[at(i)]);
    }
  }
}

void NodeIdMap::setCoordinates(std::vector<Coordinate> coordinates) {
  places_ = arePlaces(coordinates);
  coordinates_ = std::make_shared<const std::vector<Coordinate>>(std::move(coordinates));
}

const std::vector<Coordinate>& NodeIdMap::coordinates() const {
  static const std::vector<Coordinate> none;
  return coordinates_ ? *coordinates_ : none;
}

std::optional<std::uint32_t> NodeIdMap::nodeNamed(std::string_view name) const {
  if (!byName_) {
    byName_.emplace(names_);
  }
  return byName_->find(names_, name);
}

std::optional<std::uint32_t> NodeIdMap::nodeOf(std::string_view text, std::uint64_t nodes) const {
  std::optional<std::uint32_t> node;
  if (!names_.empty()) {
    node = nodeNamed(text);
  } else if (const std::optional<std::uint64_t> id = idIn(text)) {
    node = nodeOf(*id, nodes);
  }
  return node ? node : nodeAt(text);
}

/// Returns the node that is nearest to the place that the text is, if it is one.
std::optional<std::uint32_t> NodeIdMap::nodeAt(std::string_view text) const {
  const auto place = places_ ? placeIn(text) : std::nullopt;
  return place ? std::optional(nearestNode(coordinates(), *place).node) : std::nullopt;
}

std::uint32_t NodeIdMap::nodeOfFlag(const char* flag, std::string_view text,
                                    std::uint64_t nodes) const {
  const bool isPlace = placeIn(text).has_value();
  if (names_.empty() && !idIn(text) && !isPlace) {
    failUsage("--{}={}: a whole number from 0 to {} is needed", flag, text, UINT64_MAX);
  }
  const std::optional<std::uint32_t> node = nodeOf(text, nodes);
  if (!node && isPlace) {
    fail("--{}={} is a place, and the nodes have {}; astar-cpu, sssp-cpu and bfs-cpu take "
         "longitudes "
         "and latitudes in 1e-6 degrees from a .co beside the graph, or from --coords=FILE",
         flag, text, coordinates().empty() ? "no coordinates" : "other coordinates");
  }
  if (!node) {
    fail("--{}={}: {}", flag, text, describe(nodes));
  }
  return *node;
}

std::uint32_t NodeIdMap::read(const TextScanner& text, Fields& fields, const char* what,
                              std::uint64_t nodes) const {
  std::optional<std::uint32_t> node;
  if (places_ && names_.empty() && (node = nodeAt(fields.nextWord()))) {
    fields.word();
    return *node;
  }
  if (isIdentity()) {
    return fields.node(what, 0, nodes);
  }
  std::string called;
  if (names_.empty()) {
    const std::uint64_t id = fields.number(what, UINT64_MAX);
    node = nodeOf(id, nodes);
    called = fmt::to_string(id);
  } else {
    called = fields.name(what);
    node = nodeNamed(called);
    node = node ? node : nodeAt(called);
  }
  if (!node) {
    text.failHere(fmt::format("{} {}: {}", what, called, describe(nodes)));
  }
  return *node;
}

std::optional<std::uint32_t> NodeIdMap::nodeOf(std::uint64_t id, std::uint64_t nodes) const {
  if (!names_.empty()) {
    return nodeNamed(fmt::to_string(id));
  }
  if (ids_.empty()) {
    return id < nodes ? std::optional(static_cast<std::uint32_t>(id)) : std::nullopt;
  }
  if (byId_.empty()) {
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (found == ids_.end() || *found != id) {
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(found - ids_.begin());
  }
  const auto found =
      std::lower_bound(byId_.begin(), byId_.end(), id,
                       [&](std::uint32_t node, std::uint64_t key) { return ids_[node] < key; });
  if (found == byId_.end() || ids_[*found] != id) {
    return std::nullopt;
  }
  return *found;
}

std::string describeIds(std::uint64_t nodes, std::uint64_t lowest, std::uint64_t highest) {
  return fmt::format("no node of the graph has this id; its {} nodes have ids between {} and {}",
                     nodes, lowest, highest);
}

std::string describeNames(std::uint64_t nodes, const NodeName& first) {
  return fmt::format("no node of the graph has this name; its {} nodes have names such as {}",
                     nodes, first);
}

std::string NodeIdMap::describe(std::uint64_t nodes) const {
  if (!names_.empty()) {
    return describeNames(names_.size(), nameOf(0));
  }
  if (ids_.empty()) {
    return nodes == 0 ? "the graph has no nodes"
                      : fmt::format("the graph's nodes are 0 to {}", nodes - 1);
  }
  const auto [lowest, highest] = std::minmax_element(ids_.begin(), ids_.end());
  return describeIds(ids_.size(), *lowest, *highest);
}

} // namespace galois::inputs
