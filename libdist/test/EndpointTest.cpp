// Handlers, collective operations and counts of endpoints, over seeded schedules.
#include "galois/dist/messages/Endpoint.h"

#include <bit>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "galois/dist/transport/SimulatedTransport.h"
#include "support/Seeds.h"

namespace galois::dist {
namespace {

using galois::test::seeds;
using SimulatedEndpoint = Endpoint<SimulatedTransport>;

template <typename Program>
SimulatedRun onRanks(Rank ranks, std::uint64_t seed, const Program& program) {
  SimulatedNetwork options;
  options.ranks = ranks;
  options.seed = seed;
  return runSimulated(options, [&](SimulatedTransport& transport) {
    SimulatedEndpoint endpoint(transport);
    program(endpoint, transport);
  });
}

template <typename... V>
std::vector<std::byte> bodyOf(const V&... values) {
  Writer writer;
  writer(values...);
  return writer.take();
}

TEST(Endpoint, HandlersAnswerAndCountsAgree) {
  for (std::uint64_t seed = 0; seed < seeds(200); ++seed) {
    const Rank ranks = 1 + seed % 5;
    std::array<Traffic, kKinds> sum{};
    onRanks(ranks, seed, [&](SimulatedEndpoint& endpoint, SimulatedTransport&) {
      unsigned answers = 0, asked = 0;
      endpoint.handle(Kind::kAsk, [&](const Message& message) {
        ++asked;
        const auto number = Reader(message.body).get<int>();
        EXPECT_FALSE(endpoint.poll()) << "a handler polls";
        endpoint.send(message.from, Kind::kLoad, bodyOf(number + 1, 'x'));
      });
      endpoint.handle(Kind::kLoad, [&](const Message& message) {
        EXPECT_EQ(Reader(message.body).get<int>(), 42);
        ++answers;
      });
      for (Rank to = 0; to < ranks; ++to) {
        endpoint.send(to, Kind::kAsk, bodyOf(41));
      }
      while (answers < ranks || asked < ranks) {
        if (!endpoint.poll()) {
          endpoint.pause(1000);
        }
      }
      for (std::size_t i = 0; i < kKinds; ++i) {
        const Traffic& traffic = endpoint.traffic(static_cast<Kind>(i));
        sum[i].sent += traffic.sent;
        sum[i].received += traffic.received;
        sum[i].bytesSent += traffic.bytesSent;
        sum[i].bytesReceived += traffic.bytesReceived;
      }
    });
    for (std::size_t i = 0; i < kKinds; ++i) {
      const auto kind = static_cast<Kind>(i);
      const std::uint64_t each = kind == Kind::kAsk || kind == Kind::kLoad ? ranks * ranks : 0;
      const std::uint64_t bytes = kind == Kind::kAsk ? 4 : 5;
      EXPECT_EQ(sum[i].sent, each);
      EXPECT_EQ(sum[i].received, each);
      EXPECT_EQ(sum[i].bytesSent, bytes * each);
      EXPECT_EQ(sum[i].bytesReceived, bytes * each);
    }
  }
}

TEST(Endpoint, AMessageWithoutHandlerIsAnError) {
  try {
    onRanks(2, 1, [](SimulatedEndpoint& endpoint, SimulatedTransport&) {
      endpoint.send(1 - endpoint.rank(), Kind::kLifeline, {});
      for (;;) {
        endpoint.poll();
      }
    });
    FAIL();
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("no handler for a message of kind lifeline"),
              std::string::npos);
  }
}

TEST(Endpoint, GatherGivesAllBytesToAllAndSeparatesWhatIsSentBeforeAndAfter) {
  for (std::uint64_t seed = 0; seed < seeds(300); ++seed) {
    const Rank ranks = 1 + seed % 9;
    const SimulatedRun result =
        onRanks(ranks, seed, [&](SimulatedEndpoint& endpoint, SimulatedTransport& transport) {
          int gathered = 0;
          unsigned handled = 0;
          endpoint.handle(Kind::kBound, [&](const Message& message) {
            // Its sender had gathered so often before, so its receiver has, too.
            EXPECT_LE(Reader(message.body).get<int>(), gathered);
            ++handled;
          });
          while (gathered < 6) {
            if (endpoint.rank() == seed % ranks) {
              transport.spend(300);
            }
            for (Rank to = 0; to < ranks; ++to) {
              endpoint.send(to, Kind::kBound, bodyOf(gathered));
            }
            endpoint.poll();
            // Of different lengths, also none.
            const auto bytes = [&](Rank rank) {
              return std::vector<std::byte>(rank * (gathered % 3),
                                            static_cast<std::byte>(rank + gathered));
            };
            const auto all = endpoint.gather(bytes(endpoint.rank()));
            ASSERT_EQ(all.size(), ranks);
            for (Rank rank = 0; rank < ranks; ++rank) {
              ASSERT_EQ(all[rank], bytes(rank));
            }
            ++gathered;
            endpoint.poll();
          }
          while (handled < 6 * ranks) {
            if (!endpoint.poll()) {
              endpoint.pause(100);
            }
          }
        });
    ASSERT_EQ(result.undelivered, 0u);
  }
}

TEST(Endpoint, ExchangedCountsAreSumsPerRank) {
  for (Rank ranks = 1; ranks <= 40; ++ranks) {
    const auto countOf = [&](Rank from, Rank to) { return std::uint64_t{from} * 1000 + to + 1; };
    onRanks(ranks, ranks, [&](SimulatedEndpoint& endpoint, SimulatedTransport&) {
      const Rank rank = endpoint.rank();
      std::vector<std::uint64_t> counts;
      std::uint64_t sum = 0;
      for (Rank other = 0; other < ranks; ++other) {
        counts.push_back(countOf(rank, other));
        sum += countOf(other, rank);
      }
      std::uint64_t exchanges = 1;
      for (Rank least = 0; least < ranks; least += 1 + ranks / 4, ++exchanges) {
        const auto all = endpoint.exchangeCounts(counts, {rank == least ? 7 : 8 + rank, 50 - rank});
        ASSERT_EQ(all.sum, sum);
        ASSERT_EQ(all.least, (std::vector<std::uint64_t>{7, 51 - ranks}));
      }
      EXPECT_EQ(endpoint.exchangeCounts({}, {}).sum, 0u);
      const Traffic& traffic = endpoint.traffic(Kind::kGather);
      const auto steps = static_cast<std::uint64_t>(std::bit_width(ranks - 1));
      EXPECT_EQ(traffic.sent, exchanges * steps);
      // Per exchange the counts of all other ranks, and per step two values and a length.
      EXPECT_LE(traffic.bytesSent, exchanges * (8 * (ranks - 1) + 24 * steps));
    });
  }
}

TEST(Endpoint, ABarrierSeparatesMessages) {
  for (std::uint64_t seed = 0; seed < seeds(200); ++seed) {
    const Rank ranks = 1 + seed % 9;
    int inside = 0; // ranks that have come to the barrier
    const auto result = onRanks(ranks, seed, [&](SimulatedEndpoint& endpoint, SimulatedTransport&) {
      bool passed = false;
      unsigned handled = 0;
      endpoint.handle(Kind::kBound, [&](const Message&) {
        EXPECT_TRUE(passed);
        ++handled;
      });
      ++inside;
      endpoint.barrier();
      EXPECT_EQ(inside, static_cast<int>(ranks));
      passed = true;
      for (Rank to = 0; to < ranks; ++to) {
        endpoint.send(to, Kind::kBound, {});
      }
      endpoint.settle();
      EXPECT_EQ(handled, ranks);
    });
    ASSERT_EQ(result.undelivered, 0u);
  }
}

TEST(Endpoint, SettleWaitsForChainsOfMessages) {
  int total = 0;
  for (std::uint64_t seed = 0; seed < seeds(400); ++seed) {
    const Rank ranks = 1 + seed % 8;
    int alive = 0; // chains that have not ended, over all ranks
    const SimulatedRun result =
        onRanks(ranks, seed, [&](SimulatedEndpoint& endpoint, SimulatedTransport&) {
          substrate::Random random(seed, endpoint.rank());
          endpoint.handle(Kind::kSteal, [&](const Message& message) {
            auto left = Reader(message.body).get<int>();
            if (left-- > 0) {
              endpoint.send(random.below(ranks), Kind::kSteal, bodyOf(left));
            } else {
              --alive;
            }
          });
          for (unsigned i = random.below(4); i > 0; --i) {
            ++alive, ++total;
            endpoint.send(random.below(ranks), Kind::kSteal,
                          bodyOf(static_cast<int>(random.below(8))));
          }
          endpoint.settle();
          EXPECT_EQ(alive, 0) << "seed " << seed;
          endpoint.settle(); // again, with nothing sent
        });
    ASSERT_EQ(result.undelivered, 0u);
  }
  EXPECT_GT(total, static_cast<int>(seeds(1000)));
}

/// A transport to oneself for several threads, which notices if two of them call it at once.
class SelfTransport {
public:
  Rank rank() const { return 0; }
  Rank ranks() const { return 1; }
  double now() const { return 0; }
  void send(Rank, Kind kind, std::span<const std::byte> body) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    ASSERT_TRUE(lock.owns_lock()) << "two threads use the transport";
    messages_.push_back({0, kind, {body.begin(), body.end()}});
  }
  std::optional<Message> receive() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    EXPECT_TRUE(lock.owns_lock()) << "two threads use the transport";
    if (messages_.empty()) {
      return std::nullopt;
    }
    Message message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }
  void pause(double) { std::this_thread::yield(); }
  void spend(double) {}
  void abort(const std::string& text) { throw std::runtime_error(text); }

