#include "liblonestar/record/RunReport.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "galois/substrate/DefaultThreads.h"
#include "inputs/Error.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/VirtualFlags.h"
#include "liblonestar/record/RunTimes.h"

namespace lonestar {

namespace {

using galois::inputs::InputError;
using galois::inputs::printTo;

/// Says that there is no answer, if there should be a file with it.
std::string withoutAnswer() {
  return outputFile.empty() ? "" : fmt::format(", and {} is not written", std::string(outputFile));
}

/// Returns a line about the method and the threads. Lines that Galois prints, too, have the same form.
std::string describeRun(const Setting& setting, const Outcome& run) {
  const std::string what = setting.describe(run);
  if (setting.ranks) {
    const auto each = setting.sequential ? 1U : static_cast<unsigned>(numThreads);
    return fmt::format("Running {} on {} with {} each", what, counted(setting.ranks->count, "rank"),
                       counted(each, "thread"));
  }
  const bool byDefault = threadsByDefault() && !setting.sequential && !kVirtual;
  return fmt::format("Running {} on {}{}", what, counted(run.threads, "thread"),
                     byDefault ? fmt::format(" ({}; another number with -t)",
                                             oneThreadTaken()
                                                 ? "a small graph"
                                                 : galois::substrate::defaultThreads().because)
                               : "");
}

} // namespace

void RunReport::open() {
  if (!outputFile.empty()) {
    output_.emplace(outputFile);
  }
  if (!jsonFile.empty()) {
    json_.emplace(jsonFile);
  }
  if (!reportFile.empty()) {
    page_.emplace(app_);
  }
}

void RunReport::add(ResultRecord record, std::vector<std::string> summary) {
  records_.push_back(record.toJson());
  seconds_.push_back(record.run.seconds);
  last_ = std::move(record);
  summary_ = std::move(summary);
}

/// Prints at most ten lines for people.
void RunReport::printSummary() const {
  std::FILE* const out = humanOutput();
  const Outcome& run = last_.run;
  printTo(out, "{}\n", describeRun(setting_, run));
  for (const std::string& line : summary_) {
    printTo(out, "{}\n", line);
  }
  printTo(out, "{}\n", timeLine(seconds_, kVirtual || run.simulated));
  if (run.countsTasks && run.executed > 0) {
    printTo(out, "{} executed, {} of them stale, {:.3f} per useful task\n",
            counted(run.executed, "task"), run.stale,
            static_cast<double>(run.executed) /
                static_cast<double>(std::max<std::uint64_t>(run.useful, 1)));
  }
  if (last_.verified == true) {
    printTo(out, "Verification successful.\n");
  }
}

void RunReport::printEnded() const {
  std::fflush(stdout);
  printTo(stderr, "{}: {}, and has been ended after {} of {} runs{}{}\n", app_,
          (*ended_)["failure"]["reason"].get<std::string>(), records_.size(), wanted_,
          records_.empty() ? "" : "; what follows is about these", withoutAnswer());
}

void RunReport::write() {
  if (ended_) {
    printEnded();
  }
  if (!records_.empty()) {
    printSummary();
  }
  if (ended_) {
    records_.push_back(*ended_);
  }
  if (json_) {
    writeRecords(*json_, records_, asArray_);
  }
}

void RunReport::commitAnswer() {
  if (output_) {
    output_->commit();
  }
}

void RunReport::makePage(bool withAnswer) {
  if (page_) {
    std::fflush(stdout);
    page_->make(records_, withAnswer);
  }
}

int RunReport::writeEnded() {
  int status = kRunEndedStatus;
  try {
    output_.reset();
    write();
  } catch (const InputError& error) {
    galois::inputs::printMessage(app_, error.what());
    status = 1;
  }
  makePage(false);
  return status;
}

void RunReport::writeInterrupted() {
  std::fflush(stdout);
  printTo(stderr, "{}: interrupted after {} of {} runs; what follows is about these{}\n", app_,
          records_.size(), wanted_, withoutAnswer());
  try {
    if (json_) {
      writeRecords(*json_, records_, true);
    }
  } catch (const InputError& error) {
    galois::inputs::printMessage(app_, error.what());
  }
  printSummary();
  std::fflush(stdout);
}

} // namespace lonestar
