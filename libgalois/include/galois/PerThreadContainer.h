/**
 * One standard container per thread.
 *
 * get() returns the calling thread's own container, so filling the containers in a loop shares no
 * data. A loop over all elements (galois::iterate) may run on a different number of threads than
 * the loop that filled the containers. Each active thread's share is its own container and some of
 * those of threads that are no longer active. The calls whose names end in `_all`, and iteration
 * over all elements, are allowed only between loops.
 */
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include <boost/iterator/iterator_facade.hpp>

#include "galois/PriorityQueue.h"
#include "galois/SharedMemSys.h"
#include "galois/TwoLevelIterator.h"
#include "galois/gdeque.h"
#include "galois/gstl.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

/// One container of type Cont per thread. See the comment at the top of this file.
template <typename Cont>
class PerThreadContainer {
  using Storage = substrate::PerThreadStorage<Cont>;

  /// Iterates over the containers of every `step`-th thread, in the order of thread ids.
  template <typename S, typename C>
  class RowIterator
      : public boost::iterator_facade<RowIterator<S, C>, C, std::random_access_iterator_tag> {
  public:
    RowIterator() = default;
    RowIterator(S& storage, unsigned row, unsigned step = 1)
        : storage_(&storage), row_(row), step_(step) {}

  private:
    friend class boost::iterator_core_access;
    C& dereference() const { return *storage_->getRemote(row_); }
    void increment() { row_ += step_; }
    void decrement() { row_ -= step_; }
    void advance(std::ptrdiff_t n) { row_ = static_cast<unsigned>(row_ + n * step_); }
    std::ptrdiff_t distance_to(const RowIterator& other) const {
      return (static_cast<std::ptrdiff_t>(other.row_) - static_cast<std::ptrdiff_t>(row_)) / step_;
    }
    bool equal(const RowIterator& other) const { return row_ == other.row_; }

    S* storage_ = nullptr;
    unsigned row_ = 0;
    unsigned step_ = 1;
  };
  using Rows = RowIterator<Storage, Cont>;
  using ConstRows = RowIterator<const Storage, const Cont>;

public:
  using container_type = Cont;                               ///< the type of a container
  using value_type = typename Cont::value_type;              ///< that of an element
  using reference = typename Cont::reference;                ///< that of a reference to one
  using size_type = typename Cont::size_type;                ///< that of a number of elements
  using global_iterator = TwoLevelIterator<Rows>;            ///< over all elements
  using global_const_iterator = TwoLevelIterator<ConstRows>; ///< the same
  using local_iterator = global_iterator;                    ///< over a thread's share
  using local_const_iterator = global_const_iterator;        ///< the same
  using iterator = global_iterator;                          ///< over all elements
  using const_iterator = global_const_iterator;              ///< the same

  PerThreadContainer() = default;

  /// Returns the number of containers: the current bound on thread ids.
  unsigned numRows() const { return containers_.size(); }

  /// Returns the calling thread's container.
  Cont& get() { return *containers_.getLocal(); }
  const Cont& get() const { return *containers_.getLocal(); } ///< the same
  /// Returns the container of thread `tid` (< numRows()).
  Cont& get(unsigned tid) { return *containers_.getRemote(tid); }
  const Cont& get(unsigned tid) const { return *containers_.getRemote(tid); } ///< the same
  Cont& operator[](unsigned tid) { return get(tid); }             ///< the same as get(tid)
  const Cont& operator[](unsigned tid) const { return get(tid); } ///< the same

  /// Iterates over the calling thread's share, which is what galois::iterate() gives it. With n
  /// active threads, thread t gets the elements of threads t, t + n, t + 2n, ... Use get() for the
  /// calling thread's own elements alone.
  local_iterator local_begin() {
    const auto [first, last] = share<Rows>(containers_);
    return local_iterator(first, last);
  }
  local_iterator local_end() {
    const Rows last = share<Rows>(containers_).second;
    return local_iterator(last, last);
  } ///< the end of that share
  local_const_iterator local_begin() const {
    const auto [first, last] = share<ConstRows>(containers_);
    return local_const_iterator(first, last);
  } ///< the same
  local_const_iterator local_end() const {
    const ConstRows last = share<ConstRows>(containers_).second;
    return local_const_iterator(last, last);
  } ///< the same

