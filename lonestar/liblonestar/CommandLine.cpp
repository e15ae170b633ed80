#include "liblonestar/CommandLine.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "galois/Version.h"
#include "liblonestar/BuildInfo.h"
#include "llvm/Support/raw_ostream.h"

namespace lonestar {

llvm::cl::OptionCategory& inputGroup() {
  static llvm::cl::OptionCategory group("Input", "What to run on");
  return group;
}

llvm::cl::OptionCategory& algorithmGroup() {
  static llvm::cl::OptionCategory group("Algorithm", "What to compute, and how");
  return group;
}

llvm::cl::OptionCategory& worklistGroup() {
  static llvm::cl::OptionCategory group("Worklist", "Who decides which task runs next");
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

namespace {

/// LLVM writes "PROGRAM: what. Try: 'PATH --help'" and "PROGRAM: Did you mean ...?" on lines of
/// their own; people and scripts get one.
std::string oneLine(const std::string& text, const std::string& program) {
  std::string line;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string part = text.substr(begin, end - begin);
    const std::string prefix = program + ": ";
    if (!line.empty() && part.rfind(prefix, 0) == 0) {
      part = part.substr(prefix.size());
    }
    if (!part.empty()) {
      line += (line.empty() ? "" : " ") + part;
    }
    begin = end + 1;
  }
  return line;
}

void printVersion(llvm::raw_ostream& out) {
  const BuildInfo build = buildInfo();
  out << fmt::format("galois-cps {} (Galois interface {}), commit {}, {} build by {}\n",
                     build.version, galois::getVersion(), build.commit, build.type, build.compiler);
}

} // namespace

void parseCommandLine(int argc, char** argv, const std::string& overview) {
  llvm::cl::SetVersionPrinter(printVersion);
  const std::vector<const llvm::cl::OptionCategory*> shown{
      &inputGroup(), &algorithmGroup(), &worklistGroup(),
      &runGroup(),   &reportGroup(),    &llvm::cl::getGeneralCategory()};
  llvm::cl::HideUnrelatedOptions(llvm::ArrayRef<const llvm::cl::OptionCategory*>(shown));

  std::string errors;
  llvm::raw_string_ostream stream(errors);
  // Bad values go straight to stderr, one line each; what needs the whole line (unknown flags,
  // missing arguments) is collected in `errors`.
  if (!llvm::cl::ParseCommandLineOptions(argc, argv, overview, &stream)) {
    stream.flush();
    if (!errors.empty()) {
      llvm::errs() << oneLine(errors, programName(argv[0])) << '\n';
    }
    std::exit(2);
  }
}

} // namespace lonestar
