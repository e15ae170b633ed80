#include "liblonestar/BoilerPlate.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include <fmt/format.h>

#include "galois/Version.h"
#include "galois/runtime/Statistics.h"
#include "galois/substrate/DefaultThreads.h"
#include "inputs/Error.h"
#include "inputs/flags/FlagText.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/Messages.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/VirtualFlags.h"
#include <unistd.h>

namespace cll = llvm::cl;

cll::opt<bool> skipVerify("noverify", cll::desc("Do not check the answer (as --verify=none)"),
                          cll::init(false), cll::cat(lonestar::reportGroup()));
cll::opt<int> numThreads("t", lonestar::WholeNumbers{1, galois::substrate::kMaxThreads},
                         cll::desc("Threads; more than there are cores is legal (default: "
                                   "$GALOIS_NUM_THREADS or $OMP_NUM_THREADS, else all cores that "
                                   "the process may use; 1 on a simulated machine)"),
                         cll::value_desc("threads"), cll::init(1), cll::cat(lonestar::runGroup()));
cll::opt<std::string> statFile("statFile", galois::inputs::WrittenFile(),
                               cll::desc("Write Galois' statistics (CSV) there, not to stdout"),
                               cll::value_desc("file"), cll::init(""),
                               cll::cat(lonestar::reportGroup()));
cll::opt<bool> symmetricGraph("symmetricGraph",
                              cll::desc("The input holds every arc's reverse (not checked)"),
                              cll::init(false), cll::cat(lonestar::inputGroup()));

namespace {

bool oneTaken = false; ///< see oneThreadTaken()

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof(name) - 1);
  return name;
}

std::string commandLineOf(int argc, char** argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    if (i > 0) {
      line += ' ';
    }
    line += argv[i];
  }
  return line;
}

} // namespace

void LonestarStart(int argc, char** argv, const char* app, const char* desc, const char* url,
                   llvm::cl::opt<std::string>* input) {
  try {
    lonestar::parseCommandLine(argc, argv, desc ? desc : "");
    lonestar::applyCommonFlags(argc, argv, input);
  } catch (const lonestar::UsageError& error) {
    galois::inputs::printMessage(lonestar::programName(argv[0]), error.what());
    std::exit(2);
  } catch (const galois::inputs::UsageError& error) {
    galois::inputs::printMessage(lonestar::programName(argv[0]), error.what());
    std::exit(2);
  } catch (const std::exception& error) {
    galois::inputs::printMessage(lonestar::programName(argv[0]), error.what());
    std::exit(1);
  }
  galois::inputs::printTo(stdout, "LoneStar Benchmark Suite v{} ({})\n", galois::getVersion(),
                          galois::getRevision());
  if (app) {
    galois::inputs::printTo(stdout, "application: {}\n", app);
  }
  if (desc) {
    galois::inputs::printTo(stdout, "{}\n", desc);
  }
  if (url) {
    galois::inputs::printTo(stdout, "{}\n", url);
  }
}

void LonestarStart(int argc, char** argv) {
  LonestarStart(argc, argv, nullptr, nullptr, nullptr, nullptr);
}

namespace lonestar {

bool threadsByDefault() { return numThreads.getNumOccurrences() == 0; }

void takeOneThread() {
  oneTaken = numThreads > 1;
  numThreads = static_cast<int>(galois::setActiveThreads(1));
}

bool oneThreadTaken() { return oneTaken; }

bool severalThreadsGiven() { return !threadsByDefault() && numThreads > 1; }

void applyCommonFlags(int argc, char** argv, llvm::cl::opt<std::string>* input) {
  if (threadsByDefault() && !kVirtual) {
    try {
      numThreads = static_cast<int>(galois::substrate::defaultThreads().count);
    } catch (const std::invalid_argument& error) { // of an environment variable
      throw UsageError(error.what());
    }
  }
  setUpVirtualMachine(static_cast<unsigned>(numThreads));
  numThreads = static_cast<int>(
      galois::setActiveThreads(static_cast<unsigned>(numThreads), galois::kOversubscribe));
  galois::inputs::keepFilesApart();
  if (input && !input->empty()) {
    galois::inputs::noteInput(*input);
  }
  if (!statFile.empty()) {
    galois::inputs::noteOutput(statFile);
    // An empty name stands for standard output there.
    galois::runtime::setStatFile(statFile == "-" ? std::string() : std::string(statFile));
  }

  using galois::runtime::reportParam;
  reportParam("(NULL)", "CommandLine", commandLineOf(argc, argv));
  reportParam("(NULL)", "Threads", static_cast<int>(numThreads));
  reportParam("(NULL)", "Hosts", 1);
  reportParam("(NULL)", "Input", input ? std::string(*input) : std::string());
  reportParam("(NULL)", "Hostname", hostName());
}

int runMain(char** argv, const std::function<int()>& program) {
  const std::string name = programName(argv[0]);
  galois::inputs::keepStandardStreams();
  auto complain = [&](const std::string& what) {
    std::cout.flush();
    galois::inputs::printMessage(name, what);
  };
  galois::inputs::OutputFile::removeTemporariesOnSignal();
  try {
    const int status = program();
    galois::inputs::flushStandardOutput();
    return status;
  } catch (const UsageError& error) {
    complain(error.what());
    return 2;
  } catch (const galois::inputs::UsageError& error) {
    complain(galois::inputs::withOwnFlags(error.what(), ownFlags()));
    return 2;
  } catch (const std::bad_alloc&) {
    complain("out of memory; a smaller input, fewer threads or a larger limit would do");
  } catch (const galois::inputs::InputError& error) {
    complain(galois::inputs::withOwnFlags(error.what(), ownFlags()));
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return 1;
}

} // namespace lonestar
