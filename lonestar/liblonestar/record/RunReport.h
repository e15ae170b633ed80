/**
 * Reports the runs of a program: the lines for people, the file of records, the page of --report, and
 * the file of the answer. When a signal or a time limit ends the program early, it reports those that
 * have finished.
 */
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "inputs/io/OutputFile.h"
#include "liblonestar/flags/ReportFlag.h"
#include "liblonestar/run/Experiment.h"

namespace lonestar {

/// The report of a program's runs. On the rank that reports; not thread-safe (KeptRuns.h).
class RunReport {
public:
  /// @param app, setting  must outlive this
  /// @param wanted   the number of runs that there are to be
  /// @param asArray  the file of the record gets an array
  RunReport(const std::string& app, const Setting& setting, std::size_t wanted, bool asArray)
      : app_(app), setting_(setting), wanted_(wanted), asArray_(asArray) {}

  /// Opens the files that the command line names. @throws galois::inputs::InputError, UsageError
  void open();

  /// Adds a run that has finished.
  /// @param summary  Experiment::summary() of it
  void add(ResultRecord record, std::vector<std::string> summary);

  /// Adds the run that has been ended because it took too long: the last one.
  void end(const ResultRecord& record) { ended_ = record.toJson(); }
  bool ended() const { return ended_.has_value(); }

  /// Keeps the answer of the current query for the page.
  void keepAnswer(const std::function<void(galois::inputs::OutputFile& file)>& write) {
    if (page_) {
      page_->keepAnswer(write);
    }
  }

  /// Prints the lines for people, and writes the records. @throws galois::inputs::InputError
  void write();
  /// Completes the file of the answer. @throws galois::inputs::InputError
  void commitAnswer();
  /// Makes the page.
  /// @param withAnswer  whether what was kept is the whole answer
  void makePage(bool withAnswer);

  /// Does all this without the answer, for a program that ends at once. An error is only one line.
  /// @return the exit status
  int writeEnded();
  /// Reports what has finished before a signal that ends the program. An error is only one line.
  void writeInterrupted();

  /// Returns the file of the answer, or null.
  galois::inputs::OutputFile* answerFile() { return output_ ? &*output_ : nullptr; }

private:
  void printSummary() const;
  void printEnded() const;

  const std::string& app_;
  const Setting& setting_;
  const std::size_t wanted_;
  const bool asArray_;
  std::optional<galois::inputs::OutputFile> output_, json_;
  std::optional<ReportPage> page_;
  std::vector<Json> records_;
  std::vector<double> seconds_;
  ResultRecord last_;
  std::vector<std::string> summary_; ///< Experiment::summary() of the last run
  std::optional<Json> ended_;        ///< the record of the run that took too long
};

} // namespace lonestar
