/**
 * An application in the style of those written for Galois: it uses LonestarStart and has flags
 * whose names our programs use as well. It must compile, link, and accept the common flags and no
 * others.
 */
#include <atomic>
#include <iostream>
#include <string>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"

namespace cll = llvm::cl;

static const char* name = "Galois style";
static const char* desc = "Adds up the numbers below another one";
static const char* url = "sum";

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<number>"), cll::Required);
static cll::opt<unsigned int> startNode("startNode", cll::desc("first"), cll::init(0));
static cll::opt<unsigned int> reportNode("reportNode", cll::desc("unused"), cll::init(1));
static cll::opt<unsigned int> stepShift("delta", cll::desc("unused"), cll::init(13));
static cll::opt<unsigned int> seed("seed", cll::desc("unused"), cll::init(0));

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, name, desc, url, &inputFile);
  const unsigned end = std::stoul(inputFile);
  std::atomic<unsigned> sum{0};
  galois::do_all(galois::iterate(startNode.getValue(), end), [&](unsigned i) { sum += i; });
  std::cout << "sum " << sum << " on " << numThreads << " threads";
  std::cout << (skipVerify ? ", not checked" : ", checked")
            << (symmetricGraph ? ", symmetric" : ", not symmetric") << ", statistics in "
            << (statFile.empty() ? "this output" : statFile.getValue()) << "\n";
  return 0;
}
