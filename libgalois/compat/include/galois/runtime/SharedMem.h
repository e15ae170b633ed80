/** The system under a manager of statistics that a program brings itself. */
#pragma once

#include <iostream>

#include "galois/SharedMemSys.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/SharedMem.h"

namespace galois::runtime {

/// Initialises the machine, and makes the report functions use a manager of its own. The destructor
/// writes the statistics. Most programs use galois::SharedMemSys, which does this; both at once
/// are not possible.
/// @tparam SM  StatManager, or a class derived from it
template <typename SM = StatManager>
class SharedMemRuntime : public substrate::SharedMem {
public:
  SharedMemRuntime() { internal::setSysStatManager(&statistics_); }
  ~SharedMemRuntime() {
    statistics_.write();
    internal::setSysStatManager(nullptr);
  }
  SharedMemRuntime(const SharedMemRuntime&) = delete;
  SharedMemRuntime& operator=(const SharedMemRuntime&) = delete;

private:
  SM statistics_;
};

} // namespace galois::runtime
