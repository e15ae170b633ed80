#include "liblonestar/flags/VirtualFlags.h"

#ifdef GALOIS_VIRTUAL

#include <stdexcept>
#include <string>

#include "galois/substrate/Random.h"
#include "galois/substrate/VirtualMachine.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/TimelineFlag.h"

namespace cll = llvm::cl;

namespace lonestar {
namespace {

cll::opt<unsigned> cores("virtual-cores",
                         cll::desc("Cores of the simulated machine (default: one per thread)"),
                         cll::value_desc("cores"), cll::init(0), cll::cat(runGroup()));
cll::opt<std::string> topology("virtual-topology",
                               cll::desc("How they are arranged, e.g. 'pack:4 core:16' (default: "
                                         "sockets of up to 64 cores)"),
                               cll::value_desc("hwloc text"), cll::cat(runGroup()));
cll::opt<std::string> costs("virtual-costs",
                            cll::desc("What accesses and work cost there (default: "
                                      "scripts/virtual/server.costs; caches.costs there "
                                      "adds caches of limited size)"),
                            cll::value_desc("file,..."), cll::cat(runGroup()));

} // namespace

void setUpVirtualMachine(unsigned threads) {
  galois::substrate::virt::Setup setup;
  setup.cores = cores == 0 && topology.empty() ? threads : cores;
  setup.topology = topology;
  setup.costsFile = costs;
  setup.timeline = timelineWanted();
  setup.seed = galois::substrate::getSeed();
  try {
    galois::substrate::virt::configure(setup);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

} // namespace lonestar

#else

namespace lonestar {

void setUpVirtualMachine(unsigned /*threads*/) {}

} // namespace lonestar

#endif
