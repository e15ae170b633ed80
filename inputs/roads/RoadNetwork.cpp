#include "inputs/roads/RoadNetwork.h"

#include "inputs/Error.h"

#include "galois/OrderedWord.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace galois::inputs {

namespace {

/// Returns the coordinate of a place, rounded to 10^-6 degrees.
Coordinate coordinateOf(MapPlace place) {
  const auto rounded = [](std::int32_t unit) {
    return static_cast<std::int32_t>(std::lround(unit / 10.0));
  };
  return {rounded(place.longitude), rounded(place.latitude)};
}

/// Returns what to multiply metres by for a weight, in the unit of RoadWeight.
double unitsPerMetre(RoadWeight weight, double speed) {
  constexpr double kDecimetres = 10;
  constexpr double kTenthsAtOne = 36; // tenths of a second for a metre at 1 km/h
  return weight == RoadWeight::kLength ? kDecimetres : kTenthsAtOne / speed;
}

/// Returns the word of a weight (EdgeListBuilder).
std::uint64_t wordOf(std::uint64_t weight, WeightType type) {
  switch (type) {
  case WeightType::kSigned:
    return weight + kSignBit<std::uint32_t>;
  case WeightType::kFloat:
    return orderedWord(static_cast<double>(weight));
  default:
    return weight;
  }
}

} // namespace

void RoadNetwork::addWay(std::span<const RoadTag> tags, std::span<const std::int64_t> nodes) {
  const Travel travel = profile_.travel(tags);
  if ((travel.forward == 0 && travel.backward == 0) || nodes.size() < 2) {
    return;
  }
  nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  ways_.push_back({nodes_.size(), travel});
}

void RoadNetwork::endWays(const std::string& source) {
  ids_ = nodes_;
  std::sort(ids_.begin(), ids_.end());
  ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
  if (ids_.size() > kMaxNodes) {
    fail("{}: more nodes of roads than the {} that a graph can have; cut out a part with osmium "
         "extract",
         source, kMaxNodes);
  }
  // From here on nodes are known by their positions in ids_.
  for (std::int64_t& node : nodes_) {
    node = std::lower_bound(ids_.begin(), ids_.end(), node) - ids_.begin();
  }
  places_.resize(ids_.size());
  states_.resize(ids_.size(), State::kMissing);
}

void RoadNetwork::addNode(std::int64_t id, MapPlace place, std::span<const RoadTag> tags) {
  if (cursor_ > 0 && ids_[cursor_ - 1] >= id) { // out of order
    cursor_ =
        static_cast<std::uint64_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
  }
  while (cursor_ < ids_.size() && ids_[cursor_] < id) {
    ++cursor_;
  }
  if (cursor_ == ids_.size() || ids_[cursor_] != id) {
    return;
  }
  places_[cursor_] = place;
  states_[cursor_] = profile_.blocks(tags) ? State::kBlocked : State::kThere;
  ++cursor_;
}

void RoadNetwork::addArcs(EdgeListBuilder& arcs, const ReadOptions& options) const {
  const RoadWeight weight = options.roads.weight.value_or(RoadWeight::kTime);
  const auto add = [&](std::uint32_t from, std::uint32_t to, double speed) {
    if (speed == 0) {
      return;
    }
    if (options.ignoreWeights) {
      arcs.add(from, to);
      return;
    }
    constexpr double kLeastShare = 0.9;
    const double units = unitsPerMetre(weight, speed) * static_cast<double>(options.scale);
    const double exact = units * greatCircle(places_[from], places_[to]);
    const double apart = units * greatCircle(placeOf(coordinateOf(places_[from])),
                                             placeOf(coordinateOf(places_[to])));
    const double rounded = std::max({1.0, std::round(exact), std::ceil(kLeastShare * apart)});
    if (!(rounded < 0x1p63)) {
      fail("a weight times {} is too large; give a lesser --scale-weights", options.scale);
    }
    arcs.add(from, to, wordOf(static_cast<std::uint64_t>(rounded), textWeights(options)));
  };
  std::uint64_t at = 0;
  for (const Way& way : ways_) {
    for (; at + 1 < way.end; ++at) {
      const auto from = static_cast<std::uint32_t>(nodes_[at]);
      const auto to = static_cast<std::uint32_t>(nodes_[at + 1]);
      if (from != to && states_[from] == State::kThere && states_[to] == State::kThere) {
        add(from, to, way.travel.forward);
        add(to, from, way.travel.backward);
      }
    }
    at = way.end;
  }
}

std::string RoadNetwork::note() const {
  const auto missing = std::count(states_.begin(), states_.end(), State::kMissing);
  return missing == 0
             ? ""
             : fmt::format("{} of {} nodes on roads are not in the file, as at the edge of "
                           "an extract; the pieces of road to them are left out",
                           missing, ids_.size());
}

Graph RoadNetwork::build(const std::string& source, const ReadOptions& options) {
  EdgeListBuilder arcs(EdgeKind::kArc, textWeights(options));
  addArcs(arcs, options);
  if (arcs.size() == 0) {
    fail("{}: no road may be used; a map has ways with highway=..., and a profile that uses them "
         "(--profile=car, bicycle, foot or a file)",
         source);
  }
  std::string note = this->note();
  std::vector<Way>().swap(ways_);
  std::vector<std::int64_t>().swap(nodes_);

  // Nodes without an arc are left out.
  constexpr std::uint32_t kUnused = UINT32_MAX;
  std::vector<std::uint32_t> number(ids_.size(), kUnused);
  arcs.mapEnds([&](std::uint32_t node) {
    number[node] = 0;
    return node;
  });
  std::uint32_t nodes = 0;
  std::vector<Coordinate> coords;
  for (std::uint64_t node = 0; node < ids_.size(); ++node) {
    if (number[node] != kUnused) {
      number[node] = nodes++;
      ids_[number[node]] = ids_[node];
      coords.push_back(coordinateOf(places_[node]));
    }
  }
  ids_.resize(nodes);
  arcs.mapEnds([&](std::uint32_t node) { return number[node]; });
  std::vector<std::uint32_t>().swap(number);
  std::vector<MapPlace>().swap(places_);
  std::vector<State>().swap(states_);

  Graph graph = arcs.build(nodes, source.c_str());
  graph.coords = std::move(coords);
  if (ids_.front() < 0) { // of nodes that an editor has not uploaded yet
    for (const std::int64_t id : ids_) {
      graph.names.add(fmt::to_string(id));
    }
  } else {
    graph.ids.assign(ids_.begin(), ids_.end());
  }
  std::vector<std::int64_t>().swap(ids_);
  if (!note.empty()) {
    graph.notes.push_back(std::move(note));
  }
  return graph;
}

} // namespace galois::inputs
