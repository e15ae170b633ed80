// The ranks of one process: order, loss, repetition, faults and ends of programs.
#include "galois/dist/transport/SimulatedTransport.h"
#include "support/Seeds.h"

#include <cstring>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace galois::dist {
namespace {

using galois::test::seeds;
std::span<const std::byte> bytesOf(const std::uint64_t& value) {
  return std::as_bytes(std::span(&value, 1));
}

std::uint64_t valueOf(const Message& message) {
  std::uint64_t value = 0;
  EXPECT_EQ(message.body.size(), sizeof value);
  std::memcpy(&value, message.body.data(), sizeof value);
  return value;
}

Message await(SimulatedTransport& transport) {
  for (;;) {
    if (auto message = transport.receive()) {
      return std::move(*message);
    }
    transport.pause(1000);
  }
}

TEST(SimulatedTransport, EachPairKeepsItsOrderAndNothingIsLost) {
  constexpr std::uint64_t kEach = 20;
  for (const Rank ranks : {1u, 2u, 5u}) {
    for (std::uint64_t seed = 0; seed < seeds(200); ++seed) {
      SimulatedNetwork options;
      options.ranks = ranks;
      options.seed = seed;
      const SimulatedRun result = runSimulated(options, [&](SimulatedTransport& transport) {
        ASSERT_EQ(transport.ranks(), ranks);
        std::vector<std::uint64_t> expected(ranks, 0);
        for (std::uint64_t i = 0; i < kEach; ++i) {
          for (Rank to = 0; to < ranks; ++to) {
            transport.send(to, Kind::kTasks, bytesOf(i));
          }
        }
        for (std::uint64_t i = 0; i < kEach * ranks; ++i) {
          const Message message = await(transport);
          EXPECT_EQ(message.kind, Kind::kTasks);
          ASSERT_EQ(valueOf(message), expected.at(message.from)++);
        }
      });
      ASSERT_EQ(result.messages, kEach * ranks * ranks);
      ASSERT_EQ(result.undelivered, 0u);
    }
  }
}

/// Which messages rank 0 gets in which order when all others send it some.
std::vector<std::uint64_t> arrivals(std::uint64_t seed) {
  std::vector<std::uint64_t> order;
  SimulatedNetwork options;
  options.ranks = 4;
  options.seed = seed;
  runSimulated(options, [&](SimulatedTransport& transport) {
    for (std::uint64_t i = 0; i < 4; ++i) {
      if (transport.rank() != 0) {
        transport.send(0, Kind::kAsk, bytesOf(10 * transport.rank() + i));
      } else {
        for (int j = 0; j < 3; ++j) {
          order.push_back(valueOf(await(transport)));
        }
      }
    }
  });
  return order;
}

TEST(SimulatedTransport, ASeedRepeatsAndSeedsDiffer) {
  std::set<std::vector<std::uint64_t>> orders;
  for (std::uint64_t seed = 0; seed < seeds(100); ++seed) {
    const auto order = arrivals(seed);
    EXPECT_EQ(order, arrivals(seed));
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), seeds(50));
}

TEST(SimulatedTransport, AMessageEndsAPause) {
  for (std::uint64_t seed = 0; seed < seeds(100); ++seed) {
    SimulatedNetwork options;
    options.seed = seed;
    const SimulatedRun result = runSimulated(options, [&](SimulatedTransport& transport) {
      if (transport.rank() == 0) {
        transport.spend(500);
        transport.send(1, Kind::kBound, {});
        return;
      }
      for (;;) {
        if (transport.receive()) {
          return;
        }
        transport.pause(1e5);
      }
    });
    // The rank slept at most until the message came, not to the end of its pause.
    EXPECT_LT(result.time, 5000);
    EXPECT_GE(result.time, 500);
  }
}

