// A search whose ranks run at the same time: rank 0 has several workers, which are the threads of the
// pool, and each other rank is a thread of its own. So workers of a rank, its handlers and messages
// of others meet in every order; under ThreadSanitizer this finds races.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/dist/RankedSearch.h"
#include "search/RandomTrees.h"

namespace galois::dist {
namespace {

using namespace test::trees;

/// A queue per rank, under a lock.
class Mail {
public:
  explicit Mail(Rank ranks) : boxes_(ranks) {}
  Rank ranks() const { return static_cast<Rank>(boxes_.size()); }
  void send(Rank to, Message message) {
    const std::lock_guard guard(mutex_);
    boxes_[to].push_back(std::move(message));
  }
  std::optional<Message> receive(Rank rank) {
    const std::lock_guard guard(mutex_);
    if (boxes_[rank].empty()) {
      return std::nullopt;
    }
    std::optional<Message> message(std::move(boxes_[rank].front()));
    boxes_[rank].pop_front();
    return message;
  }

private:
  std::mutex mutex_;
  std::vector<std::deque<Message>> boxes_;
};

/// A transport over it.
class MailTransport {
public:
  MailTransport(Mail& mail, Rank rank) : mail_(mail), rank_(rank) {}
  Rank rank() const { return rank_; }
  Rank ranks() const { return mail_.ranks(); }
  void send(Rank to, Kind kind, std::span<const std::byte> body) {
    mail_.send(to, {rank_, kind, {body.begin(), body.end()}});
  }
  std::optional<Message> receive() { return mail_.receive(rank_); }
  static void pause(double /*microseconds*/) { std::this_thread::yield(); }
  static void spend(double microseconds) {
    for (const double until = now() + microseconds; now() < until;) {
      std::this_thread::yield();
    }
  }
  static double now() {
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  [[noreturn]] static void abort(const std::string& text) { throw std::runtime_error(text); }

private:
  Mail& mail_;
  const Rank rank_;
};
static_assert(Transport<MailTransport>);

class RankThreads : public testing::Test {
protected:
  /// Calls fn(ranks) on each rank. @param workers  of rank 0
  /// @param special  whether ranks have the published lock and a thread for messages
  template <typename Fn>
  static void onRanks(Rank ranks, unsigned workers, VictimPolicy policy, const Fn& fn,
                      bool special = false) {
    Mail mail(ranks);
    const auto body = [&](Rank rank) {
      MailTransport transport(mail, rank);
      Endpoint<MailTransport> endpoint(transport);
      RankOptions options;
      options.workers = rank == 0 ? workers : 1;
      options.victims.policy = policy;
      options.victims.longestSleep = 400;
      options.nodesPerLook = 4;
      options.pollEvery = 0;
      options.refresh = {.first = 50, .least = 50, .most = 500};
      options.publishedLock = options.progressThread = special;
      Ranks<MailTransport> all(endpoint, options);
      fn(all);
    };
    std::vector<std::thread> others;
    for (Rank rank = 1; rank < ranks; ++rank) {
      others.emplace_back(body, rank);
    }
    body(0);
    for (std::thread& other : others) {
      other.join();
    }
  }
  SharedMemSys system_;
};

TEST_F(RankThreads, EnumerationsVisitEveryNodeOnce) {
  const RandomTree tree = makeTree(6, 3000);
  unsigned turn = 0;
  for (const unsigned workers : {1u, 2u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      const Rank ranks = 1 + turn % 3;
      onRanks(ranks, workers, static_cast<VictimPolicy>(turn++ % 6), [&](auto& all) {
        auto result =
            search::enumerate<TreeGenerator>(tree, Node(0), NodeList(), on(all, coordination));
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.statistics.nodes, tree.size());
        std::sort(result.value.numbers.begin(), result.value.numbers.end());
        std::vector<std::uint32_t> every(tree.size());
        std::iota(every.begin(), every.end(), 0u);
        EXPECT_EQ(result.value.numbers, every);
        EXPECT_EQ(result.perThread.size(), workers + ranks - 1);
      });
    });
  }
}

TEST_F(RankThreads, ALockedPoolAndAThreadForMessagesLoseNothing) {
  const RandomTree tree = makeTree(6, 3000);
  for (const unsigned workers : {1u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      onRanks(
          2, workers, VictimPolicy::kRandomSticky,
          [&](auto& all) {
            const auto result = search::enumerate<TreeGenerator>(
                tree, Node(0), search::CountByDepth(), on(all, coordination));
            EXPECT_TRUE(result.complete);
            EXPECT_EQ(result.value.total(), tree.size());
            for (const RankReport& report : all.reports) {
              EXPECT_TRUE(report.workers > 1 || report.lockWait == 0); // alone, it asks itself
            }
          },
          true);
    });
  }
}

TEST_F(RankThreads, WorkersWaitForTheLockOfTheirRank) {
  RandomTree tree = makeTree(6, 3000);
  double waited = 0;
  for (unsigned attempt = 0; attempt < 200 && waited == 0; ++attempt) {
    onRanks(
        2, 8, VictimPolicy::kRandomSticky,
        [&](auto& all) {
          search::enumerate<TreeGenerator>(tree, Node(0), search::CountByDepth(),
                                           on(all, search::Budget{2}));
          waited += all.rank() == 0 ? all.reports[0].lockWait : 0;
        },
        true);
  }
  EXPECT_GT(waited, 0);
}

TEST_F(RankThreads, OptimisationsAndDecisionsFindTheBest) {
  const RandomTree tree = makeTree(7, 3000);
  unsigned turn = 0;
  for (const unsigned workers : {2u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      const Rank ranks = 1 + turn % 3;
      onRanks(ranks, workers, static_cast<VictimPolicy>(turn++ % 6), [&](auto& all) {
        const auto best =
            search::optimise<TreeGenerator>(tree, Node(0), LargestValue(), on(all, coordination));
        EXPECT_TRUE(best.complete);
        EXPECT_EQ(best.objective, tree.best());
        EXPECT_EQ(tree.value[*best.node.number], tree.best());
        for (const std::int64_t more : {0, 1}) {
          const auto hit = search::decide<TreeGenerator>(tree, Node(0), LargestValue(),
                                                         tree.best() + more, on(all, coordination));
          EXPECT_TRUE(hit.complete);
          EXPECT_EQ(hit.found, more == 0);
        }
      });
    });
  }
}

TEST_F(RankThreads, WhatAGeneratorThrowsEndsTheThreadForMessages) {
  RandomTree tree = makeTree(4, 3000);
  tree.throwsAt = 0;
  for (const unsigned workers : {1u, 3u}) {
    EXPECT_THROW(onRanks(
                     1, workers, VictimPolicy::kRandomSticky,
                     [&](auto& all) {
                       search::enumerate<TreeGenerator>(tree, Node(0), NodeList(),
                                                        on(all, search::Budget{3}));
                     },
                     true),
                 std::runtime_error);
  }
}

TEST_F(RankThreads, WhatAGeneratorThrowsReachesItsRank) {
  RandomTree tree = makeTree(4, 3000);
  tree.throwsAt = tree.size() / 2;
  while (tree.children[tree.throwsAt].empty()) {
    ++tree.throwsAt;
  }
  for (const unsigned workers : {1u, 3u}) {
    EXPECT_THROW(onRanks(1, workers, VictimPolicy::kRandom,
                         [&](auto& all) {
                           search::enumerate<TreeGenerator>(tree, Node(0), NodeList(),
                                                            on(all, search::Budget{3}));
                         }),
                 std::runtime_error);
  }
}

} // namespace
} // namespace galois::dist
