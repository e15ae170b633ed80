/** The flags that say which roads of OpenStreetMap are used, and what they weigh. */
#pragma once

#include "inputs/roads/RoadOptions.h"
#include "inputs/tools/LlvmFlags.h"

#include <llvm/Support/CommandLine.h>

#include <string>

namespace galois::inputs {

/// The flags, in this category. The object must live as long as the command line is in use.
class RoadFlags {
public:
  /// Adds the flags to the program.
  explicit RoadFlags(llvm::cl::OptionCategory& category)
      : profile_("profile",
                 llvm::cl::desc("OpenStreetMap: who travels, car (default), bicycle, foot, or a "
                                "file of rules"),
                 llvm::cl::value_desc("name|file"), llvm::cl::cat(category)),
        weight_(
            "osm-weight", llvm::cl::desc("OpenStreetMap: what a piece of road weighs:"),
            llvm::cl::values(clEnumValN(RoadWeight::kTime, "time", "tenths of a second (default)"),
                             clEnumValN(RoadWeight::kLength, "length", "decimetres")),
            llvm::cl::init(RoadWeight::kTime), llvm::cl::cat(category)),
        connected_("osm-connected",
                   llvm::cl::desc("OpenStreetMap: only the largest part of the roads in which "
                                  "ways lead from each node to all others"),
                   llvm::cl::cat(category)) {}

  /// Returns what the command line says.
  RoadOptions options() const {
    RoadOptions options;
    if (profile_.getNumOccurrences() > 0) {
      options.profile = profile_.getValue();
    }
    if (weight_.getNumOccurrences() > 0) {
      options.weight = weight_.getValue();
    }
    options.connected = connected_;
    return options;
  }

private:
  llvm::cl::opt<std::string> profile_;
  llvm::cl::opt<RoadWeight, false, ChoiceParser<RoadWeight>> weight_;
  llvm::cl::opt<bool> connected_;
};

} // namespace galois::inputs
