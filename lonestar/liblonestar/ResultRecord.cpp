#include "liblonestar/ResultRecord.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <variant>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "galois/graphs/GrNotes.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ThreadPool.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/BuildInfo.h"
#include "liblonestar/VirtualFlags.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualMachine.h"
#endif

namespace lonestar {

namespace {

/// Returns the peak resident memory of this program. The value of getrusage() starts with the
/// memory of the parent process, and a Python script takes more than a small graph.
double maxRssMiB() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") {
      double kib = 0;
      status >> kib;
      return kib / 1024;
    }
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024; // Linux counts in KiB
}

/// Returns an integer if the value is one. Counters are integers unless they are averages.
Json number(double value) {
  const bool whole = value >= 0 && value < 9e15 && value == std::floor(value);
  return whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
}

double total(const std::vector<double>& values, bool average) {
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  return average && !values.empty() ? sum / static_cast<double>(values.size()) : sum;
}

#ifdef GALOIS_VIRTUAL
Json describeVirtualMachine() {
  const galois::substrate::virt::Description machine = galois::substrate::virt::describe();
  Json costs = {{"name", machine.costsName}};
  for (const auto& [name, value] : machine.costs) {
    costs[name] = value;
  }
  return {{"cores", machine.cores},
          {"topology", machine.topology},
          {"costs", costs},
          {"events", machine.events}};
}
#endif

template <typename T>
T at(const std::vector<T>& values, std::size_t index) {
  return index < values.size() ? values[index] : T{};
}

} // namespace

Json ResultRecord::toJson() const {
  const galois::substrate::HostInfo& host = galois::substrate::getHostInfo();
  const BuildInfo build = buildInfo();
  Json json;
  json["schema"] = "galois-cps/1";
  json["app"] = app;
  json["input"] = input;
  json["input_id"] = inputId;
  if (nodes) {
    json["nodes"] = *nodes;
  }
  if (edges) {
    json["edges"] = *edges;
  }
  json["params"] = params;
  if (!failure) {
    json["wl"] = wl;
    json["wl_params"] = wlParams;
  }
  json["threads"] = threads;
  json["cores"] = host.cores;
  json["pinned"] = galois::substrate::getThreadPool().pinned();
  json["seed"] = seed;
  json["build"] = {{"type", build.type},
                   {"compiler", build.compiler},
                   {"commit", build.commit},
                   {"preset", build.preset}};
  json["host"] = {{"cpu", host.cpu},
                  {"sockets", host.sockets},
                  {"numa_nodes", host.numaNodes},
                  {"memory_gib", host.memoryGiB},
                  {"synthetic", host.synthetic}};
#ifdef GALOIS_VIRTUAL
  json["virtual"] = describeVirtualMachine();
#endif
  if (!failure) {
    json["time_s"] = timeS;
  }
  json["load_s"] = loadS;
  json["total_s"] = totalS;
  if (phases) {
    json["phases"] = *phases;
  }
  if (!kVirtual && !simulated) { // the simulator's own memory differs from run to run
    json["max_rss_mib"] = maxRssMiB();
  }
  if (failure) {
    json.update(ranks);
    json["failure"] = *failure;
    return json;
  }
  if (tasks) {
    json["tasks"] = {{"executed", tasks->executed},
                     {"useful", tasks->useful},
                     {"pushed", tasks->pushed},
                     {"stale", tasks->stale}};
    // Only an empty graph has no useful task. The ratio is then 1 by definition.
    json["wasted_work"] =
        tasks->useful ? static_cast<double>(tasks->executed) / static_cast<double>(tasks->useful)
                      : 1.0;
  }
  json["worklist"] = worklist;
  if (search) {
    json["search"] = *search;
  }
  if (batch) {
    json["batch"] = *batch;
  }
  json.update(ranks);
  if (perThread) {
    json["per_thread"] = *perThread;
  }
  if (drift) {
    json["drift"] = *drift;
  }
  if (breakdown) {
    json["breakdown"] = *breakdown;
  }
  json["answer"] = answer;
  json["verified"] = verified ? Json(*verified) : Json("skipped");
  return json;
}

