#include "liblonestar/flags/LeftOut.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "galois/substrate/ShellWord.h"

namespace lonestar {

std::string leftOut(const std::string& what, const HowToAdd& how) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path folder = program.parent_path().parent_path();
  const std::string begin = fmt::format("{}: this build leaves it out; ", what);
  if (!fs::exists(folder / "CMakeCache.txt", ignored)) {
    return fmt::format("{}a build with cmake -D{}", begin, how.full);
  }
  const std::string there = galois::substrate::shellWord(folder.string());
  return fmt::format("{}to add it: cmake -D{} {} && cmake --build {} --target {}", begin,
                     how.setting, there, there, program.filename().string());
}

} // namespace lonestar
