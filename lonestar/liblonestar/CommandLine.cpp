#include "liblonestar/CommandLine.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "galois/Version.h"
#include "inputs/tools/LlvmFlags.h"
#include "liblonestar/record/BuildInfo.h"
#include "llvm/Support/raw_ostream.h"

namespace lonestar {

llvm::cl::OptionCategory& inputGroup() {
  static llvm::cl::OptionCategory group("Input", "The input, and how it is read");
  return group;
}

llvm::cl::OptionCategory& algorithmGroup() {
  static llvm::cl::OptionCategory group("Algorithm", "What to compute, and how");
  return group;
}

llvm::cl::OptionCategory& worklistGroup() {
  static llvm::cl::OptionCategory group("Worklist",
                                        "The scheduler, which decides the order of tasks");
  return group;
}

llvm::cl::OptionCategory& runGroup() {
  static llvm::cl::OptionCategory group("Run", "Threads, repetitions, seeds");
  return group;
}

llvm::cl::OptionCategory& reportGroup() {
  static llvm::cl::OptionCategory group("Report", "What is checked, printed and written");
  return group;
}

std::string programName(const char* argv0) {
  std::string name = std::filesystem::path(argv0 ? argv0 : "").filename().string();
  return name.empty() ? "lonestar" : name;
}

std::vector<std::string> ownFlags() { return galois::inputs::ownFlags(); }

namespace {

std::string nameAndVersion() { return fmt::format("galois-cps {}", buildInfo().version); }

void printVersion(llvm::raw_ostream& out) {
  const BuildInfo build = buildInfo();
  out << fmt::format("{} (Galois interface {}), commit {}, {} build by {}\n", nameAndVersion(),
                     galois::getVersion(), build.commit, build.type, build.compiler);
}

} // namespace

void parseCommandLine(int argc, char** argv, const std::string& overview) {
  llvm::cl::SetVersionPrinter(printVersion);
  const std::vector<const llvm::cl::OptionCategory*> shown{
      &inputGroup(), &algorithmGroup(), &worklistGroup(),
      &runGroup(),   &reportGroup(),    &llvm::cl::getGeneralCategory()};
  llvm::cl::HideUnrelatedOptions(llvm::ArrayRef<const llvm::cl::OptionCategory*>(shown));

  if (const auto refused = galois::inputs::readFlags(argc, argv, nameAndVersion(), overview)) {
    throw UsageError(*refused);
  }
}

} // namespace lonestar
