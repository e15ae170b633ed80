/**
 * Options of parallel loops.
 *
 * An option is a value whose type derives from a tag: `steal` derives from `steal_tag`. Loops take
 * options by value, in any order, and find them by their tags at compile time. An operator may
 * define default options as a nested `using function_traits = std::tuple<...>`. An option that the
 * caller gives takes precedence over the operator's.
 *
 * Everything here is a compile-time lookup or a plain value; nothing allocates memory or is shared.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace galois {

namespace runtime {
class LoopWatch;
struct LoopReport;
} // namespace runtime
namespace substrate {
class Timeline;
} // namespace substrate

// ---------------------------------------------------------------------------------------------
// Finding options

/// An option that carries a type.
template <typename T>
struct trait_has_type {
  using type = T; ///< the type that it carries
};

/// An option that carries a value known at run time.
template <typename T>
struct trait_has_value {
  using type = T; ///< the type of the value
  T value;        ///< the value

  explicit constexpr trait_has_value(const T& v) : value(v) {}       ///< carries `v`
  explicit constexpr trait_has_value(T&& v) : value(std::move(v)) {} ///< the same
  const T& getValue() const { return value; }                        ///< returns the value
};

/// An option that carries a value known at compile time.
template <typename T, T V>
struct trait_has_svalue {
  using type = T;                             ///< the type of the value
  static constexpr T value = V;               ///< the value
  static constexpr T getValue() { return V; } ///< returns the value
};

/// `find_trait<Tag, Tuple>::value` is the position of the first element of Tuple that derives from
/// Tag, or the size of Tuple if there is none.
template <typename Tag, typename Tuple>
struct find_trait;
/// The search in a tuple.
template <typename Tag, typename... Ts>
struct find_trait<Tag, std::tuple<Ts...>> {
private:
  static constexpr std::size_t search() {
    std::size_t at = 0;
    static_cast<void>(((std::is_base_of_v<Tag, std::decay_t<Ts>> ? true : (++at, false)) || ...));
    return at;
  }

public:
  static constexpr std::size_t value = search(); ///< the position
};

/// Returns whether the options in Tuple include one with this tag.
template <typename Tag, typename Tuple>
constexpr bool has_trait() {
  return find_trait<Tag, Tuple>::value < std::tuple_size_v<Tuple>;
}

/// Does the same; Tuple is deduced from the argument.
template <typename Tag, typename Tuple>
constexpr bool has_trait(const Tuple&) {
  return has_trait<Tag, Tuple>();
}

/// `get_trait_type<Tag, Tuple>::type` is the type of the option with this tag.
template <typename Tag, typename Tuple>
struct get_trait_type {
  static_assert(has_trait<Tag, Tuple>(), "no option with this tag was given"); /// The type.
  using type = std::decay_t<std::tuple_element_t<find_trait<Tag, Tuple>::value, Tuple>>;
};

/// Returns a reference to the option with this tag in the tuple.
template <typename Tag, typename Tuple>
constexpr auto& get_trait_value(Tuple& options) {
  static_assert(has_trait<Tag, std::decay_t<Tuple>>(), "no option with this tag was given");
  return std::get<find_trait<Tag, std::decay_t<Tuple>>::value>(options);
}

/// Returns a copy of the option with this tag in a temporary tuple.
template <typename Tag, typename... Ts>
constexpr auto get_trait_value(std::tuple<Ts...>&& options) {
  static_assert(has_trait<Tag, std::tuple<Ts...>>(), "no option with this tag was given");
  return std::get<find_trait<Tag, std::tuple<Ts...>>::value>(std::move(options));
}

namespace internal {

template <typename Source, typename Tag, typename Default>
constexpr auto defaultUnlessGiven(const Tag&, const Default& value) {
  if constexpr (has_trait<Tag, Source>()) {
    return std::tuple<>{};
  } else {
    return std::tuple<Default>{value};
  }
}

template <typename Source, typename Tags, typename Defaults, std::size_t... I>
constexpr auto missingDefaults(const Tags& tags, const Defaults& defaults,
                               std::index_sequence<I...>) {
  return std::tuple_cat(defaultUnlessGiven<Source>(std::get<I>(tags), std::get<I>(defaults))...);
}

} // namespace internal

/// Returns a tuple of `value`, or an empty tuple if `source` has an option with this tag.
template <typename Source, typename Tag, typename Default>
constexpr auto get_default_trait_value(const Source&, const Tag& tag, const Default& value) {
  return internal::defaultUnlessGiven<Source>(tag, value);
}

/// Returns a tuple of those `defaults` that `source` lacks. The tag of each default is at the same
/// position in `tags`.
template <typename Source, typename Tags, typename Defaults>
constexpr auto get_default_trait_values(const Source&, const Tags& tags, const Defaults& defaults) {
  static_assert(std::tuple_size_v<Tags> == std::tuple_size_v<Defaults>,
                "one default for each tag, in the same order");
  return internal::missingDefaults<Source>(tags, defaults,
                                           std::make_index_sequence<std::tuple_size_v<Tags>>());
}

/// Returns an option of type TT<decayed arguments...> made from its arguments, so that their types
/// are deduced.
template <template <typename...> class TT, typename... Args>
constexpr TT<std::decay_t<Args>...> make_trait_with_args(Args&&... args) {
  return TT<std::decay_t<Args>...>(std::forward<Args>(args)...);
}

/// `function_traits<Operator>::type` is the tuple of options that an operator defines, or an empty
/// tuple.
template <typename Function, typename = void>
struct function_traits {
  using type = std::tuple<>; ///< no options
};
/// The options of an operator that defines some.
template <typename Function>
struct function_traits<Function, std::void_t<typename Function::function_traits>> {
  using type = typename Function::function_traits; ///< its options
};

/// Whether an operator defines options.
template <typename Function>
inline constexpr bool has_function_traits =
    std::tuple_size_v<typename function_traits<Function>::type> != 0;

/// Returns the caller's options followed by the operator's, so that lookups find the caller's
/// first.
template <typename Function, typename Tuple>
auto mergeFunctionTraits(const Tuple& options) {
  return std::tuple_cat(options, typename function_traits<std::decay_t<Function>>::type{});
}

namespace internal {

template <typename T>
inline constexpr bool isRawArgument =
    std::is_same_v<std::decay_t<T>, bool> || std::is_same_v<std::decay_t<T>, char*> ||
    std::is_same_v<std::decay_t<T>, const char*>;

/// Fails to compile if a loop gets an argument that is not an option.
template <typename... Args>
constexpr void checkLoopArguments() {
  static_assert(!(isRawArgument<Args> || ...),
                "loops take options such as galois::loopname(\"x\") or galois::steal(), "
                "not bare strings or booleans");
}

} // namespace internal

// ---------------------------------------------------------------------------------------------
// Options of all loops

struct loopname_tag {};
/// Names the loop and thereby turns on its statistics: the rows Iterations, Time and others are
/// reported under this region. The string must outlive the loop.
struct loopname : trait_has_value<const char*>, loopname_tag {
  loopname(const char* p = "ANON_LOOP") : trait_has_value<const char*>(p) {} ///< the name
};

struct no_stats_tag {};
/// Turns off the statistics of a named loop.
struct no_stats : trait_has_svalue<bool, true>, no_stats_tag {};

struct more_stats_tag {};
/// Also reports the time that each thread spent in each phase of the loop.
struct more_stats : trait_has_svalue<bool, true>, more_stats_tag {};

// ---------------------------------------------------------------------------------------------
// Options of do_all

struct steal_tag {};
/// Lets threads without remaining iterations steal from other threads, first from those on their
/// own socket.
struct steal : trait_has_svalue<bool, true>, steal_tag {};
/// The tag of chunk_size.
struct chunk_size_tag {
  /// The bounds of the chunk size; other values are clamped to them. @{
  static constexpr unsigned MIN = 1;
  static constexpr unsigned MAX = 4096; /// @}
};
/// The number of iterations that a thread claims at a time, from 1 to 4096. Other values are
/// clamped.
template <unsigned SZ = 32>
struct chunk_size : trait_has_value<unsigned>, chunk_size_tag { /// Sets the number.
  chunk_size(unsigned cs = SZ) : trait_has_value<unsigned>(std::clamp(cs, MIN, MAX)) {}
};

// ---------------------------------------------------------------------------------------------
// Options of for_each

struct wl_tag {};
/// Holds the worklist policy T and the arguments of its constructor. Made by wl().
template <typename T, typename... Args>
struct s_wl : trait_has_type<T>, wl_tag {
  std::tuple<Args...> args; ///< the arguments

  explicit s_wl(Args... a) : args(std::move(a)...) {} ///< keeps the arguments
};

/// Chooses the worklist policy: `wl<Policy>(arguments of its constructor...)`.
template <typename T, typename... Args>
s_wl<T, std::decay_t<Args>...> wl(Args&&... args) {
  return s_wl<T, std::decay_t<Args>...>(std::forward<Args>(args)...);
}

struct no_pushes_tag {};
/// Promises that the operator does not push.
struct no_pushes : trait_has_svalue<bool, true>, no_pushes_tag {};

struct disable_conflict_detection_tag {};
/// Promises that operators never conflict, so that the loop needs no support for aborts.
struct disable_conflict_detection : trait_has_svalue<bool, true>, disable_conflict_detection_tag {};
/// The names that Galois 5 uses.
using no_conflicts = disable_conflict_detection;
using no_conflicts_tag = disable_conflict_detection_tag; ///< for disable_conflict_detection_tag

struct short_tasks_tag {};
/// Promises that an item takes microseconds at most, and that the operator never waits for another
/// item. Then the calling thread begins alone, and the other threads wake only when more than a few
/// items are at hand: a loop with little work wakes no thread. With conflict detection, and under
/// policies for which all threads meet, it has no effect.
struct short_tasks : trait_has_svalue<bool, true>, short_tasks_tag {};

struct parallel_break_tag {};
/// Lets the operator call UserContext::breakLoop().
struct parallel_break : trait_has_svalue<bool, true>, parallel_break_tag {};

struct per_iter_alloc_tag {};
/// Lets the operator call UserContext::getPerIterAlloc().
struct per_iter_alloc : trait_has_svalue<bool, true>, per_iter_alloc_tag {};

struct fixed_neighborhood_tag {};
/// Deterministic<>: the locks that an item takes never depend on what other items have done. A first
/// pass that has created no local state is then not repeated after a conflict.
struct fixed_neighborhood : trait_has_svalue<bool, true>, fixed_neighborhood_tag {};

struct intent_to_read_tag {};
/// Deterministic<>: accesses with the flag READ only read, so that several items of a round may share
/// what they read. Without this option, READ excludes others as WRITE does.
struct intent_to_read : trait_has_svalue<bool, true>, intent_to_read_tag {};

struct neighborhood_visitor_tag {};
/// Deterministic<>: `visitor(item, context)` takes the locks of an item in the first pass, in place
/// of the operator.
template <typename T>
struct neighborhood_visitor : trait_has_value<T>, neighborhood_visitor_tag {
  neighborhood_visitor(const T& t = T()) : trait_has_value<T>(t) {} ///< calls `t`
  neighborhood_visitor(T&& t) : trait_has_value<T>(std::move(t)) {} ///< the same
};

struct det_parallel_break_tag {};
/// Deterministic<>: `bool()`, which one thread calls between rounds; true ends the loop.
template <typename T>
struct det_parallel_break : trait_has_value<T>, det_parallel_break_tag {
  det_parallel_break(const T& t = T()) : trait_has_value<T>(t) {} ///< calls `t`
  det_parallel_break(T&& t) : trait_has_value<T>(std::move(t)) {} ///< the same
};

struct det_id_tag {};
/// Deterministic<>: maps an item to an integer, which no other item of its generation has. Items run
/// in the order of these numbers. Without this option their order is that in which they come: the
/// range's, or that of the items that pushed them.
template <typename T>
struct det_id : trait_has_value<T>, det_id_tag {
  det_id(const T& t = T()) : trait_has_value<T>(t) {} ///< calls `t`
  det_id(T&& t) : trait_has_value<T>(std::move(t)) {} ///< the same
};

struct local_state_tag {};
/// Deterministic<>: the operator keeps a T from the first pass to the second one, by
/// UserContext::createLocalState() and getLocalState().
template <typename T>
struct local_state : trait_has_type<T>, local_state_tag {};

struct loop_report_tag {};
/// Fills a runtime::LoopReport (runtime/LoopReport.h), which must outlive the loop.
struct loop_report : trait_has_value<runtime::LoopReport*>, loop_report_tag {
  explicit loop_report(runtime::LoopReport& out)
      : trait_has_value<runtime::LoopReport*>(std::addressof(out)) {} ///< fills `out`
};

struct prefetch_tag {};
/// Used in place of a prefetch callable that was not given.
struct NoHint {};
/// Two or three callables that prefetch for an item about to run, which they take as `const T&`:
///
///   - `far` is called when the item will run soon;
///   - `near` is called when it is among the next items to run;
///   - `close` is called when two or three items will run before it. What the other two prefetched
///     has arrived by then. It is called only if `closely` is true, and never for policies that
///     hand out one task at a time.
///
/// The callables may only prefetch, since the item may also run on another thread or never. Declare
/// them, and the functions that they call, GALOIS_ATTRIBUTE_ALWAYS_INLINE. Otherwise GCC removes
/// calls to functions that do nothing but prefetch.
template <typename Far, typename Near, typename Close = NoHint>
struct prefetch : prefetch_tag {
  Far far;                           ///< called first
  Near near;                         ///< called second
  [[no_unique_address]] Close close; ///< called last
  bool closely;                      ///< whether to call `close`
  /// Keeps the callables. @{
  prefetch(Far f, Near n) : far(std::move(f)), near(std::move(n)), close(), closely(false) {}
  prefetch(Far f, Near n, Close c, bool when = true)
      : far(std::move(f)), near(std::move(n)), close(std::move(c)), closely(when) {} /// @}
};

struct loop_watch_tag {};
/// Observes the loop while it runs: see runtime/loops/LoopWatch.h, runtime/loops/CycleMeter.h and
/// substrate/Timeline.h.
template <typename PriorityOf, typename NodeOf, typename StaleSoFar>
struct loop_watch : loop_watch_tag {
  runtime::LoopWatch* watch; ///< must outlive the loop; null if priority drift is not measured
  PriorityOf priorityOf;     ///< maps a task to an unsigned integer; smaller is more urgent
  NodeOf nodeOf;             ///< maps a task to the 32-bit number of its node
  StaleSoFar staleSoFar;     ///< returns how many stale tasks the calling thread has found so far
  /// In builds with GALOIS_PROFILE, records the phases of each thread unless it is null. It has one
  /// track per thread with reserved memory, and must outlive the loop.
  substrate::Timeline* timeline;
  /// Keeps the arguments.
  loop_watch(runtime::LoopWatch* w, PriorityOf p, NodeOf n, StaleSoFar s,
             substrate::Timeline* t = nullptr)
      : watch(w), priorityOf(std::move(p)), nodeOf(std::move(n)), staleSoFar(std::move(s)),
        timeline(t) {}
};

} // namespace galois
