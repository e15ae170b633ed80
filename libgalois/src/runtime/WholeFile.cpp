#include "galois/runtime/WholeFile.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "galois/gIO.h"

namespace galois::runtime {

std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') {
      quoted += '"';
    }
    quoted += c;
  }
  return quoted + '"';
}

bool isSpecialFile(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

std::string temporaryName(const std::string& path) {
  return isSpecialFile(path) ? path : fmt::format("{}.{}.tmp", path, ::getpid());
}

namespace {

/// Waits until the storage has the names of the files beside `path`, if it can tell.
void syncFolder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

} // namespace

std::string writeWholeFile(const std::string& path, std::string_view text, Durable durable) {
  const std::string temporary = temporaryName(path);
  std::FILE* file = std::fopen(temporary.c_str(), "w");
  if (file == nullptr) {
    return gErrnoText();
  }
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (durable == Durable::kYes) {
    written = written && std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0;
  }
  std::string error = written ? "" : gErrnoText();
  if (std::fclose(file) != 0 && error.empty()) {
    error = gErrnoText();
  }
  if (temporary == path) {
    return error;
  }
  if (error.empty() && std::rename(temporary.c_str(), path.c_str()) != 0) {
    error = gErrnoText();
  }
  if (!error.empty()) {
    std::remove(temporary.c_str());
  } else if (durable == Durable::kYes) {
    syncFolder(path);
  }
  return error;
}

} // namespace galois::runtime
