#include "galois/worklists/parts/bags/AdaptiveBins.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

/// Compares the result of later() for pushes at `lmf` by a thread whose bag is `key` with the order
/// itself.
template <typename Index, bool Descending>
void checkLater(Index from, Index to) {
  using Bins = AdaptiveBins<Index, Descending>;
  const typename Bins::Before before;
  const WorklistCounters counters;
  for (std::uint32_t lmf = 0; lmf < 5; ++lmf) {
    MergeParams params;
    params.initialLmf = lmf;
    const Bins bins(params);
    typename Bins::Local me(bins);
    for (std::uint32_t of = 0; of < 5; ++of) {
      for (Index p = from; p < to; ++p) {
        const typename Bins::Key key{static_cast<Index>(p >> of), of};
        Bins::moved(me, counters, key);
        for (Index q = from; q < to; ++q) {
          const bool first = before(Bins::keyOf(me, q), key);
          ASSERT_FALSE(first && Bins::later(me, q)) << q << " at " << lmf << ", bag of " << p;
          // Every task that is less urgent than the whole bag must be reported as later.
          if (Descending ? q < Bins::leastUrgentOf(key) : q > Bins::leastUrgentOf(key)) {
            ASSERT_TRUE(Bins::later(me, q));
          }
        }
      }
    }
    Bins::left(me);
    EXPECT_FALSE(Bins::later(me, std::numeric_limits<Index>::max()));
    EXPECT_FALSE(Bins::later(me, std::numeric_limits<Index>::lowest()));
  }
}

TEST(AdaptiveBins, LaterIsFalseForATaskThatComesFirst) {
  checkLater<std::uint32_t, false>(0, 70);
  checkLater<std::uint32_t, true>(0, 70);
  checkLater<int, false>(-40, 40);
  checkLater<int, true>(-40, 40);
}

TEST(AdaptiveBins, TheEndsOfABagAreItsFirstAndLastPriority) {
  using Up = AdaptiveBins<std::uint32_t>;
  EXPECT_EQ(Up::mostUrgentOf({5, 3}), 40u);
  EXPECT_EQ(Up::leastUrgentOf({5, 3}), 47u);
  EXPECT_EQ(Up::leastUrgentOf({1, 30}), 0x7fffffffu);
  using Down = AdaptiveBins<int, true>;
  EXPECT_EQ(Down::mostUrgentOf({-2, 3}), -9);
  EXPECT_EQ(Down::leastUrgentOf({-2, 3}), -16);
}

TEST(AdaptiveBins, AThreadThatOnlyPushesLearnsOfAChange) {
  AdaptiveBins<std::uint32_t> bins;
  AdaptiveBins<std::uint32_t>::Local one(bins), other(bins), third(bins);
  const auto others = [&](auto&& visit) {
    visit(one);
    visit(other);
  };
  WorklistCounters counters;
  for (std::uint32_t i = 0; bins.lmf() == 0; ++i) {
    ASSERT_LT(i, 5000u);
    const std::uint32_t priority = i * 1000;
    EXPECT_EQ(bins.keyOf(one, priority).lmf, 0u);
    bins.beganChunk(one, priority);
    bins.madeBag(one, counters, others); // There is one bag per task.
    ++counters.pushes;
  }
  EXPECT_EQ(one.merges, 1u);
  EXPECT_EQ(bins.keyOf(one, 0).lmf, bins.lmf());
  EXPECT_EQ(bins.keyOf(other, 0).lmf, 0u);
  bins.madeBag(other, WorklistCounters(), others);
  EXPECT_EQ(bins.keyOf(other, 0).lmf, bins.lmf());
  // So does one that only takes tasks.
  EXPECT_EQ(bins.keyOf(third, 0).lmf, 0u);
  bins.beforePop(third, WorklistCounters(), others);
  EXPECT_EQ(bins.keyOf(third, 0).lmf, bins.lmf());
}

