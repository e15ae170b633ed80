// The flags of a program whose build leaves worklists and tables out (GALOIS_WORKLISTS,
// GALOIS_TABLES): prints the name of the worklist that is selected. few_worklists_cli.py runs it.
#include "galois/SharedMemSys.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "tables/TableFlags.h"

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] {
    galois::SharedMemSys system;
    lonestar::parseCommandLine(argc, argv, "Selects a worklist");
    tables::wanted();
    galois::inputs::printTo(stdout, "{}\n", lonestar::selectedWorklist().name);
    return 0;
  });
}
