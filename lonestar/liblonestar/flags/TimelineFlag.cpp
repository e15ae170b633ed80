#include "liblonestar/flags/TimelineFlag.h"

#include <string>
#include <vector>

#include "galois/Threads.h"
#include "galois/runtime/loops/CycleMeter.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/ThreadPool.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/VirtualFlags.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualMachine.h"
#endif

namespace cll = llvm::cl;
using galois::substrate::nowNs;
using galois::substrate::nowTicks;
using galois::substrate::Timeline;

namespace lonestar {
namespace {

cll::opt<std::string> timelineFile("timeline", galois::inputs::WrittenFile(),
                                   cll::desc("Write what each thread did when, as a Chrome trace "
                                             "(presets profile and virtual)"),
                                   cll::value_desc("file"), cll::cat(reportGroup()));

Timeline* current = nullptr;

double ticksPerMicrosecond(std::uint64_t sinceTicks, std::uint64_t sinceNs) {
  return 1e3 * static_cast<double>(nowTicks() - sinceTicks) /
         static_cast<double>(nowNs() - sinceNs);
}

} // namespace

bool timelineWanted() { return !timelineFile.empty(); }

Timeline* timelineOfLoops() { return current; }

TimelineOfRun::TimelineOfRun() {
  if (!timelineWanted()) {
    return;
  }
  if (!kVirtual && !galois::runtime::kProfile) {
    throw UsageError("--timeline: this build does not write down what its threads do; build the "
                     "preset profile: cmake --preset profile && cmake --build --preset profile");
  }
  file_.emplace(timelineFile);
  if (kVirtual) {
    return;
  }
  constexpr std::uint64_t kToTimeTheClock = 5000000;
  startTicks_ = nowTicks();
  startNs_ = nowNs();
  while (nowNs() - startNs_ < kToTimeTheClock) {
  }
  std::vector<unsigned> sockets;
  for (unsigned thread = 0; thread < galois::getActiveThreads(); ++thread) {
    sockets.push_back(galois::substrate::getThreadPool().getSocket(thread));
  }
  loops_ = std::make_unique<Timeline>(
      sockets, static_cast<std::uint64_t>(ticksPerMicrosecond(startTicks_, startNs_)));
  for (std::size_t thread = 0; thread < loops_->tracks(); ++thread) {
    loops_->track(thread).reserve();
  }
  current = loops_.get();
}

TimelineOfRun::~TimelineOfRun() { current = nullptr; }

void TimelineOfRun::write() {
#ifdef GALOIS_VIRTUAL
  if (file_) {
    file_->write(galois::substrate::virt::timeline());
    file_->commit();
  }
#else
  if (loops_ && loops_->anyLoop()) {
    file_->write(loops_->text("thread",
                              "clock of the preset profile, accounting included, see "
                              "docs/profile.md",
                              ticksPerMicrosecond(startTicks_, startNs_)));
    file_->commit();
  }
#endif
}

} // namespace lonestar
