#include "inputs/formats/EdgeAttributes.h"

#include "inputs/formats/WeightNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace galois::inputs {

namespace {

bool isNumberType(std::string_view type) {
  constexpr std::string_view kTypes[] = {"int",  "integer", "long",       "float",     "double",
                                         "byte", "short",   "bigdecimal", "biginteger"};
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

} // namespace

void EdgeAttributes::declare(std::string_view id, std::string_view name, std::string_view type) {
  byId_.insert_or_assign(std::string(id), attributes_.size());
  attributes_.push_back({.name = std::string(name.empty() ? id : name),
                         .number = isNumberType(foldedName(type)),
                         .boolean = foldedName(type) == "boolean"});
}

void EdgeAttributes::setDefault(std::string_view value) { attributes_.back().usual = value; }

void EdgeAttributes::beginEdge() {
  value_.reset();
  first_.clear();
}

std::size_t EdgeAttributes::placeOf(std::string_view id) {
  const auto found = byId_.find(id);
  if (found != byId_.end()) {
    return found->second;
  }
  declare(id, "", "");
  constexpr std::size_t kMost = 100; // so that choosing again takes little time in any file
  chosen_ = chosen_ && (weight_ || attributes_.size() > kMost); // it may be the weight
  return attributes_.size() - 1;
}

void EdgeAttributes::add(std::string_view id, std::string_view value, bool inTime) {
  if (options_.ignoreWeights) {
    return;
  }
  const std::size_t place = placeOf(id);
  if (chosen_) {
    take(place, value, inTime);
  } else {
    first_.push_back({place, std::string(value), inTime});
  }
}

/// Uses a value when it is known which attribute is the weight.
void EdgeAttributes::take(std::size_t place, std::string_view text, bool inTime) {
  Attribute& attribute = attributes_[place];
  if (weight_ == place) {
    inTime_ = inTime_ || inTime || value_;
    value_ = text;
  } else if (!weighted_ && !attribute.boolean) {
    attribute.sawNumber = attribute.sawNumber || isNumberText(text);
  }
}

bool EdgeAttributes::mayBeWeight(std::size_t place) const {
  const Attribute& attribute = attributes_[place];
  if (attribute.boolean || attribute.number) {
    return attribute.number;
  }
  return std::all_of(first_.begin(), first_.end(), [&](const Value& value) {
    return value.attribute != place || isNumberText(value.text);
  });
}

void EdgeAttributes::chooseByName(const std::vector<std::string_view>& names) {
  const auto places = [&](const auto& wanted) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (wanted(i)) {
        found.push_back(i);
      }
    }
    return found;
  };
  for (const auto& found :
       {places([&](std::size_t i) { return names[i] == "weight" && !attributes_[i].boolean; }),
        places([&](std::size_t i) { return foldedName(names[i]) == "weight" && mayBeWeight(i); }),
        places(
            [&](std::size_t i) { return isWeightName(foldedName(names[i])) && mayBeWeight(i); })}) {
    if (found.size() == 1) {
      weight_ = found.front();
      return;
    }
    if (!found.empty()) {
      std::vector<std::string_view> several;
      several.reserve(found.size());
      for (const std::size_t place : found) {
        several.push_back(names[place]);
      }
      text_.failHere(fmt::format("edges have {}, and one of them alone can be the weight; say "
                                 "--weight-column={}, or --weight-column=none",
                                 listedNames(several), nameInFlag(several.front())));
    }
  }
}

void EdgeAttributes::choose() {
  chosen_ = true;
  std::vector<std::string_view> names;
  names.reserve(attributes_.size());
  for (const Attribute& attribute : attributes_) {
    names.emplace_back(attribute.name);
  }
  if (options_.columns.weight) {
    weight_ = placeOfName(*options_.columns.weight, names);
    if (!weight_) {
      text_.failHere(fmt::format(
          "--weight-column={}: edges have no data of this name{}", *options_.columns.weight,
          names.empty() ? ", nor any other" : "; there is " + listedNames(names)));
    }
  } else {
    chooseByName(names);
  }
  for (const Value& value : first_) {
    take(value.attribute, value.text, value.inTime);
  }
  first_.clear();
}

std::optional<std::string_view> EdgeAttributes::weight() {
  if (options_.ignoreWeights) {
    return std::nullopt;
  }
  if (!chosen_ && !attributes_.empty()) {
    choose();
  }
  if (!value_ && weight_) {
    value_ = attributes_[*weight_].usual;
  }
  weighted_ = weighted_ || value_;
  return value_;
}

std::string_view EdgeAttributes::name() const {
  return weight_ ? std::string_view(attributes_[*weight_].name) : std::string_view();
}

std::string EdgeAttributes::note() const {
  if (weighted_ || options_.ignoreWeights) {
    return "";
  }
  std::vector<std::string_view> numbers;
  for (const Attribute& attribute : attributes_) {
    if (attribute.sawNumber && !isLabelName(foldedName(attribute.name))) {
      numbers.emplace_back(attribute.name);
    }
  }
  return numbers.empty()
             ? ""
             : fmt::format("{}: no weight is read, but edges have numbers under {}; say "
                           "--weight-column={} if they are weights, --weight-column=none if not",
                           text_.name(), listedNames(numbers), nameInFlag(numbers.front()));
}

} // namespace galois::inputs
