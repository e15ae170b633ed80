#include "inputs/generate/Road.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/generate/RoadGeometry.h"
#include "inputs/io/ProgressMeter.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace galois::inputs {

namespace {

// Parameters that give the intended distribution of degrees, found by experiment.
constexpr double kNodesPerJunction = 1.4; // nodes per junction of the lattice
constexpr double kKeepRow = 0.78;         // share of roads along rows that are kept
constexpr double kKeepColumn = 0.78;      // share of every second road along columns
constexpr double kKeepBetween = 0.30;     // share of the others: crossings are rarer than Ts
constexpr double kDeadEndShare = 0.476;   // share of dead ends in nodes that are no junctions

constexpr std::uint64_t kCounty =
    32; // side of a square that is numbered at once, in lattice squares

/// Uses of random numbers.
enum Stream : std::uint32_t {
  kKeep,
  kJitterX,
  kJitterY,
  kShareOfNodes,
  kSideways,
  kDeadEndLength,
  kDetour,
};

/// A road of the lattice, from a junction to the one at its right or above it.
enum Direction : unsigned { kRight, kUp };

/// Divides a whole into parts in proportion to weights that are given one by one. The parts add up
/// exactly. Both the sum of weights and whole * weight must stay below 2^63.
class Apportioner {
public:
  Apportioner(std::uint64_t whole, std::uint64_t sumOfWeights)
      : whole_(whole), sum_(sumOfWeights) {}

  std::uint64_t partOf(std::uint64_t weight) {
    carried_ += whole_ * weight;
    const std::uint64_t part = carried_ / sum_;
    carried_ %= sum_;
    return part;
  }

private:
  std::uint64_t whole_;
  std::uint64_t sum_;
  std::uint64_t carried_ = 0;
};

class RoadGenerator {
public:
  RoadGenerator(std::uint64_t nodes, std::uint64_t seed, bool progress)
      : nodes_(nodes), progress_(progress), random_(seed) {
    const double junctions = static_cast<double>(nodes) / kNodesPerJunction;
    // The area is twice as wide as high in degrees, which is about as wide as high on the globe.
    height_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::sqrt(junctions / 2)));
    width_ = std::max<std::uint64_t>(nodes_ > 1 ? 2 : 1,
                                     static_cast<std::uint64_t>(junctions) / height_);
    const std::uint64_t others = nodes_ - width_ * height_;
    deadEnds_ = static_cast<std::uint64_t>(static_cast<double>(others) * kDeadEndShare);
    onRoads_ = others - deadEnds_;
  }

  Graph run(std::uint64_t seed) {
    chooseRoads();
    connect();
    const RoadGeometry geometry(width_, height_, nodes_, seed + 1);
    placeJunctions(geometry);
    Graph graph = layRoads(geometry);
    graph.coords = std::move(coords_);
    return graph;
  }

