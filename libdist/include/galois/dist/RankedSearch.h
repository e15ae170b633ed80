/**
 * Searches across ranks: enumerate(), optimise() and decide() of galois/search/Search.h search on
 * all ranks if on() (Ranks.h) has made their coordination.
 *
 *     auto n = search::enumerate<Semigroups>(space, root, CountByDepth(), on(ranks, Budget()));
 *
 * Guarantees, besides those of Search.h:
 *  - All ranks make the same call with the same arguments, and all get the same result. The
 *    statistics of the result are sums over all ranks. Its perThread lists the threads of all
 *    ranks, those of rank 0 first. Ranks::reports says what each rank did.
 *  - Every node of an enumeration is visited once, by one rank.
 *  - Nodes, monoids and objective values travel between ranks. They are trivially copyable and
 *    default-constructible, or have serialize(archive) (Archive.h).
 *  - If a rank has several workers, they are the threads of the pool, unless the transport has
 *    workers of its own (HasWorkers). If it has one worker, that is the calling thread, and the
 *    search does not enter the pool.
 *  - If a generator, monoid or objective throws, the call throws on that rank alone, while the
 *    other ranks wait for it. The program then has to end all ranks by abort().
 *
 * If Ranks::setCheckpoints() was called, the ranks pause now and then and save what is left of the
 * search, and after the time limit or a cancellation they save it once more (Checkpoints.h). The
 * statistics of the result then include those of the checkpoint that the search went on from, as of
 * the first worker of the rank that took them over.
 *
 * With Sequential, rank 0 searches and the other ranks wait; after a checkpoint, there are tasks that
 * they may take. With StackStealing, threads and ranks
 * without work ask for tasks, and a thread that searches gives some at its next node. With Ordered,
 * rank 0 has all tasks.
 */
#pragma once

#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/dist/Ranks.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/search/Checkpoints.h"
#include "galois/dist/search/RankSearch.h"
#include "galois/dist/search/RankTasks.h"
#include "galois/search/Search.h"
#include "galois/substrate/HelperThread.h"

namespace galois::dist {

namespace detail {

/// The hooks of a coordination that also look for messages, once per `nodesPerLook` nodes. In a pause
/// they turn what is left of the task into tasks.
template <typename Base, typename Engine, typename Put>
class MessageHooks : public Base {
public:
  template <typename... Args>
  MessageHooks(Engine& all, unsigned worker, unsigned nodesPerLook, const Put& give, Args&&... args)
      : Base(std::forward<Args>(args)...), engine_(all), worker_(worker), put_(give),
        nodesPerLook_(nodesPerLook), left_(nodesPerLook) {}

