/**
 * Checkpoints of a search: a folder from which the search goes on after all of its ranks have
 * ended, on any number of ranks.
 *
 * A checkpoint has one part per rank, which holds the tasks that nobody has searched, and what the
 * rank has found. RankedSearch.h makes the parts: all ranks pause, a task that was interrupted
 * turns into the tasks of its unvisited nodes, and no message is under way. So every node of the
 * tree has been visited, or lies below exactly one task of one part.
 *
 * Invariant: `checkpoint`, the list of the parts, names parts that are complete and on the storage.
 * A part is written under a name of its own, and the list replaces the one before by renaming, when
 * all parts are there. Parts of earlier checkpoints are deleted after that. So whenever the ranks
 * are killed, the folder has a checkpoint, from the first one on.
 *
 *     FOLDER/checkpoint           the list, with lengths and hashes
 *     FOLDER/NUMBER-RANK.part     the parts
 *     FOLDER/ranks                by which ranks find out whether they share the folder
 *     FOLDER/lock                 held by rank 0, so that no other job uses the folder
 *
 * All begin with a line that says so. A file under one of these names that does not is somebody
 * else's: the folder is refused. Files of other names are never touched. The files have the layout
 * of nodes in memory, so that only the same build of a program reads them.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/InputHash.h"
#include "galois/dist/search/FolderLock.h"
#include "galois/dist/transport/Transport.h"
#include "galois/runtime/report/WholeFile.h"

namespace galois::dist {

/// Where and when checkpoints are written. The same on all ranks.
struct CheckpointOptions {
  std::filesystem::path folder; ///< shared by all ranks; made if it does not exist
  /// Microseconds from the beginning of a search, or from the end of a checkpoint, to the next one.
  double every = 60e6;
  bool restart = false; ///< goes on from the checkpoint in the folder, if there is one
  std::string search;   ///< says what is searched, and by which build
  /// Returns whether somebody wants a checkpoint now, and forgets it. Called again and again by one
  /// thread at a time; it may be empty.
  std::function<bool()> isWanted;
  /// Is told on rank 0, in one line, that a checkpoint could not be written. It may be empty.
  std::function<void(const std::string&)> warn;
};

/// What was saved, and what was there before. Times are microseconds.
struct CheckpointReport {
  std::uint64_t written = 0;     ///< checkpoints of this process
  std::uint64_t failed = 0;      ///< those that could not be written
  double time = 0;               ///< of writing all of them, without the time to pause
  std::uint64_t bytes = 0;       ///< of the last checkpoint, all parts
  std::uint64_t last = 0;        ///< number of the newest one in the folder; 0 if there is none
  std::uint64_t startedFrom = 0; ///< number of the one that the search went on from; 0 if none
  std::uint64_t partsBefore = 0; ///< ranks that had written it
  std::uint64_t nodesBefore = 0; ///< nodes that had been visited by then
  double timeBefore = 0;         ///< how long had been searched by then
};

/// The checkpoints of one search, as one rank sees them. Used by one thread at a time.
template <Transport T>
class Checkpoints {
public:
  using Bytes = std::vector<std::byte>; ///< of a part

  /// The endpoint has to outlive this object.
  Checkpoints(Endpoint<T>& endpoint, const CheckpointOptions& options)
      : endpoint_(endpoint), options_(options) {}
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  /// Makes the folder, or reads the checkpoint in it. Collective, before the search.
  /// @return what is wrong, in one line, the same on all ranks, or an empty text
  std::string open();

  /// Returns whether the search goes on from a checkpoint.
  bool continues() const { return report_.startedFrom > 0; }
  /// Returns the parts of that checkpoint that are this rank's now, and keeps none of them.
  std::vector<Bytes> takeParts() { return std::exchange(parts_, {}); }

  /// Begins to count the time to the next checkpoint.
  void begin() { began_ = endpoint_.now(); }
  /// Returns whether this rank has to ask all ranks for a checkpoint.
  bool isDue() const {
    return (options_.isWanted && options_.isWanted()) ||
           (endpoint_.rank() == 0 && endpoint_.now() - began_ >= options_.every);
  }

  /// Replaces the checkpoint by one whose part of this rank has these tasks. If that fails, the one
  /// before stays, and rank 0 warns. Collective.
  /// @param nodes  that this rank has visited, those of takeParts() included
  void write(std::span<const std::byte> tasks, std::uint64_t nodes);

  /// Says that the search is over, so that its checkpoint is not needed any more.
  void setComplete() { complete_ = true; }
  bool isComplete() const { return complete_; } ///< whether setComplete() was called
  /// Deletes the files if the search is over. For rank 0, after the answer was reported.
  void discardIfComplete();

  const CheckpointReport& report() const { return report_; } ///< what was done so far

private:
  /// A part as the list has it.
  struct Part {
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;
  };
  /// What the file `checkpoint` holds.
  struct List {
    template <typename A>
    void serialize(A& archive) {
      archive(search, number, nodes, time, parts);
    }
    std::string search;
    std::uint64_t number = 0;
    std::uint64_t nodes = 0;
    double time = 0;
    std::vector<Part> parts;
  };

  static constexpr std::string_view kMagic = "galois checkpoint 1\n";
  static constexpr std::string_view kTokenMagic = "galois checkpoint ranks 1\n";
  static constexpr std::string_view kPartMagic = "galois checkpoint part 1\n";

  std::string listPath() const { return (options_.folder / "checkpoint").string(); }
  std::string tokenPath() const { return (options_.folder / "ranks").string(); }
  std::string partPath(std::uint64_t number, std::uint64_t rank) const {
    return (options_.folder / (std::to_string(number) + "-" + std::to_string(rank) + ".part"))
        .string();
  }
  static std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  static std::uint64_t hashOf(std::span<const std::byte> bytes) {
    InputHash hash;
    hash.add(bytes);
    return hash.value();
  }
  static std::optional<Bytes> readFile(const std::string& path);
  static std::string beginningOf(const std::filesystem::path& path, std::size_t size) {
    std::string first(size, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(first.data(), static_cast<std::streamsize>(size));
    first.resize(static_cast<std::size_t>(file.gcount()));
    return first;
  }

  std::string openFirst(std::string& token);
  std::string findOwnFiles();
  std::string readList();
  std::string readParts();
  void deleteOthers();
  void deleteParts(const List& list, std::uint64_t first, std::uint64_t step) const;
  std::string writeList(List& list) const;

  Endpoint<T>& endpoint_;
  const CheckpointOptions options_;
  FolderLock lock_;                          ///< of rank 0
  std::vector<std::filesystem::path> found_; ///< parts and unfinished files in the folder
  double began_ = 0;
  List list_; ///< the newest checkpoint; its number is 0 if there is none
  std::vector<Bytes> parts_;
  bool complete_ = false;
  double opened_ = 0;
  CheckpointReport report_;
};

template <Transport T>
auto Checkpoints<T>::readFile(const std::string& path) -> std::optional<Bytes> {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return file.bad() ? std::nullopt : std::optional(std::move(bytes));
}

/// Reads the file `checkpoint`, which exists. @return what is wrong with it
template <Transport T>
std::string Checkpoints<T>::readList() {
  const auto all = readFile(listPath());
  if (!all) {
    return listPath() + " cannot be read";
  }
  const std::span<const std::byte> bytes(*all);
  std::string damaged = listPath() + " is damaged, or no checkpoint";
  if (bytes.size() < kMagic.size() + sizeof(std::uint64_t) ||
      textOf(bytes.first(kMagic.size())) != kMagic) {
    return damaged;
  }
  Reader reader(bytes.subspan(kMagic.size()));
  if (reader.get<std::uint64_t>() != hashOf(bytes.subspan(kMagic.size() + sizeof(std::uint64_t)))) {
    return damaged;
  }
  reader(list_).finish();
  if (list_.search != options_.search) {
    return "the checkpoint in " + options_.folder.string() + " is of another search or build: of " +
           list_.search + ", not of " + options_.search;
  }
  return "";
}

/// Prepares the folder on rank 0. @return what is wrong
template <Transport T>
std::string Checkpoints<T>::openFirst(std::string& token) {
  std::error_code error;
  std::filesystem::create_directories(options_.folder, error);
  if (error) {
    return options_.folder.string() + " cannot be made: " + error.message();
  }
  std::string refused = lock_.take(options_.folder);
  if (refused.empty()) {
    refused = findOwnFiles();
  }
  if (!refused.empty()) {
    return refused;
  }
  if (std::filesystem::exists(listPath(), error)) {
    if (!options_.restart) {
      return options_.folder.string() +
             " has a checkpoint; --restart goes on from it, or delete the folder";
    }
    std::string wrong = readList();
    if (!wrong.empty()) {
      return wrong;
    }
  }
  token = std::string(kTokenMagic) + std::to_string(::getpid()) + " " +
          std::to_string(std::filesystem::file_time_type::clock::now().time_since_epoch().count());
  const std::string failure = runtime::writeWholeFile(tokenPath(), token);
  return failure.empty() ? ""
                         : "no files can be made in " + options_.folder.string() + ": " + failure;
}

/// Reads this rank's parts of the checkpoint. @return what is wrong with them
template <Transport T>
std::string Checkpoints<T>::readParts() {
  for (std::uint64_t i = endpoint_.rank(); i < list_.parts.size(); i += endpoint_.ranks()) {
    const std::string path = partPath(list_.number, i);
    auto bytes = readFile(path);
    if (!bytes) {
      return path + " cannot be read";
    }
    if (bytes->size() != list_.parts[i].bytes || hashOf(*bytes) != list_.parts[i].hash ||
        !textOf(*bytes).starts_with(kPartMagic)) {
      return path + " is damaged";
    }
    bytes->erase(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(kPartMagic.size()));
    parts_.push_back(std::move(*bytes));
  }
  return "";
}

template <Transport T>
std::string Checkpoints<T>::open() {
  std::string failure, token;
  if (endpoint_.rank() == 0) {
    failure = openFirst(token);
  }
  Writer writer;
  writer(failure, token, list_);
  const auto first =
      endpoint_.gather(endpoint_.rank() == 0 ? writer.bytes() : std::span<const std::byte>());
  Reader reader(first.front());
  reader(failure, token, list_).finish();
  if (failure.empty()) {
    const auto seen = readFile(tokenPath());
    if (!seen || textOf(*seen) != token) {
      failure = options_.folder.string() +
                " is not the folder that rank 0 has; checkpoints need one that all ranks share";
    } else {
      failure = readParts();
    }
    const auto all = endpoint_.gather(std::as_bytes(std::span(failure)));
    failure.clear();
    for (Rank rank = 0; rank < all.size() && failure.empty(); ++rank) {
      if (!all[rank].empty()) {
        failure = "rank " + std::to_string(rank) + ": " + std::string(textOf(all[rank]));
      }
    }
  }
  if (!failure.empty()) {
    parts_.clear();
    return failure;
  }
  if (endpoint_.rank() == 0) {
    deleteOthers();
  }
  report_.startedFrom = report_.last = list_.number;
  report_.partsBefore = list_.parts.size();
  report_.nodesBefore = list_.nodes;
  report_.timeBefore = list_.time;
  opened_ = began_ = endpoint_.now();
  return "";
}

/// Finds parts, and files that ranks were writing when they were killed. @return what is wrong: a
/// file that has the name of one of ours and is none
template <Transport T>
std::string Checkpoints<T>::findOwnFiles() {
  const auto magicOf = [](const std::string& name) -> std::string_view {
    return name == "checkpoint" ? kMagic : name == "ranks" ? kTokenMagic : kPartMagic;
  };
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(options_.folder, ignored)) {
    const std::string full = entry.path().filename().string();
    const std::string name = runtime::withoutTemporarySuffix(full);
    unsigned long number = 0, rank = 0;
    int end = 0;
    const bool isPart = std::sscanf(name.c_str(), "%lu-%lu.part%n", &number, &rank, &end) == 2 &&
                        partPath(number, rank) == (options_.folder / name).string();
    if (!isPart && name != "checkpoint" && name != "ranks") {
      continue;
    }
    const std::string first = beginningOf(entry.path(), magicOf(name).size());
    const bool unfinished = name != full;
    const bool isOurs =
        entry.is_regular_file(ignored) && (first == magicOf(name) || (unfinished && first.empty()));
    if (!isOurs && !unfinished) {
      return entry.path().string() +
             " is not of a checkpoint; give --checkpoint a folder of its own";
    }
    if (isOurs && (isPart || unfinished)) {
      found_.push_back(entry.path());
    }
  }
  return "";
}

/// Deletes parts that do not belong to the checkpoint in the folder: ranks were killed while they
/// wrote them.
template <Transport T>
void Checkpoints<T>::deleteOthers() {
  std::error_code ignored;
  const std::string kept = std::to_string(list_.number) + "-";
  for (const auto& path : found_) {
    const std::string name = path.filename().string();
    if (!name.starts_with(kept) || !name.ends_with(".part")) {
      std::filesystem::remove(path, ignored);
    }
  }
  found_.clear();
}

template <Transport T>
void Checkpoints<T>::deleteParts(const List& list, std::uint64_t first, std::uint64_t step) const {
  std::error_code ignored;
  for (std::uint64_t i = first; i < list.parts.size(); i += step) {
    std::filesystem::remove(partPath(list.number, i), ignored);
  }
}

/// Replaces the list, if rank 0 sees all parts. @return what is wrong
template <Transport T>
std::string Checkpoints<T>::writeList(List& list) const {
  for (std::uint64_t i = 0; i < list.parts.size(); ++i) {
    std::error_code error;
    if (std::filesystem::file_size(partPath(list.number, i), error) != list.parts[i].bytes ||
        error) {
      return "rank 0 does not see the part of rank " + std::to_string(i);
    }
  }
  Writer body;
  body(list);
  Writer head;
  head(hashOf(body.bytes()));
  const std::string text =
      std::string(kMagic).append(textOf(head.bytes())).append(textOf(body.bytes()));
  return runtime::writeWholeFile(listPath(), text, runtime::Durable::kYes);
}

template <Transport T>
void Checkpoints<T>::write(std::span<const std::byte> tasks, std::uint64_t nodes) {
  const std::string text = std::string(kPartMagic).append(textOf(tasks));
  const std::span<const std::byte> part = std::as_bytes(std::span(text));
  const double began = endpoint_.now();
  List list;
  list.number = list_.number + report_.failed + 1; // No rank may take an older part for a new one.
  list.search = options_.search;
  list.time = report_.timeBefore + began - opened_;
  const Rank self = endpoint_.rank();
  std::string failure =
      runtime::writeWholeFile(partPath(list.number, self), text, runtime::Durable::kYes);
  Writer writer;
  writer(failure, Part{part.size(), hashOf(part)}, nodes);
  failure.clear();
  std::uint64_t bytes = 0;
  const auto all = endpoint_.gather(writer.bytes());
  for (Rank rank = 0; rank < all.size(); ++rank) {
    Reader reader(all[rank]);
    const auto own = reader.get<std::string>();
    if (failure.empty() && !own.empty()) {
      failure = "rank " + std::to_string(rank) + ": " + own;
    }
    list.parts.push_back(reader.get<Part>());
    list.nodes += reader.get<std::uint64_t>();
    bytes += list.parts.back().bytes;
  }
  if (failure.empty()) {
    if (self == 0) {
      failure = writeList(list);
    }
    const auto first = endpoint_.gather(std::as_bytes(std::span(failure)));
    failure = textOf(first.front());
  }
  if (failure.empty()) {
    deleteParts(list_, self, endpoint_.ranks());
    list_ = std::move(list);
    report_.last = list_.number;
    report_.bytes = bytes;
    ++report_.written;
  } else {
    ++report_.failed;
    std::error_code ignored;
    std::filesystem::remove(partPath(list.number, self), ignored);
    if (self == 0 && options_.warn) {
      options_.warn("a checkpoint could not be written, so that the last one is kept: " + failure);
    }
  }
  report_.time += endpoint_.now() - began;
  begin();
}

template <Transport T>
void Checkpoints<T>::discardIfComplete() {
  if (!complete_ || endpoint_.rank() != 0) {
    return;
  }
  std::error_code ignored;
  std::filesystem::remove(listPath(), ignored);
  deleteParts(list_, 0, 1);
  std::filesystem::remove(tokenPath(), ignored);
  lock_.remove();
  std::filesystem::remove(options_.folder, ignored); // unless there is something else in it
}

} // namespace galois::dist
