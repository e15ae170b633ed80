/// Threads that use one queue together.
#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace entries {

/// Runs work(thread) on so many threads, and throws the first of their exceptions after all have ended.
template <typename Work>
void onThreads(unsigned threads, const Work& work) {
  std::exception_ptr problem;
  std::mutex lock;
  std::vector<std::thread> team;
  team.reserve(threads);
  for (unsigned thread = 0; thread < threads; ++thread) {
    team.emplace_back([&, thread] {
      try {
        work(thread);
      } catch (...) {
        const std::lock_guard<std::mutex> guard(lock);
        problem = problem ? problem : std::current_exception();
      }
    });
  }
  for (std::thread& each : team) {
    each.join();
  }
  if (problem) {
    std::rethrow_exception(problem);
  }
}

} // namespace entries
