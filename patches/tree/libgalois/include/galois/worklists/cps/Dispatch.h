/**
 * Worklist policies by name, so that a program can choose one at run time.
 *
 * `dispatch()` calls a function object with the option `galois::wl<Policy>(...)` of the policy that
 * a name selects. The body is compiled once for each policy. To compile fewer, define
 * GALOIS_CPS_WORKLISTS as a list of names, such as `-DGALOIS_CPS_WORKLISTS='"smq,obim"'`.
 *
 * Policies have the default parameters of the programs of galois-cps. A program that wants others
 * passes `galois::wl<Policy>(indexer, params)` to its loop itself; each policy's header describes
 * its Params.
 */
#ifndef GALOIS_CPS_DISPATCH_H
#define GALOIS_CPS_DISPATCH_H

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "galois/Traits.h"
#include "galois/worklists/cps/AdaptiveObim.h"
#include "galois/worklists/cps/BulkSynchronous.h"
#include "galois/worklists/cps/Chunk.h"
#include "galois/worklists/cps/Hdcps.h"
#include "galois/worklists/cps/Minnow.h"
#include "galois/worklists/cps/MultiQueue.h"
#include "galois/worklists/cps/Obim.h"
#include "galois/worklists/cps/PrivateDeques.h"
#include "galois/worklists/cps/SprayList.h"
#include "galois/worklists/cps/StealingBucketQueue.h"
#include "galois/worklists/cps/StealingMultiQueue.h"
#include "galois/worklists/cps/Wasp.h"

#ifndef GALOIS_CPS_WORKLISTS
#define GALOIS_CPS_WORKLISTS "" // all
#endif

namespace galois::cps {

/// How priorities are made coarser. `obim` and `minnow` always shift them to the right. The
/// policies that have buckets do it if the user gave the shift, and find the width of their buckets
/// themselves otherwise. All other policies use exact priorities.
struct Coarseness {
  unsigned shift = 0; ///< number of bits, 0 to 63
  bool given = false; ///< whether the user asked for it
};

/// An indexer that shifts the priorities of another one to the right.
template <typename Indexer>
class ShiftedIndexer {
public:
  ShiftedIndexer() : indexer_(), shift_(0) {}
  ShiftedIndexer(Indexer indexer, unsigned shift) : indexer_(std::move(indexer)), shift_(shift) {}

  /// Accepts exactly the types that `Indexer` accepts.
  template <typename T>
  auto operator()(const T& task) const
      -> std::decay_t<std::invoke_result_t<const Indexer&, const T&>> {
    using Priority = std::decay_t<std::invoke_result_t<const Indexer&, const T&>>;
    static_assert(std::is_unsigned_v<Priority>, "shifting needs unsigned priorities");
    return static_cast<Priority>(std::uint64_t{indexer_(task)} >> shift_);
  }

private:
  Indexer indexer_;
  unsigned shift_;
};

/// The policies by name. Each has visit(), which calls `body` with the policy's option. @{
namespace policies {

/// K of the Stealing Multi-Queue's paper: queues on the own NUMA node are drawn K times likelier.
inline constexpr std::uint32_t kNumaWeight = 8;

template <typename Indexer, typename Params, typename Policy, typename Body>
void visitHeaps(const Indexer& indexer, Params params, const Body& body) {
  params.numaWeight = kNumaWeight;
  body(galois::wl<Policy>(Indexer(indexer), std::move(params)));
}

template <typename Queues, typename Insert, typename Delete, unsigned InsertRun = 16,
          unsigned DeleteRun = 16>
struct MultiQueueOf {
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness coarse, const Body& body) {
    using Policy = MultiQueue<Indexer, int, true, Queues, Insert, Delete, WeightedSampler>;
    typename Policy::Params params;
    // Of `batch` and `stay`, each policy reads the one that it uses.
    params.insert.batch = params.insert.stay = InsertRun;
    params.remove.batch = params.remove.stay = DeleteRun;
    if constexpr (std::is_same_v<Queues, BucketQueues>) {
      params.insert.batch = params.remove.batch = QueueAccessParams::kAutoBatch;
      params.local.buckets.buckets = 64;
      if (coarse.given) {
        params.local.buckets.shift = coarse.shift;
      }
    }
    visitHeaps<Indexer, typename Policy::Params, Policy>(indexer, params, body);
  }
};

template <typename Composition, bool AlwaysBags = false>
struct HdcpsOf {
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness, const Body& body) {
    HdcpsParams params;
    if (AlwaysBags) {
      params.bags.least = 1;
      params.bags.oversize = Oversize::kSplit;
    }
    body(galois::wl<galois::cps::Hdcps<Indexer, int, true, Composition>>(Indexer(indexer),
                                                                         std::move(params)));
  }
};