TEST(AdaptiveBins, AWindowEndsAfterAsManyTasksPerThread) {
  for (const unsigned threads : {1u, 2u}) {
    MergeParams params;
    params.unmerge = false;
    AdaptiveBins<std::uint32_t> bins(params);
    AdaptiveBins<std::uint32_t>::Local me(bins), other(bins);
    const auto others = [&](auto&& visit) {
      visit(me);
      if (threads == 2) {
        visit(other);
      }
    };
    const std::uint64_t window = me.word;
    WorklistCounters counters;
    counters.pops = 5000; // more than 4 * 64 * 16, and less than twice that
    bins.beforePop(me, counters, others);
    EXPECT_EQ(me.word == window, threads == 2);
    counters.pops = 9000;
    bins.beforePop(me, counters, others);
    EXPECT_NE(me.word, window);
  }
}

/// One thread that pushes one task for each that it takes, with ever greater priorities.
class Walk {
public:
  explicit Walk(unsigned lmf) : bins_(from(lmf)), me_(bins_) {}

  /// @param range  the width of the range of the priorities that one step pushes
  void step(std::uint32_t range) {
    take(range);
    Bins::moved(me_, counters_, bins_.keyOf(me_, at_));
  }

  /// Does the same while the thread stays in its bag.
  void take(std::uint32_t range) {
    const auto others = [this](auto&& visit) { visit(me_); };
    for (unsigned i = 0; i < 512; ++i) {
      bins_.beganChunk(me_, at_ + i * range / 512);
      ++counters_.pushes;
      ++counters_.pops;
    }
    at_ += range;
    bins_.beforePop(me_, counters_, others);
  }

  using Bins = AdaptiveBins<std::uint32_t>;
  static MergeParams from(unsigned lmf) {
    MergeParams params;
    params.initialLmf = lmf;
    return params;
  }

  Bins bins_;
  Bins::Local me_;
  WorklistCounters counters_;
  std::uint32_t at_ = 0;
};

TEST(AdaptiveBins, UnmergesWhatIsWorkedOnWhateverWasLeftBehind) {
  // There are 512 tasks in 4 bags at a time. Since the last change of lmf they may have passed
  // through hundreds of bags. This is no reason to keep lmf, although figure 4 would do so.
  Walk walk(12);
  // At first the priorities are spread so far that there are enough bags.
  walk.step(40 << 12);
  EXPECT_EQ(walk.bins_.lmf(), 12u);
  for (unsigned i = 0; i < 50 && walk.bins_.lmf() == 12; ++i) {
    walk.step(1 << 10);
  }
  EXPECT_LT(walk.bins_.lmf(), 12u);
  EXPECT_EQ(walk.me_.unmerges, 1u);
  ASSERT_EQ(walk.me_.changes.size(), 1u) << "a new window does not count as a change of lmf";
  EXPECT_EQ(walk.me_.changes[0].pops, walk.counters_.pops) << "of all windows";
}

TEST(AdaptiveBins, TheBoundOfLaterTasksIsResetWhenBagsAreSplit) {
  Walk walk(12);
  walk.step(40 << 12);
  Walk::Bins::Key key{};
  for (unsigned i = 0; i < 50 && walk.bins_.lmf() == 12; ++i) {
    key = walk.bins_.keyOf(walk.me_, walk.at_);
    Walk::Bins::moved(walk.me_, walk.counters_, key);
    walk.take(1 << 10);
  }
  ASSERT_LT(walk.bins_.lmf(), 12u);
  ASSERT_EQ(key.lmf, 12u);
  // The thread is still in a coarse bag and pushes into finer ones, which come before it.
  const Walk::Bins::Before before;
  for (auto q = Walk::Bins::mostUrgentOf(key); q <= Walk::Bins::leastUrgentOf(key); ++q) {
    ASSERT_TRUE(before(walk.bins_.keyOf(walk.me_, q), key));
    ASSERT_FALSE(walk.bins_.later(walk.me_, q));
  }
}

TEST(AdaptiveBins, ConsecutiveFailedSearchesCountOnce) {
  // Otherwise the decision to unmerge bags would depend on how long idle threads wait between two
  // searches.
  for (const bool often : {false, true}) {
    AdaptiveBins<std::uint32_t> bins(Walk::from(10));
    AdaptiveBins<std::uint32_t>::Local idle(bins);
    const auto others = [&](auto&& visit) { visit(idle); };
    WorklistCounters counters;
    // Failed searches count again after one task has been taken.
    for (unsigned spell = 0; spell < 3; ++spell) {
      for (unsigned search = 0; search < (often ? 1000 : 2); ++search) {
        bins.beforeSearch(idle, counters, others);
        ++counters.emptyPops;
      }
      ++counters.pops;
    }
    bins.beforeSearch(idle, counters, others);
    EXPECT_EQ(idle.shown.fruitless.load(), 3u);
  }
}

