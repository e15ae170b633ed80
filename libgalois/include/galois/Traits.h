/**
 * Options of parallel loops.
 *
 * An option is a value whose type derives from a tag: `steal` derives from `steal_tag`. Loops take
 * options by value in any order and look them up by tag, at compile time, in the tuple of their
 * arguments. An operator may carry defaults as a nested `using function_traits = std::tuple<...>`;
 * an option that the caller gives wins over the operator's.
 *
 * Everything here is a compile-time lookup or a plain value: no allocation, nothing shared.
 */
#ifndef GALOIS_TRAITS_H
#define GALOIS_TRAITS_H

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
// Machinery

/// An option that carries a type.
template <typename T>
struct trait_has_type {
  using type = T;
};

/// An option that carries a value known at run time.
template <typename T>
struct trait_has_value {
  using type = T;
  T value;

  explicit constexpr trait_has_value(const T& v) : value(v) {}
  explicit constexpr trait_has_value(T&& v) : value(std::move(v)) {}
  const T& getValue() const { return value; }
};

/// An option that carries a value known at compile time.
template <typename T, T V>
struct trait_has_svalue {
  using type = T;
  static constexpr T value = V;
  static constexpr T getValue() { return V; }
};

/// `find_trait<Tag, Tuple>::value`: position of the first element of Tuple that derives from Tag,
/// or the size of Tuple if there is none.
template <typename Tag, typename Tuple>
struct find_trait;

template <typename Tag, typename... Ts>
struct find_trait<Tag, std::tuple<Ts...>> {
private:
  static constexpr std::size_t search() {
    std::size_t at = 0;
    static_cast<void>(((std::is_base_of_v<Tag, std::decay_t<Ts>> ? true : (++at, false)) || ...));
    return at;
  }

public:
  static constexpr std::size_t value = search();
};

/// Whether the options in Tuple include one with this tag.
template <typename Tag, typename Tuple>
constexpr bool has_trait() {
  return find_trait<Tag, Tuple>::value < std::tuple_size_v<Tuple>;
}

/// As above, deduced from a value.
template <typename Tag, typename Tuple>
constexpr bool has_trait(const Tuple&) {
  return has_trait<Tag, Tuple>();
}

/// `get_trait_type<Tag, Tuple>::type`: the type of the option with this tag.
template <typename Tag, typename Tuple>
struct get_trait_type {
  static_assert(has_trait<Tag, Tuple>(), "no option with this tag was given");
  using type = std::decay_t<std::tuple_element_t<find_trait<Tag, Tuple>::value, Tuple>>;
};

/// The option with this tag, by reference into the tuple.
template <typename Tag, typename Tuple>
constexpr auto& get_trait_value(Tuple& options) {
  static_assert(has_trait<Tag, std::decay_t<Tuple>>(), "no option with this tag was given");
  return std::get<find_trait<Tag, std::decay_t<Tuple>>::value>(options);
}

/// As above for a temporary tuple; returns a copy.
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

/// Those of `defaults` whose tag (at the same position in `tags`) `source` lacks, as a tuple.
template <typename Source, typename Tags, typename Defaults>
constexpr auto get_default_trait_values(const Source&, const Tags& tags, const Defaults& defaults) {
  static_assert(std::tuple_size_v<Tags> == std::tuple_size_v<Defaults>,
                "one default for each tag, in the same order");
  return internal::missingDefaults<Source>(tags, defaults,
                                           std::make_index_sequence<std::tuple_size_v<Tags>>());
}

/// An option TT<decayed arguments...> made from its arguments, so that their types are deduced.
template <template <typename...> class TT, typename... Args>
constexpr TT<std::decay_t<Args>...> make_trait_with_args(Args&&... args) {
  return TT<std::decay_t<Args>...>(std::forward<Args>(args)...);
}

/// `function_traits<Operator>::type`: the options that an operator carries, or an empty tuple.
template <typename Function, typename = void>
struct function_traits {
  using type = std::tuple<>;
};

template <typename Function>
struct function_traits<Function, std::void_t<typename Function::function_traits>> {
  using type = typename Function::function_traits;
};

/// Whether an operator carries options.
template <typename Function>
inline constexpr bool has_function_traits =
    std::tuple_size_v<typename function_traits<Function>::type> != 0;

/// The caller's options followed by the operator's; lookups find the caller's first.
template <typename Function, typename Tuple>
auto mergeFunctionTraits(const Tuple& options) {
  return std::tuple_cat(options, typename function_traits<std::decay_t<Function>>::type{});
}

