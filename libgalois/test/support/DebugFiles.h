/** What a program writes for the search of errors where environment variables ask for it. */
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "support/Child.h"
#include "support/TempFolder.h"

namespace galois::test {

/// What a process has written: its stderr, and its files in the current folder by name. A name has
/// `<process>` in place of the number of the process.
using Written = std::map<std::string, std::string>;

/// Runs the test `name` in a process of its own, in an empty folder, with `environment`
/// ("A=1 B='x y'") added. The test calls writeInChild().
/// @return what it has written: its stderr as "stderr", and its files
inline Written writtenByChild(const std::string& name, const std::string& environment) {
  const TempFolder folder;
  EXPECT_EQ(runChild(name, "GALOIS_TEST_FOLDER='" + folder.path().string() + "' " + environment), 0)
      << environment;
  Written written;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    std::ifstream file(entry.path());
    std::string called = entry.path().filename().string();
    const auto digit = called.find_first_of("0123456789");
    if (digit != std::string::npos) {
      called.replace(digit, called.find_first_not_of("0123456789", digit) - digit, "<process>");
    }
    written[called] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  return written;
}

/// Calls fn() in the folder that the parent has made, and keeps what it writes to stderr.
template <typename F>
void writeInChild(F fn) {
  const char* const folder = std::getenv("GALOIS_TEST_FOLDER");
  ASSERT_NE(folder, nullptr);
  std::filesystem::current_path(folder);
  testing::internal::CaptureStderr();
  fn();
  std::ofstream("stderr") << testing::internal::GetCapturedStderr();
}

} // namespace galois::test
