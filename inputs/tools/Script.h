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
    if (const int status = statusOf(arguments, input, nullptr); status != 0) {
      fail("{} failed{}", path_, status == kNotRun ? ": it cannot be run" : "");
    }
  }

  /// Runs it with these arguments and no input. What it prints is lost.
  /// @return "" if it succeeds; else the first line of its complaint, without its own name
  /// @throws InputError when no process can be started
  std::string whyItFails(const std::vector<std::string>& arguments) const {
    std::string complaint;
    if (statusOf(arguments, "", &complaint) == 0) {
      return "";
    }
    complaint = complaint.substr(0, complaint.find('\n'));
    const std::string name = std::filesystem::path(path_).filename().string() + ": ";
    if (complaint.starts_with(name)) {
      complaint.erase(0, name.size());
    }
    return complaint.empty() ? path_ + " cannot be run" : complaint;
  }

private:
  static constexpr int kNotRun = 127; ///< the exit status that says so, as that of shells

  /// Runs it. @return its exit status, or -1 if a signal has ended it
  /// @param complaint  receives what it prints on stderr, and what it prints on stdout is lost; or
  ///                   null
  int statusOf(const std::vector<std::string>& arguments, const std::string& input,
               std::string* complaint) const {
    int ends[2];
    int said[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0 || (complaint != nullptr && pipe2(said, O_CLOEXEC) != 0)) {
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
      if (complaint != nullptr) {
        dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
        dup2(said[1], STDERR_FILENO);
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
    if (complaint != nullptr) {
      close(said[1]);
      char part[512];
      for (ssize_t length = 1; length != 0;) {
        length = read(said[0], part, sizeof(part));
        if (length < 0 && errno != EINTR) {
          break;
        }
        complaint->append(part, static_cast<size_t>(length > 0 ? length : 0));
      }
      close(said[0]);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string path_;
};

} // namespace galois::inputs