  template <typename Explorer, typename Top>
  void beforeChild(Explorer& explorer, Top& top) {
    Base::beforeChild(explorer, top);
    // The last child may stand for thousands of nodes.
    if (--left_ == 0 || Explorer::kStandsForSubtrees) [[unlikely]] {
      left_ = nodesPerLook_;
      engine_.look(worker_, explorer);
      if (engine_.pauses()) {
        explorer.detachEverything(top, put_);
      }
    }
  }

private:
  Engine& engine_;
  const unsigned worker_;
  const Put& put_;
  const unsigned nodesPerLook_;
  unsigned left_;
};

/// Hooks that give away a part of the stack if a worker or another rank waits for tasks.
template <typename Engine, typename Put>
struct OnDemandHooks : search::NoHooks {
  OnDemandHooks(Engine& all, bool wholeLevels, const Put& give)
      : engine(all), chunked(wholeLevels), put(give) {}
  template <typename Explorer, typename Top>
  void beforeChild(Explorer& explorer, Top& top) {
    if (engine.wantsTasks()) [[unlikely]] {
      explorer.detachShallowest(top, chunked, put);
      if (engine.thievesWait()) {
        engine.progress(false);
      }
    }
  }
  Engine& engine;
  const bool chunked;
  const Put& put;
};

/// Calls fn(hooks) with the hooks of a coordination whose tasks are explored.
template <typename Coordination, typename Engine, typename Explorer, typename Put, typename Fn>
void withHooks(const Coordination& coordination, Engine& engine, const Explorer& explorer,
               unsigned worker, unsigned nodesPerLook, const Put& put, const Fn& fn) {
  if constexpr (std::is_same_v<Coordination, search::Budget>) {
    using Hooks = MessageHooks<search::internal::BudgetHooks<const Put>, Engine, Put>;
    Hooks hooks(engine, worker, nodesPerLook, put, coordination, explorer.statistics().nodes, put);
    fn(hooks);
  } else if constexpr (std::is_same_v<Coordination, search::StackStealing>) {
    using Hooks = MessageHooks<OnDemandHooks<Engine, Put>, Engine, Put>;
    Hooks hooks(engine, worker, nodesPerLook, put, engine, coordination.chunked, put);
    fn(hooks);
  } else {
    MessageHooks<search::NoHooks, Engine, Put> hooks(engine, worker, nodesPerLook, put);
    fn(hooks);
  }
}

/// Calls work() while another thread sends and receives messages.
/// @throws any exception of work() or of the other thread
template <typename Engine, typename Work>
void withServant(Engine& engine, search::Stop& stop, const Work& work) {
  substrate::HelperThread servant([&] {
    try {
      engine.serve();
    } catch (...) {
      stop.request(search::Stop::kFailed); // Otherwise workers would wait for messages for ever.
      throw;
    }
  });
  const struct Leave {
    ~Leave() { engine.leave(); }
    Engine& engine;
  } leave{engine}; // before the thread is joined, also if a worker throws
  work();
  engine.leave();
  servant.join();
}

/// Calls work(number) on each worker of a transport that has workers. With
/// RankOptions::progressThread, one more of them sends and receives messages.
/// @throws the first exception of any of them
template <Transport T, typename Engine, typename Work>
void runWorkers(Endpoint<T>& endpoint, Engine& engine, search::Stop& stop,
                const RankOptions& options, const Work& work) {
  const unsigned servants = options.progressThread ? 1 : 0;
  endpoint.runWorkers(options.workers + servants, [&](unsigned number) {
    try {
      if (number == options.workers) {
        engine.serve();
      } else {
        work(number);
      }
    } catch (...) {
      stop.request(search::Stop::kFailed);
      engine.leave();
      throw;
    }
  });
}

/// Writes what a rank has found, and the tasks that it has left, as a part of a checkpoint.
template <typename Explorer, typename Item>
void writePart(Writer& writer, const search::Team<Explorer>& team, const std::vector<Item>& tasks) {
  using Goal = std::remove_cvref_t<decltype(team.front()->goal())>;
  search::Statistics counts;
  for (const auto& explorer : team) {
    counts += explorer->statistics();
  }
  writer(counts);
  if constexpr (requires(Goal & goal) { goal.contest(); }) {
    auto best = team.front()->goal().own();
    for (const auto& explorer : team) {
      const auto& own = explorer->goal().own();
      if (own && (!best || explorer->goal().contest().problem.better(own->first, best->first))) {
        best = own;
      }
    }
    writer(best);
  } else {
    std::remove_cvref_t<decltype(team.front()->goal().value())> sum{};
    for (const auto& explorer : team) {
      sum.merge(explorer->goal().value());
    }
    writer(sum);
  }
  writer(static_cast<std::uint64_t>(tasks.size()));
  for (const Item& task : tasks) {
    writer(task.depth, task.node);
  }
}

/// Reads a part of a checkpoint: gives an explorer what was found, and adds the tasks.
template <typename Explorer, typename Item>
void readPart(Reader& reader, Explorer& explorer, std::vector<Item>& tasks) {
  using Goal = std::remove_cvref_t<decltype(explorer.goal())>;
  explorer.resume(reader.get<search::Statistics>());
  if constexpr (requires(Goal & goal) { goal.contest(); }) {
    const auto best = reader.get<std::remove_cvref_t<decltype(explorer.goal().own())>>();
    if (best) {
      explorer.goal().resume(best->first, best->second);
    }
  } else {
    using Monoid = std::remove_cvref_t<decltype(explorer.goal().value())>;
    explorer.goal().value().merge(reader.get<Monoid>());
  }
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    const auto depth = reader.get<unsigned>();
    tasks.push_back({reader.get<typename Explorer::Node>(), depth});
  }
  reader.finish();
}

/// After a pause: saves what is left of the search, if something is. Collective.
/// @return whether the search goes on
template <Transport T, typename Explorer, typename Item>
bool saveRest(Ranks<T>& ranks, search::Team<Explorer>& team, const std::vector<Item>& tasks) {
  using Goal = std::remove_cvref_t<decltype(team.front()->goal())>;
  constexpr bool kContest = requires(Goal & goal) { goal.contest(); };
  Goal& goal = team.front()->goal();
  search::Stop& stop = team.front()->stop();
  Writer own;
  own(!tasks.empty(), stop.reason() == search::Stop::kFound, stop.isDue());
  if constexpr (kContest) {
    own(goal.contest().best.get()); // Messages with it may have come too late.
  }
  bool left = false, found = false, due = false;
  for (const auto& bytes : ranks.endpoint().gather(own.bytes())) {
    Reader reader(bytes);
    left = reader.get<bool>() || left;
    found = reader.get<bool>() || found;
    due = reader.get<bool>() || due;
    if constexpr (kContest) {
      auto& contest = goal.contest();
      contest.best.improve(reader.get<typename std::remove_cvref_t<decltype(contest)>::Value>(),
                           [&](auto a, auto b) { return contest.problem.better(a, b); });
    }
  }
  Checkpoints<T>& checkpoints = *ranks.checkpoints();
  if (!left || found) {
    checkpoints.setComplete();
    return false;
  }
  Writer part;
  writePart(part, team, tasks);
  std::uint64_t nodes = 0;
  for (const auto& explorer : team) {
    nodes += explorer->statistics().nodes;
  }
  checkpoints.write(part.bytes(), nodes);
  if (due) {
    stop.request(search::Stop::kInterrupted);
  }
  return !due;
}

/// Gathers the outcomes of all ranks and combines their statistics.
/// @param own     own(writer) writes what this rank adds to the message
/// @param theirs  theirs(rank, reader) reads what a rank has added
template <typename Coordination, Transport T, typename Own, typename Theirs>
void combine(const OnRanks<Coordination, T>& on, search::Outcome& outcome, const Own& own,
             const Theirs& theirs) {
  Ranks<T>& ranks = *on.ranks;
  Writer writer;
  writer(outcome.complete, outcome.perThread, ranks.own());
  own(writer);
  const auto all = ranks.endpoint().gather(writer.bytes());
  outcome.complete = true;
  outcome.statistics = {};
  outcome.perThread.clear();
  ranks.reports.clear();
  for (Rank rank = 0; rank < all.size(); ++rank) {
    Reader reader(all[rank]);
    outcome.complete = reader.get<bool>() && outcome.complete;
    for (const auto& thread : reader.get<std::vector<search::Statistics>>()) {
      outcome.perThread.push_back(thread);
      outcome.statistics += thread;
    }
    ranks.reports.push_back(reader.get<RankReport>());
    theirs(rank, reader);
    reader.finish();
  }
}

} // namespace detail

