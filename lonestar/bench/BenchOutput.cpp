#include "BenchOutput.h"

#include <algorithm>
#include <cstddef>

#include "liblonestar/RunFlags.h"

namespace bench {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

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
