/**
 * InsertBag: a bag that all threads fill at once and loops then run over.
 *
 * Each thread pushes into a list of blocks of its own, so pushing shares nothing. Elements never
 * move. The blocks are pages of the page pool, or of BlockSize bytes from the C++ heap if that is
 * not 0.
 *
 * Invariant: a thread's list is changed by that thread only while a loop runs, except by the
 * calls that are documented to belong between loops; all its blocks hold at least one element.
 */
#ifndef GALOIS_BAG_H
#define GALOIS_BAG_H

#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/config.h"
#include "galois/gIO.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/Mem.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

/**
 * An unordered collection of T with concurrent insertion. Movable, not copyable. A loop over a bag
 * may have another number of threads than the one that filled it.
 *
 * push(), emplace() and pop() may be called by all threads at once. Iteration may run beside
 * iteration, but not beside insertion into the same bag; clear(), swap and moves belong between
 * loops, on the main thread. Insertion is amortised constant time and throws std::bad_alloc.
 * There is no size(): it would have to be counted.
 */
template <typename T, unsigned int BlockSize = 0>
class InsertBag {
  struct Block {
    Block* next = nullptr;
    Block* previous = nullptr;
    T* first = nullptr; ///< the elements are [first, last)
    T* last = nullptr;
    T* limit = nullptr; ///< the memory ends here
  };

  struct List {
    Block* head = nullptr;
    Block* tail = nullptr;
  };
  using Lists = substrate::PerThreadStorage<List>;

  /// Runs over the lists of every `step_`-th thread. The end, of any kind, is the null element.
  template <typename U>
  class Iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = U*;
    using reference = U&;

    Iterator() = default;
    /// The iterator over const elements from the one over others.
    template <typename V, typename = std::enable_if_t<std::is_convertible_v<V*, U*>>>
    Iterator(const Iterator<V>& other)
        : lists_(other.lists_), tid_(other.tid_), step_(other.step_), block_(other.block_),
          at_(other.at_) {}

    reference operator*() const { return *at_; }
    pointer operator->() const { return at_; }
    Iterator& operator++() {
      if (++at_ == block_->last) {
        enter(block_->next);
        if (at_ == nullptr) {
          tid_ += step_;
          findList();
        }
      }
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.at_ != b.at_; }

  private:
    friend class InsertBag;
    template <typename>
    friend class Iterator;

    Iterator(const Lists& lists, unsigned tid, unsigned step)
        : lists_(&lists), tid_(tid), step_(step) {
      findList();
    }

    void enter(Block* block) {
      block_ = block;
      at_ = block == nullptr ? nullptr : block->first;
    }
    void findList() {
      for (; at_ == nullptr && tid_ < lists_->size(); tid_ += step_) {
        enter(lists_->getRemote(tid_)->head);
        if (at_ != nullptr) {
          break;
        }
      }
    }

    const Lists* lists_ = nullptr;
    unsigned tid_ = 0;
    unsigned step_ = 1;
    Block* block_ = nullptr;
    T* at_ = nullptr;
  };

