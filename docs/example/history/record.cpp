// Prints the history of a queue of this library: record POLICY THREADS ITEMS [tickets]. Each thread pushes half
// of its items, then pushes and pops in turn, and pops until nothing is left.
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "History.h"
#include "galois/ConcurrentPriorityQueue.h"
#include "galois/SharedMemSys.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/SprayList.h"
#include "galois/worklists/StealingMultiQueue.h"

using Logs = std::vector<history::Log<>>;

template <typename Policy>
void record(Logs& logs, unsigned items) {
  galois::ConcurrentPriorityQueue<std::uint64_t, Policy> queue(logs.size());
  auto work = [&](unsigned thread) {
    auto handle = queue.handle();
    history::Log<>& log = logs[thread];
    std::uint64_t latest = 0; // the priority of what this thread popped last
    auto pop = [&] {
      const auto begin = log.now();
      const auto item = handle.tryPop();
      if (!item) {
        log.empty(begin);
        std::this_thread::yield();
        return;
      }
      log.popped(begin, item->priority, item->value);
      latest = item->priority;
    };
    std::mt19937_64 random(thread);
    for (unsigned i = 0; i < items; ++i) {
      const std::uint64_t priority = latest + random() % 100000, value = thread * 1ull * items + i;
      const auto begin = log.now();
      handle.push(priority, value);
      log.pushed(begin, priority, value);
      if (i >= items / 2) {
        pop();
      }
    }
    while (!handle.terminated()) {
      pop();
    }
  };
  std::vector<std::thread> team;
  for (unsigned thread = 0; thread < logs.size(); ++thread) {
    team.emplace_back(work, thread);
  }
  for (std::thread& thread : team) {
    thread.join();
  }
}

int main(int argc, char** argv) {
  using namespace galois::worklists;
  const std::map<std::string, std::function<void(Logs&, unsigned)>> policies{
      {"multiqueue", record<MultiQueue<>>},
      {"obim", record<OrderedByIntegerMetric<>>},
      {"smq", record<StealingMultiQueue<>>},
      {"spraylist", record<SprayList<>>},
  };
  const auto policy = argc < 4 ? policies.end() : policies.find(argv[1]);
  if (policy == policies.end()) {
    std::cerr << "usage: record multiqueue|obim|smq|spraylist THREADS ITEMS [tickets]\n";
    return 2;
  }
  galois::SharedMemSys runtime;
  Logs logs;
  for (int thread = 0; thread < std::atoi(argv[2]); ++thread) {
    logs.emplace_back(thread, argc > 4);
  }
  policy->second(logs, std::atoi(argv[3]));
  for (const auto& log : logs) {
    log.write(std::cout);
  }
}
