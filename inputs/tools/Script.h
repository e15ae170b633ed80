/**
 * How a program here runs one of the scripts in inputs/. Pictures, for example, are drawn in
 * Python.
 */
#pragma once

#include "inputs/Error.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace galois::inputs {

/// A script of the folder inputs/: installed programs have it in ../share/galois-cps, seen from the
/// folder that they lie in, and programs in a build folder have a link to the repository there.
class Script {
public:
  /// Finds it.
  /// @throws InputError that says where it was looked for
  explicit Script(const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    const fs::path script = program.parent_path() / "../share/galois-cps/inputs" / name;
    path_ = script.lexically_normal().string();
    if (!fs::exists(path_, ignored)) {
      fail("cannot find the script {}; it is installed together with this program", path_);
    }
  }

  /// Runs it with these arguments and `input` as its standard input.
  /// @throws InputError when it cannot be run or fails; it has then reported the reason on stderr
  void run(const std::vector<std::string>& arguments, const std::string& input) const {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      fail("cannot make a pipe: {}", std::strerror(errno));
    }
    std::vector<char*> words{const_cast<char*>(path_.c_str())};
    for (const std::string& argument : arguments) {
      words.push_back(const_cast<char*>(argument.c_str()));
    }
    words.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) {
      fail("cannot start {}: {}", path_, std::strerror(errno));
    }
    if (child == 0) {
      dup2(ends[0], STDIN_FILENO);
      execv(path_.c_str(), words.data());
      _exit(127);
    }
    close(ends[0]);
    // A script that ends early reports its own error, so a broken pipe is not reported.
    for (size_t at = 0; at < input.size();) {
      const ssize_t done = write(ends[1], input.data() + at, input.size() - at);
      if (done < 0 && errno == EINTR) {
        continue;
      }
      if (done < 0) {
        break;
      }
      at += static_cast<size_t>(done);
    }
    close(ends[1]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fail("{} failed{}", path_,
           WIFEXITED(status) && WEXITSTATUS(status) == 127 ? ": it cannot be run" : "");
    }
  }

private:
  std::string path_;
};

} // namespace galois::inputs
