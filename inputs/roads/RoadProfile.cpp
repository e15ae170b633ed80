#include "inputs/roads/RoadProfile.h"

#include "inputs/Error.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "inputs/roads/MaxSpeed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace galois::inputs {

namespace {

constexpr double kLeastSpeed = 1;   // in km/h
constexpr double kMostSpeed = 1000; // in km/h

struct KnownProfile {
  std::string_view name;
  std::string_view text;
};

constexpr std::array<KnownProfile, 3> kProfiles{{
    {"car", R"(access motorcar motor_vehicle vehicle access
deny no private agricultural forestry emergency psv bus military delivery
oneway oneway:motorcar oneway:motor_vehicle oneway
maxspeed sets maxspeed:motorcar maxspeed
limit 140
refuse area=yes impassable=yes
barrier block bollard bus_trap cycle_barrier debris full-height_turnstile jersey_barrier kissing_gate
barrier log motorcycle_barrier sally_port spikes stile sump_buster turnstile wall fence hedge chain
way motorway 110
way motorway_link 60
way trunk 90
way trunk_link 50
way primary 70
way primary_link 45
way secondary 60
way secondary_link 40
way tertiary 50
way tertiary_link 35
way unclassified 40
way residential 30
way living_street 10
way service 15
way road 30
way track 15 permitted
way pedestrian 10 permitted
)"},
    {"bicycle", R"(access bicycle vehicle access
deny no private use_sidepath dismount agricultural forestry emergency psv bus military delivery
oneway oneway:bicycle oneway
contraflow cycleway=opposite cycleway=opposite_lane cycleway=opposite_track
contraflow cycleway=opposite_share_busway cycleway:left=opposite_lane cycleway:right=opposite_lane
contraflow cycleway:left:oneway=-1 cycleway:right:oneway=-1 cycleway:left:oneway=no
contraflow cycleway:right:oneway=no
maxspeed lowers maxspeed
limit 25
refuse area=yes motorroad=yes
barrier debris full-height_turnstile kissing_gate sally_port stile turnstile wall fence hedge
way trunk 16
way trunk_link 16
way primary 17
way primary_link 17
way secondary 18
way secondary_link 18
way tertiary 18
way tertiary_link 18
way unclassified 18
way residential 17
way living_street 15
way service 14
way road 15
way cycleway 18
way track 12
way path 12
way pedestrian 6 permitted
way footway 6 permitted
way bridleway 8 permitted
)"},
    {"foot", R"(access foot access
deny no private use_sidepath agricultural forestry emergency military delivery
oneway oneway:foot
limit 6
refuse area=yes motorroad=yes
barrier debris wall fence hedge
way trunk 5
way trunk_link 5
way primary 5
way primary_link 5
way secondary 5
way secondary_link 5
way tertiary 5
way tertiary_link 5
way unclassified 5
way residential 5
way living_street 5
way service 5
way road 5
way pedestrian 5
way footway 5
way path 5
way track 5
way steps 3
way corridor 4
way platform 4
way cycleway 5
way bridleway 5
)"},
}};

std::string_view valueOf(std::span<const RoadTag> tags, std::string_view key) {
  const auto found =
      std::find_if(tags.begin(), tags.end(), [&](const RoadTag& tag) { return tag.key == key; });
  return found == tags.end() ? std::string_view() : found->value;
}

bool isOneOf(std::string_view word, const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool hasOneOf(std::span<const RoadTag> tags,
              const std::vector<std::pair<std::string, std::string>>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const auto& tag) { return valueOf(tags, tag.first) == tag.second; });
}

/// Which directions a value of `oneway` leaves open.
struct Directions {
  bool forward = true;
  bool backward = true;
};

std::optional<Directions> directionsOf(std::string_view oneway) {
  if (oneway == "yes" || oneway == "true" || oneway == "1") {
    return Directions{true, false};
  }
  if (oneway == "-1" || oneway == "reverse") {
    return Directions{false, true};
  }
  if (oneway == "reversible") { // the direction changes with the hour
    return Directions{false, false};
  }
  if (oneway == "no" || oneway == "false" || oneway == "0" || oneway == "alternating") {
    return Directions{};
  }
  return std::nullopt;
}

