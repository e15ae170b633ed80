/**
 * The explorer's state and threads. Explorer.cpp runs the threads along graphs that grow, and
 * Words.cpp has what the threads call.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <ucontext.h>
#include <unordered_set>
#include <vector>

#include "explorer/Explorer.h"

namespace galois::test::explorer {

enum class State : std::uint8_t {
  kReady,   ///< may go on
  kAwaits,  ///< needs a write of another thread that has not been made yet in this execution
  kGrows,   ///< asks for an event that the graph does not have yet
  kBlocked, ///< has paused in a wait loop
  kCut,     ///< has paused too often
  kDone
};

/// A thread of the test: a fiber.
struct Fiber {
  ucontext_t context{};
  std::unique_ptr<std::byte[]> stack;
  std::array<std::byte, 2 * sizeof(void*)> exceptions{}; ///< in flight; see CheckedAtomics.h
  State state = State::kReady;
  Id awaits = kInitial;
  unsigned executed = 0; ///< events so far in this execution
  // The current iteration of a wait loop.
  bool wrote = false;
  std::vector<Id> reads;  ///< and choices
  std::vector<Id> before; ///< the same of the iteration before
  unsigned pauses = 0;

  bool isLeft() const { return state == State::kBlocked || state == State::kCut; }
};

class Explorer {
public:
  Explorer(const Program& program, const Limits& limits) : program_(program), limits_(limits) {
    fibers_.resize(program.threads);
    for (Fiber& fiber : fibers_) {
      fiber.stack = std::make_unique<std::byte[]>(kStack);
    }
  }

  Outcome run();

  // For the threads of the test.
  bool inThread() const { return current_ >= 0; }
  unsigned current() const { return static_cast<unsigned>(current_); }
  Id step(const Request& request);
  const Event& event(Id id) const { return graph_.at(id); }
  std::uint32_t makeWord(Word* word);
  Id now() const;
  Clock clock() const;
  bool happened(const Clock& clock, Id id) const {
    return !inThread() || id.index == 0 || id.thread == current() || covers(clock, id);
  }
  void pause();
  void waitBegins();
  void plainWrite() {
    if (inThread()) {
      fibers_[current()].wrote = true;
    }
  }
  [[noreturn]] void fail(const std::string& what, Place place);
  void forget(const Word& word);

private:
  static constexpr std::size_t kStack = std::size_t{256} << 10;

  void execute();
  void finish();
  bool resume(unsigned thread);
  void leave();
  [[noreturn]] void leaveForGood();
  static void begin();
  bool mayGrow() const;
  int growing() const;
  void grow(const Request& request);
  void growRead(Id id);
  void growWrite(Id id);
  void keep(const Graph& graph) { todo_.push_back(graph); }
  std::string history() const;
  static void prepare(Fiber& fiber, void (*function)());
  void onFiber(void (*function)());

  const Program& program_;
  const Limits limits_;
  std::vector<Fiber> fibers_;
  Graph graph_{0};
  std::vector<Graph> todo_;
  /// By who made them, the threads or else nobody, and then in the order of making: a word, or what
  /// its first value was if it is destroyed.
  struct Made {
    Word* word;
    Value first;
  };
  std::array<std::vector<Made>, kMostThreads + 1> words_;
  static constexpr unsigned kMakerShift = 24;
  Made& made(std::uint32_t location);
  Value valueOf(std::uint32_t location, Id write);
  ucontext_t main_{};
  int current_ = -1;
  void* test_ = nullptr;
  bool extends_ = false; ///< the graph has been played, and grows
  bool stopped_ = false; ///< what was added is inconsistent
  std::unordered_set<std::uint64_t> seen_;
  Outcome outcome_;
};

/// The one that explores now, if any.
extern Explorer* explorer;

} // namespace galois::test::explorer
