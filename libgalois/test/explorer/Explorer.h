/**
 * Explores all executions of a small test: every outcome of every atomic access that C++20's memory
 * model allows (Graph.h). Each execution runs the threads as fibers of one thread, from the
 * beginning, along a graph; where the graph ends, it grows, and graphs with other outcomes are kept
 * for later.
 *
 * Plain data are checked for races by what happens before what. A wait loop, which must pause, is
 * cut where an iteration has written nothing and read the same as the one before: what it read may
 * be revised by later writes. If all that it read are last values, it waits for ever, which is a
 * fault.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "explorer/Graph.h"

namespace galois::test::explorer {

/// A test. All functions but make() get what make() returned.
struct Program {
  std::string name;
  unsigned threads = 0;
  std::function<void*()> make;
  std::function<void(void*)> before;
  std::function<void(void*, unsigned)> thread;
  std::function<void(void*)> after;
  std::function<void(void*)> destroy;
};

struct Limits {
  std::uint64_t executions = 0; ///< explore no more; 0: all
  unsigned pauses = 6;          ///< of a thread; one that pauses more often is cut there
  /// An iteration of a wait that writes nothing changes nothing, not even variables of its thread.
  /// So the first one is enough.
  bool pureWaits = false;
  bool distinct = false; ///< remember each complete graph: is none reached twice?
};

struct Outcome {
  std::uint64_t executions = 0; ///< complete ones
  std::uint64_t blocked = 0;    ///< some thread waits for what it reads in another execution
  std::uint64_t cut = 0;        ///< some thread has paused too often
  bool complete = false;        ///< nothing was left to explore
  double seconds = 0;           ///< of the processor
  unsigned most = 0;            ///< events of an execution
  std::string fault;            ///< the first one, with its history; empty if there is none
};

Outcome explore(const Program& program, const Limits& limits);

/// An atomic word. Words are known by who made them, so that they are the same in all executions.
class Word {
public:
  explicit Word(Value value);
  ~Word();
  Word(const Word&) = delete;
  Word& operator=(const Word&) = delete;

  Value load(std::memory_order order, Place place) const;
  void store(Value value, std::memory_order order, Place place);
  /// Replaces the value by function(value), and returns the former.
  Value update(const std::function<Value(Value)>& function, std::memory_order order, Place place);
  /// Returns whether the value was the expected one, which is set to what was read.
  bool compareExchange(Value& expected, Value value, std::memory_order success,
                       std::memory_order failure, Place place);

private:
  friend class Explorer;
  Value readForUpdate(ReadKind kind, Value expected, std::memory_order order,
                      std::memory_order failure, Place place, bool& updates);
  void check(Place place) const;

  std::uint32_t id_;
  Id made_; ///< the next event of the thread that made it
  bool alive_ = true;
  Value value_; ///< before the threads begin and after they have ended
};

/// What is remembered of plain data.
class Cell {
public:
  Cell() { write({}); }
  void read(Place place) const;
  void write(Place place);

private:
  mutable Clock reads_{};
  Id written_; ///< the next event of the thread that wrote last
};

void fence(std::memory_order order, Place place);
/// One of the numbers below n: all are tried.
unsigned choose(unsigned n, Place place);
void pause();
/// Says that what follows is an iteration of a wait loop.
void waitBegins();
[[noreturn]] void fail(const char* what, Place place);
unsigned threadIndex();

} // namespace galois::test::explorer
