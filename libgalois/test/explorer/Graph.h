/**
 * Execution graphs of C++20's memory model: which accesses the threads of a test have made, which
 * write each read returns (rf), and in which order the writes of a location take effect (co).
 *
 * The model is RC11 [Lahav et al., "Repairing sequential consistency in C/C++11", PLDI 2017], which
 * C++20 adopted: coherence, atomic updates, sequentially consistent accesses and fences, and no
 * cycle of program order and reads-from, so that no value comes out of thin air. A release sequence
 * is as in C++20: the release and the updates that follow it, without other writes of its thread.
 *
 * revisits() and restricted() are those of TruSt [Kokologiannakis et al., "Truly stateless, optimal
 * dynamic partial order reduction", POPL 2022]: a new write may become what an earlier read returns,
 * in exactly one of the graphs that differ only in what is deleted then. So each complete graph is
 * reached once.
 */
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace galois::test::explorer {

inline constexpr unsigned kMostThreads = 7;
inline constexpr unsigned kMostEvents = 256;

/// The bytes of an atomic word.
using Value = std::array<std::uint64_t, 2>;

/// Per thread: up to which of its events, the first of which is number 1.
using Clock = std::array<std::uint16_t, kMostThreads>;

/// Which event. Index 0 is the initialization of a location, which comes before all threads.
struct Id {
  std::uint16_t thread = 0;
  std::uint16_t index = 0;
  bool operator==(const Id&) const = default;
};
inline constexpr Id kInitial{};

enum class Kind : std::uint8_t { kRead, kWrite, kFence, kChoice };

/// What a read does with the value: nothing, compare it and write if it is equal, or write always.
enum class ReadKind : std::uint8_t { kLoad, kCompare, kUpdate };

/// The source location of an access, for the history of a fault.
struct Place {
  const char* file = "";
  unsigned line = 0;
};

/// What a thread asks for. An update is a read and then a write.
struct Request {
  Kind kind = Kind::kFence;
  ReadKind read = ReadKind::kLoad;
  std::memory_order order = std::memory_order_relaxed;
  std::memory_order failure = std::memory_order_relaxed; ///< of a comparison that fails
  std::uint32_t location = 0;
  Value value{}; ///< to write, or to compare with; of a choice: the number of possibilities
  Place place{};
};

struct Event {
  Kind kind = Kind::kFence;
  ReadKind read = ReadKind::kLoad;
  bool updates = false; ///< a read that a write follows at once, or this write
  std::memory_order order = std::memory_order_relaxed;
  Request request;
  std::uint32_t stamp = 0; ///< events with smaller stamps were added before
  std::uint16_t co = 0;    ///< the order of writes of one location; 0 if there is none yet
  Id rf = kInitial;        ///< of a read
  Value value{};           ///< read, written or chosen
  Clock hb{};              ///< what happens before it, and itself
  Clock porf{};            ///< the same for program order and reads-from
  Clock released{};        ///< of a write: what happens before whoever acquires it
  Clock acquirable{};      ///< what a later acquire fence acquires
  Clock fenced{};          ///< what a later relaxed write releases
};

inline bool covers(const Clock& clock, Id event) { return clock[event.thread] >= event.index; }

class Graph {
public:
  explicit Graph(unsigned threads) : threads_(threads) {}

  unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  unsigned size(unsigned thread) const { return static_cast<unsigned>(threads_[thread].size()); }
  unsigned size() const;
  Event& at(Id id) { return threads_[id.thread][id.index - 1u]; }
  const Event& at(Id id) const { return threads_[id.thread][id.index - 1u]; }

  /// Adds an event to the end of a thread. A read returns nothing yet, and a write has no place yet.
  Id add(unsigned thread, const Request& request);

  /// What the new read may return, in the order of co, by coherence.
  std::vector<Id> readable(Id read) const;
  /// Lets a read that is the last event of its thread return the value of a write.
  void setRead(Id read, Id write, const Value& value);

  /// The writes after which coherence and atomic updates allow the new write, in the order of co.
  std::vector<Id> places(Id write) const;
  void place(Id write, Id after);

  /// The reads that may return the new write instead of what they return.
  std::vector<Id> revisits(Id write) const;
  /// This graph without the events that are deleted if the read returns the write.
  Graph restricted(Id read, Id write) const;
  /// Is what a read returns, the last event of its thread, no older than what the thread knows?
  bool isCoherent(Id read) const { return rank(at(read).rf) >= oldest(at(read)); }

  /// Is there an order of the sequentially consistent accesses and fences?
  bool consistent() const;

  /// Is this write, or the one that a read returns, the last of its location?
  bool isLast(Id event) const;
  /// The last write of a location, or kInitial.
  Id lastWrite(std::uint32_t location) const;
  /// All events, in the order in which they were added.
  std::vector<Id> inOrder() const;
  /// A number that differs for different graphs, except by accident.
  std::uint64_t hash() const;

private:
  friend class ScOrder;
  unsigned rank(Id write) const { return write.index == 0 ? 0 : at(write).co; }
  unsigned oldest(const Event& event) const;
  std::vector<Id> writesOf(std::uint32_t location) const;
  bool addedLast(Id event, Id write) const;
  template <typename F>
  void forEach(F&& f) const {
    for (unsigned t = 0; t < threads(); ++t) {
      for (unsigned i = 0; i < size(t); ++i) {
        f(Id{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(i + 1)}, threads_[t][i]);
      }
    }
  }

  std::vector<std::vector<Event>> threads_;
  std::uint32_t stamps_ = 0;
};

} // namespace galois::test::explorer
