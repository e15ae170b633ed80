/**
 * A double-ended queue that is a list of chunks.
 *
 * Unlike a std::deque it also inserts and erases in the middle without moving more than one chunk
 * of elements, and an empty one holds no memory.
 *
 * Invariant: every chunk in the list holds at least one element, and size_ is their sum.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>

#include "galois/FixedSizeRing.h"
#include "galois/PositionIterator.h"

namespace galois {

/**
 * A sequence of T in chunks of type ContainerTy, which has the interface of FixedSizeRing. What
 * adds or removes at an end takes constant time and keeps references to all other elements valid.
 * Inserting and erasing elsewhere takes O(ChunkSize) and moves elements of the same chunk, for which
 * the move operations of T must not throw. Every modification invalidates iterators, except those
 * that it returns. Not thread-safe.
 */
template <typename T, unsigned ChunkSize = 64, typename ContainerTy = FixedSizeRing<T, ChunkSize>>
class gdeque {
  struct Chunk {
    Chunk* next = nullptr;
    Chunk* previous = nullptr;
    ContainerTy items;
  };

  /// The position of an element: its chunk and its place there. The end has no chunk.
  struct Position {
    T& element() const { return chunk->items.getAt(at); }
    void increment() {
      if (++at == chunk->items.size()) {
        chunk = chunk->next;
        at = 0;
      }
    }
    void decrement() {
      if (at == 0) {
        chunk = chunk == nullptr ? deque->last_ : chunk->previous;
        at = chunk->items.size();
      }
      --at;
    }
    bool operator==(const Position& other) const { return chunk == other.chunk && at == other.at; }

    const gdeque* deque = nullptr;
    Chunk* chunk = nullptr;
    std::size_t at = 0;
  };
  template <typename U>
  using Iterator = internal::PositionIterator<Position, U, std::bidirectional_iterator_tag>;

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
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  /// @}
  gdeque() = default;
  /// Copies the elements [first, last).
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  gdeque(Iter first, Iter last) : gdeque() {
    insert(end(), first, last);
  }
  gdeque(std::initializer_list<T> items) : gdeque(items.begin(), items.end()) {} ///< copies items
  /// Copies or moves all elements. Moving takes constant time and leaves the other deque empty. @{
  gdeque(const gdeque& other) : gdeque(other.begin(), other.end()) {}
  gdeque(gdeque&& other) noexcept { swap(other); }
  gdeque& operator=(const gdeque& other) {
    if (this != &other) {
      gdeque copy(other);
      swap(copy);
    }
    return *this;
  }
  gdeque& operator=(gdeque&& other) noexcept {
    if (this != &other) {
      clear();
      swap(other);
    }
    return *this;
  }
  /// @}
  ~gdeque() { clear(); }
  /// Exchanges the elements, in constant time. @{
  void swap(gdeque& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(size_, other.size_);
  }
  friend void swap(gdeque& a, gdeque& b) noexcept { a.swap(b); }
  /// @}
  size_type size() const { return size_; }  ///< the number of elements
  bool empty() const { return size_ == 0; } ///< whether there is no element

