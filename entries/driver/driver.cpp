// Runs an entrant's queue, which docs/entries.md describes. The compiler is told the header that
// defines the queue, ENTRY_HEADER, and the queue's type, ENTRY_TYPE.
//
// Usage: driver [--set=NAME=VALUE...] GRAPH QUESTION THREADS FOLDER TOLERANCE DAMPING   as an adapter
//        driver [--set=NAME=VALUE...] check|measure THREADS START TURNS SEED           a line of JSON
//        driver [--set=NAME=VALUE...] record THREADS START TURNS SEED                  a history

#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "Adapter.h"
#include "Mix.h"
#include "Search.h"
#include ENTRY_HEADER

namespace {

struct Entrant {
  static std::string version() { return "1"; }
  using Sssp = entries::Search<ENTRY_TYPE, false>;
  using Bfs = entries::Search<ENTRY_TYPE, true>;
  using Mst = peers::NotOffered;
  using Pagerank = peers::NotOffered;
  using Color = peers::NotOffered;
};

void print(const entries::MixPlan& plan, const entries::MixResult& found) {
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("{\"threads\": %u, \"operations\": %llu, \"seconds\": %.9g, \"pushed\": %llu, "
              "\"returned\": %llu, \"lost\": %llu, \"repeated\": %llu, \"invented\": %llu, "
              "\"empty\": %llu, \"too_early\": %llu}\n",
              plan.threads, number(2 * plan.turns * plan.threads), found.seconds,
              number(found.pushed), number(found.returned), number(found.lost),
              number(found.repeated), number(found.invented), number(found.empty),
              number(found.tooEarly));
}

int mix(const std::vector<std::string>& words) {
  entries::MixPlan plan;
  plan.threads = static_cast<unsigned>(std::stoul(words[1]));
  plan.start = std::stoull(words[2]);
  plan.turns = std::stoull(words[3]);
  plan.seed = std::stoull(words[4]);
  entries::Mix<ENTRY_TYPE> mix(plan);
  if (words[0] == "record") {
    std::vector<history::Log<>> logs;
    for (unsigned thread = 0; thread < plan.threads; ++thread) {
      logs.emplace_back(thread);
    }
    mix.record(logs);
    for (const auto& log : logs) {
      log.write(std::cout);
    }
    std::cout.flush();
  } else {
    print(plan, words[0] == "check" ? mix.check() : mix.measure());
  }
  peers::settings().requireKnown();
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words = peers::settings().take(argc, argv);
  if (words.size() != 5) {
    return peers::run<Entrant>(words);
  }
  try {
    return mix(words);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
