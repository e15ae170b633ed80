#include "stealing/Dag.h"

#include <algorithm>

#include <fmt/format.h>

#include "galois/substrate/Random.h"

namespace galois::bench {

namespace {

/// The first and the last chain of a part of the graph.
struct Part {
  std::uint32_t first;
  std::uint32_t last;
};

class Builder {
public:
  Part chain(std::uint64_t length) {
    chains_.push_back({length});
    const auto at = static_cast<std::uint32_t>(chains_.size() - 1);
    return {at, at};
  }

  Part series(Part a, Part b) {
    chains_[a.last].left = b.first;
    return {a.first, b.last};
  }

  Part parallel(Part a, Part b) {
    const Part fork = chain(1), join = chain(1);
    chains_[fork.first].left = a.first;
    chains_[fork.first].right = b.first;
    chains_[a.last].left = join.first;
    chains_[b.last].left = join.first;
    return {fork.first, join.first};
  }

  /// Makes the graph and computes what is known about it.
  Dag finish(std::string name, Part whole) {
    Dag dag;
    dag.name = std::move(name);
    dag.root = whole.first;
    const auto visitSuccessors = [&](const Dag::Chain& chain, auto&& visit) {
      for (const std::uint32_t next : {chain.left, chain.right}) {
        if (next != Dag::kNone) {
          visit(next);
        }
      }
    };
    for (const Dag::Chain& chain : chains_) {
      dag.work += chain.length;
      visitSuccessors(chain, [&](std::uint32_t next) { ++chains_[next].predecessors; });
    }
    // Paths from the root to before each chain, in topological order.
    std::vector<std::uint64_t> depth(chains_.size()), forks(chains_.size());
    std::vector<std::uint32_t> missing(chains_.size());
    for (std::size_t i = 0; i < chains_.size(); ++i) {
      missing[i] = chains_[i].predecessors;
    }
    std::vector<std::uint32_t> ready{dag.root};
    while (!ready.empty()) {
      const std::uint32_t at = ready.back();
      ready.pop_back();
      const Dag::Chain& chain = chains_[at];
      const std::uint64_t below = depth[at] + chain.length;
      const std::uint64_t forked = forks[at] + (chain.right != Dag::kNone ? 1 : 0);
      dag.depth = std::max(dag.depth, below);
      dag.forks = std::max(dag.forks, forked);
      visitSuccessors(chain, [&](std::uint32_t next) {
        depth[next] = std::max(depth[next], below);
        forks[next] = std::max(forks[next], forked);
        if (--missing[next] == 0) {
          ready.push_back(next);
        }
      });
    }
    dag.chains = std::move(chains_);
    return dag;
  }

private:
  std::vector<Dag::Chain> chains_;
};

Part fib(Builder& build, unsigned n, std::uint64_t leaf) {
  if (n < 2) {
    return build.chain(leaf);
  }
  const Part left = fib(build, n - 1, leaf);
  return build.parallel(left, fib(build, n - 2, leaf));
}

Part seriesParallel(Builder& build, std::uint64_t work, std::uint64_t leaf,
                    substrate::Random& random) {
  if (work <= std::max<std::uint64_t>(leaf, 3)) {
    return build.chain(work);
  }
  const bool inSeries = random.below(3) == 0;
  const std::uint64_t rest = inSeries ? work : work - 2; // A fork and a join are nodes, too.
  const std::uint64_t first = 1 + random() % (rest - 1);
  const Part a = seriesParallel(build, first, leaf, random);
  const Part b = seriesParallel(build, rest - first, leaf, random);
  return inSeries ? build.series(a, b) : build.parallel(a, b);
}

Part loop(Builder& build, std::uint64_t leaves, std::uint64_t length) {
  if (leaves == 1) {
    return build.chain(length);
  }
  const Part left = loop(build, leaves - leaves / 2, length);
  return build.parallel(left, loop(build, leaves / 2, length));
}

} // namespace

Dag fibDag(unsigned n, std::uint64_t leaf) {
  Builder build;
  const Part whole = fib(build, n, leaf);
  return build.finish(fmt::format("fib:{}:{}", n, leaf), whole);
}

Dag seriesParallelDag(std::uint64_t work, std::uint64_t leaf, std::uint64_t seed) {
  Builder build;
  substrate::Random random(seed, 0);
  const Part whole = seriesParallel(build, work, leaf, random);
  return build.finish(fmt::format("sp:{}:{}:{}", work, leaf, seed), whole);
}

Dag rightSpineDag(std::uint64_t forks, std::uint64_t left) {
  Builder build;
  Part whole = build.chain(left);
  for (std::uint64_t i = 0; i < forks; ++i) {
    whole = build.parallel(build.chain(left), whole);
  }
  return build.finish(fmt::format("spine:{}:{}", forks, left), whole);
}

Dag flatDag(std::uint64_t rounds, std::uint64_t leaves, std::uint64_t length) {
  Builder build;
  Part whole = loop(build, leaves, length);
  for (std::uint64_t i = 1; i < rounds; ++i) {
    whole = build.series(whole, loop(build, leaves, length));
  }
  return build.finish(fmt::format("flat:{}:{}:{}", rounds, leaves, length), whole);
}

} // namespace galois::bench
