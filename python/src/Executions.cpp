#include "Executions.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/string.h>

#include "galois/Version.h"
#include "galois/analytics/ExecutionFields.h"
#include "galois/analytics/Options.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::python {

namespace {

using analytics::Execution;

/// Counters are integers unless they are averages, as in the record.
nb::object number(double value) {
  const bool whole = value >= 0 && value < 9e15 && value == std::floor(value);
  return whole ? nb::object(nb::int_(static_cast<std::uint64_t>(value)))
               : nb::object(nb::float_(value));
}

nb::dict dictOf(const std::vector<analytics::Option>& options) {
  nb::dict dict;
  for (const analytics::Option& option : options) {
    dict[option.name.c_str()] =
        std::visit([](const auto& known) { return nb::cast(known); }, option.value);
  }
  return dict;
}

/// Returns a dict of the fields of a table.
template <typename Fields, typename Struct>
nb::dict fieldsOf(const Fields& fields, const Struct& of) {
  nb::dict dict;
  analytics::visitFields(fields, of,
                         [&](const char* name, const auto& value) { dict[name] = value; });
  return dict;
}

nb::dict worklistOf(const Execution& execution) {
  nb::dict dict;
  for (const Execution::Counter& counter : execution.counters) {
    dict[counter.name.c_str()] = number(analytics::totalOf(counter));
  }
  for (const Execution::History& history : execution.histories) {
    nb::list points;
    for (const std::pair<double, double>& point : history.points) {
      nb::list pair;
      pair.append(point.first);
      pair.append(point.second);
      points.append(pair);
    }
    dict[history.name.c_str()] = points;
  }
  dict.update(dictOf(execution.measures));
  return dict;
}

nb::list perThreadOf(const Execution& execution) {
  nb::list list;
  for (std::size_t t = 0; t < execution.perThread.size(); ++t) {
    nb::dict worklist;
    for (const Execution::Counter& counter : execution.counters) {
      worklist[counter.name.c_str()] =
          number(t < counter.perThread.size() ? counter.perThread[t] : 0);
    }
    nb::dict dict = fieldsOf(analytics::kThreadFields, execution.perThread[t]);
    dict["worklist"] = worklist;
    list.append(dict);
  }
  return list;
}

nb::dict host() {
  const substrate::HostInfo& info = substrate::getHostInfo();
  nb::dict dict;
  dict["cpu"] = info.cpu;
  dict["sockets"] = info.sockets;
  dict["numa_nodes"] = info.numaNodes;
  dict["memory_gib"] = info.memoryGiB;
  dict["synthetic"] = info.synthetic;
  return dict;
}

nb::dict build() {
  nb::dict dict;
  dict["type"] = GALOIS_PYTHON_BUILD_TYPE;
#if defined(__clang__)
  dict["compiler"] = std::string("clang ") + __clang_version__;
#else
  dict["compiler"] = std::string("g++ ") + __VERSION__;
#endif
  dict["commit"] = "unknown";
  dict["preset"] = GALOIS_PYTHON_PRESET;
  return dict;
}

} // namespace

bool wasPinned() { return substrate::getThreadPool().pinned(); }

nb::dict toDict(const Execution& execution, bool pinned) {
  nb::dict dict;
  dict["algorithm"] = execution.algorithm;
  dict["scheduler"] = execution.scheduler;
  dict["parameters"] = dictOf(execution.parameters);
  dict["plan"] = dictOf(execution.plan);
  dict["threads"] = execution.threads;
  dict["seed"] = execution.seed;
  dict["pinned"] = pinned;
  dict["time_s"] = execution.seconds;
  dict["tasks"] = fieldsOf(analytics::kTaskFields, execution);
  dict["worklist"] = worklistOf(execution);
  if (!execution.perThread.empty()) {
    dict["per_thread"] = perThreadOf(execution);
  }
  if (execution.drift) {
    dict["drift"] = fieldsOf(analytics::kDriftFields, *execution.drift);
  }
  return dict;
}

void bindExecutions(nb::module_& module) {
  module.def("host", &host, "The machine, as in records.");
  module.def("build", &build, "How this module was built, as in records.");
  module.def(
      "cores", [] { return substrate::getHostInfo().cores; },
      "The number of cores that this process may use.");
}

} // namespace galois::python