TEST(AdaptiveBins, AWindowBeginsWithCountsOfZero) {
  MergeParams params;
  params.unmerge = false;
  AdaptiveBins<std::uint32_t> bins(params);
  AdaptiveBins<std::uint32_t>::Local me(bins);
  const auto others = [&](auto&& visit) { visit(me); };
  const auto expectShown = [&](std::uint64_t epoch, std::uint64_t dequeues, std::uint64_t enqueues,
                               std::uint64_t made, std::uint32_t least, std::uint32_t greatest) {
    EXPECT_EQ(me.shown.epoch.load(), epoch);
    EXPECT_EQ(me.shown.dequeues.load(), dequeues);
    EXPECT_EQ(me.shown.synchronizing.load(), 1u);
    EXPECT_EQ(me.shown.fruitless.load(), 0u);
    EXPECT_EQ(me.shown.made.load(), made);
    EXPECT_EQ(me.shown.enqueues.load(), enqueues);
    EXPECT_EQ(me.shown.least.load(), least);
    EXPECT_EQ(me.shown.greatest.load(), greatest);
  };
  WorklistCounters counters;
  counters.pushes = 6000;
  counters.pops = 5000;
  bins.beganChunk(me, 7);
  bins.beganChunk(me, 100000);
  bins.madeBag(me, counters, others);
  bins.beforeSearch(me, counters, others);
  expectShown(0, 5000, 6000, 1, 7, 100000);
  EXPECT_EQ(me.popsShown.load(), 5000u);
  const std::uint64_t before = me.word;
  bins.beforePop(me, counters, others);
  ASSERT_NE(me.word, before) << "the window is over";
  counters.pushes = 6010;
  counters.pops = 5300;
  bins.beganChunk(me, 50);
  bins.beforeSearch(me, counters, others);
  expectShown(1, 300, 10, 0, 50, 50);
  EXPECT_EQ(me.popsShown.load(), 5300u);
}

TEST(AdaptiveBins, UnmergingIsConsideredOncePerMaxPopsTasks) {
  AdaptiveBins<std::uint32_t> bins;
  AdaptiveBins<std::uint32_t>::Local me(bins);
  unsigned looks = 0;
  const auto others = [&](auto&& visit) {
    ++looks;
    visit(me);
  };
  WorklistCounters counters;
  for (counters.pops = 1; counters.pops <= 256; ++counters.pops) {
    bins.beforePop(me, counters, others);
  }
  EXPECT_EQ(looks, 0u);
  for (; counters.pops <= 2 * 257; ++counters.pops) {
    bins.beforePop(me, counters, others);
  }
  EXPECT_EQ(looks, 2u) << "after 257 tasks, and after as many again";
  WorklistCounters later = counters;
  later.pops += 100;
  bins.moved(me, later, bins.keyOf(me, 0));
  later.pops += 256;
  bins.beforePop(me, later, others);
  EXPECT_EQ(looks, 2u) << "tasks of the last bag do not count";
}

