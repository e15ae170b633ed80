// Checks of the transport over MPI, to be run on several ranks:
//
//   scripts/run-dist -n 3 build/mpi/test/ranks-check all
//
// The other words make one rank fail in a way that the launcher must notice. A check that fails throws,
// which ends all ranks with a line of text and status 1.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include <unistd.h>

#include "galois/dist/MpiTransport.h"
#include "galois/dist/messages/RankTermination.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"

namespace galois::dist {
namespace {

using Mpi = Endpoint<MpiTransport>;

void require(bool holds, const std::string& what) {
  if (!holds) {
    throw std::runtime_error("check failed: " + what);
  }
}

/// A body of a length whose bytes depend on all that identifies it.
std::vector<std::byte> pattern(std::size_t size, unsigned key) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<std::byte>(31 * key + 7 * i + (i >> 8));
  }
  return bytes;
}

void await(Mpi& endpoint, const std::function<bool()>& condition) {
  while (!condition()) {
    if (!endpoint.poll()) {
      endpoint.pause(1000);
    }
  }
}

/// A message goes around many times, and grows.
void ring(Mpi& endpoint, MpiTransport&) {
  constexpr unsigned kRounds = 200;
  const Rank next = (endpoint.rank() + 1) % endpoint.ranks();
  unsigned round = 0;
  endpoint.handle(Kind::kTasks, [&](const Message& message) {
    require(message.from == (endpoint.rank() + endpoint.ranks() - 1) % endpoint.ranks(), "sender");
    require(message.body == pattern(40 * round, round), "body of round " + std::to_string(round));
    if (endpoint.rank() == 0) {
      ++round;
    }
    if (round < kRounds) {
      endpoint.send(next, Kind::kTasks, pattern(40 * round, round));
    }
    if (endpoint.rank() != 0) {
      ++round;
    }
  });
  if (endpoint.rank() == 0) {
    endpoint.send(next, Kind::kTasks, pattern(0, 0));
  }
  await(endpoint, [&] { return round == kRounds; });
  endpoint.settle();
}

/// Short and long messages from all to all at once, without waiting: each pair keeps its order.
void longMessages(Mpi& endpoint, MpiTransport&) {
  const std::size_t sizes[] = {0,       1,  4079,  4080, 4081, 5000,  100,  70000, 4080,
                               1 << 20, 17, 65536, 4096, 3,    12345, 4095, 4097,  2};
  constexpr unsigned kMessages = 60;
  const auto bodyOf = [&](Rank from, Rank to, unsigned number) {
    return pattern(sizes[(number + from + to) % std::size(sizes)], number + 64 * from + 4096 * to);
  };
  std::vector<unsigned> expected(endpoint.ranks(), 0);
  endpoint.handle(Kind::kUpdates, [&](const Message& message) {
    const unsigned number = expected.at(message.from)++;
    require(message.body == bodyOf(message.from, endpoint.rank(), number), "order and content");
  });
  for (unsigned number = 0; number < kMessages; ++number) {
    for (Rank to = 0; to < endpoint.ranks(); ++to) {
      endpoint.send(to, Kind::kUpdates, bodyOf(endpoint.rank(), to, number));
    }
    if (number % 8 == endpoint.rank() % 8) {
      endpoint.poll();
    }
  }
  endpoint.settle();
  for (const unsigned count : expected) {
    require(count == kMessages, "all messages");
  }
}

/// More messages than are posted, to one rank that does not receive for a while.
void flood(Mpi& endpoint, MpiTransport& transport) {
  constexpr std::uint64_t kEach = 3000;
  std::uint64_t sum = 0, count = 0;
  endpoint.handle(Kind::kBound, [&](const Message& message) {
    sum += Reader(message.body).get<std::uint64_t>();
    ++count;
  });
  for (std::uint64_t i = 0; i < kEach; ++i) {
    Writer writer;
    writer(i);
    endpoint.send(0, Kind::kBound, writer.bytes());
  }
  endpoint.settle();
  if (endpoint.rank() == 0) {
    require(count == kEach * endpoint.ranks(), "count");
    require(sum == endpoint.ranks() * kEach * (kEach - 1) / 2, "sum");
  }
  require(transport.sending() == 0 || endpoint.ranks() > 1, "sends to oneself");
}

void gather(Mpi& endpoint, MpiTransport&) {
  for (unsigned round = 0; round < 20; ++round) {
    const auto sizeOf = [&](Rank rank) { return std::size_t{rank % 8 + 1} * (round % 3) * 1500; };
    const auto all = endpoint.gather(pattern(sizeOf(endpoint.rank()), endpoint.rank() + round));
    for (Rank rank = 0; rank < endpoint.ranks(); ++rank) {
      require(all.at(rank) == pattern(sizeOf(rank), rank + round), "part of a rank");
    }
  }
}

