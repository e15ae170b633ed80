#include "BenchOutput.h"

#include "liblonestar/flags/RunFlags.h"

namespace bench {

JsonOutput::JsonOutput() {
  if (!lonestar::jsonFile.empty()) {
    file_.emplace(lonestar::jsonFile);
  }
}

void JsonOutput::add(const lonestar::ResultRecord& record) {
  if (file_) {
    records_.push_back(record.toJson());
  }
}

void JsonOutput::write() {
  if (file_) {
    lonestar::writeRecords(*file_, records_, true);
  }
}

} // namespace bench