  /// Iterates over all elements, in the order of thread ids.
  global_iterator begin_all() { return global_iterator(row(0), row(numRows())); }       /// The end.
  global_iterator end_all() { return global_iterator(row(numRows()), row(numRows())); } /// Same.
  global_const_iterator begin_all() const { return global_const_iterator(row(0), row(numRows())); }
  global_const_iterator end_all() const {
    return global_const_iterator(row(numRows()), row(numRows()));
  }                                                                ///< the same
  global_const_iterator cbegin_all() const { return begin_all(); } ///< the same
  global_const_iterator cend_all() const { return end_all(); }     ///< the same
  global_const_iterator cbegin() const { return begin_all(); }     ///< the same
  global_const_iterator cend() const { return end_all(); }         ///< the same
  global_iterator begin() { return begin_all(); }                  ///< the same as begin_all()
  global_iterator end() { return end_all(); }                      ///< the same as end_all()
  global_const_iterator begin() const { return begin_all(); }      ///< the same
  global_const_iterator end() const { return end_all(); }          ///< the same

  /// Iterates over all elements backwards. Allowed if the containers have bidirectional iterators.
  auto rbegin_all() { return std::make_reverse_iterator(end_all()); }
  auto rend_all() { return std::make_reverse_iterator(begin_all()); }       ///< the end of that
  auto rbegin_all() const { return std::make_reverse_iterator(end_all()); } ///< the same
  auto rend_all() const { return std::make_reverse_iterator(begin_all()); } ///< the same
  auto crbegin_all() const { return rbegin_all(); }                         ///< the same
  auto crend_all() const { return rend_all(); }                             ///< the same

  /// Iterates over the container of thread `tid` (< numRows()).
  auto begin(unsigned tid) { return get(tid).begin(); }
  auto end(unsigned tid) { return get(tid).end(); }            ///< the end of that
  auto begin(unsigned tid) const { return get(tid).begin(); }  ///< the same
  auto end(unsigned tid) const { return get(tid).end(); }      ///< the same
  auto cbegin(unsigned tid) const { return get(tid).begin(); } ///< the same
  auto cend(unsigned tid) const { return get(tid).end(); }     ///< the same

  /// Returns the number of elements of all threads. O(threads).
  size_type size_all() const {
    size_type total = 0;
    for (unsigned tid = 0; tid < numRows(); ++tid) {
      total += get(tid).size();
    }
    return total;
  }
  bool empty_all() const {
    for (unsigned tid = 0; tid < numRows(); ++tid) {
      if (!get(tid).empty()) {
        return false;
      }
    }
    return true;
  } ///< whether no thread has an element; O(threads)

  /// Empties all containers on the calling thread.
  void clear_all() {
    for (unsigned tid = 0; tid < numRows(); ++tid) {
      get(tid).clear();
    }
  }
  /// Empties all containers in parallel. Each active thread empties its own.
  void clear_all_parallel() {
    runtime::on_each_gen(
        [this](unsigned tid, unsigned threads) {
          for (; tid < numRows(); tid += threads) {
            get(tid).clear();
          }
        },
        std::tuple<no_stats>());
  }

  /// Splits [begin, end) into one block per container and copies each block into its container.
  template <typename Iter>
  void fill_serial(Iter begin, Iter end) {
    for (unsigned tid = 0; tid < numRows(); ++tid) {
      auto [first, last] = block_range(begin, end, tid, numRows());
      for (; first != last; ++first) {
        get(tid).insert(get(tid).end(), *first);
      }
    }
  }