/// Random work, sent around and counted: as many tasks are done as were made.
void termination(Mpi& endpoint, MpiTransport&) {
  RankTermination detector(endpoint);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    substrate::Random random(seed, endpoint.rank());
    std::uint64_t tasks = endpoint.rank() == seed % endpoint.ranks() ? 50 : 0;
    std::uint64_t made = tasks, done = 0;
    endpoint.handle(Kind::kTasks, [&](const Message& message) {
      detector.received();
      tasks += Reader(message.body).get<std::uint64_t>();
    });
    while (!detector.step(tasks == 0)) {
      const bool arrived = endpoint.poll();
      if (tasks > 0) {
        --tasks;
        ++done;
        const std::uint64_t children = random.below(100) < 30 ? 3 : 0;
        made += children;
        if (random.below(2) == 0) {
          tasks += children;
        } else if (children > 0) {
          Writer writer;
          writer(children);
          detector.sent();
          endpoint.send(random.below(endpoint.ranks()), Kind::kTasks, writer.bytes());
        }
      } else if (!arrived) {
        endpoint.pause(200);
      }
    }
    require(tasks == 0, "no tasks are left");
    Writer writer;
    writer(made, done);
    std::uint64_t allMade = 0, allDone = 0;
    for (const auto& part : endpoint.gather(writer.bytes())) {
      Reader reader(part);
      allMade += reader.get<std::uint64_t>();
      allDone += reader.get<std::uint64_t>();
    }
    require(allMade == allDone && allMade >= 50, "all tasks are done when all is over");
    endpoint.settle();
    detector.reset();
  }
}

/// Several threads per rank send and poll.
void threads(Mpi& endpoint, MpiTransport&) {
  constexpr unsigned kThreads = 3, kEach = 300;
  std::uint64_t count = 0; // handlers run one at a time
  endpoint.handle(Kind::kAsk, [&](const Message& message) {
    endpoint.send(message.from, Kind::kLoad, message.body);
  });
  endpoint.handle(Kind::kLoad, [&](const Message&) { ++count; });
  std::vector<std::thread> workers;
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    workers.emplace_back([&, thread] {
      substrate::Random random(thread, endpoint.rank());
      for (unsigned i = 0; i < kEach; ++i) {
        endpoint.send(random.below(endpoint.ranks()), Kind::kAsk, pattern(random.below(9000), i));
        endpoint.poll();
      }
    });
  }
  for (auto& worker : workers) {
    worker.join();
  }
  endpoint.settle();
  require(count == kThreads * kEach, "an answer to each question");
}

/// Messages that nobody receives do not keep the program from ending.
void leftOver(Mpi&, MpiTransport& transport) {
  for (Rank to = 0; to < transport.ranks(); ++to) {
    transport.send(to, Kind::kSteal, pattern(100, to));
    transport.send(to, Kind::kSteal, pattern(300000, to));
  }
}

/// Works until SIGTERM reaches this rank or another one tells it.
int untilSignal(MpiTransport& transport) {
  Mpi endpoint(transport);
  bool stop = false;
  endpoint.handle(Kind::kStop, [&](const Message&) { stop = true; });
  for (const int signal : {SIGINT, SIGTERM}) {
    std::signal(signal, [](int) { substrate::Cancellation::request(); });
  }
  endpoint.gather({});
  if (endpoint.rank() == 0) {
    std::printf("ready\n");
    std::fflush(stdout);
  }
  await(endpoint, [&] { return stop || substrate::Cancellation::requested(); });
  if (!stop) {
    for (Rank to = 0; to < endpoint.ranks(); ++to) {
      if (to != endpoint.rank()) {
        endpoint.send(to, Kind::kStop, {});
      }
    }
  }
  endpoint.settle();
  if (endpoint.rank() == 0) {
    std::printf("best so far\n");
  }
  return 0;
}

int fail(MpiTransport& transport, std::string_view how, const std::string& argument) {
  Mpi endpoint(transport);
  if (how == "disagree") {
    const std::string mine = endpoint.rank() + 1 == endpoint.ranks() ? argument : "-b 100";
    const auto text = disagreement(endpoint, {{"build", "1"}, {"parameters", mine}});
    if (!text.empty() && endpoint.rank() == 0) {
      std::fprintf(stderr, "ranks-check: %s\n", text.c_str());
    }
    return text.empty() ? 0 : 1;
  }
  endpoint.gather({});
  if (endpoint.rank() + 1 == endpoint.ranks()) {
    if (how == "abort") {
      endpoint.abort("no such file: " + argument);
    } else if (how == "throw") {
      throw std::runtime_error("a rank throws");
    }
    raise(SIGKILL);
  }
  await(endpoint, [] { return false; });
  return 0;
}

constexpr std::pair<const char*, void (*)(Mpi&, MpiTransport&)> kChecks[] = {
    {"ring", ring},        {"long", longMessages},       {"flood", flood},
    {"gather", gather},    {"termination", termination}, {"threads", threads},
    {"leftover", leftOver}};

int run(MpiTransport& transport, std::string_view word, const std::string& argument) {
  if (word == "signal") {
    return untilSignal(transport);
  }
  if (word == "abort" || word == "throw" || word == "die" || word == "disagree") {
    return fail(transport, word, argument);
  }
  bool found = false;
  Mpi endpoint(transport); // one for all checks: it holds early messages of the next
  for (const auto& [name, check] : kChecks) {
    // Simulated ranks have one thread each.
    if (word == name || (word == "all" && std::string_view(name) != "leftover") ||
        (word == "single" && check != threads && check != leftOver)) {
      check(endpoint, transport);
      found = true;
    }
  }
  if (!found) {
    throw std::runtime_error("there is no check " + std::string(word));
  }
  if (transport.rank() == 0) {
    std::printf("%s on %u ranks: ok\n", std::string(word).c_str(), transport.ranks());
  }
  return 0;
}

} // namespace
} // namespace galois::dist

int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "all";
  const bool threads = word == "all" || word == "threads";
  return galois::dist::runRanks(argc, argv, threads, [&](galois::dist::MpiTransport& transport) {
    return galois::dist::run(transport, word, argc > 2 ? argv[2] : "-b 100");
  });
}
