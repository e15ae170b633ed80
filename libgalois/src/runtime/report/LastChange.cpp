#include "galois/runtime/report/LastChange.h"

namespace galois::runtime {

substrate::RealAtomics::Atomic<double> LastChange::value{std::numeric_limits<double>::quiet_NaN()};

} // namespace galois::runtime