/// For Search.h: the number of workers of a rank.
template <typename Coordination, Transport T>
unsigned explorersOf(const OnRanks<Coordination, T>& on) {
  return on.ranks->options().workers;
}

namespace detail {

/// Searches the subtrees of the tasks of all ranks, until no rank has any, or until a pause.
/// @param report  to which the report about this rank is added
/// @return what a pause has left
template <typename Coordination, Transport T, typename Explorer, typename Item>
std::vector<Item> searchTasks(const OnRanks<Coordination, T>& on, search::Team<Explorer>& team,
                              std::vector<Item> tasks, RankReport& report) {
  constexpr bool kOrdered = std::is_same_v<Coordination, search::Ordered>;
  using Tasks = std::conditional_t<kOrdered, OrderedTasks<Item>, PooledTasks<Item>>;
  using Engine = RankSearch<Explorer, T, Tasks>;
  const RankOptions& options = on.ranks->options();
  const Coordination& coordination = on.coordination;
  Explorer& first = *team.front();
  Engine engine(*on.ranks, first, std::is_same_v<Coordination, search::StackStealing>);
  for (Item& task : tasks) {
    if constexpr (kOrdered) {
      auto all = search::internal::collectTasks(coordination, first, std::move(task));
      engine.countOpen(all.tasks.size());
      engine.tasks().begin(std::move(all.tasks), std::move(all.others), options.workers);
    } else {
      engine.put(std::move(task));
    }
  }
  const auto work = [&](unsigned worker) {
    engine.work(worker, *team[worker], [&](Explorer& explorer, Item&& task) {
      const auto put = [&](Item&& child) {
        explorer.countSpawned(1);
        engine.put(worker, std::move(child));
      };
      if constexpr (std::is_same_v<Coordination, search::DepthBounded>) {
        if (task.depth <= coordination.spawnDepth) {
          explorer.expand(std::move(task), put);
          return;
        }
      }
      withHooks(coordination, engine, explorer, worker, options.nodesPerLook, put,
                [&](auto& hooks) { explorer.explore(std::move(task), hooks); });
    });
  };
  const auto workAll = [&] {
    if (options.workers == 1) {
      work(0);
    } else {
      search::internal::onEachThread(team, work);
    }
  };
  if constexpr (HasWorkers<T>) {
    runWorkers(on.ranks->endpoint(), engine, first.stop(), options, work);
  } else if (options.progressThread) {
    withServant(engine, first.stop(), workAll);
  } else {
    workAll();
  }
  report += engine.report();
  return engine.takeSaved();
}

} // namespace detail

