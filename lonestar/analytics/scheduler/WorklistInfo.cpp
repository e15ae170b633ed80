#include "analytics/scheduler/WorklistInfo.h"

#include <algorithm>

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

} // namespace lonestar
