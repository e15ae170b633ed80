#include "liblonestar/SchedulerFlags.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "inputs/NearestName.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/RunFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

#ifdef GALOIS_PEERS
constexpr bool kPeers = true;
#else
constexpr bool kPeers = false;
#endif

/// What the command line and its help know about a scheduler.
struct Known {
  SchedulerName scheduler;
  std::string_view name, description;
  std::string_view library; ///< what the scheduler needs besides this project; "" for nothing
};

// The first is the default.
constexpr std::array kSchedulers{
    Known{SchedulerName::kSerial, "serial", "no parallelism: the reference of speed-ups", ""},
    Known{SchedulerName::kTbb, "tbb", "oneTBB", "libtbb-dev"},
    Known{SchedulerName::kOpenMp, "openmp", "tasks of OpenMP", "the compiler's OpenMP library"},
};

const Known* find(std::string_view name) {
  for (const Known& known : kSchedulers) {
    if (known.name == name) {
      return &known;
    }
  }
  return nullptr;
}

bool compiledIn(const Known& known) { return known.library.empty() || kPeers; }

/// Prints the table, or leaves threads unpinned where a library places its own: they would inherit
/// the one core of the thread that starts them.
void look(const std::string& name) {
  if (name == "help") {
    fmt::print("{}", schedulerTable());
    std::fflush(stdout);
    std::exit(0);
  }
  const Known* known = find(name);
  noPin = noPin || (known && !known->library.empty());
}

cll::opt<std::string>
    schedulerName("scheduler",
                  cll::desc("Scheduler, also --wl (default serial); --scheduler=help "
                            "lists all"),
                  cll::value_desc("name"), cll::cat(worklistGroup()),
                  cll::callback([](const std::string& name) { look(name); }));
cll::alias worklistName("wl", cll::desc("The same as --scheduler, for scripts/bench"),
                        cll::value_desc("name"), cll::aliasopt(schedulerName));

} // namespace

SchedulerName selectedScheduler() {
  if (schedulerName.getNumOccurrences() == 0) {
    return kSchedulers.front().scheduler;
  }
  const Known* known = find(schedulerName);
  if (!known) {
    std::vector<std::string> names;
    for (const Known& each : kSchedulers) {
      names.emplace_back(each.name);
    }
    const std::string near = galois::inputs::nearestName(schedulerName, names);
    throw UsageError(fmt::format("--scheduler={}: no such scheduler{} (--scheduler=help lists all)",
                                 schedulerName.getValue(),
                                 near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  if (!compiledIn(*known)) {
    throw UsageError(fmt::format("--scheduler={}: this build does not have it; it needs {} "
                                 "(scripts/setup --peers) and cmake -DGALOIS_PEERS=ON",
                                 known->name, known->library));
  }
  return known->scheduler;
}

std::string nameOf(SchedulerName scheduler) {
  for (const Known& known : kSchedulers) {
    if (known.scheduler == scheduler) {
      return std::string(known.name);
    }
  }
  return "";
}

std::string schedulerTable() {
  std::string table = "Schedulers (--scheduler=<name>):\n";
  for (const Known& known : kSchedulers) {
    if (compiledIn(known)) {
      table += fmt::format("\n  {:<12} {}\n", known.name, known.description);
    }
  }
  return table;
}

} // namespace lonestar
