/**
 * What the tests of policies need of a policy: tasks of several sizes, the cases that combine them
 * with a policy, and the policy behind functions that hide its type and the task's. A test that uses
 * these is compiled once for all policies and tasks of a program.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "galois/Galois.h"
#include "galois/worklists/Concept.h"

namespace galois::test {

/// A task of Bytes bytes that contains its number and its priority.
template <unsigned Bytes>
struct Task {
  Task() = default;
  Task(std::uint32_t i, std::uint32_t p) : id(i), priority(p) {
    for (unsigned k = 0; k < kPadding; ++k) {
      padding[k] = i + k;
    }
  }
  /// Returns whether all parts of the task are consistent.
  bool intact() const {
    for (unsigned k = 0; k < kPadding; ++k) {
      if (padding[k] != id + k) {
        return false;
      }
    }
    return true;
  }

  static constexpr unsigned kPadding = Bytes / 4 - 2;
  std::uint32_t id;
  std::uint32_t priority;
  std::uint32_t padding[kPadding];
};

/// Tasks of four and eight bytes have no room for padding; those of four bytes hold a priority of
/// 12 bits.
template <>
struct Task<8> {
  Task() = default;
  Task(std::uint32_t i, std::uint32_t p) : id(i), priority(p) {}
  bool intact() const { return true; }
  std::uint32_t id, priority;
};
template <>
struct Task<4> {
  Task() = default;
  Task(std::uint32_t i, std::uint32_t p) : id(i), priority(p) {}
  bool intact() const { return true; }
  std::uint32_t id : 20, priority : 12;
};
static_assert(sizeof(Task<4>) == 4 && sizeof(Task<8>) == 8 && sizeof(Task<16>) == 16 &&
              sizeof(Task<40>) == 40);

inline constexpr unsigned kThreadCounts[] = {1, 2, 3, 4, 16};
inline constexpr std::uint32_t kPriorities = 1u << 12;

/// The exception of an indexer.
struct NoPriority {};

/// Returns the priority of any task of the suites, in the task's type. Can be made to throw for the last
/// priority.
struct TaskPriority {
  template <typename T>
  decltype(T::priority) operator()(const T& task) const {
    if (throws.load(std::memory_order_relaxed) &&
        static_cast<std::uint64_t>(task.priority) == kLast) {
      ++thrown;
      throw NoPriority();
    }
    return task.priority;
  }

  static constexpr std::uint32_t kLast = kPriorities - 1;
  inline static std::atomic<bool> throws{false};
  inline static std::atomic<unsigned> thrown{0}; ///< how many times
};

/// Pushes tasks with the ids 0 to `count` - 1. The priority of each is its id, or what `priority`
/// says: a number, or a function of the id.
template <typename Policy, typename Priority = std::identity>
void pushTasks(Policy& wl, std::uint32_t count, Priority priority = {}) {
  for (std::uint32_t id = 0; id < count; ++id) {
    if constexpr (std::is_invocable_v<Priority, std::uint32_t>) {
      wl.push(Task<8>(id, priority(id)));
    } else {
      wl.push(Task<8>(id, static_cast<std::uint32_t>(priority)));
    }
  }
}

/// A policy for the suites, which retype it, and what it promises.
template <typename Any, bool Exact>
struct PolicyCase {
  template <typename T>
  using Policy = typename Any::template retype<T>;
  static constexpr bool kExact = Exact;
};
/// A policy that keeps the exact order of priorities on one thread.
template <typename Any>
using ExactCase = PolicyCase<Any, true>;
/// A policy that does not.
template <typename Any>
using InexactCase = PolicyCase<Any, false>;
/// A case whose policy may send a task to a thread that alone can pop it.
template <typename Case>
struct OwnerOnly : Case {
  static constexpr bool kOwnerOnly = true;
};

/// A policy that is made with the parameters that Params() returns.
template <typename Base, auto Params>
struct PolicyWith : Base {
  template <typename U>
  using retype = PolicyWith<typename Base::template retype<U>, Params>;
  template <bool>
  using rethread = PolicyWith;
  PolicyWith() : Base(TaskPriority(), Params()) {}
};
/// The same for tasks of any type.
template <typename Any, auto Params>
struct AnyWith {
  template <typename T>
  using retype = PolicyWith<typename Any::template retype<T>, Params>;
};

template <typename Case, unsigned Bytes>
struct CaseWith {
  using T = Task<Bytes>;
  using Policy = typename Case::template Policy<T>;
  static constexpr bool kExact = Case::kExact;
  static constexpr bool kOwnerOnly = requires { requires Case::kOwnerOnly; };
};

/// A list of cases.
template <typename... CaseTypes>
struct PolicyCases {};

/// A policy with tasks of all sizes.
template <typename Case>
using AllSizesOf =
    PolicyCases<CaseWith<Case, 4>, CaseWith<Case, 8>, CaseWith<Case, 16>, CaseWith<Case, 40>>;

// A build with a sanitizer has one size for most policies, because each takes seconds to compile:
// AddressSanitizer the largest one, ThreadSanitizer the smallest that is more than a word.
#if defined(__SANITIZE_ADDRESS__)
template <typename Case>
using CasesOf = PolicyCases<CaseWith<Case, 40>>;
#elif defined(__SANITIZE_THREAD__)
template <typename Case>
using CasesOf = PolicyCases<CaseWith<Case, 16>>;
#else
template <typename Case>
using CasesOf = AllSizesOf<Case>;
#endif

/// The policy behind functions that are compiled once for all tests. When they were inlined into
/// each test, the suite took twice as long to compile.
template <typename Policy>
class Called {
public:
  using T = typename Policy::value_type;

  [[gnu::noinline]] void push(const T& task) { wl_.push(task); }
  [[gnu::noinline]] galois::optional<T> pop() { return wl_.pop(); }
  [[gnu::noinline]] std::size_t popBatch(T* out, std::size_t most) {
    if constexpr (worklists::kHasPopBatch<Policy>) {
      return wl_.pop_batch(out, most);
    } else {
      return 0;
    }
  }
  [[gnu::noinline]] std::map<std::string, double> counters() {
    std::map<std::string, double> sums;
    if constexpr (worklists::kReportsCounters<Policy>) {
      wl_.reportCounters([&](unsigned, const char* name, auto value) {
        sums[name] += static_cast<double>(value);
      });
    }
    return sums;
  }

private:
  Policy wl_;
};

/// What the tests see of a task of any size.
struct Delivered {
  std::uint32_t id, priority;
  bool whole; ///< whether all parts of the task are consistent

  bool intact() const { return whole; }
};
template <typename T>
T taskOf(std::uint32_t id, std::uint32_t priority) {
  return T(id, priority % kPriorities);
}
template <typename T>
Delivered deliveredOf(const T& task) {
  return {task.id, task.priority, task.intact()};
}

/// A policy of any type. The tests of PolicySuite.h use it, so that they are compiled once for all
/// policies and tasks.
class AnyPolicy {
public:
  static constexpr std::size_t kMostPerBatch = 7;

  virtual ~AnyPolicy() = default;
  virtual void push(std::uint32_t id, std::uint32_t priority) = 0;
  virtual std::optional<Delivered> pop() = 0;
  /// Pops up to kMostPerBatch tasks, or none if the policy has no pop_batch().
  virtual std::size_t popBatch(Delivered* out) = 0;
  /// Returns each counter's sum over all threads; nothing for a policy without counters.
  virtual std::map<std::string, double> counters() = 0;
  /// Pushes a task all of whose bits are set. @return whether the same task comes next
  virtual bool deliversOnes() = 0;
};

template <typename Policy>
class PolicyOf final : public AnyPolicy {
public:
  using T = typename Policy::value_type;

  void push(std::uint32_t id, std::uint32_t priority) override {
    wl_.push(taskOf<T>(id, priority));
  }
  std::optional<Delivered> pop() override {
    if (const auto task = wl_.pop()) {
      return deliveredOf(*task);
    }
    return std::nullopt;
  }
  std::size_t popBatch(Delivered* out) override {
    T batch[kMostPerBatch];
    const std::size_t count = wl_.popBatch(batch, kMostPerBatch);
    std::transform(batch, batch + count, out, deliveredOf<T>);
    return count;
  }
  std::map<std::string, double> counters() override { return wl_.counters(); }
  bool deliversOnes() override {
    T ones;
    std::memset(static_cast<void*>(&ones), 0xff, sizeof ones);
    wl_.push(ones);
    const auto got = wl_.pop();
    return got && std::memcmp(&*got, &ones, sizeof ones) == 0;
  }

private:
  Called<Policy> wl_;
};

using PushTask = std::function<void(std::uint32_t id, std::uint32_t priority)>;
using LoopBody = std::function<void(const Delivered&, const PushTask&)>;

/// Runs for_each over tasks with the ids 0 to `tasks` - 1 under a new worklist. The priority of each
/// is its id.
template <typename Policy>
void loopOver(std::uint32_t tasks, const LoopBody& body) {
  using T = typename Policy::value_type;
  std::vector<T> first;
  for (std::uint32_t id = 0; id < tasks; ++id) {
    first.push_back(taskOf<T>(id, id));
  }
  for_each(
      iterate(first),
      [&](const T& task, auto& ctx) {
        body(deliveredOf(task), [&ctx](std::uint32_t id, std::uint32_t priority) {
          ctx.push(taskOf<T>(id, priority));
        });
      },
      wl<Policy>(), disable_conflict_detection());
}

/// The same with an operator that names its context, so that its pushes are buffered, and with a thread
/// that begins alone.
template <typename Policy>
void bufferedLoopOver(std::uint32_t tasks, const LoopBody& body) {
  using T = typename Policy::value_type;
  std::vector<T> first;
  for (std::uint32_t id = 0; id < tasks; ++id) {
    first.push_back(taskOf<T>(id, id));
  }
  for_each(
      iterate(first),
      [&](const T& task, UserContext<T>& ctx) {
        body(deliveredOf(task), [&ctx](std::uint32_t id, std::uint32_t priority) {
          ctx.push(taskOf<T>(id, priority));
        });
      },
      wl<Policy>(), disable_conflict_detection(), short_tasks());
}

/// What the tests know of a policy: what it promises, and how to make and run it.
struct PolicyKit {
  bool exact, ownerOnly;
  bool standsAlone; ///< whether tasks can be popped without the executor
  std::unique_ptr<AnyPolicy> (*make)();
  void (*loop)(std::uint32_t tasks, const LoopBody& body);
  void (*bufferedLoop)(std::uint32_t tasks, const LoopBody& body);
};
template <typename CaseType>
PolicyKit kitOf() {
  using Policy = typename CaseType::Policy;
  static_assert(worklists::Worklist<Policy>);
  return {CaseType::kExact,
          CaseType::kOwnerOnly,
          !worklists::kHasEmpty<Policy>,
          []() -> std::unique_ptr<AnyPolicy> { return std::make_unique<PolicyOf<Policy>>(); },
          loopOver<Policy>,
          bufferedLoopOver<Policy>};
}

} // namespace galois::test
