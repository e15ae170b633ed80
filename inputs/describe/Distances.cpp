#include "inputs/describe/Distances.h"

#include "inputs/describe/Blocks.h"

#include "galois/Reduction.h"
#include "galois/substrate/Atomics.h"
#include "galois/worklists/StealingBucketQueue.h"

#include <algorithm>
#include <cmath>

namespace galois::inputs {

namespace {

constexpr std::uint64_t kFar = UINT64_MAX; // greater lengths of paths count as kFar - 1

struct Task {
  std::uint32_t node;
  std::uint64_t distance;
};

struct DistanceOf {
  std::uint64_t operator()(const Task& task) const { return task.distance; }
};

/// Relaxes arcs in the order of distances, under a stealing multi-queue of buckets.
template <typename LengthOf>
void relaxAll(const Graph& graph, std::uint32_t source, std::vector<std::uint64_t>& distances,
              const LengthOf& lengthOf) {
  using Policy = worklists::StealingBucketQueue<DistanceOf>;
  distances[source] = 0;
  const std::vector<Task> first{{source, 0}};
  galois::for_each(
      galois::iterate(first),
      [&](const Task& task, auto& context) {
        // Relaxed throughout: a task carries its distance, and the end of the loop publishes the
        // rest.
        const galois::AtomicRef<std::uint64_t> own(distances[task.node]);
        if (own.load(galois::order::relaxed) < task.distance) {
          return;
        }
        const std::uint64_t end = graph.offsets[task.node + std::uint64_t{1}];
        for (std::uint64_t arc = graph.offsets[task.node]; arc < end; ++arc) {
          const std::uint32_t head = graph.dst[arc];
          const std::uint64_t length = lengthOf(arc);
          const std::uint64_t distance =
              task.distance < kFar - length ? task.distance + length : kFar - 1;
          const galois::AtomicRef<std::uint64_t> known(distances[head]);
          std::uint64_t best = known.load(galois::order::relaxed);
          while (distance < best) {
            if (!known.compare_exchange_weak(best, distance, galois::order::relaxed)) {
              continue;
            }
            context.push(Task{head, distance});
            break;
          }
        }
      },
      galois::wl<Policy>(DistanceOf()), galois::disable_conflict_detection(), galois::no_stats());
}

/// A greater distance is farther; among equals, the lower node.
struct Farthest {
  std::uint64_t distance = 0;
  std::uint32_t node = UINT32_MAX;
};

struct FartherOf {
  Farthest operator()(const Farthest& a, const Farthest& b) const {
    if (a.distance != b.distance) {
      return a.distance > b.distance ? a : b;
    }
    return a.node < b.node ? a : b;
  }
};

} // namespace

Sweeps::Sweeps(const Graph& forward, const Graph& backward)
    : forward_(forward), backward_(backward), distances_(forward.numNodes()) {
  // Integers, so that sums do not depend on the order in which arcs are relaxed.
  if (forward.weights.type() == WeightType::kFloat) {
    unit_ = std::max(forward.weights.real(weightRange(forward).second) / 0x1p32, 0x1p-200);
  }
}

FarPair Sweeps::sweep(const Graph& graph, std::uint32_t source, Measure measure) {
  forEachBlock(distances_.size(), [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(distances_.begin() + static_cast<std::ptrdiff_t>(begin),
              distances_.begin() + static_cast<std::ptrdiff_t>(end), kFar);
  });
  if (measure == Measure::kHops || graph.weights.empty()) {
    relaxAll(graph, source, distances_, [](std::uint64_t) { return std::uint64_t{1}; });
  } else if (graph.weights.type() == WeightType::kFloat) {
    relaxAll(graph, source, distances_, [&](std::uint64_t arc) {
      return static_cast<std::uint64_t>(std::round(graph.weights.real(graph.weights[arc]) / unit_));
    });
  } else {
    relaxAll(graph, source, distances_,
             [&](std::uint64_t arc) { return graph.weights[arc] - graph.weights.zero(); });
  }

  const auto nothing = [] { return Farthest{}; };
  auto farthest = galois::make_reducible(FartherOf(), nothing);
  forEachBlock(distances_.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t node = begin; node < end; ++node) {
      if (distances_[node] != kFar) {
        farthest.update(Farthest{distances_[node], static_cast<std::uint32_t>(node)});
      }
    }
  });
  const Farthest found = farthest.reduce();
  const double unit = measure == Measure::kHops ? 1 : unit_;
  return {source, found.node, static_cast<double>(found.distance) * unit};
}

FarPair Sweeps::farthest(std::uint32_t start, Measure measure, unsigned count) {
  FarPair best;
  std::uint32_t source = start;
  for (unsigned i = 0; i < count; ++i) {
    const bool back = i % 2 == 1;
    const FarPair found = sweep(back ? backward_ : forward_, source, measure);
    if (i == 0 || found.distance > best.distance) {
      best = back ? FarPair{found.to, found.from, found.distance} : found;
    }
    source = found.to;
  }
  return best;
}

Graph reversed(const Graph& graph) {
  Graph result;
  const std::uint64_t nodes = graph.numNodes();
  // offsets[v + 2] counts the arcs to v. After the prefix sum, offsets[v + 1] is the place of v's
  // next arc.
  result.offsets.assign(nodes + 2, 0);
  for (const std::uint32_t head : graph.dst) {
    ++result.offsets[head + std::uint64_t{2}];
  }
  for (std::uint64_t node = 2; node < nodes + 2; ++node) {
    result.offsets[node] += result.offsets[node - 1];
  }
  result.dst.resize(graph.numArcs());
  result.weights.assign(graph.numArcs(), graph.weights.bytes(), graph.weights.type());
  for (std::uint64_t tail = 0; tail < nodes; ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      const std::uint64_t to = result.offsets[graph.dst[arc] + std::uint64_t{1}]++;
      result.dst[to] = static_cast<std::uint32_t>(tail);
      if (!graph.weights.empty()) {
        result.weights.set(to, graph.weights[arc]);
      }
    }
  }
  result.offsets.pop_back();
  return result;
}

} // namespace galois::inputs
