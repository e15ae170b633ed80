/**
 * The tasks of a deterministic loop, generation by generation.
 *
 * The first generation consists of the items that the loop is called with. The items that the tasks
 * of a generation push are set aside and become the next generation. Its order follows from the
 * order of the tasks that pushed, and from the order of the pushes within each task. So the order
 * does not depend on which thread ran a task, or when. With det_id, items are then sorted by their
 * numbers.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/runtime/UserContextAccess.h"
#include "galois/runtime/rounds/Marks.h"

namespace galois::runtime {

/// A task of a deterministic loop, and what is known of it in the current round.
template <typename T>
struct RoundTask {
  /// What the round has made of the task.
  enum class Outcome : std::uint8_t {
    kWaiting, ///< it did not run: it has lost a mark, or its turn has not come
    kDone,    ///< it ran, or it ended the loop by an exception
    kAborted, ///< it aborted itself, and runs again in the next generation
  };

  explicit RoundTask(T&& i) : item(std::move(i)) {} ///< takes the item
  explicit RoundTask(const T& i) : item(i) {}       ///< copies the item
  T item;                                           ///< what the operator gets
  Outcome outcome = Outcome::kWaiting;              ///< of the current round
  bool lost = false;                                ///< whether a mark is known to be lost
  bool replays = false;                             ///< whether `known` is its neighbourhood
  unsigned thread = 0;                              ///< whose list has its marks
  std::size_t firstMark = 0;                        ///< where they begin there
  std::size_t marks = 0;                            ///< their number
  typename UserContextAccess<T>::LocalState state;  ///< what the first pass has created
  std::exception_ptr error;                         ///< what the first pass has thrown
  std::vector<Mark> known;                          ///< its locks, with fixed_neighborhood
};

/// The items that one thread has set aside for the next generation.
template <typename T>
class PushedItems {
public:
  using Buffer = typename UserContextAccess<T>::PushBuffer; ///< items

  /// Takes what task `task` of the generation has pushed, and empties the buffer.
  void take(std::size_t task, Buffer& from) {
    groups_.push_back({task, items_.size(), from.size()});
    for (auto&& item : from) {
      items_.push_back(std::move(item));
    }
    from.clear();
  }

private:
  template <typename>
  friend class Generation;

  struct Group {
    std::size_t task;  ///< the task that has pushed
    std::size_t first; ///< in items_
    std::size_t count;
  };

  Buffer items_;
  std::vector<Group> groups_;
};

/// In place of a det_id that was not given.
struct NoIds {};

/// The tasks of one generation in their order. Used by one thread, except that all may access
/// different tasks.
template <typename T>
class Generation {
public:
  using Task = RoundTask<T>; ///< one task

  /// Begins with the items of [begin, end). @throws as advance()
  template <typename Iter, typename Ids>
  void start(Iter begin, Iter end, Ids& ids) {
    for (; begin != end; ++begin) {
      tasks_.emplace_back(*begin);
    }
    sort(ids);
  }

  /// Replaces the generation by the tasks that have aborted themselves and the items that threads
  /// have set aside; empties both.
  /// @param aborted  ascending
  /// @throws std::invalid_argument in debug builds, if two tasks have the same id
  template <typename Ids>
  void advance(std::vector<std::size_t>& aborted, const std::vector<PushedItems<T>*>& pushed,
               Ids& ids) {
    struct Source {
      std::size_t task;
      PushedItems<T>* items; ///< null: the task itself
      std::size_t first, count;
    };
    std::vector<Source> sources;
    std::size_t total = aborted.size();
    sources.reserve(total);
    for (const std::size_t task : aborted) {
      sources.push_back({task, nullptr, 0, 1});
    }
    for (PushedItems<T>* items : pushed) {
      for (const auto& group : items->groups_) {
        sources.push_back({group.task, items, group.first, group.count});
        total += group.count;
      }
    }
    std::sort(sources.begin(), sources.end(),
              [](const Source& a, const Source& b) { return a.task < b.task; });
    std::vector<Task> next;
    next.reserve(total);
    for (const Source& source : sources) {
      if (source.items == nullptr) {
        next.emplace_back(std::move(tasks_[source.task].item));
        continue;
      }
      for (std::size_t i = 0; i < source.count; ++i) {
        next.emplace_back(std::move(source.items->items_[source.first + i]));
      }
    }
    aborted.clear();
    for (PushedItems<T>* items : pushed) {
      items->items_.clear();
      items->groups_.clear();
    }
    tasks_ = std::move(next);
    sort(ids);
  }

  std::size_t size() const noexcept { return tasks_.size(); } ///< number of tasks
  Task& operator[](std::size_t task) { return tasks_[task]; } ///< the task at this place

private:
  template <typename Ids>
  void sort([[maybe_unused]] Ids& ids) {
    if constexpr (!std::is_same_v<std::remove_const_t<Ids>, NoIds>) {
      using Id = std::decay_t<decltype(ids(std::declval<const T&>()))>;
      std::vector<std::pair<Id, std::size_t>> order; // equal ids keep their order
      order.reserve(tasks_.size());
      for (std::size_t i = 0; i < tasks_.size(); ++i) {
        order.emplace_back(ids(std::as_const(tasks_[i].item)), i);
      }
      std::sort(order.begin(), order.end());
#ifndef NDEBUG
      for (std::size_t i = 1; i < order.size(); ++i) {
        if (order[i - 1].first == order[i].first) {
          throw std::invalid_argument("det_id gives two items of a generation the same number");
        }
      }
#endif
      std::vector<Task> sorted;
      sorted.reserve(tasks_.size());
      for (const auto& [id, i] : order) {
        sorted.emplace_back(std::move(tasks_[i].item));
      }
      tasks_ = std::move(sorted);
    }
  }

  std::vector<Task> tasks_;
};

} // namespace galois::runtime
