#include "inputs/formats/SideFile.h"

#include "inputs/Error.h"
#include "inputs/io/RandomAccess.h"

#include <filesystem>
#include <system_error>

namespace galois::inputs {

bool beginsWith(const std::string& path, std::string_view title) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    return false;
  }
  std::string first(title.size(), '\0');
  return RandomAccess(path).read(first.data(), first.size(), 0) && first == title;
}

void requireOwnSideFile(const std::string& path, std::string_view title, std::string_view what,
                        std::string_view advice) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored) && !beginsWith(path, title)) {
    fail("{} is there and was not written beside a graph by graph-convert, which would overwrite "
         "it with the {}; move it away, or {}",
         path, what, advice);
  }
}

} // namespace galois::inputs