/// For Search.h: searches the tree on all ranks.
/// @throws std::logic_error  if Ordered has checkpoints
template <typename Coordination, Transport T, typename Explorer>
void searchTree(const OnRanks<Coordination, T>& on, search::Team<Explorer>& team,
                const typename Explorer::Node& root) {
  Ranks<T>& ranks = *on.ranks;
  Explorer& first = *team.front();
  Checkpoints<T>* const checkpoints = ranks.checkpoints();
  std::vector<search::Task<typename Explorer::Node>> tasks;
  if (checkpoints != nullptr) {
    if (std::is_same_v<Coordination, search::Ordered>) {
      throw std::logic_error("the order of Ordered is lost in a checkpoint");
    }
    first.stop().leaveInterruptions();
    for (const auto& part : checkpoints->takeParts()) {
      Reader reader(part);
      detail::readPart(reader, first, tasks);
    }
    checkpoints->begin();
  }
  const bool continues = checkpoints != nullptr && checkpoints->continues();
  if (!continues && ranks.rank() == 0 && first.visitRoot(root)) {
    tasks.push_back({root, 1});
  }
  RankReport report;
  do {
    tasks = detail::searchTasks(on, team, std::move(tasks), report);
  } while (checkpoints != nullptr && detail::saveRest(ranks, team, tasks));
  ranks.setOwn(report);
}

/// For Search.h: combines the results of an enumeration.
template <typename Coordination, Transport T, typename Monoid>
void combineResults(const OnRanks<Coordination, T>& on, search::Enumerated<Monoid>& result) {
  Monoid sum{};
  detail::combine(
      on, result, [&](Writer& writer) { writer(result.value); },
      [&](Rank, Reader& reader) { sum.merge(reader.get<Monoid>()); });
  result.value = std::move(sum);
}

/// For Search.h: combines the results of an optimisation or a decision. If the nodes of several
/// ranks are equally good, the node of the lowest of these ranks is the result.
template <typename Coordination, Transport T, typename Node, typename Value, typename Better>
void combineResults(const OnRanks<Coordination, T>& on, search::Optimised<Node, Value>& result,
                    const Better& better) {
  const Value own = result.objective;
  const Node ownNode = result.node;
  detail::combine(
      on, result, [&](Writer& writer) { writer(own, ownNode); },
      [&](Rank rank, Reader& reader) {
        const auto value = reader.get<Value>();
        auto node = reader.get<Node>();
        if (rank == 0 || better(value, result.objective)) {
          result.objective = value;
          result.node = std::move(node);
        }
      });
}

} // namespace galois::dist
