/** The flag --algo, whose values and help are the library's table of a problem's algorithms. */
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "galois/analytics/Algorithms.h"
#include "liblonestar/CommandLine.h"

namespace lonestar {

/// --algo. Its value points to the entry of the algorithm.
/// @tparam Plan  the plan of the problem
template <typename Plan>
class AlgorithmFlag
    : public llvm::cl::opt<const galois::analytics::AlgorithmInfo<Plan>*, false,
                           ChoiceParser<const galois::analytics::AlgorithmInfo<Plan>*>> {
  using Info = galois::analytics::AlgorithmInfo<Plan>;
  using Base = llvm::cl::opt<const Info*, false, ChoiceParser<const Info*>>;

public:
  /// The first value is the default.
  /// @param description  one line for --help
  /// @param list         the library's algorithms
  /// @param first, last  values that only this program has; null for none. They must outlive this
  AlgorithmFlag(const char* description, galois::analytics::AlgorithmList<Plan> list,
                const Info* first = nullptr, const Info* last = nullptr)
      : Base("algo", llvm::cl::desc(description), llvm::cl::init(first ? first : &list.front()),
             llvm::cl::cat(algorithmGroup())) {
    add(first);
    for (const Info& info : list) {
      add(&info);
    }
    add(last);
  }

  /// Returns whether it is on the command line.
  bool given() const { return this->getNumOccurrences() > 0; }

private:
  void add(const Info* info) {
    if (info != nullptr) {
      this->getParser().addLiteralOption(info->name, info, info->summary);
    }
  }
};

/// Returns the algorithms of a list that `wanted` holds for, last first, as values of --algo: "c
/// (more), b or a".
/// @param more  a remark about the first
template <typename Plan, typename Wanted>
std::string namesOf(galois::analytics::AlgorithmList<Plan> list, const Wanted& wanted,
                    const std::string& more) {
  std::vector<std::string> names;
  for (const auto& info : list) {
    if (wanted(info)) {
      names.insert(names.begin(), info.name);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? names[i] + more : (i + 1 < names.size() ? ", " : " or ") + names[i];
  }
  return text;
}

} // namespace lonestar
