#include "tables/NpzFile.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <zlib.h>

#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"

namespace tables {

namespace {

using galois::inputs::OutputFile;

/// A file in memory, for reading.
class MappedFile {
public:
  explicit MappedFile(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (fd >= 0 && ::fstat(fd, &info) == 0) {
      size_ = static_cast<std::size_t>(info.st_size);
      data_ = size_ == 0 ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd, 0);
    }
    if (fd >= 0) {
      ::close(fd);
    }
    if (fd < 0 || data_ == MAP_FAILED) {
      throw lonestar::AppError(fmt::format("cannot read {}", path));
    }
  }
  ~MappedFile() {
    if (data_ != nullptr) {
      ::munmap(data_, size_);
    }
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Appends an integer of so many bytes, 8 at most, the lowest first.
void put(std::string& text, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) {
    text += static_cast<char>(value >> (8 * i));
  }
}

/// Calls its argument for the pieces of an array, one after the other.
using Pieces = std::function<void(const std::function<void(std::string_view)>&)>;

/// Writes an archive without compression. Entries say their sizes in 64 bits, as NumPy's do.
class Archive {
public:
  explicit Archive(const OutputFile::Private& file) : file_(file) {}

  void add(const std::string& name, const Pieces& pieces) {
    std::uint64_t size = 0;
    uLong sum = crc32(0, nullptr, 0);
    pieces([&](std::string_view piece) {
      size += piece.size();
      for (std::size_t at = 0; at < piece.size();) { // crc32() takes 32 bits of length
        const auto part = static_cast<uInt>(std::min<std::size_t>(piece.size() - at, 1U << 30));
        sum = crc32(sum, reinterpret_cast<const Bytef*>(piece.data() + at), part);
        at += part;
      }
    });
    const std::uint64_t offset = file_.written();
    // What both headers of an entry have: version, flags, no compression, 1980-01-01, sum, sizes.
    std::string common;
    put(common, 45, 2);
    common.append(2 + 2 + 2, '\0');
    put(common, 0x21, 2);
    put(common, sum, 4);
    put(common, 0xffffffff, 4);
    put(common, 0xffffffff, 4);
    put(common, name.size(), 2);
    std::string sizes; // in the extra field
    put(sizes, size, 8);
    put(sizes, size, 8);
    std::string local = "PK\x03\x04" + common;
    put(local, 4 + sizes.size(), 2);
    local += name;
    put(local, 1, 2);
    put(local, sizes.size(), 2);
    file_.write(local + sizes);
    pieces([&](std::string_view piece) { file_.write(piece); });
    put(sizes, offset, 8);
    directory_ += "PK\x01\x02";
    put(directory_, 45, 2);
    directory_ += common;
    put(directory_, 4 + sizes.size(), 2);
    directory_.append(2 + 2 + 2 + 4, '\0');
    put(directory_, 0xffffffff, 4);
    directory_ += name;
    put(directory_, 1, 2);
    put(directory_, sizes.size(), 2);
    directory_ += sizes;
    ++entries_;
  }

  void commit() {
    const std::uint64_t begin = file_.written();
    file_.write(directory_);
    std::string end = "PK\x06\x06";
    put(end, 44, 8);
    put(end, 45, 2);
    put(end, 45, 2);
    put(end, 0, 8); // disks
    put(end, entries_, 8);
    put(end, entries_, 8);
    put(end, directory_.size(), 8);
    put(end, begin, 8);
    end += "PK\x06\x07";
    put(end, 0, 4);
    put(end, begin + directory_.size(), 8);
    put(end, 1, 4);
    end += "PK\x05\x06";
    put(end, 0, 4);
    put(end, entries_, 2);
    put(end, entries_, 2);
    put(end, 0xffffffff, 4);
    put(end, 0xffffffff, 4);
    put(end, 0, 2);
    file_.write(end);
    file_.commit();
  }

private:
  OutputFile file_;
  std::string directory_;
  std::uint64_t entries_ = 0;
};

/// Returns the bytes of numbers as they are in memory.
template <typename Number>
std::string_view bytesOf(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

} // namespace

std::string npyHeader(const std::string& type, const std::vector<std::uint64_t>& shape) {
  constexpr std::size_t kAlign = 64, kBefore = 10; // the mark, the version and the length
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': (", type);
  for (const std::uint64_t length : shape) {
    text += fmt::format("{}, ", length);
  }
  text += "), }";
  const std::size_t all = (kBefore + text.size() + 1 + kAlign - 1) / kAlign * kAlign;
  text.resize(all - kBefore - 1, ' ');
  text += '\n';
  std::string header = "\x93NUMPY";
  put(header, 1, 2); // version 1.0
  put(header, text.size(), 2);
  return header + text;
}

void writeNpz(const std::string& path, const std::string& records, std::size_t rows,
              std::uint64_t columns, const std::string& type, std::size_t bytes) {
  const MappedFile file(records);
  std::vector<std::string_view> nodes, distances;
  std::vector<std::int64_t> offsets{0};
  std::string_view left = file.bytes();
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t entries = 0;
    const bool begun = left.size() >= sizeof(entries);
    if (begun) {
      std::memcpy(&entries, left.data(), sizeof(entries));
      left.remove_prefix(sizeof(entries));
    }
    if (!begun || left.size() / (sizeof(std::uint32_t) + bytes) < entries) {
      throw lonestar::AppError(fmt::format("{} is cut short; remove it and run again", records));
    }
    nodes.push_back(left.substr(0, entries * sizeof(std::uint32_t)));
    left.remove_prefix(nodes.back().size());
    distances.push_back(left.substr(0, entries * bytes));
    left.remove_prefix(distances.back().size());
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(entries));
  }
  const auto count = static_cast<std::uint64_t>(offsets.back());
  struct stat info {};
  Archive archive({path, ::stat(records.c_str(), &info) == 0 ? info.st_mode & 0777 : 0600});
  const auto add = [&](const char* name, const std::string& of,
                       const std::vector<std::uint64_t>& shape,
                       const std::vector<std::string_view>& pieces) {
    const std::string header = npyHeader(of, shape);
    archive.add(name, [&](const auto& use) {
      use(header);
      for (const std::string_view piece : pieces) {
        use(piece);
      }
    });
  };
  const std::vector<std::int64_t> shape{static_cast<std::int64_t>(rows),
                                        static_cast<std::int64_t>(columns)};
  add("indices.npy", "<i4", {count}, nodes);
  add("indptr.npy", "<i8", {rows + 1}, {bytesOf(offsets)});
  add("format.npy", "|S3", {}, {"csr"});
  add("shape.npy", "<i8", {2}, {bytesOf(shape)});
  add("data.npy", type, {count}, distances);
  archive.commit();
}

} // namespace tables
