#include "inputs/io/FileRoles.h"

#include "inputs/Error.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

namespace fs = std::filesystem;

struct Roles {
  bool apart = false;
  std::vector<std::string> inputs, outputs;
};

Roles& roles() {
  static Roles all;
  return all;
}

/// Identifies a regular file. It is determined again for each comparison, because the number of a
/// deleted file is used again for the next one.
struct Identity {
  std::optional<std::pair<dev_t, ino_t>> file; // identity of a regular file that exists
  fs::path missing;                            // path of a file that does not exist
};

Identity identityOf(const std::string& path, int standardStream) {
  struct stat info {};
  Identity identity;
  if ((path == "-" ? fstat(standardStream, &info) : stat(path.c_str(), &info)) == 0) {
    if (S_ISREG(info.st_mode)) {
      identity.file.emplace(info.st_dev, info.st_ino);
    }
  } else if (path != "-") {
    std::error_code error;
    const fs::path full = fs::absolute(path, error);
    identity.missing = fs::weakly_canonical(full.parent_path(), error) / full.filename();
  }
  return identity;
}

bool same(const Identity& a, const Identity& b) {
  return (a.file && a.file == b.file) || (!a.missing.empty() && a.missing == b.missing);
}

std::string shown(const std::string& path, const char* standardStream) {
  return path == "-" ? standardStream : path;
}

void refuseInputAsOutput(const std::string& input, const std::string& output) {
  if (!same(identityOf(input, STDIN_FILENO), identityOf(output, STDOUT_FILENO))) {
    return;
  }
  if (input == output) {
    failUsage("{} is an input and cannot be an output, too; give the output another name", output);
  }
  failUsage("{} is the same file as the input {}; give the output another name",
            shown(output, "standard output"), shown(input, "standard input"));
}

void refuseTwoOutputs(const std::string& first, const std::string& second) {
  const bool mixed = first == "-" && second == "-"; // whatever standard output is
  if (!mixed && !same(identityOf(first, STDOUT_FILENO), identityOf(second, STDOUT_FILENO))) {
    return;
  }
  if (first == second) {
    failUsage("{} cannot hold two outputs; give each of them a name of its own",
              shown(first, "standard output"));
  }
  failUsage("{} and {} are the same file; give each output a name of its own",
            shown(first, "standard output"), shown(second, "standard output"));
}

} // namespace

void keepFilesApart() { roles().apart = true; }

void noteInput(const std::string& path) {
  if (!roles().apart) {
    return;
  }
  for (const std::string& output : roles().outputs) {
    refuseInputAsOutput(path, output);
  }
  roles().inputs.push_back(path);
}

void noteOutput(const std::string& path) {
  if (!roles().apart) {
    return;
  }
  for (const std::string& input : roles().inputs) {
    refuseInputAsOutput(input, path);
  }
  for (const std::string& output : roles().outputs) {
    refuseTwoOutputs(output, path);
  }
  roles().outputs.push_back(path);
}

void checkOutputs(const std::vector<std::string>& paths) {
  const std::vector<std::string> before = roles().outputs;
  try {
    for (const std::string& path : paths) {
      if (!path.empty()) {
        noteOutput(path);
      }
    }
  } catch (...) {
    roles().outputs = before;
    throw;
  }
  roles().outputs = before;
}

} // namespace galois::inputs
