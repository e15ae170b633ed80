/** A folder for the files of a test. */
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <stdlib.h> // mkdtemp

namespace galois::test {

/// A new folder below the system's one for temporary files, removed with all that is in it.
class TempFolder {
public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "galois-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make " + name);
    }
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Returns the path of a file in the folder.
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file and returns its path. An existing file of that name is removed first, because
  /// some file systems flush a truncated file, which takes milliseconds.
  std::string write(const std::string& name, const std::string& content) const {
    std::filesystem::remove(path_ / name);
    std::ofstream(path_ / name, std::ios::binary) << content;
    return *this / name;
  }

  /// Returns the sorted names in the folder.
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      all.push_back(entry.path().filename().string());
    }
    std::sort(all.begin(), all.end());
    return all;
  }

private:
  std::filesystem::path path_;
};

} // namespace galois::test
