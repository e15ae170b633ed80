// Prints what control costs on 2 to 4,096 simulated ranks, as the table of docs/lab-book/distributed.md:
//
//   build/release/test/control-bench [MOST RANKS]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "control/ControlCosts.h"

int main(int argc, char** argv) {
  char* end = nullptr;
  const auto most = argc > 1 ? static_cast<disttest::Rank>(std::strtoul(argv[1], &end, 10))
                             : disttest::Rank{4096};
  if (argc > 2 || most < 2 || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: control-bench [MOST RANKS, at least 2]\n");
    return 2;
  }
  std::string heads = "| ranks |", line = "| ---: |";
  for (const auto& event : disttest::kControlEvents) {
    heads += std::string(" ") + event.name + " |";
    line += " ---: |";
  }
  std::printf("%s\n%s\n", heads.c_str(), line.c_str());
  for (disttest::Rank ranks = 2; ranks <= most; ranks *= 2) {
    std::printf("| %u |", ranks);
    for (const auto& event : disttest::kControlEvents) {
      const disttest::ControlCost cost = event.cost(ranks, 1);
      std::printf(" %.1f, %llu; %llu |", cost.meanMessages,
                  static_cast<unsigned long long>(cost.mostMessages),
                  static_cast<unsigned long long>(cost.mostBytes));
      std::fflush(stdout);
    }
    std::printf("\n");
  }
}
