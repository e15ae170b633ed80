/**
 * The workers of a fork-join region as far as a protocol uses them. A test plays all of them on one
 * thread, so that every case happens in the order in which it is written, or runs them under the
 * model checker (CheckedWorkers.h).
 */
#pragma once

#include <cstdint>
#include <memory>

#include "galois/runtime/forkjoin/AwaitedFrame.h"
#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/ParkedWorkers.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Interrupts.h"
#include "galois/substrate/Random.h"

namespace galois::test {

template <typename Protocol>
struct ProtocolMember;

/// The generator of a worker over an atomics policy. A model checker's says when it is used.
template <typename Policy>
struct GeneratorOf {
  using Type = substrate::Random;
};

/// What a protocol uses of a TaskTeam.
template <typename Protocol>
struct ProtocolTeam {
  using Member = ProtocolMember<Protocol>;

  /// Makes so many workers.
  ProtocolTeam(unsigned count, const runtime::ForkJoinSettings& wanted)
      : threads(count), settings(wanted), shared(count), parked(count), workers(new Member[count]) {
    for (unsigned i = 0; i < count; ++i) {
      workers[i].team_ = this;
      workers[i].index_ = i;
      workers[i].random_ = typename Member::Generator(1, i);
      workers[i].local_.begin(workers[i]);
    }
  }
  /// Returns one of them.
  Member& operator[](unsigned i) { return workers[i]; }

  const unsigned threads;
  const runtime::ForkJoinSettings settings;
  typename Protocol::Shared shared;
  runtime::ParkedWorkers<typename Protocol::Policy> parked;
  std::unique_ptr<Member[]> workers;
  std::uint64_t ticksPerMicrosecond = 1000;
};

/// What a protocol uses of a TaskWorker.
template <typename Protocol>
struct ProtocolMember {
  using Frame = typename Protocol::Frame;
  using Generator = typename GeneratorOf<typename Protocol::Policy>::Type;

  unsigned index() const { return index_; }
  unsigned threads() const { return team_->threads; }
  runtime::ForkJoinCounters& counters() { return counters_; }
  bool inHandler() const { return false; }
  void lookForDrops() const {}
  bool dropped() const { return dropped_; }
  std::uint64_t nextId() { return runtime::taskId(index_, ++ids_); }
  void poll() { local_.poll(*this); }

  bool push(Frame& frame) { return local_.push(*this, &frame); }
  Frame* seek(Frame* awaited = nullptr, bool impatient = false) {
    return local_.seek(*this, awaited, impatient);
  }
  /// Falls asleep, unless the protocol finds a reason to stay awake, and calls meanwhile().
  /// @return whether this worker stayed awake, or was woken in the meantime
  template <typename Meanwhile>
  bool sleep(const Meanwhile& meanwhile) {
    bool awake = false;
    team_->parked.sleep(index_, [&] {
      awake = local_.mustStayAwake(*this);
      if (!awake) {
        meanwhile();
        awake = !team_->parked.sleeps(index_);
        return !awake; // who was woken takes the signal from its gate
      }
      return true;
    });
    return awake;
  }

  typename Protocol::Local local_;
  ProtocolTeam<Protocol>* team_ = nullptr;
  unsigned index_ = 0;
  std::uint64_t ids_ = 0;
  const runtime::BasicRunningTask<typename Protocol::Policy>* running_ = nullptr;
  Generator random_;
  runtime::ForkJoinCounters counters_;
  runtime::AwaitedFrame<typename Protocol::Policy> awaited_;
  substrate::Interruptible interruptible_;
  bool dropped_ = false;
};

/// A frame that is never run.
struct IdleFrame : runtime::TaskFrame {
  IdleFrame() : BasicTaskFrame([](BasicTaskFrame&, void*) {}) {}
};

} // namespace galois::test
