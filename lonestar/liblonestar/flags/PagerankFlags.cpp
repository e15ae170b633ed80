#include "liblonestar/flags/PagerankFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

cll::opt<double> damping("damping",
                         Numbers{"a number from 0 to less than 1",
                                 [](double d) { return d >= 0 && d < 1; }},
                         cll::desc("Chance to follow an edge (default 0.85)"), cll::value_desc("d"),
                         cll::init(0.85), cll::cat(algorithmGroup()));
cll::opt<double> tolerance("tolerance",
                           Numbers{"a number above 0, at most 1,",
                                   [](double distance) { return distance > 0 && distance <= 1; }},
                           cll::desc("L1 distance of the answer to the true ranks (default 1e-4)"),
                           cll::value_desc("distance"), cll::init(1e-4),
                           cll::cat(algorithmGroup()));
cll::opt<Dangling, false, ChoiceParser<Dangling>> danglingFlag(
    "dangling", cll::desc("A surfer at a node without edges:"),
    cll::values(clEnumValN(Dangling::kUniform, "uniform", "restarts (default)"),
                clEnumValN(Dangling::kNone, "none", "is lost; ranks sum to less than 1")),
    cll::init(Dangling::kUniform), cll::cat(algorithmGroup()));

} // namespace lonestar
