/**
 * The start of a program: Galois' LonestarStart with its flags, and the wrapper in which our own
 * programs run.
 *
 * The object file of this header registers Galois' common flags and nothing else. So an application
 * written for Galois 6 can declare its own `-startNode`, `-delta` and so on beside them. Flags
 * that only our programs have are in RunFlags.h, InputFlags.h and WorklistFlags.h.
 */
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "galois/Loops.h"
#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/Timer.h"
#include "llvm/Support/CommandLine.h"

/// `--noverify`: the answer is not checked.
extern llvm::cl::opt<bool> skipVerify;
/// `-t`: the number of threads that the user wants, and after LonestarStart the number in use. The
/// default is one per core that this process may use.
extern llvm::cl::opt<int> numThreads;
/// `-statFile`: the file for Galois' statistics; empty for standard output.
extern llvm::cl::opt<std::string> statFile;
/// `--symmetricGraph`: the user asserts that every arc has its reverse.
extern llvm::cl::opt<bool> symmetricGraph;

/// Parses the command line, sets the number of threads and the statistics file, prints the banner
/// and records the run's parameters as statistics. A galois::SharedMemSys must be alive. For wrong
/// flags and thread counts below 1, it prints one line on stderr and exits with status 2.
/// @param app    the program's name for the banner; may be null, like `desc` and `url`
/// @param input  the flag that names the input, which is recorded; may be null
void LonestarStart(int argc, char** argv, const char* app, const char* desc, const char* url,
                   llvm::cl::opt<std::string>* input);
/// Does the same for a program without a name, a description, a URL and an input.
void LonestarStart(int argc, char** argv);

namespace lonestar {

/// An error that the user can correct. what() is one line, and the exit status is 1.
class AppError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Does what LonestarStart does after parsing, without the banner: it sets the number of threads
/// and the statistics file, and records parameters. Afterwards, no file may be both an input and an
/// output (inputs/io/FileRoles.h).
/// @throws UsageError
/// @throws galois::inputs::UsageError  for a statistics file that is the input
void applyCommonFlags(int argc, char** argv, llvm::cl::opt<std::string>* input);

/// Returns whether the command line leaves the number of threads to the default.
bool threadsByDefault();

/// Takes one thread for an input that is too small for more. Call it outside parallel loops, if
/// threadsByDefault().
void takeOneThread();

/// Returns whether takeOneThread() has been called and there were more.
bool oneThreadTaken();

/// Returns whether the command line asks for several threads, which has no effect on an algorithm
/// that runs on one.
bool severalThreadsGiven();

/// Runs `program` and returns the exit status. An exception becomes one line on stderr. The status
/// is 2 for UsageError, of this library or of galois::inputs, and 1 for all others, such as
/// bad_alloc.
int runMain(char** argv, const std::function<int()>& program);

} // namespace lonestar
