#include "BatchFlag.h"

#include "liblonestar/CommandLine.h"

namespace cll = llvm::cl;

namespace sssp {

namespace {

cll::opt<Batch, false, lonestar::ChoiceParser<Batch>> batch(
    "source-batch", cll::desc("With --sources, how the searches share the threads:"),
    cll::values(clEnumValN(Batch::kAuto, "auto",
                           "sources if they keep the threads busy and memory suffices, and no flag "
                           "asks for an algorithm, else tasks (default)"),
                clEnumValN(Batch::kTasks, "tasks", "all threads search from one source at a time"),
                clEnumValN(Batch::kSources, "sources",
                           "each thread takes a source at a time, with a sequential algorithm")),
    cll::init(Batch::kAuto), cll::cat(lonestar::algorithmGroup()));

} // namespace

Batch givenBatch() { return batch; }

} // namespace sssp