private:
  std::uint64_t cell(std::uint64_t x, std::uint64_t y) const { return y * width_ + x; }
  std::uint64_t neighbour(std::uint64_t from, Direction d) const {
    return d == kRight ? from + 1 : from + width_;
  }
  bool kept(std::uint64_t from, Direction d) const { return (roads_[from] >> d & 1) != 0; }

  /// Calls fn(x, y) for every junction, county by county.
  template <typename Fn>
  void forEachJunction(Fn&& fn) const {
    ProgressMeter meter("generating", width_ * height_, progress_);
    std::uint64_t done = 0;
    for (std::uint64_t top = 0; top < height_; top += kCounty) {
      for (std::uint64_t left = 0; left < width_; left += kCounty) {
        for (std::uint64_t y = top; y < std::min(height_, top + kCounty); ++y) {
          for (std::uint64_t x = left; x < std::min(width_, left + kCounty); ++x, ++done) {
            fn(x, y);
          }
        }
        meter.update(done);
      }
    }
  }

  /// Calls fn(junction, direction) for every road that the lattice has room for.
  template <typename Fn>
  void forEachPossibleRoad(Fn&& fn) const {
    for (std::uint64_t y = 0; y < height_; ++y) {
      for (std::uint64_t x = 0; x < width_; ++x) {
        if (x + 1 < width_) {
          fn(cell(x, y), kRight);
        }
        if (y + 1 < height_) {
          fn(cell(x, y), kUp);
        }
      }
    }
  }

  /// Calls fn(direction) for the roads that start at a junction.
  template <typename Fn>
  void forEachRoadOf(std::uint64_t from, Fn&& fn) const {
    if (kept(from, kRight)) {
      fn(kRight);
    }
    if (kept(from, kUp)) {
      fn(kUp);
    }
  }

  void chooseRoads() {
    roads_.assign(width_ * height_, 0);
    forEachPossibleRoad([this](std::uint64_t from, Direction d) {
      const bool brick = (from % width_ + from / width_) % 2 == 0;
      const double keep = d == kRight ? kKeepRow : brick ? kKeepColumn : kKeepBetween;
      if (random_.real(kKeep, 2 * from + d) < keep) {
        roads_[from] |= 1U << d;
      }
    });
  }

  /// Adds roads until there is one component.
  void connect() {
    std::vector<std::uint32_t> parent(width_ * height_);
    for (std::uint64_t i = 0; i < parent.size(); ++i) {
      parent[i] = static_cast<std::uint32_t>(i);
    }
    const auto find = [&parent](std::uint64_t i) {
      while (parent[i] != i) {
        i = parent[i] = parent[parent[i]];
      }
      return i;
    };
    const auto join = [&](std::uint64_t from, Direction d) {
      const std::uint64_t a = find(from);
      const std::uint64_t b = find(neighbour(from, d));
      if (a == b) {
        return false;
      }
      parent[std::max(a, b)] = static_cast<std::uint32_t>(std::min(a, b));
      return true;
    };
    forEachPossibleRoad([&](std::uint64_t from, Direction d) {
      if (kept(from, d)) {
        join(from, d);
      }
    });
    forEachPossibleRoad([&](std::uint64_t from, Direction d) {
      if (!kept(from, d) && join(from, d)) {
        roads_[from] |= 1U << d;
      }
    });
  }

  /// Returns a road's share of the nodes along roads, as a weight from 1 to 2^23. The weights are
  /// about exponentially distributed: minus the binary logarithm of a random number, interpolated.
  std::uint64_t shareOf(std::uint64_t from, Direction d) const {
    const std::uint64_t bits = random_(kShareOfNodes, 2 * from + d) | 1;
    const auto zeros = static_cast<std::uint64_t>(std::countl_zero(bits));
    const std::uint64_t fraction =
        (bits << zeros) >> 47 & 0xffff; // the 16 bits after the leading one
    return (zeros << 16) + (0x10000 - fraction);
  }

  std::uint64_t sumOfShares() const {
    std::uint64_t sum = 0;
    forEachPossibleRoad([&](std::uint64_t from, Direction d) {
      if (kept(from, d)) {
        sum += shareOf(from, d);
      }
    });
    return std::max<std::uint64_t>(sum, 1);
  }

  /// The distribution of nodes over roads. The calls must come in the order of forEachJunction,
  /// each road once.
  struct Distribution {
    Apportioner onRoads;
    Apportioner deadEnds;
  };
  Distribution distribution() const {
    return {Apportioner(onRoads_, sumOfShares_),
            Apportioner(deadEnds_, std::max<std::uint64_t>(onRoads_, 1))};
  }

  LatticePoint position(std::uint64_t junction) const {
    const std::uint64_t column = junction % width_;
    const std::uint64_t row = junction / width_;
    // Junctions stay inside their squares, so that straight roads between them never cross.
    return {static_cast<double>(column) + 0.1 + 0.8 * random_.real(kJitterX, junction),
            static_cast<double>(row) + 0.1 + 0.8 * random_.real(kJitterY, junction)};
  }

  /// Numbers all junctions, and leaves room after each for the nodes along its roads.
  void placeJunctions(const RoadGeometry& geometry) {
    sumOfShares_ = sumOfShares();
    coords_.resize(nodes_);
    ids_.resize(width_ * height_);
    Distribution parts = distribution();
    std::uint64_t next = 0;
    forEachJunction([&](std::uint64_t x, std::uint64_t y) {
      const std::uint64_t junction = cell(x, y);
      coords_[next] = geometry.place(position(junction));
      ids_[junction] = static_cast<std::uint32_t>(next++);
      forEachRoadOf(junction, [&](Direction d) {
        const std::uint64_t count = parts.onRoads.partOf(shareOf(junction, d));
        next += count;
        for (std::uint64_t i = 0; i < count; ++i) {
          next += parts.deadEnds.partOf(1);
        }
      });
    });
  }

  /// Adds the nodes along one road, and the dead ends that turn off there.
  void layRoad(std::uint64_t junction, Direction d, std::uint64_t count, std::uint64_t& next,
               Distribution& parts, const RoadGeometry& geometry) {
    const LatticePoint a = position(junction);
    const LatticePoint b = position(neighbour(junction, d));
    std::uint64_t previous = ids_[junction];
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t node = next++;
      const double along = static_cast<double>(i + 1) / static_cast<double>(count + 1);
      const double sideways = 0.1 * (random_.real(kSideways, node) - 0.5);
      const double dx = b.x - a.x;
      const double dy = b.y - a.y;
      const LatticePoint at{a.x + along * dx - sideways * dy, a.y + along * dy + sideways * dx};
      coords_[node] = geometry.place(inside(at));
      addRoad(previous, node);
      previous = node;
      if (parts.deadEnds.partOf(1) == 0) {
        continue;
      }
      const std::uint64_t end = next++;
      const double length =
          (0.05 + 0.3 * random_.real(kDeadEndLength, end)) * (sideways < 0 ? -1 : 1);
      coords_[end] = geometry.place(inside({at.x - length * dy, at.y + length * dx}));
      addRoad(node, end);
    }
    addRoad(previous, ids_[neighbour(junction, d)]);
  }

  LatticePoint inside(LatticePoint point) const {
    return {std::clamp(point.x, 0.0, static_cast<double>(width_)),
            std::clamp(point.y, 0.0, static_cast<double>(height_))};
  }

  void addRoad(std::uint64_t from, std::uint64_t to) {
    const double curves = random_.real(kDetour, from << 32 | to);
    const double detour = 1.001 + 0.3 * curves * curves;
    builder_.add(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to),
                 roadLength(coords_[from], coords_[to], detour));
  }

  Graph layRoads(const RoadGeometry& geometry) {
    Distribution parts = distribution();
    std::uint64_t next = 0;
    forEachJunction([&](std::uint64_t x, std::uint64_t y) {
      const std::uint64_t junction = cell(x, y);
      ++next;
      forEachRoadOf(junction, [&](Direction d) {
        const std::uint64_t count = parts.onRoads.partOf(shareOf(junction, d));
        layRoad(junction, d, count, next, parts, geometry);
      });
    });
    return builder_.build(nodes_, "this road network");
  }

  std::uint64_t nodes_;
  bool progress_;
  CounterRandom random_;
  std::uint64_t width_ = 1;
  std::uint64_t height_ = 1;
  std::uint64_t onRoads_ = 0;  // nodes along roads, between two junctions of the lattice
  std::uint64_t deadEnds_ = 0; // nodes of degree 1, each joined to a node along a road
  std::uint64_t sumOfShares_ = 1;
  std::vector<std::uint8_t> roads_; // bit d of a junction: the road in direction d exists
  std::vector<std::uint32_t> ids_;  // ids of the junctions
  std::vector<Coordinate> coords_;
  EdgeListBuilder builder_{EdgeKind::kEdge};
};

} // namespace

Graph generateRoad(std::uint64_t nodes, std::uint64_t seed, bool progress) {
  checkFits(nodes, nodes * 3, 8, "this road network"); // 2.5 arcs per node, and a list of them
  if (nodes == 0) {
    return {};
  }
  return RoadGenerator(nodes, seed, progress).run(seed);
}

} // namespace galois::inputs
