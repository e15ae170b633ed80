/** What a program says whose build leaves out what a flag asks for. */
#pragma once

#include <string>

namespace lonestar {

/// How a build gets what it leaves out, as definitions of cmake without their -D.
struct HowToAdd {
  std::string setting; ///< for this build, such as "GALOIS_TABLES=ON"
  std::string full;    ///< and for another one, as a sentence: "GALOIS_TABLES=ON has it"
};

/// Returns one line: that this build leaves something out, and the commands that add it, if this
/// program lies in the folder of a build.
/// @param what  as on the command line, such as "--wl=mq"
std::string leftOut(const std::string& what, const HowToAdd& how);

} // namespace lonestar
