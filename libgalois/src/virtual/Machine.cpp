#include "Machine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <boost/context/protected_fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <boost/context/stack_traits.hpp>
#include <cxxabi.h>
#include <fmt/format.h>

#include "galois/substrate/HWTopo.h"

namespace galois::substrate::virt {
namespace {

namespace context = boost::context;

/// The largest number of cores of a machine.
constexpr unsigned kMostCores = kMaxThreads;
/// The largest numbers of cores per socket and of sockets if no topology is given.
constexpr unsigned kSocketCores = 64;
constexpr unsigned kMostSockets = 8;

std::string defaultTopology(unsigned cores) {
  unsigned sockets = (cores + kSocketCores - 1) / kSocketCores;
  while (sockets < kMostSockets && cores % sockets != 0) {
    ++sockets;
  }
  if (sockets > kMostSockets || cores % sockets != 0) {
    sockets = 1;
  }
  return fmt::format("pack:{} core:{}", sockets, cores / sockets);
}

/// The stack of one thread. Those of different threads begin at different places of a page, so that
/// the stacks of many fibers do not compete for the same sets of the host's cache.
class ShiftedStack {
public:
  explicit ShiftedStack(std::size_t thread)
      : shift_(thread * kShift % context::stack_traits::page_size()) {}

  context::stack_context allocate() {
    context::stack_context stack = pages_.allocate();
    stack.sp = static_cast<char*>(stack.sp) - shift_;
    stack.size -= shift_;
    return stack;
  }
  void deallocate(context::stack_context& stack) noexcept {
    stack.sp = static_cast<char*>(stack.sp) + shift_;
    stack.size += shift_;
    pages_.deallocate(stack);
  }

private:
  static constexpr std::size_t kSize = std::size_t{256} << 10;
  static constexpr std::size_t kShift = 5 * 64; ///< whole cache lines

  std::size_t shift_;
  context::protected_fixedsize_stack pages_{kSize};
};

/// Returns the topology with one NUMA node per socket and one thread per core, unless it specifies
/// them.
std::string completed(std::string topology) {
  if (topology.find("numa") == std::string::npos) {
    const std::size_t socket = topology.find("pack:");
    if (socket != std::string::npos) {
      topology.insert(std::min(topology.find(' ', socket), topology.size()), " [numa]");
    }
  }
  if (topology.find("pu:") == std::string::npos) {
    topology += " pu:1";
  }
  return topology;
}

std::string textOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in) {
    throw std::runtime_error("--virtual-costs: " + file + " cannot be read");
  }
  return text;
}

} // namespace

Machine& Machine::get() {
  static Machine* const machine = new Machine(); // never destroyed, because static objects use it
  return *machine;
}

Machine::Machine() : topology_(completed(defaultTopology(1))) {
  main_.core = nullptr;
  layOut();
}

void Machine::layOut() {
  setVirtualTopology(topology_);
  const std::vector<ThreadTopoInfo>& places = getHWTopo().threadTopoInfo;
  std::vector<unsigned> socketOf;
  cores_.clear();
  for (const ThreadTopoInfo& place : places) {
    auto core = std::make_unique<Core>();
    core->core = place.tid;
    core->socket = place.socket;
    core->random = Random(setup_.seed, 0x10000 + place.tid);
    socketOf.push_back(place.socket);
    cores_.push_back(std::move(core));
  }
  memoryBusy_.assign(getHWTopo().machineTopoInfo.maxSockets, 0);
  directory_ = std::make_unique<Directory>(costs_, socketOf);
  mesh_ = std::make_unique<Mesh>(costs_, static_cast<unsigned>(cores_.size()));
  timeline_ = setup_.timeline ? std::make_unique<Timeline>(socketOf, kMicrosecond) : nullptr;
  tieMask_ = static_cast<unsigned>(Random(setup_.seed, 0x20000)() >> (64 - kTieBits));
  injectsFaults_ = costs_.mishap > 0 || costs_.weakFailure > 0 || costs_.stallChance > 0;
  stall_ = {};
  jitterRange_ = static_cast<std::uint64_t>(costs_.jitter * 0x1.0p32);
  main_.core = current_ = cores_.front().get();
  current_->running = fiber_ = &main_;
  queue_ = CoreQueue(cores_.size());
  events_ = failedAllocations_ = 0;
  refreshHorizon();
}

