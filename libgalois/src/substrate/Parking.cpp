#include "galois/substrate/ParkingGate.h"

namespace galois::substrate {

#ifndef GALOIS_VIRTUAL
// This is in a source file because waiting on atomics needs C++20, and the headers must also
// compile as C++17.
void Parking<RealAtomics>::block(std::atomic<int>& word, int old) noexcept {
  word.wait(old, order::relaxed);
}

void Parking<RealAtomics>::wake(std::atomic<int>& word) noexcept { word.notify_one(); }
#endif

} // namespace galois::substrate