Json jsonOf(const std::vector<galois::analytics::Option>& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) {
    json[name] = std::visit([](const auto& known) { return Json(known); }, value);
  }
  return json;
}

Json worklistCounters(const std::vector<galois::runtime::LoopReport::Counter>& counters,
                      const std::vector<galois::runtime::LoopReport::History>& histories) {
  Json json = Json::object();
  for (const auto& counter : counters) {
    json[counter.name] = number(total(counter.perThread, counter.average));
  }
  for (const auto& history : histories) {
    json[history.name] = history.points;
  }
  return json;
}

Json worklistCounters(const galois::runtime::LoopReport& report) {
  return worklistCounters(report.worklist, report.histories);
}

Json perThreadCounters(const std::vector<galois::analytics::ThreadCounts>& threads,
                       const std::vector<galois::runtime::LoopReport::Counter>& counters) {
  Json json = Json::array();
  for (std::size_t t = 0; t < threads.size(); ++t) {
    Json own = Json::object();
    for (const auto& counter : counters) {
      own[counter.name] = number(at(counter.perThread, t));
    }
    json.push_back({{"executed", threads[t].executed},
                    {"pushed", threads[t].pushed},
                    {"stale", threads[t].stale},
                    {"worklist", own}});
  }
  return json;
}

Json perThreadCounters(const galois::runtime::LoopReport& report,
                       const std::vector<std::uint64_t>& stale) {
  std::vector<galois::analytics::ThreadCounts> threads;
  for (std::size_t t = 0; t < report.threads; ++t) {
    threads.push_back({at(report.iterations, t), at(report.pushes, t), at(stale, t)});
  }
  return perThreadCounters(threads, report.worklist);
}

std::string inputId(const std::string& path) {
  constexpr std::uint64_t kPage = 4096;
  constexpr std::uint64_t kSamples = 64;
  auto fail = [&](int error) -> AppError {
    return AppError(fmt::format("{}: cannot be read: {}", path, std::strerror(error)));
  };
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    throw fail(errno);
  }
  struct stat status {};
  if (fstat(file, &status) != 0) {
    const int error = errno;
    close(file);
    throw fail(error);
  }
  auto size = static_cast<std::uint64_t>(status.st_size);
  // Notes say where a conversion comes from; the graph is the same without them.
  if (galois::graphs::GrNotesEnd end;
      size > sizeof(end) &&
      pread(file, &end, sizeof(end), static_cast<off_t>(size - sizeof(end))) ==
          static_cast<ssize_t>(sizeof(end))) {
    size = galois::graphs::sizeWithoutNotes(size, end);
  }

  std::uint64_t hash = 14695981039346656037ULL; // FNV-1a
  std::array<unsigned char, kPage> page;
  const std::uint64_t pages = (size + kPage - 1) / kPage;
  for (std::uint64_t sample = 0; sample <= std::min(kSamples, pages); ++sample) {
    // Sample 0 is the header; the others are spread over the whole file.
    const std::uint64_t index = sample == 0 ? 0 : (sample - 1) * pages / std::min(kSamples, pages);
    const ssize_t got = pread(file, page.data(), std::min(kPage, size - index * kPage),
                              static_cast<off_t>(index * kPage));
    if (got < 0) {
      const int error = errno;
      close(file);
      throw fail(error);
    }
    for (ssize_t i = 0; i < got; ++i) {
      hash = (hash ^ page[static_cast<std::size_t>(i)]) * 1099511628211ULL;
    }
  }
  close(file);
  return fmt::format("{}-{:016x}", size, hash);
}

void writeRecords(galois::inputs::OutputFile& file, const std::vector<Json>& records,
                  bool asArray) {
  const Json json = asArray ? Json(records) : records.at(0);
  // A file name may contain invalid UTF-8, which is replaced instead of causing an exception.
  file.write(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  file.commit();
}

} // namespace lonestar
