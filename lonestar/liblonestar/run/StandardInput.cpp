#include "liblonestar/run/StandardInput.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "inputs/Error.h"

namespace lonestar {

namespace {

namespace fs = std::filesystem;

/// Copies what is left of one file to another. @throws InputError
void copy(int from, int to, const std::string& name) {
  std::vector<char> block(std::size_t{1} << 16);
  for (;;) {
    const ssize_t got = read(from, block.data(), block.size());
    if (got < 0 && errno != EINTR) {
      galois::inputs::fail("cannot read standard input: {}", std::strerror(errno));
    }
    if (got == 0) {
      return;
    }
    for (ssize_t done = 0; done < got;) {
      const ssize_t wrote = write(to, block.data() + done, static_cast<std::size_t>(got - done));
      if (wrote < 0 && errno != EINTR) {
        galois::inputs::fail("cannot write {}: {}; set TMPDIR", name, std::strerror(errno));
      }
      done += wrote > 0 ? wrote : 0;
    }
  }
}

/// The copy, in a folder of its own, so that its name can be what messages call it.
class Copy {
public:
  Copy() {
    std::error_code error;
    const fs::path temporary = fs::temp_directory_path(error);
    folder_ = ((error ? "/tmp" : temporary) / "galois-cps-XXXXXX").string();
    if (mkdtemp(folder_.data()) == nullptr) {
      const std::string name = std::exchange(folder_, "");
      galois::inputs::fail("cannot make {}: {}; set TMPDIR", name, std::strerror(errno));
    }
    const int file = open(path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    try {
      if (file < 0) {
        galois::inputs::fail("cannot write {}: {}; set TMPDIR", path(), std::strerror(errno));
      }
      copy(STDIN_FILENO, file, path());
    } catch (...) {
      if (file >= 0) {
        close(file);
      }
      drop();
      throw;
    }
    close(file);
  }
  ~Copy() { drop(); }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  std::string path() const { return folder_ + "/standard input"; }

  void drop() noexcept {
    if (!folder_.empty()) {
      unlink(path().c_str());
      rmdir(folder_.c_str());
    }
  }

private:
  std::string folder_;
};

Copy* made = nullptr; // what dropStandardInput() knows

} // namespace

std::string pathOfInput(const std::string& argument) {
  if (argument != "-") {
    return argument;
  }
  static Copy copy;
  made = &copy;
  return copy.path();
}

void dropStandardInput() noexcept {
  if (made != nullptr) {
    made->drop();
  }
}

} // namespace lonestar
