#include "galois/substrate/ParkingGate.h"

namespace galois::substrate {

#ifndef GALOIS_VIRTUAL
// In a source file because waiting on atomics is C++20, and the headers are C++17 too.
void Parking<RealAtomics>::block(std::atomic<int>& word, int old) noexcept {
  word.wait(old, order::relaxed);
}

void Parking<RealAtomics>::wake(std::atomic<int>& word) noexcept { word.notify_one(); }
#endif

} // namespace galois::substrate
