/**
 * `--report`: a page about the runs of the program (docs/report.md).
 *
 * scripts/report makes it. The program gives that script the records on its standard input, and the
 * answer as a file without a name, so that nothing remains when a signal ends one of them.
 *
 * start() refuses a page that cannot be made: its name is none of a page, its folder cannot be
 * written, or there is no script or no Python for it. What fails after the runs is a line on stderr,
 * and the exit status is that of the runs.
 */
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "inputs/io/OutputFile.h"
#include "inputs/tools/Script.h"
#include "liblonestar/record/ResultRecord.h"
#include "llvm/Support/CommandLine.h"

namespace lonestar {

extern llvm::cl::opt<std::string> reportFile; ///< --report: "" for none

/// Takes --report from the program: --help does not list it, and start() refuses it. It is for
/// programs on several ranks. Called before the command line is parsed.
void refuseReport();

/// Returns how many seconds start() took to find out whether a page can be made, which belong to no
/// part of the program that it reports.
double secondsOfReportCheck();

/// The page of --report. For one thread at a time.
class ReportPage {
public:
  /// @throws galois::inputs::InputError, galois::inputs::UsageError
  /// @param app  the name of the program
  explicit ReportPage(std::string app);

  /// Keeps what `write` writes as the answer of the last run, or a part of it, for the page.
  void keepAnswer(const std::function<void(galois::inputs::OutputFile& file)>& write);

  /// Makes the page, if there is a record. Errors are lines on stderr.
  /// @param withAnswer  whether what was kept is the whole answer
  void make(const std::vector<Json>& records, bool withAnswer);

private:
  void complain(const std::string& what) const;

  const std::string app_;
  const galois::inputs::Script script_;
  std::optional<galois::inputs::OutputFile> answer_;
  bool lacksAnswer_ = false; ///< it could not be written
};

} // namespace lonestar