bool impliesOneway(std::span<const RoadTag> way) {
  const std::string_view junction = valueOf(way, "junction");
  return junction == "roundabout" || junction == "circular" ||
         valueOf(way, "highway") == "motorway";
}

} // namespace

/// Reads the lines of a profile.
class RoadProfile::Reader {
public:
  Reader(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  RoadProfile read() {
    while (!text_.empty()) {
      std::string_view line = text_.substr(0, text_.find('\n'));
      text_.remove_prefix(std::min(line.size() + 1, text_.size()));
      ++number_;
      line = line.substr(0, line.find('#'));
      words_ = wordsOf(line);
      if (!words_.empty()) {
        readRule();
      }
    }
    if (profile_.classes_.empty()) {
      fail("{}: no line says which ways may be used; one such as \"way residential 30\" is needed",
           source_);
    }
    return std::move(profile_);
  }

private:
  static std::vector<std::string> wordsOf(std::string_view line) {
    constexpr std::string_view kSeparators = " \t\r";
    std::vector<std::string> words;
    while (true) {
      line.remove_prefix(std::min(line.find_first_not_of(kSeparators), line.size()));
      if (line.empty()) {
        return words;
      }
      words.emplace_back(line.substr(0, line.find_first_of(kSeparators)));
      line.remove_prefix(words.back().size());
    }
  }

  [[noreturn]] void failHere(std::string_view what) const {
    fail("{}:{}: {}", source_, number_, what);
  }

  double speedAt(std::size_t place) const {
    const std::string& word = words_[place];
    double speed = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), speed);
    if (read.ec != std::errc() || read.ptr != word.data() + word.size() ||
        !(speed >= kLeastSpeed && speed <= kMostSpeed)) {
      failHere(fmt::format("\"{}\" is no speed; give km/h from {} to {}", shownText(word),
                           kLeastSpeed, kMostSpeed));
    }
    return speed;
  }

  void addWords(Words& to, std::size_t from = 1) {
    to.insert(to.end(), words_.begin() + static_cast<std::ptrdiff_t>(from), words_.end());
  }

  void addPairs(Pairs& to) {
    for (std::size_t i = 1; i < words_.size(); ++i) {
      const std::size_t equals = words_[i].find('=');
      if (equals == 0 || equals >= words_[i].size() - 1) {
        failHere(fmt::format("\"{}\" is no tag; give KEY=VALUE", shownText(words_[i])));
      }
      to.emplace_back(words_[i].substr(0, equals), words_[i].substr(equals + 1));
    }
  }

  void readWay() {
    const bool permitted = words_.size() == 4 && words_[3] == "permitted";
    if (words_.size() != 3 && !permitted) {
      failHere("a way is \"way CLASS SPEED\" or \"way CLASS SPEED permitted\"");
    }
    std::erase_if(profile_.classes_, [&](const Class& one) { return one.highway == words_[1]; });
    profile_.classes_.push_back({words_[1], speedAt(2), permitted});
  }

  void readRule() {
    const std::string& word = words_[0];
    if (word == "way") {
      readWay();
    } else if (word == "access") {
      addWords(profile_.access_);
    } else if (word == "deny") {
      addWords(profile_.deny_);
    } else if (word == "oneway") {
      addWords(profile_.oneway_);
    } else if (word == "contraflow") {
      addPairs(profile_.contraflow_);
    } else if (word == "refuse") {
      addPairs(profile_.refuse_);
    } else if (word == "barrier") {
      addWords(profile_.barriers_);
    } else if (word == "limit" && words_.size() == 2) {
      profile_.limit_ = speedAt(1);
    } else if (word == "maxspeed" && words_.size() > 2 &&
               (words_[1] == "sets" || words_[1] == "lowers")) {
      profile_.maxspeedSets_ = words_[1] == "sets";
      addWords(profile_.maxspeed_, 2);
    } else if (word == "limit" || word == "maxspeed") {
      failHere("a speed is \"limit SPEED\", and tags of speeds are \"maxspeed sets KEY...\" or "
               "\"maxspeed lowers KEY...\"");
    } else {
      failHere(fmt::format("\"{}\" is no rule; lines begin with way, access, deny, oneway, "
                           "contraflow, refuse, maxspeed, limit or barrier",
                           shownText(word)));
    }
  }

  std::string_view text_;
  std::string_view source_;
  std::size_t number_ = 0;
  std::vector<std::string> words_;
  RoadProfile profile_;
};

