#include "analytics/scheduler/WorklistInfo.h"

#include <fmt/format.h>

#include "galois/analytics/Errors.h"

namespace lonestar {

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
