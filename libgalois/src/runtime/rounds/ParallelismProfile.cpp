#include "galois/runtime/rounds/ParallelismProfile.h"

#include <map>
#include <string>

#include <fmt/format.h>

#include "galois/gIO.h"
#include "galois/runtime/report/WholeFile.h"
#include "galois/substrate/EnvCheck.h"

namespace galois::runtime {

namespace {

/// What this process has written into a file so far.
struct Written {
  std::string text = "loop,step,available parallelism,worklist size,neighbourhood size\n";
  bool warned = false;
};

} // namespace

void writeParallelismProfile(const char* loop, const std::vector<ParallelismStep>& steps) {
  static std::map<std::string, Written> files;
  std::string path;
  if (!substrate::EnvCheck("GALOIS_PARAMETER_OUTFILE", path) || path.empty()) {
    path = "ParaMeter.csv";
  }
  Written& file = files[path];
  const std::string name = csvField(loop);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    file.text += fmt::format("{},{},{},{},{}\n", name, step, steps[step].parallelism,
                             steps[step].worklist, steps[step].neighbourhood);
  }
  const std::string error = writeWholeFile(path, file.text);
  if (!error.empty() && !file.warned) {
    file.warned = true;
    gWarn("ParaMeter cannot write its profile to ", path, error,
          "; GALOIS_PARAMETER_OUTFILE names another file");
  }
}

} // namespace galois::runtime
