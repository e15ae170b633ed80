// Implements the functions that headers of the substrate declare for builds with GALOIS_VIRTUAL, by
// calling the machine. On threads of the operating system other than the machine's they do nothing,
// because there is no virtual time.
#include <cstdint>

#include "Machine.h"
#include "OnMachine.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/ParkingGate.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/VirtualAtomics.h"
#include "galois/substrate/VirtualDevice.h"
#include "galois/substrate/VirtualMachine.h"

namespace galois::substrate {
namespace virt {

void access(const void* word, Access kind) noexcept {
  if (onMachine) {
    machine->access(word, kind);
  }
}
bool failsForNoReason() noexcept { return onMachine && machine->failsForNoReason(); }
bool allocationFails() noexcept { return onMachine && machine->allocationFails(); }
void inRegion(bool inside) noexcept {
  if (onMachine) {
    machine->inRegion(inside);
  }
}
void pause(unsigned times) noexcept {
  if (onMachine) {
    machine->pause(times);
  }
}
void yield() noexcept {
  if (onMachine) {
    machine->yield();
  }
}
void sleep(unsigned microseconds) noexcept {
  if (onMachine) {
    machine->sleep(microseconds);
  }
}

void deviceStep(DeviceWork work) noexcept {
  if (onMachine) {
    machine->deviceStep(work);
  }
}
DeviceTime deviceTime() noexcept { return onMachine ? machine->now() : 0; }
void deviceWait(DeviceTime until) noexcept {
  if (onMachine) {
    machine->waitUntil(until);
  }
}
DeviceTime sendMessage(unsigned to) noexcept { return onMachine ? machine->sendMessage(to) : 0; }
EngineScope::EngineScope() noexcept {
  if (onMachine) {
    machine->beginEngine();
  }
}
EngineScope::~EngineScope() {
  if (onMachine) {
    machine->endEngine();
  }
}
SharedEngineScope::SharedEngineScope() noexcept
    : begun_(deviceTime()), turns_(onMachine ? machine->beginSharedEngine() : 0) {}
SharedEngineScope::~SharedEngineScope() {
  if (onMachine) {
    machine->endSharedEngine(begun_, turns_);
  }
}
bool engineIsIdle() noexcept { return !onMachine || machine->engineIsIdle(); }
void setEnginePrefetches(unsigned lines) noexcept { Machine::get().setEnginePrefetches(lines); }
DeviceTime waitForEngine() noexcept { return onMachine ? machine->waitForEngine() : 0; }

void configure(const Setup& setup) {
  getThreadPool().changeMachine([&setup] { Machine::get().configure(setup); });
}
Description describe() { return Machine::get().describe(); }
Stall stall() { return Machine::get().stall(); }
std::uint64_t failedAllocations() { return Machine::get().failedAllocations(); }
std::string timeline() { return Machine::get().timeline(); }

} // namespace virt

void charge(Work work, std::uint64_t times) noexcept {
  if (virt::onMachine) {
    virt::machine->charge(work, times);
  }
}
void chargeMemory(const void* memory, std::size_t bytes) noexcept {
  if (virt::onMachine) {
    virt::machine->touch(memory, bytes);
  }
}
void chargeRow(const void* row, std::size_t bytes) noexcept {
  if (virt::onMachine) {
    virt::machine->readRow(row, bytes);
  }
}

void prefetchToRead(const void* word) noexcept { virt::access(word, virt::Access::kPrefetch); }
void prefetchToWrite(const void* word) noexcept {
  virt::access(word, virt::Access::kPrefetchToWrite);
}

std::uint64_t nowNs() noexcept { return virt::onMachine ? virt::machine->now() / 1000 : 0; }

void Parking<VirtualAtomics>::block(VirtualAtomics::Atomic<int>& word, int old) noexcept {
  // No other fiber runs between this check and parking, which makes both one atomic step, as in the
  // operating system.
  if (word.load(order::relaxed) == old) {
    virt::machine->park(&word);
  }
}

void Parking<VirtualAtomics>::wake(VirtualAtomics::Atomic<int>& word) noexcept {
  virt::machine->wake(&word);
}

} // namespace galois::substrate
