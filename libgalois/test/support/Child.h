/** Runs a test in a process of its own, for another machine, another cpuset, or an exit. */
#pragma once

#include <sys/wait.h>

#include <cerrno> // program_invocation_name
#include <cstdlib>
#include <string>

namespace galois::test {

/// Whether this build checks memory or threads in a way that rules out address-space limits and
/// forks of processes with many threads.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GALOIS_TEST_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(GALOIS_TEST_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Whether this build checks threads, which makes starting hundreds of them expensive.
#ifdef __SANITIZE_THREAD__
inline constexpr bool kThreadSanitized = true;
#else
inline constexpr bool kThreadSanitized = false;
#endif

/// Whether limits of the address space affect this program alone. They do not under a sanitizer or
/// in an emulator (scripts/dev/test-aarch64 sets GALOIS_TEST_EMULATED).
inline bool spaceIsOurs() { return !kSanitized && !std::getenv("GALOIS_TEST_EMULATED"); }

/**
 * Runs the test `name` of this program in a new process with `environment` ("A=1 B='x y'") added,
 * and returns its exit status: 0 if the test passed, -1 if a signal ended it. The name is
 * "Suite.DISABLED_Name", which is disabled so that it runs only here.
 */
inline int runChild(const std::string& name, const std::string& environment = "") {
  // Use the name that the program was called by, which may be a script that starts an emulator.
  const std::string command =
      environment + " '" + program_invocation_name +
      "' --gtest_also_run_disabled_tests --gtest_brief=1 --gtest_filter=" + name;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace galois::test