namespace internal {

template <typename T>
inline constexpr bool isRawArgument =
    std::is_same_v<std::decay_t<T>, bool> || std::is_same_v<std::decay_t<T>, char*> ||
    std::is_same_v<std::decay_t<T>, const char*>;

/// Fails to compile when a loop is handed something that only looks like an option.
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
/// Names the loop and so turns on its statistics: rows Iterations, Time and others under this
/// region. The string must outlive the loop.
struct loopname : trait_has_value<const char*>, loopname_tag {
  loopname(const char* p = "ANON_LOOP") : trait_has_value<const char*>(p) {}
};

struct no_stats_tag {};
/// Keeps a named loop from reporting statistics.
struct no_stats : trait_has_svalue<bool, true>, no_stats_tag {};

struct more_stats_tag {};
/// Adds the time each thread spent in each phase of the loop.
struct more_stats : trait_has_svalue<bool, true>, more_stats_tag {};

// ---------------------------------------------------------------------------------------------
// Options of do_all

struct steal_tag {};
/// Threads that run out of iterations take them from others, on their own socket first.
struct steal : trait_has_svalue<bool, true>, steal_tag {};

struct chunk_size_tag {
  /// Bounds to which every chunk size is clamped.
  static constexpr unsigned MIN = 1;
  static constexpr unsigned MAX = 4096;
};
/// Iterations that a thread claims at a time, 1 to 4096; other values are clamped.
template <unsigned SZ = 32>
struct chunk_size : trait_has_value<unsigned>, chunk_size_tag {
  chunk_size(unsigned cs = SZ) : trait_has_value<unsigned>(std::clamp(cs, MIN, MAX)) {}
};

// ---------------------------------------------------------------------------------------------
// Options of for_each

struct wl_tag {};
/// The worklist policy T and the arguments of its constructor; made by wl().
template <typename T, typename... Args>
struct s_wl : trait_has_type<T>, wl_tag {
  std::tuple<Args...> args;

  explicit s_wl(Args... a) : args(std::move(a)...) {}
};

/// Chooses the worklist policy: `wl<Policy>(arguments of its constructor...)`.
template <typename T, typename... Args>
s_wl<T, std::decay_t<Args>...> wl(Args&&... args) {
  return s_wl<T, std::decay_t<Args>...>(std::forward<Args>(args)...);
}

struct no_pushes_tag {};
/// Promises that the operator pushes nothing.
struct no_pushes : trait_has_svalue<bool, true>, no_pushes_tag {};

struct disable_conflict_detection_tag {};
/// Promises that the operator never conflicts, so that it runs without abort support.
struct disable_conflict_detection : trait_has_svalue<bool, true>, disable_conflict_detection_tag {};
/// The same under its Galois 5 name.
using no_conflicts = disable_conflict_detection;
using no_conflicts_tag = disable_conflict_detection_tag;

struct parallel_break_tag {};
/// Lets the operator call UserContext::breakLoop().
struct parallel_break : trait_has_svalue<bool, true>, parallel_break_tag {};

struct per_iter_alloc_tag {};
/// Lets the operator call UserContext::getPerIterAlloc().
struct per_iter_alloc : trait_has_svalue<bool, true>, per_iter_alloc_tag {};

struct loop_report_tag {};
/// Fills a runtime::LoopReport (runtime/LoopReport.h) that must outlive the loop.
struct loop_report : trait_has_value<runtime::LoopReport*>, loop_report_tag {
  explicit loop_report(runtime::LoopReport& out)
      : trait_has_value<runtime::LoopReport*>(std::addressof(out)) {}
};

struct prefetch_tag {};
/// Stands for a hint that was not given.
struct NoHint {};
/// Two or three callables that take `const T&`, an item about to run: `far` when it will run soon,
/// `near` when it is among the next, and `close` when two or three run before it, by which time
/// what the others asked for is there. They may only issue prefetches: the item may yet run
/// elsewhere or never. `close` is called if `closely` is true, which costs nothing otherwise, and
/// never of policies that hand out one task at a time. Make them, and what they call,
/// GALOIS_ATTRIBUTE_ALWAYS_INLINE: GCC drops a call to a function that only prefetches, unless it
/// has inlined it before it noticed.
template <typename Far, typename Near, typename Close = NoHint>
struct prefetch : prefetch_tag {
  Far far;
  Near near;
  [[no_unique_address]] Close close;
  bool closely;

  prefetch(Far f, Near n) : far(std::move(f)), near(std::move(n)), close(), closely(false) {}
  prefetch(Far f, Near n, Close c, bool when = true)
      : far(std::move(f)), near(std::move(n)), close(std::move(c)), closely(when) {}
};

struct loop_watch_tag {};
/// Lets the loop be watched while it runs, see runtime/LoopWatch.h, runtime/CycleMeter.h and
/// substrate/Timeline.h.
template <typename PriorityOf, typename NodeOf, typename StaleSoFar>
struct loop_watch : loop_watch_tag {
  runtime::LoopWatch* watch; ///< that outlives the loop; null: nobody does
  PriorityOf priorityOf;     ///< task -> unsigned integer, smaller is more urgent
  NodeOf nodeOf;             ///< task -> 32-bit number of what it is about
  StaleSoFar staleSoFar;     ///< () -> tasks that the calling thread has found outdated
  /// Where builds with GALOIS_PROFILE write down what each thread did when, if they shall: it has a
  /// track a thread, with reserved memory, and outlives the loop.
  substrate::Timeline* timeline;

  loop_watch(runtime::LoopWatch* w, PriorityOf p, NodeOf n, StaleSoFar s,
             substrate::Timeline* t = nullptr)
      : watch(w), priorityOf(std::move(p)), nodeOf(std::move(n)), staleSoFar(std::move(s)),
        timeline(t) {}
};

} // namespace galois

#endif
