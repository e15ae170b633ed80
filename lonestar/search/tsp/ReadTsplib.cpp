#include "tsp/ReadTsplib.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "inputs/Error.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"

namespace lonestar::search {

namespace {

using galois::inputs::fail;
using galois::inputs::Fields;
using galois::inputs::TextScanner;

struct Place {
  double x, y;
};

constexpr const char* kForm = "a line is \"KEYWORD: VALUE\", the name of a section or its numbers";

/// Returns degrees and minutes, written as DDD.MM, as radians; TSPLIB defines pi so.
double radians(double coordinate) {
  constexpr double kPi = 3.141592;
  const double degrees = std::trunc(coordinate);
  return kPi * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0;
}

/// Returns the distance that TSPLIB defines for a type, or a negative number for an unknown type.
double distanceOf(std::string_view type, Place a, Place b) {
  const double x = std::abs(a.x - b.x), y = std::abs(a.y - b.y);
  if (type == "EUC_2D") {
    return std::floor(std::hypot(x, y) + 0.5);
  }
  if (type == "CEIL_2D") {
    return std::ceil(std::hypot(x, y));
  }
  if (type == "MAN_2D") {
    return std::floor(x + y + 0.5);
  }
  if (type == "MAX_2D") {
    return std::max(std::floor(x + 0.5), std::floor(y + 0.5));
  }
  if (type == "ATT") {
    return std::ceil(std::sqrt((x * x + y * y) / 10.0));
  }
  if (type == "GEO") {
    constexpr double kEarth = 6378.388;
    const double q1 = std::cos(radians(a.y) - radians(b.y));
    const double q2 = std::cos(radians(a.x) - radians(b.x));
    const double q3 = std::cos(radians(a.x) + radians(b.x));
    return std::floor(kEarth * std::acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
  }
  return -1;
}

/// What a file says.
struct Tsplib {
  std::map<std::string, std::string, std::less<>> keywords;
  std::vector<std::int64_t> weights;
  std::vector<Place> places;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

void readPlace(const TextScanner& text, std::string_view line, std::vector<Place>& places) {
  Fields fields(text, line, "a line of coordinates is \"CITY X Y\"");
  fields.node("city", places.size() + 1, 1);
  const double x = fields.real("x");
  const double y = fields.real("y");
  fields.expectEnd();
  places.push_back({x, y});
}

/// Sets the number of cities, which bounds what else is read.
std::size_t readDimension(const TextScanner& text, const std::string& value) {
  Fields fields(text, value, "the dimension is a number");
  const std::uint64_t cities = fields.number("dimension", UINT64_MAX);
  if (cities == 0 || cities > kMostCities) {
    text.failHere(fmt::format("{} cities; from 1 to {} are possible", cities, kMostCities));
  }
  return cities;
}

Tsplib readSections(const std::string& path, std::size_t& cities) {
  galois::inputs::InputFile file(path);
  TextScanner text(file);
  Tsplib problem;
  std::string section;
  std::string_view line;
  while (text.next(line)) {
    if (line == "EOF") {
      break;
    }
    if (line.empty()) {
      continue;
    }
    const bool isName = line[0] >= 'A' && line[0] <= 'Z';
    const auto colon = line.find(':');
    if (isName && colon != std::string_view::npos) {
      const std::string name(trimmed(line.substr(0, colon)));
      const std::string value(trimmed(line.substr(colon + 1)));
      problem.keywords[name] = value;
      section.clear();
      if (name == "DIMENSION") {
        cities = readDimension(text, value);
      }
    } else if (isName) {
      section = std::string(line);
    } else if (section == "NODE_COORD_SECTION") {
      if (problem.places.size() == cities) {
        text.failHere(fmt::format("one city more than the dimension, {}", cities));
      }
      readPlace(text, line, problem.places);
    } else if (section == "EDGE_WEIGHT_SECTION") {
      Fields fields(text, line, "distances are whole numbers");
      while (!fields.atEnd()) {
        if (problem.weights.size() == cities * cities) {
          text.failHere(fmt::format("more distances than {} cities have", cities));
        }
        problem.weights.push_back(static_cast<std::int64_t>(
            fields.number("distance", static_cast<std::uint64_t>(kLongestDistance))));
      }
    } else if (section.empty()) {
      text.failHere(fmt::format("this line is not expected here; {}", kForm));
    }
  }
  return problem;
}

/// Puts explicit distances into a matrix.
void placeWeights(const std::string& name, const Tsplib& problem, const std::string& format,
                  Distances& distances) {
  const std::size_t cities = distances.size();
  std::size_t next = 0;
  const auto put = [&](std::size_t row, std::size_t from, std::size_t to) {
    for (std::size_t column = from; column < to; ++column, ++next) {
      if (next >= problem.weights.size()) {
        fail("{}: {} distances are too few for {} cities and {}", name, next, cities, format);
      }
      const std::int64_t weight = problem.weights[next];
      if (format == "FULL_MATRIX" && column < row && distances[row][column] != weight) {
        fail("{}: the distances between cities {} and {} differ; only symmetric problems are "
             "supported",
             name, column + 1, row + 1);
      }
      distances[row][column] = distances[column][row] = weight;
    }
  };
  for (std::size_t row = 0; row < cities; ++row) {
    if (format == "FULL_MATRIX") {
      put(row, 0, cities);
    } else if (format == "UPPER_ROW") {
      put(row, row + 1, cities);
    } else if (format == "LOWER_ROW") {
      put(row, 0, row);
    } else if (format == "UPPER_DIAG_ROW") {
      put(row, row, cities);
    } else if (format == "LOWER_DIAG_ROW") {
      put(row, 0, row + 1);
    } else {
      fail("{}: EDGE_WEIGHT_FORMAT is '{}'; FULL_MATRIX, UPPER_ROW, LOWER_ROW, UPPER_DIAG_ROW and "
           "LOWER_DIAG_ROW are supported",
           name, format);
    }
  }
  if (next != problem.weights.size()) {
    fail("{}: {} distances are too many for {} cities and {}", name, problem.weights.size(), cities,
         format);
  }
}

} // namespace

Distances readTsplib(const std::string& path) {
  std::size_t cities = 0;
  Tsplib problem = readSections(path, cities);
  if (cities == 0) {
    fail("{}: no line \"DIMENSION: CITIES\"; this is no file of TSPLIB", path);
  }
  Distances distances(cities, std::vector<std::int64_t>(cities, 0));
  const std::string type = problem.keywords["EDGE_WEIGHT_TYPE"];
  if (type == "EXPLICIT") {
    placeWeights(path, problem, problem.keywords["EDGE_WEIGHT_FORMAT"], distances);
    return distances;
  }
  if (distanceOf(type, {0, 0}, {1, 1}) < 0) {
    fail("{}: EDGE_WEIGHT_TYPE is '{}'; EXPLICIT, EUC_2D, CEIL_2D, MAN_2D, MAX_2D, ATT and GEO are "
         "supported",
         path, type);
  }
  if (problem.places.size() != cities) {
    fail("{}: {} coordinates for {} cities", path, problem.places.size(), cities);
  }
  for (std::size_t a = 0; a < cities; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double distance = distanceOf(type, problem.places[a], problem.places[b]);
      if (!(distance <= static_cast<double>(kLongestDistance))) {
        fail("{}: the distance between cities {} and {} exceeds 2^40", path, b + 1, a + 1);
      }
      distances[a][b] = distances[b][a] = static_cast<std::int64_t>(distance);
    }
  }
  return distances;
}

} // namespace lonestar::search
