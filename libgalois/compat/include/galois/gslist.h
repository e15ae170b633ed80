/**
 * Singly linked lists of chunks, for one thread or for all threads at once.
 *
 * Elements are added and removed at the front. The memory of a list is either that of a heap that
 * the caller passes to every call that allocates or frees, for which a heap for blocks of
 * `sizeof(block_type)` bytes is enough, or that of the C++ heap, with the calls without a heap.
 */
#pragma once

#include <cstddef>
#include <iostream>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

#include "galois/FixedSizeRing.h"
#include "galois/PositionIterator.h"
#include "galois/SharedMemSys.h"
#include "galois/optional.h"
#include "galois/substrate/SimpleLock.h"

namespace galois {

/**
 * The list behind gslist and concurrent_gslist. If Concurrent is true, all threads may add and
 * remove elements at once; iteration, front(), clear() and moves exclude concurrent changes, and
 * the heap that is passed must be thread-safe. Otherwise the list is not thread-safe.
 *
 * A list gets its memory either from heaps or from the C++ heap. Calls that would mix the two throw
 * std::logic_error and change nothing. The destructor frees the memory from the C++ heap. Elements in the memory of a
 * heap are neither destroyed nor freed by it, since that heap may be gone: clear the list before.
 */
template <typename T, unsigned ChunkSize, bool Concurrent>
class gslist_base {
public:
  /// The memory that one allocation takes: up to ChunkSize elements.
  class block_type {
    friend class gslist_base;
    block_type* next_ = nullptr;
    FixedSizeBag<T, ChunkSize> items_;
  };

  /// Passed in place of a heap by callers that free the memory themselves, for instance by clearing
  /// the heap as a whole. The list then does not free its blocks.
  struct promise_to_dealloc {
    void deallocate(void*) const noexcept {} ///< does nothing
  };

private:
  /// Points to an element, or to none at the end.
  struct Position {
    Position() = default;
    explicit Position(block_type* first) { enter(first); }
    void enter(block_type* other) {
      block = other;
      left = other == nullptr ? 0 : other->items_.size();
    }
    // The element that was added last comes first.
    T& element() const { return block->items_.begin()[left - 1]; }
    void increment() {
      if (--left == 0) {
        enter(block->next_);
      }
    }
    bool operator==(const Position& other) const {
      return block == other.block && left == other.left;
    }

    block_type* block = nullptr;
    std::size_t left = 0; ///< number of elements of the block from here on
  };
  template <typename U>
  using Iterator = internal::PositionIterator<Position, U, std::forward_iterator_tag>;

public: /// The types that a standard container has. @{
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = Iterator<T>;
  using const_iterator = Iterator<const T>;
  /// @}
  gslist_base() = default;
  /// Takes the elements of the other list, in constant time. @{
  gslist_base(gslist_base&& other) noexcept { takeAll(other); }
  gslist_base& operator=(gslist_base&& other) noexcept {
    if (this != &other) {
      freeOwn();
      takeAll(other);
    }
    return *this;
  }
  /// @}
  gslist_base(const gslist_base&) = delete;
  gslist_base& operator=(const gslist_base&) = delete;
  ~gslist_base() { freeOwn(); }

