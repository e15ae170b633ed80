#include "inputs/formats/GridScenario.h"

#include "inputs/Error.h"
#include "inputs/io/TextScanner.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace galois::inputs {

namespace {

constexpr const char* kScenarioForm =
    "a query line is \"BUCKET MAP WIDTH HEIGHT STARTX STARTY GOALX GOALY LENGTH\"";
constexpr const char* kScenarioHeaderForm = "the first line is \"version 1\"";

/// Reads a column or row, which must be below the `size` that the same line states.
std::uint32_t cellNumber(const TextScanner& text, Fields& fields, const char* what,
                         std::uint32_t size) {
  const std::uint64_t number = fields.number(what, UINT32_MAX);
  if (number >= size) {
    text.failHere(fmt::format("{} {} is not on the map, which has 0 to {}", what, number,
                              static_cast<std::int64_t>(size) - 1));
  }
  return static_cast<std::uint32_t>(number);
}

/// Returns half a unit of the last digit after the point. A length without a point is exact,
/// because a path with diagonal steps has no such length.
double roundingOf(std::string_view number) {
  const size_t point = number.find('.');
  const size_t digits = number.find_first_not_of("0123456789", point + 1);
  if (point == std::string_view::npos || digits != std::string_view::npos) {
    return 0; // no digits after it, or an exponent, which no such file has
  }
  return 0.5 * std::pow(10.0, -static_cast<double>(number.size() - point - 1));
}

GridQuery readQuery(const TextScanner& text, std::string_view line) {
  Fields fields(text, line, kScenarioForm,
                line.find('\t') == std::string_view::npos ? Separators::kBlanks
                                                          : Separators::kTabs);
  GridQuery query;
  query.line = text.lineNumber();
  query.bucket = static_cast<std::uint32_t>(fields.number("bucket", UINT32_MAX));
  query.map = fields.word();
  query.width = static_cast<std::uint32_t>(fields.number("width", INT32_MAX));
  query.height = static_cast<std::uint32_t>(fields.number("height", INT32_MAX));
  query.startX = cellNumber(text, fields, "start x", query.width);
  query.startY = cellNumber(text, fields, "start y", query.height);
  query.goalX = cellNumber(text, fields, "goal x", query.width);
  query.goalY = cellNumber(text, fields, "goal y", query.height);
  query.rounding = roundingOf(fields.nextWord());
  query.optimal = fields.real("length");
  if (query.optimal < 0) {
    text.failHere("the length is negative");
  }
  fields.expectEnd();
  return query;
}

} // namespace

std::vector<GridQuery> readGridScenario(InputFile& file) {
  TextScanner text(file);
  std::vector<GridQuery> queries;
  std::string_view line;
  bool announced = false;
  while (text.next(line)) {
    if (line.empty()) {
      continue;
    }
    if (announced) {
      queries.push_back(readQuery(text, line));
      continue;
    }
    Fields fields(text, line, kScenarioHeaderForm);
    const bool named = fields.word() == "version";
    const std::string_view version = fields.word();
    if (!named || (version != "1" && version != "1.0")) {
      text.failHere(
          fmt::format("this is no file of queries on grid maps; {}", kScenarioHeaderForm));
    }
    fields.expectEnd();
    announced = true;
  }
  if (!announced) {
    fail("{}: there is no header; {}", text.name(), kScenarioHeaderForm);
  }
  return queries;
}

void checkScenario(const GridMap& map, const std::vector<GridQuery>& queries,
                   const std::string& file) {
  for (const GridQuery& query : queries) {
    if (query.width != map.width() || query.height != map.height()) {
      fail("{}:{}: the query is for a map of {} x {} cells and this one has {} x {}", file,
           query.line, query.width, query.height, map.width(), map.height());
    }
    for (const auto& [x, y] :
         {std::pair(query.startX, query.startY), std::pair(query.goalX, query.goalY)}) {
      if (map.node(x, y) == GridMap::kNoNode) {
        fail("{}:{}: cell {} {} of the query is not passable; is it for another map?", file,
             query.line, x, y);
      }
    }
  }
}

} // namespace galois::inputs
