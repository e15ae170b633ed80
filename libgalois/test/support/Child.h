/** Tests that need a process of their own: another machine, another cpuset, an exit. */
#ifndef GALOIS_TEST_SUPPORT_CHILD_H
#define GALOIS_TEST_SUPPORT_CHILD_H

#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <string>

namespace galois::test {

/// Whether this build watches memory or threads in a way that rules out address-space limits and
/// forks of many threads.
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

/// What runs this program, if the processor does not: GALOIS_TEST_LAUNCHER in the environment, a
/// command to put in front (scripts/test-aarch64). nullptr without one.
inline const char* launcher() { return std::getenv("GALOIS_TEST_LAUNCHER"); }

/// Whether limits of address space hold for this program alone.
inline bool spaceIsOurs() { return !kSanitized && launcher() == nullptr; }

/**
 * Runs the test `name` ("Suite.DISABLED_Name": disabled, so that it runs only here) of this very
 * program in a new process, with `environment` ("A=1 B='x y'") added, and returns its exit status:
 * 0 if the test passed, -1 if a signal ended it.
 */
inline int runChild(const std::string& name, const std::string& environment = "") {
  char self[PATH_MAX + 1] = {};
  if (readlink("/proc/self/exe", self, PATH_MAX) <= 0) return -1;
  const std::string command =
      environment + " " + (launcher() ? launcher() : "") + " '" + self +
      "' --gtest_also_run_disabled_tests --gtest_brief=1 --gtest_filter=" + name;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace galois::test

#endif
