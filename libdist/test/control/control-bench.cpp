// Prints what control costs on 2 to 2,048 simulated ranks, as the table of docs/lab-book/distributed.md:
//
//   build/release/test/control-bench [MOST RANKS]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "control/ControlCosts.h"

int main(int argc, char** argv) {
  const disttest::Rank most =
      argc > 1 ? static_cast<disttest::Rank>(std::strtoul(argv[1], nullptr, 10)) : 2048;
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
