/** The flags that say which columns of a table, or attributes of edges, hold an edge. */
#pragma once

#include "inputs/names/ColumnNames.h"

#include <llvm/Support/CommandLine.h>

#include <optional>
#include <string>

namespace galois::inputs {

/// The flags, in this category. The object must live as long as the command line is in use.
class ColumnFlags {
public:
  /// Adds the flags to the program.
  explicit ColumnFlags(llvm::cl::OptionCategory& category)
      : source_("source-column", llvm::cl::desc("Tables: the column where edges begin"),
                llvm::cl::value_desc("name|N"), llvm::cl::cat(category)),
        target_("target-column", llvm::cl::desc("Tables: the column where edges end"),
                llvm::cl::value_desc("name|N"), llvm::cl::cat(category)),
        weight_("weight-column",
                llvm::cl::desc("Tables, GraphML and the like: what holds the weights, or none"),
                llvm::cl::value_desc("name|N|none"), llvm::cl::cat(category)) {}

  /// Returns what the command line names.
  ColumnNames names() const {
    const auto given = [](const llvm::cl::opt<std::string>& flag) {
      return flag.getNumOccurrences() > 0 ? std::optional<std::string>(flag.getValue())
                                          : std::nullopt;
    };
    return {given(source_), given(target_), given(weight_)};
  }

private:
  llvm::cl::opt<std::string> source_;
  llvm::cl::opt<std::string> target_;
  llvm::cl::opt<std::string> weight_;
};

} // namespace galois::inputs