/// A policy without priorities.
template <typename Policy, typename Params>
struct Unordered {
  template <typename Indexer, typename Body>
  static void visit(const Indexer&, Coarseness, const Body& body) {
    body(galois::wl<Policy>(Params()));
  }
};

struct SmqBucket {
  static constexpr const char* kName = "smq-bucket";
  static constexpr const char* kAbout = "a ring of buckets per thread; stealing";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness coarse, const Body& body) {
    StealingBucketParams params;
    if (coarse.given) {
      params.buckets.shift = coarse.shift;
    }
    visitHeaps<Indexer, StealingBucketParams, StealingBucketQueue<Indexer>>(indexer, params, body);
  }
};

struct Smq {
  static constexpr const char* kName = "smq";
  static constexpr const char* kAbout = "Stealing Multi-Queue: a heap per thread; stealing";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness, const Body& body) {
    visitHeaps<Indexer, SmqParams, StealingMultiQueue<Indexer>>(indexer, SmqParams(), body);
  }
};

struct SmqSkiplist {
  static constexpr const char* kName = "smq-skiplist";
  static constexpr const char* kAbout = "a lock-free skip list per thread; stealing";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness, const Body& body) {
    visitHeaps<Indexer, SmqParams, StealingSkipListQueue<Indexer>>(indexer, SmqParams(), body);
  }
};

struct Obim {
  static constexpr const char* kName = "obim";
  static constexpr const char* kAbout = "a shared bag per priority, most urgent bag first";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness coarse, const Body& body) {
    using Shifted = ShiftedIndexer<Indexer>;
    body(galois::wl<OrderedByIntegerMetric<Shifted, PerSocketChunkFIFO<0>>>(
        Shifted(indexer, coarse.shift), ObimParams()));
  }
};

struct Pmod {
  static constexpr const char* kName = "pmod";
  static constexpr const char* kAbout = "as obim, and adapts the width of the bags";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness coarse, const Body& body) {
    PmodParams params;
    params.leastLmf = coarse.given ? coarse.shift : 0;
    body(galois::wl<AdaptiveOrderedByIntegerMetric<Indexer, PerSocketChunkFIFO<0>>>(
        Indexer(indexer), std::move(params)));
  }
};

