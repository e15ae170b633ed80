/**
 * How a program here runs one of the repository's scripts. Pictures, for example, are drawn in
 * Python.
 */
#pragma once

#include "inputs/Error.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace galois::inputs {

/// A script of the repository, such as inputs/plot-graph-info: installed programs have it in
/// ../share/galois-cps, seen from the folder that they lie in, and programs in a build folder have
/// links to the folders of the repository there.
class Script {
public:
  /// Finds it.
  /// @param name  its path in the repository
  /// @throws InputError that says where it was looked for
  explicit Script(const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    const fs::path script = program.parent_path() / "../share/galois-cps" / name;
    path_ = script.lexically_normal().string();
    if (!fs::exists(path_, ignored)) {
      fail("cannot find the script {}; it is installed together with this program", path_);
    }
  }

  /// Runs it with these arguments and `input` as its standard input.
  /// @throws InputError when it cannot be run or fails; it has then reported the reason on stderr
  void run(const std::vector<std::string>& arguments, const std::string& input) const {
    if (const int status = statusOf(arguments, input, false); status != 0) {
      fail("{} failed{}", path_, status == kNotRun ? ": it cannot be run" : "");
    }
  }

  /// Returns whether it succeeds with these arguments and no input. What it prints is lost.
  /// @throws InputError when no process can be started
  bool succeeds(const std::vector<std::string>& arguments) const {
    return statusOf(arguments, "", true) == 0;
  }

private:
  static constexpr int kNotRun = 127; ///< the exit status that says so, as that of shells

  /// Runs it. @return its exit status, or -1 if a signal has ended it
  int statusOf(const std::vector<std::string>& arguments, const std::string& input,
               bool silent) const {
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
      if (const int nothing = silent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1; nothing >= 0) {
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
      }
      execv(path_.c_str(), words.data());
      _exit(kNotRun);
    }
    close(ends[0]);
    // A script that ends early reports its own error, so a broken pipe is not reported.
    const auto before = std::signal(SIGPIPE, SIG_IGN);
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
    std::signal(SIGPIPE, before);
    close(ends[1]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string path_;
};

} // namespace galois::inputs
