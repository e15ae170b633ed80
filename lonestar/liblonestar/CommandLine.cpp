#include "liblonestar/CommandLine.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "galois/Version.h"
#include "inputs/FlagText.h"
#include "liblonestar/BuildInfo.h"
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

std::vector<std::string> ownFlags() {
  std::vector<std::string> names;
  for (const auto& option : llvm::cl::getRegisteredOptions()) {
    names.push_back(option.getKey().str());
  }
  return names;
}

namespace {

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
  // LLVM prints one line on stderr for each bad value. Errors about the whole command line, such as
  // missing arguments, go to `errors`.
  const auto arguments = galois::inputs::readableArguments(argc, argv, ownFlags());
  const std::string refused =
      galois::inputs::refusal(arguments, ownFlags(), [](const std::string& flag) {
        return llvm::cl::getRegisteredOptions().lookup(flag)->getValueExpectedFlag() ==
               llvm::cl::ValueRequired;
      });
  if (!refused.empty()) {
    llvm::errs() << refused << '\n';
    std::exit(2);
  }
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const std::string& argument : arguments) {
    words.push_back(argument.c_str());
  }
  if (!llvm::cl::ParseCommandLineOptions(argc, words.data(), overview, &stream)) {
    stream.flush();
    if (!errors.empty()) {
      llvm::errs() << galois::inputs::onOneLine(errors, programName(argv[0])) << '\n';
    }
    std::exit(2);
  }
}

} // namespace lonestar
