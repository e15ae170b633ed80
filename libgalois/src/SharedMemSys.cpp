#include "galois/SharedMemSys.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "galois/gIO.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/DriverThread.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SharedMem.h"

namespace galois {

struct SharedMemSys::Implementation {
  substrate::SharedMem machine;
  runtime::StatManager statistics;
};

namespace {

substrate::Atomic<bool> alive{false};

} // namespace

SharedMemSys::SharedMemSys() {
  // The driver is held before others can see that this object lives, so that a call never runs on
  // the driver while another one runs on the thread that makes it.
  if (!substrate::DriverThread::get().hold()) {
    throw std::logic_error("a second SharedMemSys was made while the first one lives (Double "
                           "initialization); keep one, for example as the first variable of main");
  }
  try {
    implementation_ = std::make_unique<Implementation>();
  } catch (...) {
    substrate::DriverThread::get().release();
    throw;
  }
  alive.store(true, substrate::order::relaxed); // only a flag: it orders nothing
  runtime::StatManager::setCurrent(&implementation_->statistics);
}

bool SharedMemSys::isAlive() noexcept { return alive.load(substrate::order::relaxed); }

SharedMemSys::~SharedMemSys() {
  bool written = false;
  try {
    written = implementation_->statistics.write();
  } catch (const std::exception&) {
    std::fputs("ERROR: there is no memory for writing the statistics\n", stderr);
  }
  runtime::StatManager::setCurrent(nullptr);
  substrate::dropReadable();
  implementation_.reset();
  alive.store(false, substrate::order::relaxed);
  substrate::DriverThread::get().release();
  if (!written) {
    // The message is printed already. A run whose results could not be stored has failed.
    gFlush();
    std::_Exit(EXIT_FAILURE);
  }
}

} // namespace galois