std::string RoadProfile::textOf(const std::string& name) {
  for (const KnownProfile& known : kProfiles) {
    if (known.name == name) {
      return std::string(known.text);
    }
  }
  std::error_code error;
  if (!std::filesystem::exists(name, error)) {
    failUsage("there is no profile and no file \"{}\"; give car, bicycle, foot, or a file of rules",
              shownText(name));
  }
  constexpr std::size_t kMost = std::size_t{1} << 20;
  InputFile file(name);
  std::string text(kMost + 1, '\0');
  text.resize(file.readFully(text.data(), text.size()));
  if (text.size() > kMost) {
    fail("{}: a profile has at most a megabyte; it is a text of rules such as \"way residential "
         "30\"",
         file.name());
  }
  return text;
}

RoadProfile RoadProfile::named(const std::string& name) {
  const std::string text = textOf(name);
  return Reader(text, name).read();
}

RoadProfile::Permission RoadProfile::permission(std::span<const RoadTag> tags) const {
  for (const std::string& key : access_) {
    const std::string_view value = valueOf(tags, key);
    if (!value.empty() && value != "unknown") {
      return isOneOf(value, deny_) ? Permission::kDenied : Permission::kPermitted;
    }
  }
  return Permission::kUnsaid;
}

double RoadProfile::speed(std::span<const RoadTag> way, const Class& its,
                          const char* direction) const {
  const auto said = [&]() -> std::optional<double> {
    for (const std::string& key : maxspeed_) {
      for (const std::string& name : {key + direction, key}) {
        if (const auto speed = speedOf(valueOf(way, name))) {
          return speed;
        }
      }
    }
    return std::nullopt;
  }();
  const double usual = said && (maxspeedSets_ || *said < its.speed) ? *said : its.speed;
  return std::min(usual, limit_);
}

Travel RoadProfile::travel(std::span<const RoadTag> way) const {
  const std::string_view highway = valueOf(way, "highway");
  const auto its = std::find_if(classes_.begin(), classes_.end(),
                                [&](const Class& one) { return one.highway == highway; });
  if (highway.empty() || its == classes_.end() || hasOneOf(way, refuse_)) {
    return {};
  }
  const Permission permitted = permission(way);
  if (permitted == Permission::kDenied ||
      (its->onlyPermitted && permitted == Permission::kUnsaid)) {
    return {};
  }
  std::optional<Directions> open;
  for (auto key = oneway_.begin(); key != oneway_.end() && !open; ++key) {
    open = directionsOf(valueOf(way, *key));
  }
  if (!open && isOneOf("oneway", oneway_) && impliesOneway(way)) {
    open = Directions{true, false};
  }
  if (open && open->forward != open->backward && hasOneOf(way, contraflow_)) {
    open = Directions{};
  }
  const Directions directions = open.value_or(Directions{});
  return {directions.forward ? speed(way, *its, ":forward") : 0,
          directions.backward ? speed(way, *its, ":backward") : 0};
}

bool RoadProfile::blocks(std::span<const RoadTag> node) const {
  const std::string_view barrier = valueOf(node, "barrier");
  if (barrier.empty()) {
    return false;
  }
  const Permission permitted = permission(node);
  return permitted == Permission::kDenied ||
         (permitted == Permission::kUnsaid && isOneOf(barrier, barriers_));
}

} // namespace galois::inputs