  /// Return the first and the last element. The deque must not be empty. @{
  reference front() { return first_->items.front(); }
  const_reference front() const { return std::as_const(first_->items).front(); }
  reference back() { return last_->items.back(); }
  const_reference back() const { return std::as_const(last_->items).back(); }
  /// @}
  /// Iterate over all elements, from the first to the last or backwards. @{
  iterator begin() { return iterator({this, first_, 0}); }
  iterator end() { return iterator({this, nullptr, 0}); }
  const_iterator begin() const { return const_iterator({this, first_, 0}); }
  const_iterator end() const { return const_iterator({this, nullptr, 0}); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  /// @}
  /// Add an element at an end and return it.
  /// @throws std::bad_alloc if there is no memory
  /// @{
  template <typename... Args>
  reference emplace_back(Args&&... args) {
    if (last_ == nullptr || last_->items.full()) {
      return emplaceChunk(last_, nullptr, std::forward<Args>(args)...);
    }
    T* const made = last_->items.emplace_back(std::forward<Args>(args)...);
    ++size_;
    return *made;
  }
  template <typename... Args>
  reference emplace_front(Args&&... args) {
    if (first_ == nullptr || first_->items.full()) {
      return emplaceChunk(nullptr, first_, std::forward<Args>(args)...);
    }
    T* const made = first_->items.emplace_front(std::forward<Args>(args)...);
    ++size_;
    return *made;
  }
  template <typename U>
  reference push_back(U&& item) {
    return emplace_back(std::forward<U>(item));
  }
  template <typename U>
  reference push_front(U&& item) {
    return emplace_front(std::forward<U>(item));
  }
  reference push_back(const T& item) { return emplace_back(item); }
  reference push_back(T&& item) { return emplace_back(std::move(item)); }
  reference push_front(const T& item) { return emplace_front(item); }
  reference push_front(T&& item) { return emplace_front(std::move(item)); }
  /// @}
  /// Remove the element at an end. The deque must not be empty. @{
  void pop_back() {
    last_->items.pop_back();
    removedFrom(last_);
  }
  void pop_front() {
    first_->items.pop_front();
    removedFrom(first_);
  }
  /// @}
  /// Insert elements before `position`. Return the position of the first of them, or `position` if
  /// there is none.
  /// @throws std::bad_alloc if there is no memory
  /// @{
  template <typename... Args>
  iterator emplace(const_iterator position, Args&&... args) {
    if (position == cend()) {
      emplace_back(std::forward<Args>(args)...);
      return iterator({this, last_, last_->items.size() - 1});
    }
    if (position == cbegin()) {
      emplace_front(std::forward<Args>(args)...);
      return begin();
    }
    const Position& before = position.position();
    if (before.at == 0 && before.chunk->items.full()) {
      Chunk* const next = before.chunk;
      emplaceChunk(next->previous, next, std::forward<Args>(args)...);
      return iterator({this, next->previous, 0});
    }
    T made(std::forward<Args>(args)...); // an argument may be an element that moves
    auto [chunk, at] = makeRoom(before.chunk, before.at);
    chunk->items.emplace(chunk->items.begin() + static_cast<std::ptrdiff_t>(at), std::move(made));
    ++size_;
    return iterator({this, chunk, at});
  }
  iterator insert(const_iterator position, const T& item) { return emplace(position, item); }
  iterator insert(const_iterator position, T&& item) { return emplace(position, std::move(item)); }
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  iterator insert(const_iterator position, Iter first, Iter last) {
    iterator at(position.position());
    size_type inserted = 0;
    for (; first != last; ++first, ++inserted) {
      at = std::next(emplace(at, *first));
    }
    return std::prev(at, static_cast<std::ptrdiff_t>(inserted));
  }
  /// @}
  /// Erase the element at `position`, or the elements [first, last), and return the position behind
  /// what was erased. @{
  iterator erase(const_iterator position) {
    Chunk* const chunk = position.position().chunk;
    Chunk* const next = chunk->next;
    const size_type at = position.position().at;
    chunk->items.erase(chunk->items.begin() + static_cast<std::ptrdiff_t>(at));
    const bool atItsEnd = at == chunk->items.size();
    removedFrom(chunk);
    return atItsEnd ? iterator({this, next, 0}) : iterator({this, chunk, at});
  }
  iterator erase(const_iterator first, const_iterator last) {
    iterator at(first.position());
    for (difference_type left = std::distance(first, last); left > 0; --left) {
      at = erase(at);
    }
    return at;
  }
  /// @}
  /// Removes all elements, and frees the memory.
  void clear() {
    while (first_ != nullptr) {
      delete std::exchange(first_, first_->next);
    }
    last_ = nullptr;
    size_ = 0;
  }

  /// Compare element by element, as standard containers do. @{
  friend bool operator==(const gdeque& a, const gdeque& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  }
  friend bool operator!=(const gdeque& a, const gdeque& b) { return !(a == b); }
  friend bool operator<(const gdeque& a, const gdeque& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
  /// @}
private:
  /// Adds a chunk with one element between two neighbours.
  template <typename... Args>
  reference emplaceChunk(Chunk* previous, Chunk* next, Args&&... args) {
    auto chunk = std::make_unique<Chunk>();
    T* const made = chunk->items.emplace_back(std::forward<Args>(args)...);
    link(chunk.release(), previous, next);
    ++size_;
    return *made;
  }

  void link(Chunk* chunk, Chunk* previous, Chunk* next) noexcept {
    chunk->previous = previous;
    chunk->next = next;
    (previous != nullptr ? previous->next : first_) = chunk;
    (next != nullptr ? next->previous : last_) = chunk;
  }

  /// Counts an element that was removed from `chunk`, and frees the chunk if it was the last one.
  void removedFrom(Chunk* chunk) noexcept {
    --size_;
    if (chunk->items.empty()) {
      (chunk->previous != nullptr ? chunk->previous->next : first_) = chunk->next;
      (chunk->next != nullptr ? chunk->next->previous : last_) = chunk->previous;
      delete chunk;
    }
  }

  /// Splits `chunk` into halves if it is full. Returns where its place `at` (> 0) is afterwards.
  std::pair<Chunk*, size_type> makeRoom(Chunk* chunk, size_type at) {
    if (!chunk->items.full()) {
      return {chunk, at};
    }
    const size_type kept = (chunk->items.size() + 1) / 2; // a full chunk and `at` > 0: at least two
    auto made = std::make_unique<Chunk>();
    while (chunk->items.size() > kept) {
      made->items.emplace_front(std::move(chunk->items.back()));
      chunk->items.pop_back();
    }
    Chunk* const second = made.get();
    link(made.release(), chunk, chunk->next);
    return at <= kept ? std::pair(chunk, at) : std::pair(second, at - kept);
  }

  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  size_type size_ = 0;
};

} // namespace galois
