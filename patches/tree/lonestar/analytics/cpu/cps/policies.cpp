// Checks that every worklist policy runs each task exactly once, in this tree's own loops. With
// --grid=NAME it writes a square grid of nodes instead, for the tests of the programs: NAME.gr with
// the edges, and NAME.co with the nodes' coordinates.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "galois/Galois.h"
#include "galois/worklists/cps/Dispatch.h"
#include "llvm/Support/CommandLine.h"

namespace {

using galois::cps::Atomic;

llvm::cl::opt<std::string> grid("grid", llvm::cl::desc("Write a grid of this name, and stop"));
llvm::cl::opt<unsigned> side("side", llvm::cl::desc("Nodes on each side of the grid (default 100)"),
                             llvm::cl::init(100));

struct Task {
  std::uint32_t number;
  std::uint32_t priority;
};

struct PriorityOf {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

/// Returns whether each of some tasks and of those that they push runs exactly once.
bool runsEachOnce(const char* name, unsigned threads) {
  constexpr std::uint32_t kFirst = 500, kAll = 20000;
  std::vector<Task> tasks;
  for (std::uint32_t number = 0; number < kFirst; ++number) {
    tasks.push_back(Task{number, number * 7 % kFirst});
  }
  std::vector<Atomic<unsigned>> runs(kAll);
  galois::setActiveThreads(threads);
  galois::cps::dispatch(name, PriorityOf(), {3, false}, [&](const auto& worklist) {
    galois::for_each(
        galois::iterate(tasks),
        [&](const Task& task, auto& context) {
          runs[task.number].fetch_add(1);
          if (task.number + kFirst < kAll) {
            context.push(Task{task.number + kFirst, task.priority + task.number % 50});
          }
        },
        worklist, galois::disable_conflict_detection(), galois::loopname("Policies"));
  });
  for (const auto& count : runs) {
    if (count.load() != 1) {
      return false;
    }
  }
  return true;
}

template <typename T>
void write(std::ostream& file, T number) {
  file.write(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Writes a grid whose neighbours are joined in both directions. An edge weighs 100 or a little
/// more, the same in both directions.
int writeGrid(const std::string& name, std::uint32_t side) {
  const std::uint32_t nodes = side * side;
  std::vector<std::uint64_t> ends;
  std::vector<std::uint32_t> targets, weights;
  std::ofstream places(name + ".co");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t x = node % side, y = node / side;
    const auto join = [&](bool exists, std::uint32_t other) {
      if (exists) {
        targets.push_back(other);
        weights.push_back(100 + (node + other) * (node ^ other) % 37);
      }
    };
    join(x > 0, node - 1);
    join(x + 1 < side, node + 1);
    join(y > 0, node - side);
    join(y + 1 < side, node + side);
    ends.push_back(targets.size());
    places << "v " << node + 1 << " " << 100 * x << " " << 100 * y << "\n";
  }
  std::ofstream file(name + ".gr", std::ios::binary);
  for (const std::uint64_t head :
       {std::uint64_t{1}, std::uint64_t{4}, std::uint64_t{nodes}, std::uint64_t{targets.size()}}) {
    write(file, head);
  }
  for (const std::uint64_t end : ends) {
    write(file, end);
  }
  for (const std::uint32_t target : targets) {
    write(file, target);
  }
  if (targets.size() % 2 == 1) {
    write(file, std::uint32_t{0});
  }
  for (const std::uint32_t weight : weights) {
    write(file, weight);
  }
  file.close();
  places.close();
  if (!file || !places) {
    std::cerr << "cannot write " << name << ".gr and " << name << ".co\n";
    return 1;
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  galois::SharedMemSys runtime;
  llvm::cl::ParseCommandLineOptions(argc, argv);
  if (!grid.empty()) {
    if (side < 1 || side > 10000) {
      std::cerr << "--side is a number from 1 to 10000\n";
      return 2;
    }
    return writeGrid(grid, side);
  }
  int failures = 0;
  galois::cps::forEachPolicy([&failures](const char* name, const char*) {
    for (const unsigned threads : {1u, 2u, 16u}) {
      if (!runsEachOnce(name, threads)) {
        std::cerr << name << " on " << threads << " threads: lost or repeated a task\n";
        ++failures;
      }
    }
  });
  if (failures == 0) {
    std::cout << "every policy ran each task once\n";
  }
  return failures == 0 ? 0 : 1;
}
