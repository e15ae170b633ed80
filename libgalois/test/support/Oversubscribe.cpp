/**
 * Every test is linked with this file. It sets GALOIS_OVERSUBSCRIBE before main(), so that
 * setActiveThreads(16) means 16 threads on every machine, also if the test is started by hand.
 */
#include <cstdlib>

namespace {

[[maybe_unused]] const int kSet = setenv("GALOIS_OVERSUBSCRIBE", "1", 1);

} // namespace