  /// Returns whether there is no element.
  bool empty() const {
    MAKE_LOCK_GUARD(lock_);
    return head_ == nullptr;
  }
  /// Returns the first element. The list must not be empty. @{
  reference front() { return head_->items_.front(); }
  const_reference front() const { return std::as_const(head_->items_).front(); }
  /// @}
  /// Iterate over all elements, the one that was added last being the first. @{
  iterator begin() { return iterator(Position(head_)); }
  iterator end() { return iterator(); }
  const_iterator begin() const { return const_iterator(Position(head_)); }
  const_iterator end() const { return const_iterator(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  /// @}
  /// Add an element, in memory of the heap if one is given, and return it.
  /// @throws std::bad_alloc if there is no memory
  /// @{
  template <typename Heap, typename... Args>
  reference emplace_front(Heap& heap, Args&&... args) {
    return add([&heap] { return heap.allocate(sizeof(block_type)); },
               [&heap](void* memory) { heap.deallocate(memory); }, /*borrowed=*/true,
               std::forward<Args>(args)...);
  }
  template <typename Heap, typename U>
  reference push_front(Heap& heap, U&& item) {
    return emplace_front(heap, std::forward<U>(item));
  }
  reference push_front(const T& item) { return addOwn(item); }
  reference push_front(T&& item) { return addOwn(std::move(item)); }
  /// @}
  /// Remove the first element, and return whether there was one. The heap must be the one that was
  /// passed when the element was added, or promise_to_dealloc. @{
  template <typename Heap>
  bool pop_front(Heap&& heap) {
    return remove([&heap](block_type* block) { heap.deallocate(block); }, /*borrowed=*/true,
                  [](T&) {});
  }
  bool pop_front() {
    return remove(freeBlock, /*borrowed=*/false, [](T&) {});
  }
  /// @}
  /// Remove and return the first element, if there is one. The heap is as in pop_front(). @{
  template <typename Heap>
  optional<T> extract_front(Heap&& heap) {
    optional<T> item;
    remove([&heap](block_type* block) { heap.deallocate(block); }, /*borrowed=*/true,
           [&item](T& first) { item.emplace(std::move(first)); });
    return item;
  }
  optional<T> extract_front() {
    optional<T> item;
    remove(freeBlock, /*borrowed=*/false, [&item](T& first) { item.emplace(std::move(first)); });
    return item;
  }
  /// @}
  /// Remove all elements. The heap is as in pop_front(). @{
  template <typename Heap>
  void clear(Heap&& heap) {
    while (pop_front(heap)) {
    }
  }
  void clear() {
    while (pop_front()) {
    }
  }
  /// @}
private:
  template <typename U>
  reference addOwn(U&& item) {
    return add([] { return ::operator new(sizeof(block_type), kAlign); }, freeBlock,
               /*borrowed=*/false, std::forward<U>(item));
  }

  static void freeBlock(void* memory) noexcept { ::operator delete(memory, kAlign); }

  template <typename Allocate, typename Free, typename... Args>
  reference add(const Allocate& allocate, const Free& free, bool borrowed, Args&&... args) {
    MAKE_LOCK_GUARD(lock_);
    if (head_ == nullptr) {
      borrowed_ = borrowed;
    } else {
      checkMemory(borrowed);
      if (!head_->items_.full()) {
        return *head_->items_.emplace_back(std::forward<Args>(args)...);
      }
    }
    void* const memory = allocate();
    auto* block = ::new (memory) block_type;
    T* made = nullptr;
    try {
      made = block->items_.emplace_back(std::forward<Args>(args)...);
    } catch (...) {
      block->~block_type();
      free(memory);
      throw;
    }
    block->next_ = std::exchange(head_, block);
    return *made;
  }

  /// Passes the first element, if there is one, to take() and removes it.
  template <typename Free, typename Take>
  bool remove(const Free& free, bool borrowed, const Take& take) {
    MAKE_LOCK_GUARD(lock_);
    if (head_ == nullptr) {
      return false;
    }
    checkMemory(borrowed);
    take(head_->items_.back());
    head_->items_.pop_back();
    if (head_->items_.empty()) {
      block_type* const block = std::exchange(head_, head_->next_);
      block->~block_type();
      free(block);
    }
    return true;
  }

  void checkMemory(bool borrowed) const {
    if (borrowed != borrowed_) {
      throw std::logic_error(borrowed_ ? "the memory of this gslist is from a heap: pass it"
                                       : "the memory of this gslist is not from a heap");
    }
  }

  void freeOwn() noexcept {
    while (head_ != nullptr && !borrowed_) {
      block_type* const block = std::exchange(head_, head_->next_);
      block->~block_type();
      freeBlock(block);
    }
    head_ = nullptr;
  }

  void takeAll(gslist_base& other) noexcept {
    head_ = std::exchange(other.head_, nullptr);
    borrowed_ = other.borrowed_;
  }

  static constexpr std::align_val_t kAlign{alignof(block_type)};

  substrate::CondLock<Concurrent> lock_;
  bool borrowed_ = false; ///< whether the blocks are from heaps; valid if there are any
  block_type* head_ = nullptr;
};

/// A singly linked list for one thread at a time. See gslist_base.
template <typename T, unsigned ChunkSize = 16>
using gslist = gslist_base<T, ChunkSize, false>;

/// A singly linked list that all threads may add to and remove from at once. See gslist_base.
template <typename T, unsigned ChunkSize = 16>
using concurrent_gslist = gslist_base<T, ChunkSize, true>;

} // namespace galois
