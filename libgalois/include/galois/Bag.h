/**
 * InsertBag, an unordered collection that all threads of a loop fill concurrently and that later
 * loops iterate over.
 *
 * Each thread pushes into its own list of blocks, so pushes share no data. Elements never move. If
 * BlockSize is 0, the blocks are pages of the page pool; otherwise they are BlockSize bytes each
 * from the C++ heap.
 *
 * Invariant: while a loop runs, a thread's list is changed by that thread only. The exceptions are
 * the calls documented as allowed only between loops. Every block holds at least one element.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "galois/config.h"
#include "galois/runtime/Mem.h"
#include "galois/runtime/loops/CleanUp.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

/**
 * An unordered collection of T with concurrent insertion. It is movable, but not copyable. A loop
 * over a bag may run on a different number of threads than the loop that filled it. A class may have
 * a member that is a bag of its own type.
 *
 * All threads of a loop may call push(), emplace() and pop() concurrently. Threads that the program
 * starts itself are all thread 0, so only one of them at a time may do so; debug builds assert it.
 * Several threads may iterate at once, but not while another thread inserts into the same bag. clear(),
 * swap, moves and destruction are allowed on any thread that then is the only user of the bag. Insertion
 * takes amortised constant time and throws std::bad_alloc if memory runs out. There is no size(), since it would have to count the elements.
 */
template <typename T, unsigned int BlockSize = 0>
class InsertBag {
  struct Block {
    Block* next = nullptr;
    Block* previous = nullptr;
    T* first = nullptr; ///< the elements are [first, last)
    T* last = nullptr;
    T* limit = nullptr; ///< end of the block's memory
  };

  struct List {
    Block* head = nullptr;
    Block* tail = nullptr;
    /// The thread that changes it now, or null. Only debug builds write it.
    substrate::RealAtomics::Atomic<const void*> user{nullptr};
  };

  /// The scope in which a thread changes its list. In debug builds it asserts that no other thread
  /// does, too. Nested scopes are those of constructors that insert into the same bag.
  class Change {
  public:
    explicit Change([[maybe_unused]] List& list) noexcept {
#ifndef NDEBUG
      const void* const self = &substrate::detail::thisThread;
      list_ = &list;
      // relaxed, here and below: it carries no data
      outer_ = list.user.exchange(self, substrate::order::relaxed);
      assert((outer_ == nullptr || outer_ == self) &&
             "two threads insert into an InsertBag as the same thread; only threads of a loop may "
             "insert at the same time");
#endif
    }
#ifndef NDEBUG
    ~Change() { list_->user.store(outer_, substrate::order::relaxed); }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;

  private:
    List* list_;
    const void* outer_;
#endif
  };
  using Lists = substrate::PerThreadStorage<List>;

  /// Iterates over the lists of every `step_`-th thread. The end iterator points to no element.
  template <typename U>
  class Iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = U*;
    using reference = U&;

    Iterator() = default;
    /// Converts an iterator over mutable elements to one over const elements.
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

public: /// The types that a standard container has. @{
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using iterator = Iterator<T>;
  using const_iterator = Iterator<const T>;
  using local_iterator = iterator;
  using const_local_iterator = const_iterator;
  /// @}
  InsertBag() = default;
  InsertBag(InsertBag&& other) noexcept(false) : InsertBag() { swap(other); } ///< takes all of it
  InsertBag& operator=(InsertBag&& other) noexcept(false) {
    if (this != &other) {
      InsertBag taken(std::move(other));
      swap(taken);
    }
    return *this;
  } ///< takes all of it
  InsertBag(const InsertBag&) = delete;
  InsertBag& operator=(const InsertBag&) = delete;
  ~InsertBag() { clear(); }
  /// Exchanges the elements. @{
  void swap(InsertBag& other) noexcept { std::swap(lists_, other.lists_); }
  friend void swap(InsertBag& a, InsertBag& b) noexcept { a.swap(b); } /// @}

  /// Iterates over all elements, in the order of thread ids. @{
  iterator begin() { return iterator(lists_, 0, 1); }
  const_iterator begin() const { return const_iterator(lists_, 0, 1); }
  iterator end() { return iterator(); }
  const_iterator end() const { return const_iterator(); }
  /// @}
  /// Iterates over the calling thread's share. With n active threads, thread t gets what threads t,
  /// t + n, t + 2n, ... inserted. So it gets its own elements and some of those that threads which
  /// are no longer active inserted. @{
  local_iterator local_begin() { return localBegin<iterator>(); }
  const_local_iterator local_begin() const { return localBegin<const_iterator>(); }
  local_iterator local_end() { return local_iterator(); }
  const_local_iterator local_end() const { return const_local_iterator(); }
  /// @}
  /// Returns whether the bag has no element. O(threads). Must not run concurrently with insertion.
  bool empty() const {
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      if (lists_.getRemote(tid)->head != nullptr) {
        return false;
      }
    }
    return true;
  }

  /// Adds an element constructed from the arguments. The returned reference is valid until the
  /// element is removed. @{
  template <typename... Args>
  reference emplace(Args&&... args) {
    List& list = *lists_.getLocal();
    [[maybe_unused]] const Change changing(list);
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
  /// @}
  /// Removes the element that the calling thread inserted last.
  /// @throws std::out_of_range if the calling thread has no element
  void pop() {
    List& list = *lists_.getLocal();
    [[maybe_unused]] const Change changing(list);
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

  /// Removes all elements, in parallel if possible (loops/CleanUp.h): each active thread destroys
  /// its own. Inside a loop, which must be the only user of the bag, the calling thread removes all
  /// of them. Does not look for cancellation.
  void clear() noexcept {
    if (empty()) {
      return;
    }
    // Each thread also clears some of the lists of threads that are no longer active.
    runtime::cleanUp<T>([this](unsigned part, unsigned parts) {
      for (; part < lists_.size(); part += parts) {
        clearList(*lists_.getRemote(part));
      }
    });
  }

  /// Removes all elements on the calling thread.
  void clear_serial() noexcept {
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      clearList(*lists_.getRemote(tid));
    }
  }

private:
  // The size of T is needed only where elements are made and destroyed, so T may be incomplete
  // before: a class can have a bag of its own type.

  /// Returns the offset of the first element in a block: behind the header, aligned for T.
  static constexpr std::size_t header() {
    return (sizeof(Block) + alignof(T) - 1) / alignof(T) * alignof(T);
  }
  static constexpr std::size_t kSmallestPage = std::size_t{1} << 20;
  static constexpr std::align_val_t align() {
    return std::align_val_t{alignof(T) > alignof(Block) ? alignof(T) : alignof(Block)};
  }

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
    static_assert(header() + sizeof(T) <= (BlockSize == 0 ? kSmallestPage : std::size_t{BlockSize}),
                  "one element does not fit a block");
    std::size_t bytes = BlockSize;
    void* memory = nullptr;
    if constexpr (BlockSize == 0) {
      bytes = runtime::SystemHeap::blockSize();
      memory = runtime::SystemHeap().allocate(bytes);
    } else {
      memory = ::operator new(bytes, align());
    }
    auto* block = ::new (memory) Block();
    block->first = block->last = reinterpret_cast<T*>(static_cast<char*>(memory) + header());
    block->limit = block->first + (bytes - header()) / sizeof(T);
    return block;
  }

  static void release(Block* block) noexcept {
    if constexpr (BlockSize == 0) {
      runtime::SystemHeap().deallocate(block);
    } else {
      ::operator delete(block, align());
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
