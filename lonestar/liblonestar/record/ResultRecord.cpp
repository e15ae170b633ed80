#include "liblonestar/record/ResultRecord.h"

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

#include "galois/analytics/ExecutionFields.h"
#include "galois/graphs/GrNotes.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ThreadPool.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/VirtualFlags.h"
#include "liblonestar/record/BuildInfo.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualMachine.h"
#endif

namespace lonestar {

namespace {

/// Returns an integer if the value is one. Counters are integers unless they are averages.
Json number(double value) {
  const bool whole = value >= 0 && value < 9e15 && value == std::floor(value);
  return whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
}

#ifdef GALOIS_VIRTUAL
Json describeVirtualMachine() {
  const galois::substrate::virt::Description machine = galois::substrate::virt::describe();
  Json costs = {{"name", machine.costsName}};
  for (const auto& [name, value] : machine.costs) {
    costs[name] = value;
  }
  Json all = {{"cores", machine.cores},
              {"topology", machine.topology},
              {"costs", costs},
              {"events", machine.events}};
  if (machine.limitsCaches) {
    all["misses"] = machine.misses.lines;
    all["misses_of_all_caches"] = machine.misses.fromMemory;
  }
  return all;
}
#endif

template <typename T>
T at(const std::vector<T>& values, std::size_t index) {
  return index < values.size() ? values[index] : T{};
}

template <typename Fields, typename Struct>
Json objectOf(const Fields& fields, const Struct& of) {
  Json json = Json::object();
  galois::analytics::visitFields(fields, of,
                                 [&](const char* name, auto value) { json[name] = value; });
  return json;
}

Json describeBuild() {
  const BuildInfo build = buildInfo();
  return {{"type", build.type},
          {"compiler", build.compiler},
          {"commit", build.commit},
          {"preset", build.preset}};
}

Json describeHost() {
  const galois::substrate::HostInfo& host = galois::substrate::getHostInfo();
  return {{"cpu", host.cpu},
          {"sockets", host.sockets},
          {"numa_nodes", host.numaNodes},
          {"memory_gib", host.memoryGiB},
          {"synthetic", host.synthetic}};
}

/// Returns the run's own parameters after its algorithm, which only a program with --algo has.
Json paramsOf(const Outcome& run) {
  Json params = Json::object();
  if (!run.algorithm.empty()) {
    params["algo"] = run.algorithm;
  }
  params.update(run.params);
  return params;
}

/// Only an empty graph has no useful task. The ratio is then 1 by definition.
double wastedWork(const Outcome& run) {
  return run.useful ? static_cast<double>(run.executed) / static_cast<double>(run.useful) : 1.0;
}

Json worklistOf(const Outcome& run) {
  Json json = worklistCounters(run.counters, run.histories);
  json.update(jsonOf(run.measures));
  return json;
}

/// Returns an array with one entry per thread: the numbers of its tasks, if they are counted, and the
/// policy's counters.
Json perThreadOf(const Outcome& run) {
  Json json = Json::array();
  for (std::size_t t = 0; t < run.perThread.size(); ++t) {
    Json own = Json::object();
    for (const auto& counter : run.counters) {
      own[counter.name] = number(at(counter.perThread, t));
    }
    Json entry = Json::object();
    if (run.countsTasks) {
      entry = objectOf(galois::analytics::kThreadFields, run.perThread[t]);
    }
    entry["worklist"] = own;
    json.push_back(entry);
  }
  return json;
}

/// Returns what `value` returns if there is something, otherwise null.
template <typename Optional>
Json ifKnown(const Optional& value) {
  return value ? Json(*value) : Json();
}

/// A field of the record.
struct Field {
  const char* name; ///< "" for sections with names of their own
  /// Returns the value; null: the record has no such field.
  Json (*value)(const ResultRecord& record);
  bool ofOutcome = false; ///< the record of a run that was ended has no such field
};

using galois::substrate::getHostInfo;
constexpr bool kOfOutcome = true;

constexpr Field kFields[] = {
    {"schema", [](const ResultRecord&) { return Json("galois-cps/1"); }},
    {"app", [](const ResultRecord& record) { return Json(record.app); }},
    {"input", [](const ResultRecord& record) { return Json(record.input.name); }},
    {"input_id", [](const ResultRecord& record) { return Json(record.input.id); }},
    {"nodes", [](const ResultRecord& record) { return ifKnown(record.input.nodes); }},
    {"edges", [](const ResultRecord& record) { return ifKnown(record.input.edges); }},
    {"params", [](const ResultRecord& record) { return paramsOf(record.run); }},
    {"wl",
     [](const ResultRecord& record) {
       const std::string& name = record.run.orderedBy();
       return name.empty() ? Json() : Json(name);
     },
     kOfOutcome},
    {"wl_params",
     [](const ResultRecord& record) {
       return record.run.orderedBy().empty() ? Json() : record.run.schedulerParameters();
     },
     kOfOutcome},
    {"threads", [](const ResultRecord& record) { return Json(record.run.threads); }},
    {"cores", [](const ResultRecord&) { return Json(getHostInfo().cores); }},
    {"pinned",
     [](const ResultRecord&) { return Json(galois::substrate::getThreadPool().pinned()); }},
    {"seed", [](const ResultRecord& record) { return Json(record.run.seed); }},
    {"build", [](const ResultRecord&) { return describeBuild(); }},
    {"host", [](const ResultRecord&) { return describeHost(); }},
#ifdef GALOIS_VIRTUAL
    {"virtual", [](const ResultRecord&) { return describeVirtualMachine(); }},
#endif
    {"time_s", [](const ResultRecord& record) { return Json(record.run.seconds); }, kOfOutcome},
    {"load_s",
     [](const ResultRecord& record) {
       return Json(record.run.simulated ? 0.0 : record.input.loadSeconds);
     }},
    {"total_s", [](const ResultRecord& record) { return Json(record.totalS); }},
    {"phases", [](const ResultRecord& record) { return ifKnown(record.phases); }},
    {"max_rss_mib", // the simulator's own memory differs from run to run
     [](const ResultRecord& record) {
       return kVirtual || record.run.simulated ? Json() : Json(maxRssMiB());
     }},
    {"tasks",
     [](const ResultRecord& record) {
       return record.run.countsTasks ? objectOf(galois::analytics::kTaskFields, record.run)
                                     : Json();
     },
     kOfOutcome},
    {"wasted_work",
     [](const ResultRecord& record) {
       return record.run.countsTasks ? Json(wastedWork(record.run)) : Json();
     },
     kOfOutcome},
    {"worklist", [](const ResultRecord& record) { return worklistOf(record.run); }, kOfOutcome},
    {"search", [](const ResultRecord& record) { return ifKnown(record.run.search); }, kOfOutcome},
    {"batch", [](const ResultRecord& record) { return ifKnown(record.run.batch); }, kOfOutcome},
    {"", [](const ResultRecord& record) { return record.run.ranks; }},
    {"per_thread",
     [](const ResultRecord& record) {
       return record.run.perThread.empty() ? ifKnown(record.run.searchPerThread)
                                           : perThreadOf(record.run);
     },
     kOfOutcome},
    {"drift",
     [](const ResultRecord& record) {
       return record.run.drift ? objectOf(galois::analytics::kDriftFields, *record.run.drift)
                               : Json();
     },
     kOfOutcome},
    {"breakdown",
     [](const ResultRecord& record) {
       return record.run.breakdown
                  ? objectOf(galois::analytics::kBreakdownFields, *record.run.breakdown)
                  : Json();
     },
     kOfOutcome},
    {"answer", [](const ResultRecord& record) { return record.answer; }, kOfOutcome},
    {"verified",
     [](const ResultRecord& record) {
       return record.verified ? Json(*record.verified) : Json("skipped");
     },
     kOfOutcome},
    {"failure", [](const ResultRecord& record) { return ifKnown(record.failure); }}};

} // namespace

Json Outcome::schedulerParameters() const {
  Json json = jsonOf(parameters);
  json.update(ownParameters);
  return json;
}

Json ResultRecord::toJson() const {
  Json json;
  for (const Field& field : kFields) {
    if (failure && field.ofOutcome) {
      continue;
    }
    const Json value = field.value(*this);
    if (*field.name == '\0') {
      json.update(value);
    } else if (!value.is_null()) {
      json[field.name] = value;
    }
  }
  return json;
}

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
    json[counter.name] = number(galois::analytics::totalOf(counter));
  }
  for (const auto& history : histories) {
    json[history.name] = history.points;
  }
  return json;
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
