/** What programs share. */
#pragma once

#include <string>

#include "galois/Galois.h"
#include "llvm/Support/CommandLine.h"

extern llvm::cl::opt<bool> skipVerify;
extern llvm::cl::opt<int> numThreads;
extern llvm::cl::opt<bool> symmetricGraph;

void LonestarStart(int argc, char** argv, const char* app, const char* desc, const char* url,
                   llvm::cl::opt<std::string>* input);
