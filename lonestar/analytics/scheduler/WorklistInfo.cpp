#include "analytics/scheduler/WorklistInfo.h"

#include <algorithm>

#include <fmt/format.h>

#include "galois/analytics/Errors.h"

namespace lonestar {

namespace {

template <typename Values>
auto find(Values& values, const Parameter& parameter) {
  return std::find_if(values.begin(), values.end(),
                      [&](const auto& entry) { return entry.first == &parameter; });
}

} // namespace

WorklistSettings::WorklistSettings(const WorklistInfo& info) {
  values_.reserve(info.parameters.size());
  for (const ParameterUse& use : info.parameters) {
    values_.emplace_back(use.parameter, parse(*use.parameter, use.preset));
  }
}

std::uint32_t WorklistSettings::operator[](const Parameter& parameter) const {
  const auto entry = find(values_, parameter);
  return entry != values_.end() ? entry->second : parse(parameter, parameter.preset);
}

void WorklistSettings::set(const Parameter& parameter, std::uint32_t value) {
  const auto entry = find(values_, parameter);
  if (entry != values_.end()) {
    entry->second = value;
  } else {
    values_.emplace_back(&parameter, value);
  }
}

void fitTogether(const WorklistInfo& info, WorklistSettings& settings, unsigned threads,
                 const std::function<bool(const Parameter&)>& given) {
  using galois::analytics::InvalidOption;
  for (const auto& [lesser, greater] : info.orders) {
    if (settings[*lesser] <= settings[*greater]) {
      continue;
    }
    if (given(*lesser)) {
      throw InvalidOption(
          std::string(lesser->name), fmt::to_string(settings[*lesser]),
          fmt::format("at most {} is needed, the value of {}", settings[*greater], greater->name));
    }
    settings.set(*lesser, settings[*greater]);
  }
  if (info.perThreads != nullptr && settings[*info.perThreads] > threads) {
    throw InvalidOption(std::string(info.perThreads->name),
                        fmt::to_string(settings[*info.perThreads]),
                        fmt::format("at most {} is needed, the number of threads", threads));
  }
}

} // namespace lonestar
