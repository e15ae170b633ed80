/**
 * Hardware beside the cores of the simulated machine, for worklist policies that have hardware
 * queues or engines (docs/worklists/hd-cps-hardware.md). Only builds with GALOIS_VIRTUAL have these
 * functions.
 *
 * The state of a device is plain memory of the policy, without atomics and without cache lines. A
 * policy calls deviceStep() before it reads or changes such state that other threads change, too.
 * The call runs every core whose clock is behind, and takes the time of the access. Until the
 * thread's next step, access to a shared word, or wait, no other thread runs. So all changes that
 * other threads make at an earlier virtual time have been made, and accesses are in the order of
 * virtual time.
 *
 * Each core also has an engine, logic of its own with a clock of its own. Within an EngineScope,
 * charge() and chargeMemory() move the engine's clock and not the core's. The core waits for it
 * with waitForEngine(). Within a SharedEngineScope, so do accesses to shared words.
 */
#pragma once

#include <cstdint>

namespace galois::substrate::virt {

/// A point or a span of virtual time in picoseconds.
using DeviceTime = std::uint64_t;

/// What a core does at a device. The cost file has one line for each.
enum class DeviceWork : std::uint8_t {
  kLook,        ///< nothing that takes time
  kQueueAccess, ///< one access to a hardware queue
  kInterrupt    ///< an interrupt
};

/// Runs the cores whose clocks are behind, and then advances the caller's clock by the time of the
/// work.
void deviceStep(DeviceWork work) noexcept;

/// Returns the calling core's clock.
DeviceTime deviceTime() noexcept;

/// Advances the caller's clock to `until`, if it is behind, and runs the cores that are then
/// behind.
void deviceWait(DeviceTime until) noexcept;

/// Sends a message over the mesh from the calling core to that of thread `to`. Takes no time of the
/// caller. @return the time at which the message arrives
DeviceTime sendMessage(unsigned to) noexcept;

/// While it lives, what the calling thread charges is work of its core's engine. The engine begins
/// when it has finished its earlier work. The thread must not wait or access shared words
/// meanwhile. Scopes do not nest.
class EngineScope {
public:
  EngineScope() noexcept;
  EngineScope(const EngineScope&) = delete;
  EngineScope& operator=(const EngineScope&) = delete;
  ~EngineScope();
};

/// As EngineScope, but the work may access shared words and wait, as any code of a policy does.
/// Meanwhile the cores run whose clocks are behind the engine's. At the end, the core's clock is set
/// back to where the scope began, so what the core does next comes after accesses that others have
/// made at a later time, up to the engine's clock. To keep that error small, do little work per
/// scope, and begin none unless engineIsIdle(). If another thread of the core has run meanwhile, the
/// clock is not set back. Scopes do not nest.
class SharedEngineScope {
public:
  SharedEngineScope() noexcept;
  SharedEngineScope(const SharedEngineScope&) = delete;
  SharedEngineScope& operator=(const SharedEngineScope&) = delete;
  ~SharedEngineScope();

private:
  DeviceTime begun_;
  std::uint64_t turns_; ///< of the core, at the begin
};

/// Returns whether the engine of the calling core has finished its work.
bool engineIsIdle() noexcept;

/// Lets engines carry out the prefetches of their cores, `lines` at a time per core. These then take
/// no time of the core. 0: the cores do it themselves, as the costs say. At most 64.
void setEnginePrefetches(unsigned lines) noexcept;

/// Waits until the engine of the calling core has finished its work.
/// @return how long the core waited
DeviceTime waitForEngine() noexcept;

} // namespace galois::substrate::virt
