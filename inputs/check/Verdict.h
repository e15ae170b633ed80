/** The result of a check. */
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace galois::inputs {

/// The result of a check: one line about a right answer, or complaints about what is wrong.
class Verdict {
public:
  /// Counts all complaints, and keeps the first of them.
  /// @param shown  greatest number of complaints to keep
  explicit Verdict(std::uint64_t shown) : most_(shown) {}

  /// Adds a complaint. `describe` returns one line, and is called only if the complaint is kept.
  template <typename Describe>
  void wrong(Describe&& describe) {
    if (count_++ < most_) {
      complaints_.push_back(describe());
    }
  }

  /// Sets the line that says what was checked.
  void summarize(std::string line) { summary_ = std::move(line); }

  /// Returns whether there is no complaint.
  bool right() const { return count_ == 0; }
  /// Returns the number of all complaints.
  std::uint64_t count() const { return count_; }
  /// Returns the first complaints.
  const std::vector<std::string>& complaints() const { return complaints_; }
  /// Returns the line of summarize().
  const std::string& summary() const { return summary_; }

private:
  std::uint64_t most_;
  std::uint64_t count_ = 0;
  std::vector<std::string> complaints_;
  std::string summary_;
};

} // namespace galois::inputs
