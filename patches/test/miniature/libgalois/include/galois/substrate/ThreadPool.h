/** A pool that starts its threads for each region. Sixteen threads on two sockets, on any machine. */
#pragma once

#include <functional>
#include <utility>

namespace galois::substrate {

class ThreadPool {
public:
  template <typename... Commands>
  void run(unsigned num, Commands&&... commands) {
    runAll(num, [&] { (static_cast<void>(commands()), ...); });
  }

  unsigned getMaxUsableThreads() const { return kThreads; }
  unsigned getMaxThreads() const { return kThreads; }
  unsigned getMaxCores() const { return kThreads; }
  unsigned getMaxSockets() const { return kSockets; }
  unsigned getMaxNumaNodes() const { return kSockets; }
  unsigned getSocket(unsigned tid) const { return socketOf(checked(tid)); }
  unsigned getNumaNode(unsigned tid) const { return socketOf(checked(tid)); }
  unsigned getLeader(unsigned tid) const { return socketOf(checked(tid)) * (kThreads / kSockets); }
  bool isLeader(unsigned tid) const { return getLeader(tid) == tid; }

  static unsigned getTID() { return tid_; }
  static unsigned getSocket() { return socketOf(tid_); }

private:
  static constexpr unsigned kThreads = 16, kSockets = 2;
  static thread_local unsigned tid_;

  static unsigned socketOf(unsigned tid) { return tid / (kThreads / kSockets); }
  static unsigned checked(unsigned tid); ///< ends the program if there is no such thread
  static void runAll(unsigned num, const std::function<void()>& body);
};

ThreadPool& getThreadPool();

} // namespace galois::substrate
