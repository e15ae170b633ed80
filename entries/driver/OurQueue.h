/// The scheduling policies of this repository as entrants. Their settings are those of
/// the policies' parameters that are numbers.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "Adapter.h"
#include "galois/ConcurrentPriorityQueue.h"
#include "galois/SharedMemSys.h"

namespace entries {

/// A queue with handles.
/// @tparam Params  the parameters of the policy
template <typename Policy, typename Params>
class OurQueue {
  using Queue = galois::ConcurrentPriorityQueue<std::uint64_t, Policy>;

  static Params paramsOf(const peers::Settings& settings) {
    Params params;
    Params::visitParameters(params, [&settings](const auto& parameter, auto& field) {
      if constexpr (std::is_arithmetic_v<std::remove_reference_t<decltype(field)>>) {
        field = settings.get(std::string(parameter.name), field);
      }
    });
    return params;
  }

  galois::SharedMemSys runtime_;
  Queue queue_;

public:
  OurQueue(unsigned threads, const peers::Settings& settings)
      : queue_(threads, paramsOf(settings)) {}
  auto handle() { return queue_.handle(); }
};

} // namespace entries
