// The flags of a program whose build leaves worklists out (GALOIS_WORKLISTS): prints the name of the
// one that is selected. few_worklists_cli.py runs it.
#include "galois/SharedMemSys.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/WorklistFlags.h"

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] {
    galois::SharedMemSys system;
    lonestar::parseCommandLine(argc, argv, "Selects a worklist");
    galois::inputs::printTo(stdout, "{}\n", lonestar::selectedWorklist().name);
    return 0;
  });
}