TEST(AdaptiveBins, TheMoreThreadsTheFewerSearchesLookAtAll) {
  for (const unsigned threads : {1u, 16u, 32u}) {
    AdaptiveBins<std::uint32_t> bins;
    const std::vector<std::unique_ptr<AdaptiveBins<std::uint32_t>::Local>> all = [&] {
      std::vector<std::unique_ptr<AdaptiveBins<std::uint32_t>::Local>> made(threads);
      for (auto& each : made) {
        each = std::make_unique<AdaptiveBins<std::uint32_t>::Local>(bins);
      }
      return made;
    }();
    unsigned search = 0;
    std::vector<unsigned> looks;
    const auto others = [&](auto&& visit) {
      looks.push_back(search);
      for (const auto& each : all) {
        visit(*each);
      }
    };
    // The worklist only grows, so nothing is merged.
    WorklistCounters counters;
    counters.pushes = 1000000;
    const auto searches = [&] {
      looks.clear();
      for (search = 1; search <= 16; ++search) {
        counters.pops += 1;
        bins.beforeSearch(*all[0], counters, others);
      }
      return looks;
    };
    const std::vector<unsigned> found = searches();
    if (threads == 1) {
      EXPECT_EQ(found.size(), 16u);
    } else if (threads == 16) {
      EXPECT_EQ(found, (std::vector<unsigned>{1, 3, 7, 11, 15}));
    } else {
      EXPECT_EQ(found, (std::vector<unsigned>{1, 3, 7, 15}));
    }
    EXPECT_EQ(bins.lmf(), 0u);
    // A new window begins to look as often as at first.
    counters.pops += 1000000;
    const std::uint64_t before = all[0]->word;
    bins.beforePop(*all[0], counters, others);
    ASSERT_NE(all[0]->word, before);
    EXPECT_EQ(searches(), found);
  }
}

TEST(AdaptiveBins, ChangesAreReportedInTheirOrder) {
  Walk walk(12);
  walk.step(40 << 12);
  for (unsigned i = 0; i < 50 && walk.bins_.lmf() == 12; ++i) {
    walk.step(1 << 10);
  }
  std::vector<unsigned> lmfs;
  std::vector<std::uint64_t> pops;
  walk.bins_.reportChanges([&](auto&& visit) { visit(walk.me_); },
                           [&](std::uint64_t, unsigned lmf, std::uint64_t taken) {
                             lmfs.push_back(lmf);
                             pops.push_back(taken);
                           });
  EXPECT_EQ(lmfs, (std::vector<unsigned>{12, walk.bins_.lmf()}));
  EXPECT_EQ(pops, (std::vector<std::uint64_t>{0, walk.counters_.pops}));
}

TEST(AdaptiveBins, NewBagsAreComparedWithPushesOncePer64) {
  for (const std::uint64_t pushes : {127u, 128u}) {
    AdaptiveBins<std::uint32_t> bins;
    AdaptiveBins<std::uint32_t>::Local me(bins);
    unsigned looks = 0;
    const auto others = [&](auto&& visit) {
      ++looks;
      visit(me);
    };
    WorklistCounters counters;
    counters.pushes = pushes;
    for (unsigned made = 1; made < 64; ++made) {
      bins.madeBag(me, counters, others);
      EXPECT_EQ(looks, 0u) << made;
    }
    bins.madeBag(me, counters, others);
    EXPECT_EQ(looks, pushes == 127 ? 1u : 0u) << "more than every second push made a bag";
  }
}

TEST(AdaptiveBins, NothingIsUnmergedWhileOtherThreadsFindNoTasks) {
  for (const bool idle : {false, true}) {
    using Bins = AdaptiveBins<std::uint32_t>;
    Bins bins(Walk::from(12));
    Bins::Local me(bins), other(bins);
    const auto others = [&](auto&& visit) {
      visit(me);
      visit(other);
    };
    WorklistCounters counters, theirs;
    for (unsigned step = 0; step < 50; ++step) {
      for (unsigned failure = 0; idle && failure < 40; ++failure) {
        bins.beforePop(other, theirs, others);
        bins.beforeSearch(other, theirs, others);
        bins.beforeSearch(other, theirs, others);
        ++theirs.pops;
      }
      for (unsigned i = 0; i < 512; ++i) {
        bins.beganChunk(me, step * 1024 + 2 * i);
        ++counters.pushes;
        ++counters.pops;
      }
      bins.beforePop(me, counters, others);
    }
    EXPECT_EQ(bins.lmf() == 12, idle);
  }
}

TEST(AdaptiveBins, NeverGoesBelowTheLeastLmf) {
  MergeParams params;
  params.leastLmf = 6;
  const MergeController controller(params, 31);
  EXPECT_EQ(controller.params().initialLmf, 6u);
  MergeWindow<std::uint32_t> window;
  window.enqueues = window.dequeues = 100000;
  window.least = 0;
  window.greatest = 1000;
  EXPECT_EQ(controller.unmerged(window, 1000, 9), 6u);
}

} // namespace
} // namespace galois::worklists
