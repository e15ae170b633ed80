// The module galois_cps._core. It checks no arguments beyond their types: galois_cps does, and makes
// arrays and results of what these functions take and return.
#include <string>

#include <nanobind/nanobind.h>

#include "Algorithms.h"
#include "Calls.h"
#include "Errors.h"
#include "Executions.h"
#include "Graphs.h"
#include "galois/Version.h"

NB_MODULE(_core, module) {
  using namespace galois::python;
  const std::string revision = galois::getRevision();
  module.attr("__version__") = revision.substr(revision.rfind('-') + 1).c_str();
  bindErrors();
  bindSchedulers(module);
  bindCalls(module);
  bindExecutions(module);
  bindGraphs(module);
  bindSssp(module);
  bindBfs(module);
  bindPaths(module);
  bindDistances(module);
  bindMst(module);
  bindColor(module);
  bindComponents(module);
  bindKcore(module);
  bindTriangles(module);
  bindBetweenness(module);
  bindCdlp(module);
  bindMis(module);
  bindGreedyMatching(module);
  bindPagerank(module);
  bindAstar(module);
  bindReading(module);
  bindMessages(module);
}