private:
  std::mutex mutex_;
  std::deque<Message> messages_;
};

TEST(Endpoint, AllThreadsOfARankSendAndPoll) {
  for (const unsigned threads : {1u, 2u, 16u}) {
    constexpr int kEach = 500;
    SelfTransport transport;
    Endpoint<SelfTransport> endpoint(transport);
    // Plain variables: handlers run one at a time, and a thread sees what those before it wrote.
    std::vector<int> seen(threads, 0);
    int handled = 0;
    endpoint.handle(Kind::kTasks, [&](const Message& message) {
      const auto [thread, number] = Reader(message.body).get<std::pair<unsigned, int>>();
      EXPECT_EQ(seen[thread]++, number) << "order of thread " << thread;
      endpoint.send(0, Kind::kLoad, {});
    });
    endpoint.handle(Kind::kLoad, [&](const Message&) { ++handled; });
    std::vector<std::thread> workers;
    for (unsigned thread = 0; thread < threads; ++thread) {
      workers.emplace_back([&, thread] {
        for (int i = 0; i < kEach; ++i) {
          endpoint.send(0, Kind::kTasks, bodyOf(std::pair(thread, i)));
          if (i % 3 == 0) {
            endpoint.poll();
          }
        }
      });
    }
    for (auto& worker : workers) {
      worker.join();
    }
    endpoint.settle();
    EXPECT_EQ(handled, static_cast<int>(threads) * kEach);
    EXPECT_EQ(endpoint.traffic(Kind::kTasks).received, threads * std::uint64_t{kEach});
    EXPECT_THROW(endpoint.abort("end"), std::runtime_error);
  }
}

} // namespace
} // namespace galois::dist
