#include "DistanceProgram.h"

namespace cll = llvm::cl;

namespace dist {

cll::opt<std::string>
    startNode("startNode",
              cll::desc("Source: its name or id in the input, else its number from 0 (default 0)"),
              cll::value_desc("node"), cll::init("0"), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::string> reportNode("reportNode",
                                 cll::desc("Print the distance of this node (default 1)"),
                                 cll::value_desc("node"), cll::init("1"),
                                 cll::cat(lonestar::reportGroup()));

} // namespace dist