struct Mq : MultiQueueOf<BufferedHeapQueues<>, RandomQueues, RandomQueues> {
  static constexpr const char* kName = "mq";
  static constexpr const char* kAbout = "Multi-Queue: several heaps per thread";
};
struct MqTlTl : MultiQueueOf<HeapQueues<>, TemporalLocality, TemporalLocality> {
  static constexpr const char* kName = "mq-tl-tl";
  static constexpr const char* kAbout = "mq that inserts and takes with temporal locality";
};
struct MqTlTb : MultiQueueOf<HeapQueues<>, TemporalLocality, TaskBatching> {
  static constexpr const char* kName = "mq-tl-tb";
  static constexpr const char* kAbout = "mq that inserts with temporal locality, takes in batches";
};
struct MqTbTl : MultiQueueOf<HeapQueues<>, TaskBatching, TemporalLocality> {
  static constexpr const char* kName = "mq-tb-tl";
  static constexpr const char* kAbout = "mq that inserts in batches, takes with temporal locality";
};
struct MqTbTb : MultiQueueOf<HeapQueues<>, TaskBatching, TaskBatching> {
  static constexpr const char* kName = "mq-tb-tb";
  static constexpr const char* kAbout = "mq that inserts and takes in batches";
};
struct MqSkiplist : MultiQueueOf<SkipListQueues, RandomQueues, RandomQueues> {
  static constexpr const char* kName = "mq-skiplist";
  static constexpr const char* kAbout = "mq on lock-free skip lists";
};
struct Mbq : MultiQueueOf<BucketQueues, StickyBatching, StickyBatching, 8, 8> {
  static constexpr const char* kName = "mbq";
  static constexpr const char* kAbout = "Multi Bucket Queue: several bucket queues per thread";
};
struct Reld : MultiQueueOf<InboxHeapQueues<>, RandomQueues, OwnQueue> {
  static constexpr const char* kName = "reld";
  static constexpr const char* kAbout = "random enqueue, local dequeue";
};
struct ReldSkiplist : MultiQueueOf<SkipListQueues, RandomQueues, OwnQueue> {
  static constexpr const char* kName = "reld-skiplist";
  static constexpr const char* kAbout = "reld on lock-free skip lists";
};

struct SprayList {
  static constexpr const char* kName = "spraylist";
  static constexpr const char* kAbout = "one skip list, tasks taken near its front at random";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness, const Body& body) {
    body(galois::wl<galois::cps::SprayList<Indexer>>(Indexer(indexer)));
  }
};

struct Hdcps : HdcpsOf<HdcpsFull> {
  static constexpr const char* kName = "hdcps";
  static constexpr const char* kAbout = "HD-CPS: a share of the tasks is sent to other threads";
};
struct HdcpsPlain : HdcpsOf<galois::cps::HdcpsSrq> {
  static constexpr const char* kName = "hdcps-srq";
  static constexpr const char* kAbout = "hdcps without feedback and bags";
};
struct HdcpsFeedback : HdcpsOf<galois::cps::HdcpsSrqTdf> {
  static constexpr const char* kName = "hdcps-srq-tdf";
  static constexpr const char* kAbout = "hdcps without bags";
};
struct HdcpsBags : HdcpsOf<HdcpsFull, true> {
  static constexpr const char* kName = "hdcps-srq-tdf-ac";
  static constexpr const char* kAbout = "hdcps that always sends bags";
};

struct Minnow {
  static constexpr const char* kName = "minnow";
  static constexpr const char* kAbout = "as obim, with threads that bring work to the others";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness coarse, const Body& body) {
    using Shifted = ShiftedIndexer<Indexer>;
    body(galois::wl<galois::cps::Minnow<Shifted, PerSocketChunkFIFO<0>>>(
        Shifted(indexer, coarse.shift), MinnowParams()));
  }
};

struct Wasp {
  static constexpr const char* kName = "wasp";
  static constexpr const char* kAbout = "buckets per thread; steals more urgent chunks";
  template <typename Indexer, typename Body>
  static void visit(const Indexer& indexer, Coarseness coarse, const Body& body) {
    WaspParams params;
    if (coarse.given) {
      params.buckets.shift = coarse.shift;
    }
    body(galois::wl<galois::cps::Wasp<Indexer>>(Indexer(indexer), std::move(params)));
  }
};

