#include "tables/TableFile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "inputs/Error.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"

namespace tables {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr const char* kMark = "galois-cps-table/1";

/// Reads what stands beside the rows; null if there is nothing.
Json readAbout(const std::string& path) {
  std::ifstream file(path);
  return file ? Json::parse(file, nullptr, false) : Json();
}

} // namespace

void requireTables() {} // here it is

const char* nameOf(Format format) {
  constexpr const char* kNames[] = {"csv", "tsv", "npy", "npz"};
  return kNames[static_cast<std::size_t>(format)];
}

TableFile::TableFile(std::string path, Json table, std::size_t rows, Json totals)
    : path_(std::move(path)), part_(path_ + ".part"), about_(part_ + ".json"),
      table_(std::move(table)), rows_(rows), state_(std::move(totals)) {
  galois::inputs::noteOutput(path_);
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) &&
      !std::filesystem::is_regular_file(path_, ignored)) {
    throw lonestar::UsageError(fmt::format(
        "--table={}: a table needs a regular file, which is kept while it grows", path_));
  }
  galois::inputs::requireWritable({path_});
  constexpr mode_t kPermissions = 0666;
  fd_ = ::open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kPermissions);
  if (fd_ < 0) {
    throw lonestar::AppError(fmt::format("cannot write {}: {}", part_, std::strerror(errno)));
  }
  if (::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(fd_);
    throw lonestar::AppError(fmt::format("{} is being written by another run", part_));
  }
  try {
    resume();
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

TableFile::~TableFile() {
  ::close(fd_);
  if (done_ == 0 && !committed_) {
    remove();
  }
}

void TableFile::resume() {
  struct stat info {};
  if (::fstat(fd_, &info) != 0) {
    failToWrite(errno);
  }
  const Json about = readAbout(about_);
  const auto size = static_cast<std::uint64_t>(info.st_size);
  const auto refuse = [&](const std::string& why) {
    throw lonestar::AppError(
        fmt::format("{} {}; remove it, or give --table another name", part_, why));
  };
  if (size == 0) { // a new file, or one of a run that ended before its first row
    return;
  }
  if (!about.is_object() || about.value("mark", "") != kMark || !about.contains("table") ||
      !about["table"].is_object() || !about.contains("rows") || !about.contains("bytes") ||
      !about["rows"].is_number_unsigned() || !about["bytes"].is_number_unsigned() ||
      !about.contains("state")) {
    refuse(fmt::format("is there, and {} does not say which table it belongs to", about_));
  }
  std::vector<std::string> other;
  for (const auto& [name, value] : table_.items()) {
    if (!about["table"].contains(name) || about["table"][name] != value) {
      other.push_back(name);
    }
  }
  if (!other.empty()) {
    refuse(fmt::format("has {} rows of another table (other {})",
                       about["rows"].get<std::uint64_t>(), fmt::join(other, ", ")));
  }
  done_ = about["rows"].get<std::size_t>();
  bytes_ = written_ = about["bytes"].get<std::uint64_t>();
  state_ = about["state"];
  if (done_ > rows_ || bytes_ > size) {
    refuse("is damaged: it is shorter than what was kept");
  }
  if (::ftruncate(fd_, static_cast<off_t>(bytes_)) != 0 ||
      ::lseek(fd_, static_cast<off_t>(bytes_), SEEK_SET) < 0) {
    failToWrite(errno);
  }
}

void TableFile::failToWrite(int error) const {
  throw lonestar::AppError(fmt::format(
      "cannot write {}: {}; {} of {} rows are kept there, and the same command goes on from them",
      part_, std::strerror(error), done_, rows_));
}

void TableFile::flush() {
  const char* data = buffer_.data();
  std::size_t size = buffer_.size();
  while (size > 0) {
    const ssize_t done = ::write(fd_, data, size);
    if (done < 0 && errno != EINTR) {
      failToWrite(errno);
    }
    data += done < 0 ? 0 : done;
    size -= done < 0 ? 0 : static_cast<std::size_t>(done);
  }
  written_ += buffer_.size();
  buffer_.clear();
}

void TableFile::write(const void* data, std::size_t size) {
  buffer_.append(static_cast<const char*>(data), size);
  if (buffer_.size() >= kBuffer) {
    flush();
  }
}

void TableFile::keep(std::size_t rows, Json state) {
  flush();
  if (::fdatasync(fd_) != 0 && errno != EINVAL) {
    failToWrite(errno);
  }
  const Json about{{"mark", kMark},
                   {"table", table_},
                   {"rows", done_ + rows},
                   {"bytes", written_},
                   {"state", state}};
  try {
    galois::inputs::OutputFile file(galois::inputs::OutputFile::Private{about_, 0644});
    file.write(about.dump() + "\n");
    file.commit();
  } catch (const galois::inputs::InputError& error) {
    throw lonestar::AppError(
        fmt::format("{}; {} of {} rows are kept in {}", error.what(), done_, rows_, part_));
  }
  done_ += rows;
  bytes_ = written_;
  state_ = std::move(state);
}

void TableFile::commit() {
  if (::rename(part_.c_str(), path_.c_str()) != 0) {
    failToWrite(errno);
  }
  ::unlink(about_.c_str());
  committed_ = true;
}

void TableFile::remove() {
  ::unlink(about_.c_str());
  ::unlink(part_.c_str());
}

} // namespace tables
