#include "stealing/Coalescing.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace galois::bench {

namespace {

using Batch = std::vector<std::uint64_t>;

class Tree {
public:
  Tree(TreeShape shape, std::uint64_t nodes) : shape_(shape), size_(0) {
    for (std::uint64_t level = 1; size_ + level <= nodes; level *= degree()) {
      size_ += level;
    }
  }

  std::uint64_t size() const { return size_; }

  /// Calls visit(child) for the children. Nodes are numbered by levels from the root, which is 0.
  template <typename Visit>
  void visitChildren(std::uint64_t node, Visit&& visit) const {
    const std::uint64_t first = degree() * node + 1;
    for (std::uint64_t child = first; child < first + degree() && child < size_; ++child) {
      visit(child);
    }
  }

private:
  std::uint64_t degree() const { return shape_ == TreeShape::kBinary ? 2 : 16; }

  TreeShape shape_;
  std::uint64_t size_;
};

struct Worker {
  Batch batch;             // the current task
  std::deque<Batch> deque; // front: oldest
  std::uint64_t since = 0; // nodes visited since the last poll
  bool idle = true;        // at the beginning of the step
};

class Simulation {
public:
  Simulation(const Tree& tree, Coalescing rule, std::uint64_t batch, unsigned processors,
             substrate::Random random)
      : tree_(tree), rule_(rule), most_(batch), random_(random), workers_(processors) {
    workers_[0].batch.push_back(0);
    run_.tasks = 1;
  }

  Traversal run() {
    while (run_.visited < tree_.size()) {
      for (Worker& one : workers_) {
        one.idle = one.batch.empty();
      }
      if (workers_.size() > 1) {
        acquire();
      }
      for (Worker& one : workers_) {
        if (!one.idle) {
          visit(one);
        }
      }
      ++run_.time;
    }
    return run_;
  }

private:
  std::size_t drawOther(std::size_t self) {
    const std::size_t drawn = random_.below(static_cast<std::uint32_t>(workers_.size() - 1));
    return drawn + (drawn >= self ? 1 : 0);
  }

  /// Each idle processor tries once to get a task, which it begins in the next step.
  void acquire() {
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (!workers_[i].idle) {
        continue;
      }
      Worker& victim = workers_[drawOther(i)];
      if (!splits()) {
        if (!victim.deque.empty()) {
          workers_[i].batch = std::move(victim.deque.front());
          victim.deque.pop_front();
          run_.moved += workers_[i].batch.size();
        }
      } else if (!victim.idle && victim.since >= most_ && victim.batch.size() > 1) {
        give(victim, workers_[i]);
        victim.since = 0; // It polls again after as many nodes.
        run_.moved += workers_[i].batch.size();
        ++run_.tasks;
      }
    }
  }

  /// Gives half of the victim's nodes away.
  void give(Worker& victim, Worker& thief) {
    Batch& from = victim.batch;
    if (rule_ == Coalescing::kSplitOlder) {
      const auto half = static_cast<std::ptrdiff_t>((from.size() + 1) / 2);
      thief.batch.assign(from.begin(), from.begin() + half);
      from.erase(from.begin(), from.begin() + half);
      return;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (i % 2 == 0) {
        thief.batch.push_back(from[i]);
      } else {
        from[kept++] = from[i];
      }
    }
    from.resize(kept);
  }

  bool splits() const { return rule_ == Coalescing::kSplit || rule_ == Coalescing::kSplitOlder; }

  void visit(Worker& one) {
    if (one.since >= most_) {
      one.since = 0; // It polled in this step, and nobody requested.
    }
    const std::uint64_t node = one.batch.back();
    one.batch.pop_back();
    ++one.since;
    ++run_.visited;
    tree_.visitChildren(node, [&](std::uint64_t child) { add(one, child); });
    if (one.batch.empty() && !one.deque.empty()) {
      one.batch = std::move(one.deque.back());
      one.deque.pop_back();
    }
  }

  void add(Worker& one, std::uint64_t node) {
    if (!splits() && one.batch.size() >= most(one)) {
      one.deque.push_back(std::exchange(one.batch, {}));
      ++run_.tasks;
    }
    one.batch.push_back(node);
  }

  /// Returns how many nodes a batch may have.
  std::uint64_t most(const Worker& one) const {
    switch (rule_) {
    case Coalescing::kNone:
      return 1;
    case Coalescing::kCong:
      return one.deque.size() >= 63 ? most_ : std::min(std::uint64_t{1} << one.deque.size(), most_);
    default:
      return most_;
    }
  }

  const Tree tree_;
  const Coalescing rule_;
  const std::uint64_t most_;
  substrate::Random random_;
  std::vector<Worker> workers_;
  Traversal run_;
};

} // namespace

Traversal traverse(TreeShape shape, std::uint64_t nodes, Coalescing rule, std::uint64_t batch,
                   unsigned processors, substrate::Random random) {
  return Simulation(Tree(shape, nodes), rule, batch, processors, random).run();
}

} // namespace galois::bench