  /// Copies the elements of a range, one block per container, by push(container, element), where
  /// `push` is a function object or a member function such as `&Cont::push`. Without it, elements
  /// are added at the end.
  template <typename Range, typename Push>
  void fill_serial(const Range& range, Push push) {
    for (unsigned tid = 0; tid < numRows(); ++tid) {
      fill(tid, numRows(), range, push);
    }
  }
  template <typename Range>
  void fill_serial(const Range& range) {
    fill_serial(range, Append());
  } ///< the same
  /// Does the same in parallel: each active thread fills its own container.
  template <typename Range, typename Push>
  void fill_parallel(const Range& range, Push push) {
    runtime::on_each_gen([&](unsigned tid, unsigned threads) { fill(tid, threads, range, push); },
                         std::tuple<no_stats>());
  }
  template <typename Range>
  void fill_parallel(const Range& range) {
    fill_parallel(range, Append());
  } ///< the same

protected:
  /// Makes each container from copies of the arguments.
  template <typename First, typename... Rest>
  explicit PerThreadContainer(std::in_place_t, const First& first, const Rest&... rest)
      : containers_(first, rest...) {}

private:
  /// Adds an element where a container has its end, or anywhere if it chooses the place itself.
  struct Append {
    template <typename C, typename U>
    auto operator()(C& container, U&& item) const
        -> decltype(container.insert(container.end(), item)) {
      return container.insert(container.end(), std::forward<U>(item));
    }
    template <typename C, typename U, typename... Nothing>
    void operator()(C& container, U&& item, Nothing...) const {
      container.push(std::forward<U>(item));
    }
  };

  /// Copies block `block` of `blocks` of a range into container `block`.
  template <typename Range, typename Push>
  void fill(unsigned block, unsigned blocks, const Range& range, const Push& push) {
    const auto [first, last] = block_range(range.begin(), range.end(), block, blocks);
    for (auto at = first; at != last; ++at) {
      std::invoke(push, get(block), *at);
    }
  }

  Rows row(unsigned tid) { return Rows(containers_, tid); }
  ConstRows row(unsigned tid) const { return ConstRows(containers_, tid); }

  /// Returns the containers of the calling thread's share: every n-th container from its own on,
  /// where n is the number of active threads.
  template <typename R, typename S>
  static std::pair<R, R> share(S& containers) {
    const unsigned tid = substrate::ThreadPool::getTID();
    const unsigned step = substrate::getActiveThreads();
    const unsigned rows = containers.size();
    const unsigned count = tid < rows ? (rows - tid - 1) / step + 1 : 0;
    return {R(containers, tid, step), R(containers, tid + count * step, step)};
  }

  Storage containers_;
};

/// One vector per thread.
template <typename T>
class PerThreadVector : public PerThreadContainer<gstl::Vector<T>> {
public:
  /// Reserves memory for `n` elements in total, spread evenly over the threads.
  void reserve_all(std::size_t n) {
    const std::size_t each = (n + this->numRows() - 1) / this->numRows();
    for (unsigned tid = 0; tid < this->numRows(); ++tid) {
      this->get(tid).reserve(each);
    }
  }
};

/// One deque per thread.
template <typename T>
class PerThreadDeque : public PerThreadContainer<gstl::Deque<T>> {};

/// One list per thread.
template <typename T>
class PerThreadList : public PerThreadContainer<gstl::List<T>> {};

/// One galois::gdeque per thread.
template <typename T, unsigned ChunkSize = 64>
class PerThreadGdeque : public PerThreadContainer<gdeque<T, ChunkSize>> {};

/// One map per thread, ordered by `compare`.
template <typename K, typename V, typename Compare = std::less<K>>
class PerThreadMap : public PerThreadContainer<gstl::Map<K, V, Compare>> {
public:
  /// Orders each container by `compare`.
  explicit PerThreadMap(const Compare& compare = Compare())
      : PerThreadContainer<gstl::Map<K, V, Compare>>(std::in_place, compare) {}
};

/// One set per thread, ordered by `compare`.
template <typename T, typename Compare = std::less<T>>
class PerThreadSet : public PerThreadContainer<gstl::Set<T, Compare>> {
public:
  /// Orders each container by `compare`.
  explicit PerThreadSet(const Compare& compare = Compare())
      : PerThreadContainer<gstl::Set<T, Compare>>(std::in_place, compare) {}
};

/// One MinHeap per thread, ordered by `compare`. Iteration visits each in no particular order.
template <typename T, typename Compare = std::less<T>>
class PerThreadMinHeap : public PerThreadContainer<MinHeap<T, Compare>> {
public:
  /// Orders each container by `compare`.
  explicit PerThreadMinHeap(const Compare& compare = Compare())
      : PerThreadContainer<MinHeap<T, Compare>>(std::in_place, compare) {}
};

} // namespace galois