struct ChunkFifo : Unordered<PerSocketChunkFIFO<0>, ChunkParams> {
  static constexpr const char* kName = "chunk-fifo";
  static constexpr const char* kAbout = "no priorities: oldest chunk first";
};
struct ChunkLifo : Unordered<PerSocketChunkLIFO<0>, ChunkParams> {
  static constexpr const char* kName = "chunk-lifo";
  static constexpr const char* kAbout = "no priorities: newest chunk first";
};
struct BulkSync : Unordered<BulkSynchronous<PerSocketChunkFIFO<0>>, ChunkParams> {
  static constexpr const char* kName = "bulk-sync";
  static constexpr const char* kAbout = "no priorities: rounds of tasks";
};
struct PdRecv : Unordered<ReceiverInitiatedDeques<>, PrivateDequesParams> {
  static constexpr const char* kName = "pd-recv";
  static constexpr const char* kAbout = "no priorities: private deques, idle threads ask";
};
struct PdSend : Unordered<SenderInitiatedDeques<>, PrivateDequesParams> {
  static constexpr const char* kName = "pd-send";
  static constexpr const char* kAbout = "no priorities: private deques, busy threads deal";
};
struct ChaseLev : Unordered<ChaseLevDeques<>, PrivateDequesParams> {
  static constexpr const char* kName = "chase-lev";
  static constexpr const char* kAbout = "no priorities: concurrent deques, idle threads steal";
};

} // namespace policies
/// @}

/// A list of policies.
template <typename... Policies>
struct PolicyList {
  static constexpr std::size_t kSize = sizeof...(Policies); ///< their number
};

/// All policies.
using AllPolicies =
    PolicyList<policies::SmqBucket, policies::Smq, policies::SmqSkiplist, policies::Obim,
               policies::Pmod, policies::Mq, policies::MqTlTl, policies::MqTlTb, policies::MqTbTl,
               policies::MqTbTb, policies::MqSkiplist, policies::Mbq, policies::Reld,
               policies::ReldSkiplist, policies::SprayList, policies::Hdcps, policies::HdcpsPlain,
               policies::HdcpsFeedback, policies::HdcpsBags, policies::Minnow, policies::Wasp,
               policies::ChunkFifo, policies::ChunkLifo, policies::BulkSync, policies::PdRecv,
               policies::PdSend, policies::ChaseLev>;

namespace internal {

/// Whether a list of names separated by commas is empty or has this name.
constexpr bool isListed(std::string_view names, std::string_view name) {
  if (names.empty()) {
    return true;
  }
  while (!names.empty()) {
    const std::size_t comma = names.find(',');
    if (names.substr(0, comma) == name) {
      return true;
    }
    names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
  }
  return false;
}

template <typename Policy>
inline constexpr bool kCompiled = isListed(GALOIS_CPS_WORKLISTS, Policy::kName);

template <typename Policy, typename Indexer, typename Body>
bool visitIf(std::string_view name, const Indexer& indexer, Coarseness coarse, const Body& body) {
  if constexpr (kCompiled<Policy>) {
    if (name == Policy::kName) {
      Policy::visit(indexer, coarse, body);
      return true;
    }
  }
  return false;
}

template <typename... Policies, typename Indexer, typename Body>
bool dispatchAmong(PolicyList<Policies...>, std::string_view name, const Indexer& indexer,
                   Coarseness coarse, const Body& body) {
  return (visitIf<Policies>(name, indexer, coarse, body) || ...);
}

template <typename... Policies, typename Visit>
void forEachPolicy(PolicyList<Policies...>, const Visit& visit) {
  (visit(Policies::kName, Policies::kAbout, kCompiled<Policies>), ...);
}

} // namespace internal

/// Calls `visit(name, description)` for each policy that is compiled.
template <typename Visit>
void forEachPolicy(const Visit& visit) {
  internal::forEachPolicy(AllPolicies(), [&](const char* name, const char* about, bool isCompiled) {
    if (isCompiled) {
      visit(name, about);
    }
  });
}

/// Calls `body(option)` with the loop option of the policy of this name. Returns false, and calls
/// nothing, if there is none of this name or it is not compiled.
/// @param indexer  maps a task to an unsigned integer; smaller is more urgent. It must give a task
///                 the same number each time. It is copied.
template <typename Indexer, typename Body>
bool dispatch(std::string_view name, const Indexer& indexer, Coarseness coarse, const Body& body) {
  return internal::dispatchAmong(AllPolicies(), name, indexer, coarse, body);
}

} // namespace galois::cps

#endif
