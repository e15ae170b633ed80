/**
 * A lock-free ordered skip list (Pugh 1990; Fraser 2004) for priority queues: threads insert
 * anywhere, and take from the front or near it [SprayList, PPoPP 2015].
 *
 * Taking a task is logical. The thread that sets the claim mark in a node's lowest link gets the
 * task; this step is the linearization point. The node stays in the list, and searches still use
 * it. Now and then some thread cleans the list, never two at once. The cleaner treats the
 * claimed nodes near the front level by level, from the top down. It freezes the node's link on
 * that level and unlinks the node there. A node that is unlinked from all levels is retired.
 *
 * Invariants, for each level:
 *  - Only the cleaner changes a frozen link. So nothing is inserted behind a node that is being
 *    unlinked, and a link that is not frozen belongs to a node in the list.
 *  - The nodes whose links are not frozen are in order. (Nodes with frozen links may follow more
 *    urgent nodes that were inserted meanwhile. Searches go through them and never insert behind
 *    them.)
 *  - A node is linked from level 0 upwards. It is unlinked from its top level downwards, and only
 *    after the cleaner has seen it on its top level. So a node that its inserter is still linking
 *    is not unlinked, and cannot be linked again on an upper level after it was retired. Nor can it
 *    stay linked there: the cleaner counts the nodes that it has frozen on a level, and goes to the
 *    next level only when all of them are unlinked.
 *  - There is no ABA problem: a node is reused only when no thread that was inside an operation at
 *    its removal is still inside it (EpochReclaimer.h).
 *
 * Tasks of equal priority are taken youngest first. Insertion and taking are lock-free, the cleaner
 * never waits, and no thread waits for it. While the cleaner is descheduled, claimed nodes stay and
 * searches become longer. Nodes are half as high as usual (each level has a quarter of the nodes of
 * the level below), which costs searches nothing and saves memory.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <mutex>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/worklists/parts/skiplist/SkipListMemory.h"

namespace galois::worklists {

/// When and how far to clean.
struct SkipListCleaning {
  std::uint32_t claimed = 8; ///< cleaning begins at this number of claimed nodes at the front
  std::uint32_t reach = 0;   ///< cleaning ends after passing this number of nodes that stay
};

/// A random walk to a node near the front. On each level it makes a random number of steps, and
/// then it descends.
struct SkipListSpray {
  std::uint32_t level = 0;   ///< the level where the walk begins
  std::uint32_t jump = 0;    ///< largest number of steps per level
  std::uint32_t descent = 1; ///< number of levels to descend each time, 1 or more
};

/// A concurrent skip list that serves as a relaxed priority queue.
/// @tparam T        task, trivially copyable
/// @tparam Less     with `key(task)`, smaller is more urgent, see IndexLess
/// @tparam Atomics  see galois/substrate/Atomics.h
///
/// All functions are thread-safe. Each thread passes its own SkipListMemory::Thread. The memory
/// must outlive the list.
template <typename T, typename Less, typename Atomics = substrate::DefaultAtomics>
class SkipList {
public:
  using Memory = SkipListMemory<T, Atomics>;
  using Thread = typename Memory::Thread;
  static constexpr unsigned kMaxHeight = Memory::Node::kMaxHeight;

  explicit SkipList(Less less = Less()) : less_(less) {
    for (Link& link : head_) {
      link.store(0, order::relaxed); // no other thread can access this list yet
    }
    height_.store(1, order::relaxed);
  }
  SkipList(const SkipList&) = delete;
  SkipList& operator=(const SkipList&) = delete;

  /// Returns a random height for a new node: h with probability 3 / 4^h, 1 to kMaxHeight.
  template <typename Random>
  static unsigned randomHeight(Random& random) {
    const std::uint64_t bits = random() | std::uint64_t{1} << 2 * (kMaxHeight - 1);
    return 1 + static_cast<unsigned>(__builtin_ctzll(bits)) / 2;
  }

  /// Adds a task. Expected O(log n). @throws std::bad_alloc; the list is then unchanged
  /// @param height  from randomHeight()
  void insert(Thread& me, const T& task, unsigned height);

  /// Takes up to `max` tasks from the front, most urgent first. Expected O(max + claimed nodes).
  /// Takes fewer only if it reaches the end of the list.
  /// @param next     receives the task that the next call would probably take, if `*hasNext`
  /// @param hasNext  if not null, receives whether there is such a task; `next` is then not null
  /// @return the number of tasks in `out`
  std::uint32_t popFront(Thread& me, T* out, std::uint32_t max, const SkipListCleaning& cleaning,
                         T* next = nullptr, bool* hasNext = nullptr);

  /// Takes a task near the front, by a random walk.
  /// @return false if the walk found no task up to the end of the list; there may be others before
  template <typename Random>
  bool popNear(Thread& me, T& out, const SkipListSpray& spray, Random& random);

  /// Copies the first task without taking it. @return false if there is none
  bool peekFront(Thread& me, T& out);

  /// Returns true only if all nodes that were inserted before have been claimed and unlinked. O(1).
  bool seemsEmpty() const noexcept { return pointer(head_[0].load(order::relaxed)) == nullptr; }

  /// Unlinks claimed nodes near the front, unless another thread is doing so.
  /// @param reach  see SkipListCleaning
  void clean(Thread& me, std::uint32_t reach) {
    const typename Thread::Inside inside(me);
    cleanInside(me, reach);
  }

private:
  using Node = typename Memory::Node;
  using Link = typename Node::Link;

  static_assert(2 * kMaxHeight <= 32, "cleaning shifts by twice a level");
  // A link is the next node's address and marks. The link of level 0 also holds its node's height.
  static_assert(sizeof(std::uintptr_t) == 8, "marks are kept in the high bits of an address");
  static constexpr std::uintptr_t kClaimed = 1; ///< level 0 only: the task has been taken
  static constexpr std::uintptr_t kFrozen = 2;  ///< the node is being unlinked from this level
  static constexpr unsigned kHeightShift = Node::kHeightShift;
  static constexpr std::uintptr_t kPointer = (std::uintptr_t{1} << kHeightShift) - Node::kAlignment;

  /// Where a search left a level: the last link before the key, and the value that it held.
  struct Place {
    Link* link;
    std::uintptr_t seen;
  };

  static Node* pointer(std::uintptr_t word) noexcept {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): marks travel in the pointer's low bits
    return reinterpret_cast<Node*>(word & kPointer);
  }

  /// Reads a link in order to go to the node behind it.
  static std::uintptr_t follow(const Link& link) noexcept {
    // (2) acquire: synchronizes with (1) and (4), so that the node is seen as it was constructed.
    return link.load(order::acquire);
  }

  auto keyOf(Node* node) const { return less_.key(static_cast<const T&>(node->task)); }

  /// Claims a node. @return whether this thread claimed it
  static bool claim(Node* node) noexcept {
    // relaxed: the modification order of one word decides, and the task was acquired by (2).
    return !(node->links()[0].fetch_or(kClaimed, order::relaxed) & kClaimed);
  }

  /// Finds the places of `key` at the levels below `height`.
  /// @return false if it met a node that is being unlinked, and has to be called again
  template <typename Key>
  bool find(const Key& key, unsigned height, Place* places);

  /// Returns whether the cleaner may unlink this node from `level`.
  static bool removable(Node* node, unsigned level) noexcept {
    // relaxed: only cleaners write the marks of upper levels, and their lock orders them. A claim
    // that is not seen now is seen the next time.
    const std::uintptr_t lowest = node->links()[0].load(order::relaxed);
    return (lowest & kClaimed) && (level + 1 == lowest >> kHeightShift ||
                                   (node->links()[level + 1].load(order::relaxed) & kFrozen));
  }

  void cleanInside(Thread& me, std::uint32_t reach);
  void cleanLevel(Thread& me, unsigned level, std::uint32_t reach);

  const Less less_;
  alignas(substrate::kCacheLineSize) Link head_[kMaxHeight];
  typename Atomics::template Atomic<unsigned> height_; ///< no node is higher; never decreases
  substrate::BasicSimpleLock<Atomics> cleaner_;
};

template <typename T, typename Less, typename Atomics>
template <typename Key>
bool SkipList<T, Less, Atomics>::find(const Key& key, unsigned height, Place* places) {
  Link* links = head_;
  for (unsigned level = std::max(height_.load(order::relaxed), height); level-- > 0;) {
    Link* link = &links[level];
    std::uintptr_t seen = follow(*link);
    if (seen & kFrozen) {
      return false;
    }
    for (Node* at = pointer(seen); at && keyOf(at) < key;) {
      Link* const its = at->links();
      const std::uintptr_t next = follow(its[level]);
      if (!(next & kFrozen)) {
        links = its;
        link = &its[level];
        seen = next;
      }
      at = pointer(next);
    }
    if (level < height) {
      places[level] = {link, seen};
    }
  }
  return true;
}

template <typename T, typename Less, typename Atomics>
void SkipList<T, Less, Atomics>::insert(Thread& me, const T& task, unsigned height) {
  assert(height >= 1 && height <= kMaxHeight);
  Node* const node = me.allocate(height);
  node->task = task;
  for (unsigned level = 1; level < height; ++level) {
    node->links()[level].store(0, order::relaxed); // not frozen; (1) on level 0 shows it
  }
  unsigned highest = height_.load(order::relaxed);
  while (highest < height &&
         !height_.compare_exchange_weak(highest, height, order::relaxed, order::relaxed)) {
  }

  const typename Thread::Inside inside(me);
  const auto key = less_.key(task);
  Place places[kMaxHeight];
  while (!find(key, height, places)) {
  }
  for (unsigned level = 0; level < height; ++level) {
    const std::uintptr_t own = level == 0 ? std::uintptr_t{height} << kHeightShift : 0;
    for (;;) {
      auto [link, seen] = places[level];
      node->links()[level].store((seen & kPointer) | own, order::relaxed);
      // (1) release: synchronizes with (2) and (3), so that a thread that reaches the node sees its
      // task and links, and what the task refers to.
      if (link->compare_exchange_strong(seen,
                                        reinterpret_cast<std::uintptr_t>(node) | (seen & ~kPointer),
                                        order::release, order::relaxed)) {
        break;
      }
      while (!find(key, height, places)) {
      }
    }
  }
}

template <typename T, typename Less, typename Atomics>
std::uint32_t SkipList<T, Less, Atomics>::popFront(Thread& me, T* out, std::uint32_t max,
                                                   const SkipListCleaning& cleaning, T* next,
                                                   bool* hasNext) {
  const typename Thread::Inside inside(me);
  std::uint32_t count = 0;
  std::uint32_t claimed = 0;
  Node* at = pointer(follow(head_[0]));
  while (at && count < max) {
    const std::uintptr_t word = follow(at->links()[0]);
    if (!(word & kClaimed) && claim(at)) {
      out[count++] = at->task;
    } else {
      ++claimed;
    }
    at = pointer(word);
  }
  if (hasNext) {
    *hasNext = at != nullptr;
    if (at) {
      *next = at->task;
    }
  }
  if (claimed >= cleaning.claimed || (claimed > 0 && count == 0)) {
    cleanInside(me, cleaning.reach);
  }
  return count;
}

template <typename T, typename Less, typename Atomics>
template <typename Random>
bool SkipList<T, Less, Atomics>::popNear(Thread& me, T& out, const SkipListSpray& spray,
                                         Random& random) {
  const typename Thread::Inside inside(me);
  Node* at = nullptr;
  for (std::uint32_t level = spray.level;; level -= std::min(level, spray.descent)) {
    for (std::uint32_t steps = random.below(spray.jump + 1); steps > 0; --steps) {
      Node* const next = pointer(follow(at ? at->links()[level] : head_[level]));
      if (!next) {
        break;
      }
      at = next;
    }
    if (level == 0) {
      break;
    }
  }
  if (!at) {
    at = pointer(follow(head_[0]));
  }
  while (at) {
    const std::uintptr_t word = follow(at->links()[0]);
    if (!(word & kClaimed) && claim(at)) {
      out = at->task;
      return true;
    }
    at = pointer(word);
  }
  return false;
}

template <typename T, typename Less, typename Atomics>
bool SkipList<T, Less, Atomics>::peekFront(Thread& me, T& out) {
  const typename Thread::Inside inside(me);
  for (Node* at = pointer(follow(head_[0])); at;) {
    const std::uintptr_t word = follow(at->links()[0]);
    if (!(word & kClaimed)) {
      out = at->task;
      return true;
    }
    at = pointer(word);
  }
  return false;
}

template <typename T, typename Less, typename Atomics>
void SkipList<T, Less, Atomics>::cleanInside(Thread& me, std::uint32_t reach) {
  const std::unique_lock<substrate::BasicSimpleLock<Atomics>> guard(cleaner_, std::try_to_lock);
  if (!guard.owns_lock()) {
    return;
  }
  for (unsigned level = height_.load(order::relaxed); level-- > 0;) {
    cleanLevel(me, level, reach >> 2 * level);
  }
}

template <typename T, typename Less, typename Atomics>
void SkipList<T, Less, Atomics>::cleanLevel(Thread& me, unsigned level, std::uint32_t reach) {
  Link* link = &head_[level];
  std::uintptr_t seen = follow(*link);
  std::uint32_t linked = 0; // nodes frozen here but not unlinked yet; 0 before the next level
  for (std::uint32_t stayed = 0;;) {
    Node* const first = pointer(seen);
    Node* at = first;
    std::uint32_t frozen = 0;
    while (at && removable(at, level)) {
      // (3) acquire: synchronizes with (1); (4) then shows the node behind the link.
      const std::uintptr_t next = at->links()[level].fetch_or(kFrozen, order::acquire);
      linked += (next & kFrozen) == 0;
      ++frozen;
      at = pointer(next);
    }
    if (at != first) {
      const std::uintptr_t shortened = reinterpret_cast<std::uintptr_t>(at) | (seen & ~kPointer);
      // (4) release: synchronizes with (2). If it fails, a node was inserted here, or the node of
      // this link was claimed; the frozen nodes still follow.
      if (!link->compare_exchange_strong(seen, shortened, order::release, order::relaxed)) {
        seen = follow(*link);
        continue;
      }
      linked -= frozen;
      for (Node* old = first; level == 0 && old != at;) {
        Node* const next = pointer(old->links()[0].load(order::relaxed));
        me.retire(old);
        old = next;
      }
    }
    if (!at || (stayed++ > reach && linked == 0)) {
      assert(linked == 0);
      return;
    }
    link = &at->links()[level];
    seen = follow(*link);
  }
}

} // namespace galois::worklists
