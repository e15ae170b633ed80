#include "galois/SharedMemSys.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "galois/gIO.h"
#include "galois/runtime/StatManager.h"
#include "galois/substrate/Atomics.h"
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
  // relaxed: only the main thread creates and destroys these objects. The flag is atomic so that a
  // misuse is reported instead of being undefined behaviour.
  if (alive.exchange(true, substrate::order::relaxed)) {
    throw std::logic_error("a second SharedMemSys was made while the first one lives (Double "
                           "initialization); keep one, for example as the first variable of main");
  }
  try {
    implementation_ = std::make_unique<Implementation>();
  } catch (...) {
    alive.store(false, substrate::order::relaxed);
    throw;
  }
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
  if (!written) {
    // The message is printed already. A run whose results could not be stored has failed.
    gFlush();
    std::_Exit(EXIT_FAILURE);
  }
}

} // namespace galois
