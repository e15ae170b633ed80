/**
 * The nodes of skip lists, and the allocation and reclamation of their memory.
 *
 * A node is one task and as many links as its height, in one block: 16 bytes for a task of 8 bytes
 * at the lowest height, which three of four nodes have. A thread allocates nodes from its own
 * slabs, so that they are on its NUMA node. A node that was unlinked from its list is retired. When
 * no thread can be reading it any more (EpochReclaimer.h), it goes to a free list of the thread
 * that retired it; there is one list per height. A thread that frees more nodes than it needs
 * passes some on to other threads (SpareNodes.h). Slabs are freed when the memory is destroyed.
 * (Nodes become free in bursts, so a thread keeps a few hundred before it passes any on. One list
 * for all threads, under a lock, cost 256 simulated threads 9 of 10 microseconds. That is 45 times
 * the rest if they waited for the lock, and 30 times if they tried again with the next node.)
 *
 * One SkipListMemory may serve several lists. A thread has one Thread object for all of them.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/memory/EpochReclaimer.h"
#include "galois/worklists/parts/memory/SpareNodes.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace galois::worklists {

/// A task, followed by links. A link is the address of the next node with marks in its unused bits,
/// see SkipList.h.
template <typename T, typename Atomics>
class SkipNode {
public:
  using Link = typename Atomics::template Atomic<std::uintptr_t>;

  static constexpr unsigned kMaxHeight = 12; ///< enough for 4^12 = 16 million tasks at full speed
  static constexpr std::size_t kAlignment = 16; ///< leaves four bits of an address for marks
  static constexpr unsigned kHeightShift = 56;  ///< where the lowest link holds the number of links

  typename Atomics::template Plain<T> task;

  /// Returns the links, one per level. Their number was given to make().
  Link* links() noexcept {
    return std::launder(reinterpret_cast<Link*>(reinterpret_cast<std::byte*>(this) + kOffset));
  }

  /// Returns the number of links. Only for a node that is or was in a list.
  unsigned height() noexcept {
    return static_cast<unsigned>(links()[0].load(order::relaxed) >> kHeightShift);
  }

  /// Returns the size in bytes of a node with `height` links.
  static constexpr std::size_t bytes(unsigned height) noexcept {
    return roundUp(kOffset + height * sizeof(Link), kAlignment);
  }

  /// Constructs a node at `place`, which has bytes(height) bytes.
  static SkipNode* make(std::byte* place, unsigned height) noexcept {
    auto* node = ::new (static_cast<void*>(place)) SkipNode;
    for (unsigned level = 0; level < height; ++level) {
      ::new (static_cast<void*>(place + kOffset + level * sizeof(Link))) Link;
    }
    return node;
  }

  /// Destroys its members, for atomics with a destructor.
  void destroy(unsigned height) noexcept {
    std::destroy_n(links(), height);
    std::destroy_at(this);
  }

private:
  static constexpr std::size_t roundUp(std::size_t bytes, std::size_t to) noexcept {
    return (bytes + to - 1) / to * to;
  }
  static constexpr std::size_t kOffset =
      (sizeof(typename Atomics::template Plain<T>) + alignof(Link) - 1) / alignof(Link) *
      alignof(Link);
  static_assert(alignof(T) <= kAlignment, "tasks are aligned to 16 bytes at most");
};

/// The memory of the nodes. Its Thread objects do all operations; it must outlive them.
/// @tparam T  task, trivially copyable
template <typename T, typename Atomics = substrate::DefaultAtomics>
class SkipListMemory {
  static_assert(std::is_trivially_copyable<T>::value, "tasks in free nodes are not destroyed");

public:
  using Node = SkipNode<T, Atomics>;
  class Thread;

  SkipListMemory() = default;
  SkipListMemory(const SkipListMemory&) = delete;
  SkipListMemory& operator=(const SkipListMemory&) = delete;

private:
  /// Free nodes of one height are chained by their lowest links.
  struct Next {
    static Node* get(Node* node) noexcept {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): links of nodes in a list are words with marks
      return reinterpret_cast<Node*>(node->links()[0].load(order::relaxed));
    }
    static void set(Node* node, Node* next) noexcept {
      node->links()[0].store(reinterpret_cast<std::uintptr_t>(next), order::relaxed);
    }
  };
  using Spares = SpareNodes<Node, Next, 256, Atomics>;

  EpochReclaimer<Node*, Atomics> reclaimer_;
  Spares surplus_[Node::kMaxHeight];                            ///< by height
  typename Atomics::template Atomic<std::uint32_t> threads_{0}; ///< Thread objects created so far
};

/// What one thread needs to use lists. Only that thread calls its functions, except the
/// constructor.
template <typename T, typename Atomics>
class SkipListMemory<T, Atomics>::Thread {
public:
  /// @param advanceEvery  see EpochReclaimer::Thread
  explicit Thread(SkipListMemory& all, std::uint32_t advanceEvery = 64)
      : all_(all), epoch_(all.reclaimer_, advanceEvery) {
    // Relaxed: only a number; makes nothing visible.
    std::fill_n(free_, Node::kMaxHeight,
                typename Spares::Own(all.threads_.fetch_add(1, order::relaxed)));
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  ~Thread() {
    if constexpr (!std::is_trivially_destructible<typename Node::Link>::value) {
      for (const auto& [node, height] : made_) {
        node->destroy(height);
      }
    }
  }

  /// During the lifetime of an Inside, no node that the thread can reach is reused. Not nested.
  class Inside {
  public:
    explicit Inside(Thread& me) noexcept : me_(me) { me_.epoch_.enter(); }
    ~Inside() { me_.epoch_.leave(); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

  private:
    Thread& me_;
  };

  /// Returns a node with `height` links, 1 to kMaxHeight, and arbitrary contents. O(1) amortised.
  /// @throws std::bad_alloc
  Node* allocate(unsigned height) {
    typename Spares::Own& list = free_[height - 1];
    if (list.empty()) {
      refill(list, height);
    }
    Node* node = list.take();
    unpoison(node);
    return node;
  }

  /// Takes back a node that is in no list any more; other threads may still be reading it. Call it
  /// only during the lifetime of an Inside. O(1) amortised.
  void retire(Node* node) noexcept {
    epoch_.retire(node, [this](Node* old) { reuse(old); });
  }

  /// Frees retired nodes if many are waiting, see EpochReclaimer::Thread::collect(). For a thread
  /// that has nothing else to do. Not during the lifetime of an Inside.
  void collect() noexcept {
    epoch_.collect([this](Node* old) { reuse(old); });
  }

  /// Returns the number of bytes that this thread has allocated from the system.
  std::size_t bytes() const noexcept { return bytes_; }
  /// Returns the number of nodes that this thread has retired and that may still be read.
  std::size_t waiting() const noexcept { return epoch_.waiting(); }

private:
  static constexpr std::size_t kFirstSlab = std::size_t{64} << 10;
  static constexpr std::size_t kLargestSlab = std::size_t{2} << 20;
  static constexpr std::size_t kBlock = 512; ///< bytes cut into nodes of one height at once

  struct SlabDelete {
    void operator()(std::byte* slab) const noexcept {
      ::operator delete (slab, std::align_val_t{substrate::kCacheLineSize});
    }
  };
  using Slab = std::unique_ptr<std::byte, SlabDelete>;

  void reuse(Node* node) noexcept {
    poison(node);
    const unsigned height = node->height();
    free_[height - 1].add(node, all_.surplus_[height - 1]);
  }

  void refill(typename Spares::Own& list, unsigned height);
  void newSlab(std::size_t node);

  // Makes reads of a free node detectable: AddressSanitizer reports them, and the model checker
  // finds a write here that is not ordered with the read.
  static void poison([[maybe_unused]] Node* node) noexcept {
#if defined(__SANITIZE_ADDRESS__)
    ASAN_POISON_MEMORY_REGION(&node->task, sizeof(node->task));
#endif
    if constexpr (!std::is_same<Atomics, substrate::DefaultAtomics>::value) {
      node->task = T();
    }
  }
  static void unpoison([[maybe_unused]] Node* node) noexcept {
#if defined(__SANITIZE_ADDRESS__)
    ASAN_UNPOISON_MEMORY_REGION(&node->task, sizeof(node->task));
#endif
  }

  SkipListMemory& all_;
  typename EpochReclaimer<Node*, Atomics>::Thread epoch_;
  typename Spares::Own free_[Node::kMaxHeight]; ///< by height
  std::byte* cut_ = nullptr;                    ///< [cut_, end_) of the last slab are unused
  std::byte* end_ = nullptr;
  std::size_t bytes_ = 0;
  std::vector<Slab> slabs_;
  std::vector<std::pair<Node*, unsigned>> made_; ///< filled only if nodes must be destroyed
};

template <typename T, typename Atomics>
void SkipListMemory<T, Atomics>::Thread::refill(typename Spares::Own& list, unsigned height) {
  if (list.fetch(all_.surplus_[height - 1])) {
    return;
  }
  collect();
  if (!list.empty()) {
    return;
  }
  const std::size_t each = Node::bytes(height);
  if (cut_ == nullptr || static_cast<std::size_t>(end_ - cut_) < std::max(each, kBlock)) {
    newSlab(each);
  }
  for (std::size_t used = 0; used == 0 || used + each <= kBlock; used += each) {
    Node* node = Node::make(cut_, height);
    cut_ += each;
    if constexpr (!std::is_trivially_destructible<typename Node::Link>::value) {
      made_.emplace_back(node, height);
    }
    poison(node);
    list.add(node);
  }
}

/// Allocates a slab, for one node of `node` bytes at least. Its size grows with the memory that the
/// thread has already, so that little is unused both for few and for many tasks.
template <typename T, typename Atomics>
void SkipListMemory<T, Atomics>::Thread::newSlab(std::size_t node) {
  const std::size_t bytes = std::max(std::clamp(bytes_ / 8, kFirstSlab, kLargestSlab), node);
  slabs_.reserve(slabs_.size() + 1);
  Slab slab(
      static_cast<std::byte*>(::operator new (bytes, std::align_val_t{substrate::kCacheLineSize})));
  cut_ = slab.get();
  end_ = cut_ + bytes;
  bytes_ += bytes;
  slabs_.push_back(std::move(slab));
}

} // namespace galois::worklists
