/**
 * A file of text to which all ranks write. Each rank has some of its lines, which stand in the file
 * in the order of ranks. No rank holds the lines of another one, and of its own ones a rank holds a
 * block at a time: it makes them twice, to count the bytes and to write them.
 *
 * The leading rank, 0, has opened the file (inputs/io/OutputFile.h), and gives it its name when all
 * ranks have written. Until then it has a temporary name. From the numbers of bytes before its own,
 * a rank knows where its lines begin, and writes them there itself. The file has its full size
 * before another rank opens it. Otherwise a host that reaches it over a network might take the part
 * before its own for empty, and send zeros with the first page that it writes.
 *
 * A compressed file, a pipe, a device or standard output cannot be written in parts. Then the ranks
 * take turns and send their lines to the leading rank, one block at a time.
 */
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "RankErrors.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/GhostValues.h"
#include "inputs/Error.h"
#include "inputs/io/OutputFile.h"

namespace dist {

namespace internal {

/// The lines of a rank, in blocks of text.
/// @tparam Append  append(text, line) appends a line of a rank
template <typename Append>
class LineBlocks {
public:
  /// Both must outlive this.
  LineBlocks(std::uint64_t lines, const Append& append) : lines_(lines), append_(append) {}

  /// Makes the next block. Returns whether there was one.
  bool next() {
    constexpr std::size_t kBlock = std::size_t{1} << 20; // bytes
    text_.clear();
    while (line_ < lines_ && text_.size() < kBlock) {
      append_(text_, line_++);
    }
    return !text_.empty();
  }
  /// Returns the block that next() has made.
  std::string_view text() const { return text_; }

private:
  const std::uint64_t lines_;
  const Append& append_;
  std::uint64_t line_ = 0;
  std::string text_;
};

} // namespace internal

/// A file that the leading rank has made, open for writing at any offset.
class PartialFile {
public:
  /// Opens the file.
  /// @param path  where it is
  /// @param name  what messages call it
  /// @throws galois::inputs::InputError
  PartialFile(const std::string& path, std::string name)
      : name_(std::move(name)), fd_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
    if (fd_ < 0 && errno == ENOENT) {
      galois::inputs::fail("cannot write {}: the file that rank 0 has begun is not here; choose a "
                           "folder that all hosts share",
                           name_);
    }
    check(fd_ >= 0);
  }
  ~PartialFile() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  /// Sets the size. @throws galois::inputs::InputError
  void resize(std::uint64_t bytes) { check(::ftruncate(fd_, static_cast<off_t>(bytes)) == 0); }

  /// Writes the text at this offset. @throws galois::inputs::InputError
  void write(std::string_view text, std::uint64_t offset) {
    while (!text.empty()) {
      const ssize_t done = ::pwrite(fd_, text.data(), text.size(), static_cast<off_t>(offset));
      if (done < 0 && errno == EINTR) {
        continue;
      }
      check(done >= 0);
      text.remove_prefix(static_cast<std::size_t>(done));
      offset += static_cast<std::uint64_t>(done);
    }
  }

  /// Waits until what was written is stored, and closes the file. @throws galois::inputs::InputError
  void finish() {
    check(::fsync(fd_) == 0);
    const int fd = fd_;
    fd_ = -1;
    check(::close(fd) == 0);
  }

private:
  void check(bool good) const {
    if (!good) {
      galois::inputs::fail("cannot write {}: {}", name_, std::strerror(errno));
    }
  }

  const std::string name_;
  int fd_;
};

/// Where the leading rank has made a file.
struct FilePlace {
  std::string name;      ///< what messages call the file
  std::string temporary; ///< its path until it is complete, or "" if it cannot be written in parts

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(name, temporary);
  }
};

/// Tells all ranks where the file is. Collective. @throws lonestar::AppError
/// @param file  the file on rank 0, null on the others
template <galois::dist::Transport T>
FilePlace placeOf(galois::dist::Endpoint<T>& endpoint, const galois::inputs::OutputFile* file) {
  FilePlace place;
  agreedByRank(endpoint, [&] {
    if (file != nullptr) {
      const std::string temporary = file->temporary();
      place = {file->name(),
               temporary.empty() ? "" : std::filesystem::absolute(temporary).string()};
    }
  });
  galois::dist::Writer writer;
  writer(place);
  return galois::dist::Reader(endpoint.gather(writer.bytes())[0]).template get<FilePlace>();
}

/// Writes the lines of all ranks, in the order of ranks. The caller commits the file then.
/// Collective.
/// @param file    the file on rank 0, to which nothing has been written yet; null on the others
/// @param lines   how many this rank has
/// @param append  append(text, line) appends this line of the rank, with its end. It appends the
///                same when it is called again
/// @throws lonestar::AppError  which names the rank that could not write
template <galois::dist::Transport T, typename Append>
void writeLines(galois::dist::Endpoint<T>& endpoint, galois::inputs::OutputFile* file,
                std::uint64_t lines, const Append& append) {
  using Blocks = internal::LineBlocks<Append>;
  const FilePlace place = placeOf(endpoint, file);
  struct Share {
    std::uint64_t bytes = 0, blocks = 0; // of a rank's lines
  };
  Share own;
  agreedByRank(endpoint, [&] {
    for (Blocks blocks(lines, append); blocks.next(); ++own.blocks) {
      own.bytes += blocks.text().size();
    }
  });
  std::vector<Share> shares;
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(&own, 1)))) {
    shares.push_back(galois::dist::Reader(bytes).template get<Share>());
  }
  if (place.temporary.empty()) {
    Blocks blocks(lines, append);
    for (galois::dist::Rank turn = 0; turn < endpoint.ranks(); ++turn) {
      for (std::uint64_t block = 0; block < shares[turn].blocks; ++block) {
        std::vector<std::vector<std::byte>> bodies(endpoint.ranks());
        if (turn == endpoint.rank() && blocks.next()) {
          const auto bytes = std::as_bytes(std::span(blocks.text()));
          bodies[0].assign(bytes.begin(), bytes.end());
        }
        std::vector<std::byte> arrived;
        galois::dist::exchange(endpoint, bodies, [&](const galois::dist::Message& message) {
          arrived = message.body;
        });
        agreedByRank(endpoint, [&] {
          if (file != nullptr) {
            file->write(arrived.data(), arrived.size());
          }
        });
      }
    }
    return;
  }
  std::uint64_t offset = 0, total = 0;
  for (galois::dist::Rank rank = 0; rank < endpoint.ranks(); ++rank) {
    offset = rank == endpoint.rank() ? total : offset;
    total += shares[rank].bytes;
  }
  agreedByRank(endpoint, [&] {
    if (file != nullptr) {
      PartialFile(place.temporary, place.name).resize(total);
    }
  });
  agreedByRank(endpoint, [&] {
    PartialFile part(place.temporary, place.name);
    for (Blocks blocks(lines, append); blocks.next();) {
      part.write(blocks.text(), offset);
      offset += blocks.text().size();
    }
    part.finish();
  });
}

} // namespace dist