public:
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using iterator = Iterator<T>;
  using const_iterator = Iterator<const T>;
  using local_iterator = iterator;
  using const_local_iterator = const_iterator;

  InsertBag() = default;
  InsertBag(InsertBag&& other) noexcept(false) : InsertBag() { swap(other); }
  InsertBag& operator=(InsertBag&& other) noexcept(false) {
    if (this != &other) {
      InsertBag taken(std::move(other));
      swap(taken);
    }
    return *this;
  }
  InsertBag(const InsertBag&) = delete;
  InsertBag& operator=(const InsertBag&) = delete;
  ~InsertBag() { clear(); }

  void swap(InsertBag& other) noexcept { std::swap(lists_, other.lists_); }
  friend void swap(InsertBag& a, InsertBag& b) noexcept { a.swap(b); }

  /// All elements, thread by thread.
  iterator begin() { return iterator(lists_, 0, 1); }
  const_iterator begin() const { return const_iterator(lists_, 0, 1); }
  iterator end() { return iterator(); }
  const_iterator end() const { return const_iterator(); }

  /// What threads t, t + n, t + 2n ... inserted, where t is the calling one of n active threads:
  /// what it inserted itself and a part of what threads inserted that are no longer active.
  local_iterator local_begin() { return localBegin<iterator>(); }
  const_local_iterator local_begin() const { return localBegin<const_iterator>(); }
  local_iterator local_end() { return local_iterator(); }
  const_local_iterator local_end() const { return const_local_iterator(); }

  /// Whether no thread has an element. O(threads); outside insertion.
  bool empty() const {
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      if (lists_.getRemote(tid)->head != nullptr) {
        return false;
      }
    }
    return true;
  }

  /// Adds an element made from the arguments; the reference stays valid until it is removed.
  template <typename... Args>
  reference emplace(Args&&... args) {
    List& list = *lists_.getLocal();
    Block* block = list.tail;
    if (block != nullptr && block->last != block->limit) {
      T* made = ::new (static_cast<void*>(block->last)) T(std::forward<Args>(args)...);
      ++block->last;
      return *made;
    }
    return emplaceInNewBlock(list, std::forward<Args>(args)...);
  }
  template <typename... Args>
  reference emplace_back(Args&&... args) {
    return emplace(std::forward<Args>(args)...);
  }
  template <typename Item>
  reference push(Item&& item) {
    return emplace(std::forward<Item>(item));
  }
  template <typename Item>
  reference push_back(Item&& item) {
    return emplace(std::forward<Item>(item));
  }

  /// Removes the element that the calling thread inserted last. Throws std::out_of_range if it has
  /// none.
  void pop() {
    List& list = *lists_.getLocal();
    Block* block = list.tail;
    if (block == nullptr) {
      throw std::out_of_range("InsertBag::pop: this thread has no element");
    }
    --block->last;
    block->last->~T();
    if (block->last == block->first) {
      list.tail = block->previous;
      (list.tail != nullptr ? list.tail->next : list.head) = nullptr;
      release(block);
    }
  }

  /// Removes everything, each thread its own part. Inside a loop (which must be the only one to
  /// use the bag) it is sequential.
  void clear() {
    if (empty()) {
      return;
    }
    if (substrate::getThreadPool().isRunning()) {
      clear_serial();
      return;
    }
    // A thread also clears the lists of threads that were active earlier and are not now.
    runtime::on_each_gen(
        [this](unsigned tid, unsigned threads) {
          for (; tid < lists_.size(); tid += threads) {
            clearList(*lists_.getRemote(tid));
          }
        },
        std::tuple<no_stats>());
  }

  /// Removes everything on the calling thread.
  void clear_serial() {
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      clearList(*lists_.getRemote(tid));
    }
  }

private:
  /// Where the elements of a block begin: after the header, aligned for T.
  static constexpr std::size_t kHeader = (sizeof(Block) + alignof(T) - 1) / alignof(T) * alignof(T);
  static constexpr std::size_t kSmallestPage = std::size_t{1} << 20;
  static_assert(kHeader + sizeof(T) <= (BlockSize == 0 ? kSmallestPage : std::size_t{BlockSize}),
                "one element does not fit a block");
  static constexpr std::align_val_t kAlign{alignof(T) > alignof(Block) ? alignof(T)
                                                                       : alignof(Block)};

  template <typename... Args>
  reference emplaceInNewBlock(List& list, Args&&... args) {
    Block* block = allocate();
    T* made = nullptr;
    try {
      made = ::new (static_cast<void*>(block->first)) T(std::forward<Args>(args)...);
    } catch (...) {
      release(block);
      throw;
    }
    ++block->last;
    block->previous = list.tail;
    (list.tail != nullptr ? list.tail->next : list.head) = block;
    list.tail = block;
    return *made;
  }

  static Block* allocate() {
    std::size_t bytes = BlockSize;
    void* memory = nullptr;
    if constexpr (BlockSize == 0) {
      bytes = runtime::SystemHeap::blockSize();
      memory = runtime::SystemHeap().allocate(bytes);
    } else {
      memory = ::operator new(bytes, kAlign);
    }
    auto* block = ::new (memory) Block();
    block->first = block->last = reinterpret_cast<T*>(static_cast<char*>(memory) + kHeader);
    block->limit = block->first + (bytes - kHeader) / sizeof(T);
    return block;
  }

  static void release(Block* block) noexcept {
    if constexpr (BlockSize == 0) {
      runtime::SystemHeap().deallocate(block);
    } else {
      ::operator delete(block, kAlign);
    }
  }

  static void clearList(List& list) noexcept {
    while (list.head != nullptr) {
      Block* block = std::exchange(list.head, list.head->next);
      std::destroy(block->first, block->last);
      release(block);
    }
    list.tail = nullptr;
  }

  template <typename I>
  I localBegin() const {
    return I(lists_, substrate::ThreadPool::getTID(), substrate::getActiveThreads());
  }

  Lists lists_;
};

} // namespace galois

#endif