void Machine::configure(const Setup& setup) {
  Setup wanted = setup;
  Costs costs;
  for (std::string_view left = wanted.costsFile; !left.empty();) {
    const std::size_t end = std::min(left.find(','), left.size());
    const std::string file(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
    costs.read(textOf(file), file);
  }
  costs.read(wanted.costs, "costs");
  if (wanted.cores > kMostCores) {
    throw std::runtime_error(
        fmt::format("--virtual-cores={}: at most {}", wanted.cores, kMostCores));
  }
  if (wanted.topology.empty()) {
    wanted.topology = defaultTopology(std::max(wanted.cores, 1u));
  }
  const std::string topology = completed(wanted.topology);
  const unsigned cores = virtualCoresOf(topology); // throws if hwloc cannot read it
  if (cores > kMostCores || (wanted.cores != 0 && wanted.cores != cores)) {
    throw std::runtime_error(
        fmt::format("--virtual-topology='{}' has {} cores; --virtual-cores says {}, and at most {} "
                    "are possible",
                    setup.topology, cores, wanted.cores == 0 ? cores : wanted.cores, kMostCores));
  }
  wanted.cores = cores;
  setup_ = wanted;
  topology_ = topology;
  costs_ = costs;
  layOut();
}

Description Machine::describe() const {
  return {static_cast<unsigned>(cores_.size()),
          topology_,
          setup_.costsFile.empty() ? "default" : setup_.costsFile,
          costs_.values(),
          events_,
          costs_.limitsCaches(),
          directory_->misses()};
}

std::string Machine::timeline() const {
  return timeline_ ? timeline_->text("core", "simulated: times are virtual, see docs/virtual.md",
                                     static_cast<double>(kMicrosecond))
                   : "";
}

// --- fibers --------------------------------------------------------------------------

void Machine::runMain(std::function<void()> program) {
  exceptions_ = abi::__cxa_get_globals(); // all fibers run on this thread
  main_.body = std::move(program);
  // The main fiber has a stack of its own, so that the environment variables on the system's stack
  // do not shift addresses.
  context::fiber first(std::allocator_arg, context::protected_fixedsize_stack(kMainStack),
                       [this](context::fiber&& system) {
                         main_.body();
                         return std::move(system);
                       });
  std::move(first).resume();
  std::abort(); // the program ends the process
}

context::fiber Machine::runFiber(Fiber& fiber) {
  fiber.body();
  fiber.body = nullptr;
  fiber.done = true;
  wake(&fiber);
  Fiber* const next = leaveFor();
  fiber_ = next;
  return std::move(next->context);
}

Fiber* Machine::spawn(std::function<void()> body) {
  fibers_.push_back(std::make_unique<Fiber>());
  Fiber* const fiber = fibers_.back().get();
  fiber->body = std::move(body);
  fiber->core = cores_[++spawned_ % cores_.size()].get();
  fiber->context = context::fiber(std::allocator_arg, ShiftedStack(fiber->core->core),
                                  [this, fiber](context::fiber&& /*caller*/) {
                                    detail::thisThread = {};
                                    std::memset(exceptions_, 0, sizeof fiber->exceptions);
                                    return runFiber(*fiber);
                                  });
  current_->clock += costs_.spawn;
  makeReady(fiber, current_->clock + costs_.wakeUp);
  return fiber;
}

void Machine::join(Fiber* fiber) {
  while (!fiber->done) {
    park(fiber);
  }
  const auto found = std::find_if(fibers_.begin(), fibers_.end(),
                                  [fiber](const auto& each) { return each.get() == fiber; });
  fibers_.erase(found);
  if (fibers_.empty()) {
    spawned_ = 0;
  }
}

void Machine::resume(Fiber* from, Fiber* to) {
  from->self = detail::thisThread;
  std::memcpy(from->exceptions, exceptions_, sizeof from->exceptions);
  fiber_ = to;
  std::move(to->context).resume_with([from](context::fiber&& left) {
    from->context = std::move(left);
    return context::fiber();
  });
  detail::thisThread = from->self;
  std::memcpy(exceptions_, from->exceptions, sizeof from->exceptions);
}

// --- choice of the next core ---------------------------------------------------------

/// Returns the time at which the first of the core's fibers can run.
Time Machine::earliest(const Core& core) noexcept {
  if (core.running != nullptr) {
    return core.clock;
  }
  Time first = std::numeric_limits<Time>::max();
  for (const Fiber* fiber : core.waiting) {
    first = std::min(first, fiber->since);
  }
  return std::max(first, core.clock);
}

/// Makes the core whose clock is farthest behind the current one.
void Machine::takeNextCore() {
  if (queue_.least() == CoreQueue::kNever) {
    std::fputs("virtual machine: every thread waits for another one (deadlock)\n", stderr);
    std::abort();
  }
  current_ = &coreOf(queue_.least());
  if (current_->running == nullptr) {
    choose(*current_);
  }
  refreshHorizon();
}

/// Selects the next fiber of a core that has no running one: the fiber that has waited longest.
void Machine::choose(Core& core) {
  const Time at = earliest(core);
  core.clock = at;
  ++core.turns;
  const auto next = std::find_if(core.waiting.begin(), core.waiting.end(),
                                 [at](const Fiber* fiber) { return fiber->since <= at; });
  core.running = *next;
  core.waiting.erase(next);
  if (!core.waiting.empty()) {
    core.clock += costs_.contextSwitch;
  }
  core.sliceEnd = core.clock + costs_.slice;
}

void Machine::refreshHorizon() noexcept {
  horizon_ = queue_.leastBut(current_->core);
  if (!current_->waiting.empty()) {
    Time first = std::numeric_limits<Time>::max();
    for (const Fiber* fiber : current_->waiting) {
      first = std::min(first, fiber->since);
    }
    horizon_ = std::min(horizon_, keyOf(*current_, std::max(first, current_->sliceEnd)));
  }
}

/// Moves the running fiber to the end of its core's queue if another fiber of this core can run.
void Machine::rotate() {
  Core& core = *current_;
  const bool ready = std::any_of(core.waiting.begin(), core.waiting.end(),
                                 [&](const Fiber* fiber) { return fiber->since <= core.clock; });
  if (!ready) {
    return;
  }
  fiber_->since = core.clock;
  core.waiting.push_back(fiber_);
  core.running = nullptr;
}

void Machine::giveWay() {
  Fiber* const from = fiber_;
  Core& core = *current_;
  if (!core.waiting.empty() && core.clock >= core.sliceEnd) {
    rotate();
  }
  enqueue(core);
  takeNextCore();
  if (current_->running != from) {
    resume(from, current_->running);
  }
}

/// Makes another core current, because the running fiber cannot continue.
/// @return the fiber of that core
Fiber* Machine::leaveFor() {
  Core& core = *current_;
  core.running = nullptr;
  if (core.waiting.empty()) {
    queue_.set(core.core, CoreQueue::kNever);
  } else {
    enqueue(core);
  }
  takeNextCore();
  return current_->running;
}

void Machine::leave() {
  Fiber* const from = fiber_;
  Fiber* const to = leaveFor();
  if (to != from) {
    resume(from, to);
  }
}

void Machine::makeReady(Fiber* fiber, Time at) {
  Core& core = *fiber->core;
  fiber->since = at;
  core.waiting.push_back(fiber);
  if (&core != current_ && core.running == nullptr &&
      keyOf(core, earliest(core)) < queue_.key(core.core)) {
    enqueue(core);
  }
  refreshHorizon();
}

} // namespace galois::substrate::virt