TEST(SimulatedTransport, ClocksAdvanceAndDisagree) {
  SimulatedNetwork options;
  std::vector<double> starts;
  runSimulated(options, [&](SimulatedTransport& transport) {
    const double start = transport.now();
    starts.push_back(start);
    transport.spend(100);
    EXPECT_GE(transport.now(), start + 100);
    transport.pause(50);
    EXPECT_GT(transport.now(), start + 100);
  });
  EXPECT_GT(std::abs(starts.at(0) - starts.at(1)), 2 * options.longest);
}

TEST(SimulatedTransport, RanksThatWaitForEverAreAnError) {
  for (const double pause : {10.0, 1e5, std::numeric_limits<double>::infinity()}) {
    SimulatedNetwork options;
    options.ranks = 3;
    options.patience = 1e4;
    int unwound = 0;
    try {
      runSimulated(options, [&](SimulatedTransport& transport) {
        struct Count {
          ~Count() { ++value; }
          int& value;
        } count{unwound};
        while (transport.rank() != 1 && !transport.receive()) {
          transport.pause(pause);
        }
      });
      FAIL() << "no deadlock with pauses of " << pause;
    } catch (const SimulatedDeadlock& error) {
      EXPECT_NE(std::string(error.what()).find("not ended: 0 2"), std::string::npos)
          << error.what();
    }
    EXPECT_EQ(unwound, 3);
  }
}

TEST(SimulatedTransport, RanksThatChatterForEverAreAnError) {
  SimulatedNetwork options;
  options.limit = 1e4;
  EXPECT_THROW(runSimulated(options,
                            [&](SimulatedTransport& transport) {
                              for (;;) {
                                transport.send(1 - transport.rank(), Kind::kWave, {});
                                await(transport);
                              }
                            }),
               SimulatedDeadlock);
}

TEST(SimulatedTransport, AnExceptionOfOneRankEndsAll) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SimulatedNetwork options;
    options.ranks = 4;
    options.seed = seed;
    int ended = 0;
    try {
      runSimulated(options, [&](SimulatedTransport& transport) {
        struct Goodbye { // calls the transport while an exception leaves the rank
          ~Goodbye() {
            transport.send(0, Kind::kStop, {});
            ++ended;
          }
          SimulatedTransport& transport;
          int& ended;
        } goodbye{transport, ended};
        transport.spend(transport.rank() == 2 ? 300 : 1);
        if (transport.rank() == 2) {
          throw std::range_error("rank 2 fails");
        }
        for (;;) {
          await(transport);
        }
      });
      FAIL();
    } catch (const std::range_error& error) {
      EXPECT_STREQ(error.what(), "rank 2 fails");
    }
    EXPECT_EQ(ended, 4);
  }
}

TEST(SimulatedTransport, EachRankHasItsOwnExceptionsInFlight) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SimulatedNetwork options;
    options.ranks = 5;
    options.seed = seed;
    runSimulated(options, [&](SimulatedTransport& transport) {
      for (int i = 0; i < 10; ++i) {
        try {
          throw std::runtime_error(std::to_string(transport.rank()));
        } catch (const std::runtime_error&) {
          transport.pause(10); // others throw and catch meanwhile
          try {
            std::rethrow_exception(std::current_exception());
          } catch (const std::runtime_error& again) {
            EXPECT_EQ(again.what(), std::to_string(transport.rank()));
          }
        }
      }
    });
  }
}

TEST(SimulatedTransport, AbortNamesTheRank) {
  try {
    runSimulated({.ranks = 3}, [](SimulatedTransport& transport) {
      if (transport.rank() == 1) {
        transport.abort("no such file: x.gr");
      }
      await(transport);
    });
    FAIL();
  } catch (const SimulatedAbort& error) {
    EXPECT_STREQ(error.what(), "rank 1: no such file: x.gr");
  }
}

TEST(SimulatedTransport, WrongUseIsReported) {
  EXPECT_THROW(runSimulated({.ranks = 0}, [](SimulatedTransport&) {}), std::invalid_argument);
  EXPECT_THROW(
      runSimulated({}, [](SimulatedTransport& transport) { transport.send(2, Kind::kAsk, {}); }),
      std::out_of_range);
}

} // namespace
} // namespace galois::dist
