#include "Lonestar/BoilerPlate.h"

#include <iostream>

llvm::cl::opt<bool> skipVerify("noverify", llvm::cl::desc("Skip verification"));
llvm::cl::opt<int> numThreads("t", llvm::cl::desc("Number of threads"), llvm::cl::init(1));
llvm::cl::opt<bool> symmetricGraph("symmetricGraph", llvm::cl::desc("The input is symmetric"));

void LonestarStart(int argc, char** argv, const char* app, const char* desc, const char*,
                   llvm::cl::opt<std::string>*) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  numThreads = static_cast<int>(galois::setActiveThreads(static_cast<unsigned>(numThreads)));
  std::cout << "application: " << app << "\n" << desc << "\n";
}
