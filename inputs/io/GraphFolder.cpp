#include "inputs/io/GraphFolder.h"

#include "inputs/Error.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/ranges.h>

namespace galois::inputs {

std::string fileOfGraph(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return path; // whoever opens it says what is wrong
  }
  std::vector<std::string> names;
  const fs::directory_iterator end;
  for (fs::directory_iterator at(path, error); !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".properties") {
      names.push_back(at->path().filename().string());
    }
  }
  if (error) {
    fail("{} is a folder that cannot be listed: {}", path, error.message());
  }
  if (names.empty()) {
    fail("{} is a folder without a .properties of Graphalytics; give a graph file", path);
  }
  if (names.size() > 1) {
    std::sort(names.begin(), names.end());
    fail("{} is a folder with several graphs; name one of {}", path, fmt::join(names, ", "));
  }
  return (fs::path(path) / names.front()).string();
}

} // namespace galois::inputs
