/** Threads of a program that are none of the library's. */
#pragma once

#include <thread>
#include <vector>

namespace galois::test {

/// Runs body(number) on `count` threads of their own at once, and waits for their ends.
template <typename Body>
void onOwnThreads(unsigned count, const Body& body) {
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < count; ++number) {
    threads.emplace_back([&body, number] { body(number); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

} // namespace galois::test
