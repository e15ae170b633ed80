#include "analytics/scheduler/Runs.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "galois/Threads.h"

namespace lonestar {

using galois::analytics::Execution;
using galois::analytics::RunOptions;
using galois::analytics::Scheduler;

namespace {

std::uint64_t total(const std::vector<std::uint64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

} // namespace

const WorklistInfo& automaticWorklist(std::string_view preferred) {
  const WorklistInfo* const fastest = worklistNamed(preferred);
  return fastest != nullptr ? *fastest : allWorklists().front();
}

const WorklistInfo& worklistOf(const RunOptions& options, std::string_view preferred) {
  return options.scheduler.isAuto() ? automaticWorklist(preferred)
                                    : *worklistNamed(options.scheduler.name());
}

std::optional<unsigned> DefaultShift::of(const WorklistInfo& info) const {
  if (info.shift != Shift::kAlways && !(info.shift == Shift::kWidth && fixesWidths)) {
    return std::nullopt;
  }
  if (find && isFoundFor(info)) {
    return find();
  }
  return bits > 0 ? info.usualShift.value_or(bits) : 0;
}

ChosenWorklist chosenWorklist(const Scheduler& scheduler, const DefaultShift& shift,
                              unsigned threads) {
  const WorklistInfo& info = *worklistNamed(scheduler.name());
  ChosenWorklist chosen{info, WorklistSettings(info), {}};
  WorklistSettings& settings = chosen.settings;
  const auto given = [&](const Parameter& parameter) {
    return std::find_if(scheduler.given().begin(), scheduler.given().end(),
                        [&](const Scheduler::Given& one) { return one.name == parameter.name; });
  };
  const auto isGiven = [&](const Parameter& parameter) {
    return given(parameter) != scheduler.given().end();
  };
  for (const Parameter* parameter : parametersOf(info)) {
    if (!isGiven(*parameter)) {
      continue;
    }
    NumberList list;
    const std::uint32_t value = parse(*parameter, given(*parameter)->text, &list);
    if (parameter == &kDelta) {
      settings.shift = value;
    } else {
      settings.set(*parameter, value, std::move(list));
    }
  }
  if (!settings.shift) {
    settings.shift = shift.of(info);
  }
  fitTogether(info, settings, threads, isGiven);
  for (const ParameterUse& use : info.parameters) {
    const std::uint32_t value = settings[*use.parameter];
    if (isShown(*use.parameter, value)) {
      chosen.parameters.push_back({std::string(use.parameter->name),
                                   shown(*use.parameter, value, settings.list(*use.parameter))});
    }
  }
  if (settings.shift) {
    chosen.parameters.push_back({std::string(kDelta.name), std::uint64_t{*settings.shift}});
  }
  return chosen;
}

std::string forThreads(unsigned threads) {
  return threads == 1 ? "for one thread" : fmt::format("for {} threads", threads);
}

bool wantsWorklist(const RunOptions& options) {
  return !options.scheduler.isAuto() || options.driftEvery > 0 || options.perThread ||
         options.timeline != nullptr;
}

Execution executionOf(const char* algorithm, const RunOptions& options, bool sequential) {
  Execution execution;
  execution.algorithm = algorithm;
  execution.threads = sequential ? 1 : galois::getActiveThreads();
  execution.seed = options.seed;
  return execution;
}

Execution executionOf(LoopRun run, const ChosenWorklist& worklist, const RunOptions& options) {
  Execution execution = executionOf("worklist", options);
  execution.scheduler = worklist.info.name;
  execution.parameters = worklist.parameters;
  galois::runtime::LoopReport& report = run.report;
  execution.threads = report.threads;
  execution.seconds = report.seconds;
  execution.executed = total(report.iterations);
  execution.pushed = run.initial + total(report.pushes);
  execution.stale = total(run.stale);
  if (options.perThread) {
    for (unsigned t = 0; t < report.threads; ++t) {
      execution.perThread.push_back({report.iterations[t], report.pushes[t], run.stale[t]});
    }
  }
  execution.counters = std::move(report.worklist);
  execution.histories = std::move(report.histories);
  execution.drift = report.drift;
  execution.breakdown = report.breakdown;
  return execution;
}

} // namespace lonestar
