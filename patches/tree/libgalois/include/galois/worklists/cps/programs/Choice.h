/** The flag `--wl=NAME` of a program, and a loop under the policy that it selects. */
#pragma once

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "galois/Galois.h"
#include "galois/worklists/cps/Dispatch.h"
#include "llvm/Support/CommandLine.h"

namespace galois::cps::programs {

/// The number of a policy among those that are compiled.
enum class Number : int { kNone = -1 };

/// The flag, with the names of all policies that are compiled as its values.
class Choice {
public:
  Choice()
      : flag_("wl",
              llvm::cl::desc("Run the tasks under this worklist of galois-cps, instead of an "
                             "algorithm of --algo:"),
              llvm::cl::init(Number::kNone)) {
    forEachPolicy([this](const char* name, const char* about) {
      flag_.getParser().addLiteralOption(name, static_cast<Number>(names_.size()), about);
      names_.push_back(name);
    });
  }

  /// Returns whether the user gave the flag.
  bool given() const { return flag_ != Number::kNone; }

  /// Returns the name that the user gave; otherwise the first name.
  const char* name() const {
    return names_.at(given() ? static_cast<std::size_t>(flag_.getValue()) : 0);
  }

private:
  llvm::cl::opt<Number> flag_;
  std::vector<const char*> names_;
};

inline Choice choice;

/// Runs `body(task, context)` on `tasks`, and on all tasks that it pushes, under the chosen policy.
/// @param name     of the loop, in Galois' statistics
/// @param indexer  maps a task to an unsigned integer; smaller is more urgent
/// @param coarse   a shift of more than 63 bits ends the program with one line and status 2
template <typename Task, typename Indexer, typename Body>
void runChosen(const char* name, std::vector<Task>& tasks, const Indexer& indexer,
               Coarseness coarse, const Body& body) {
  if (coarse.shift > 63) {
    std::cerr << "--delta is a number of bits: 63 at most\n";
    std::exit(2);
  }
  dispatch(choice.name(), indexer, coarse, [&](const auto& worklist) {
    galois::for_each(
        galois::iterate(tasks), [&](const Task& task, auto& context) { body(task, context); },
        worklist, galois::disable_conflict_detection(), galois::loopname(name));
  });
}

} // namespace galois::cps::programs
