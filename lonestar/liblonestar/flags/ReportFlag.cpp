#include "liblonestar/flags/ReportFlag.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "analytics/scheduler/Stopwatch.h"
#include "inputs/Error.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/Messages.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

cll::opt<std::string> reportFile("report", galois::inputs::WrittenFile(),
                                 cll::desc("Write a page about the runs there: a .html"),
                                 cll::value_desc("file"), cll::cat(reportGroup()));

namespace {

using galois::inputs::InputError;
using galois::inputs::OutputFile;

constexpr const char* kScript = "scripts/report";

bool refused = false;
double secondsOfCheck = 0;

/// Returns the name under which the answer is written before it loses its name.
std::string nameOfAnswer() {
  return fmt::format("{}.{}.answer", std::string(reportFile), getpid());
}

/// @throws UsageError, InputError
void checkReport() {
  if (reportFile.empty()) {
    return;
  }
  const std::string& path = reportFile;
  if (refused) {
    throw UsageError("--report: programs on several ranks make no page; write the record with "
                     "--json, and give it to scripts/report");
  }
  if (!path.ends_with(".html")) {
    throw UsageError(fmt::format("--report={}: give a file that ends in .html", path));
  }
  galois::inputs::requireWritable({path});
  const Stopwatch since;
  // With --help it does nothing but find its Python.
  if (const std::string why = galois::inputs::Script(kScript).whyItFails({"--help"});
      !why.empty()) {
    throw UsageError(fmt::format("--report={}: {}", path, why));
  }
  secondsOfCheck = since.seconds();
}

const bool checked = addCheckAtStart(checkReport);

} // namespace

void refuseReport() {
  refused = true;
  reportFile.setHiddenFlag(cll::ReallyHidden);
}

double secondsOfReportCheck() { return secondsOfCheck; }

ReportPage::ReportPage(std::string app) : app_(std::move(app)), script_(kScript) {
  galois::inputs::noteOutput(reportFile);
}

void ReportPage::complain(const std::string& what) const {
  std::fflush(stdout);
  galois::inputs::printMessage(app_, what);
}

void ReportPage::keepAnswer(const std::function<void(OutputFile& file)>& write) {
  if (lacksAnswer_) {
    return;
  }
  try {
    if (!answer_) {
      answer_.emplace(nameOfAnswer());
    }
    write(*answer_);
  } catch (const InputError& error) {
    complain(fmt::format("{}; the page will lack the answer", error.what()));
    answer_.reset();
    lacksAnswer_ = true;
  }
}

void ReportPage::make(const std::vector<Json>& records, bool withAnswer) {
  if (records.empty()) {
    return;
  }
  std::vector<std::string> arguments{"-", "-o", reportFile};
  int answer = -1;
  if (answer_ && withAnswer) {
    try {
      answer_->commit();
      const std::string name = nameOfAnswer();
      answer = open(name.c_str(), O_RDONLY); // The script inherits it.
      unlink(name.c_str());
    } catch (const InputError& error) {
      complain(fmt::format("{}; the page lacks the answer", error.what()));
    }
  }
  answer_.reset();
  if (answer >= 0) {
    arguments.insert(arguments.end(), {"--answer", fmt::format("/dev/fd/{}", answer)});
  }
  try {
    script_.run(arguments, Json(records).dump(-1, ' ', false, Json::error_handler_t::replace));
  } catch (const InputError& error) {
    complain(fmt::format("there is no {}: {}", std::string(reportFile), error.what()));
  }
  if (answer >= 0) {
    close(answer);
  }
}

} // namespace lonestar
