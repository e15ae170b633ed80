// Tests which ways of a map a profile lets be used, in which direction and how fast, by tables of
// tags with answers by hand.

#include "inputs/roads/RoadProfile.h"
#include "inputs/roads/MaxSpeed.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

/// The tags of a text such as "highway=primary oneway=yes".
class TagsOf {
public:
  explicit TagsOf(std::string text) : text_(std::move(text)) {
    std::replace(text_.begin(), text_.end(), ' ', '\0');
    for (std::string_view rest = text_; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find('\0'));
      const size_t equals = word.find('=');
      tags_.push_back({word.substr(0, equals), word.substr(equals + 1)});
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
  }
  operator std::span<const RoadTag>() const { return tags_; }

private:
  std::string text_;
  std::vector<RoadTag> tags_;
};

/// A way's tags, and its speeds in both directions, rounded.
struct WayCase {
  const char* tags;
  double forward, backward;
};

void expectSpeeds(const std::string& profile, const std::vector<WayCase>& cases) {
  const RoadProfile rules = RoadProfile::named(profile);
  for (const auto& [tags, forward, backward] : cases) {
    const Travel travel = rules.travel(TagsOf(tags));
    EXPECT_EQ(std::pair(std::round(travel.forward), std::round(travel.backward)),
              std::pair(forward, backward))
        << profile << " on " << tags;
  }
}

TEST(RoadProfile, CarsFollowTags) {
  expectSpeeds("car", {{"highway=residential", 30, 30},
                       {"name=Lane", 0, 0},
                       {"highway=footway", 0, 0},
                       {"highway=proposed", 0, 0},
                       // one-way
                       {"highway=residential oneway=yes", 30, 0},
                       {"highway=residential oneway=1", 30, 0},
                       {"highway=residential oneway=-1", 0, 30},
                       {"highway=residential oneway=no", 30, 30},
                       {"highway=residential oneway=alternating", 30, 30},
                       {"highway=residential oneway=reversible", 0, 0},
                       {"highway=residential oneway=what", 30, 30},
                       {"highway=residential junction=roundabout", 30, 0},
                       {"highway=residential junction=circular", 30, 0},
                       {"highway=residential junction=roundabout oneway=no", 30, 30},
                       {"highway=motorway", 110, 0},
                       {"highway=motorway oneway=no", 110, 110},
                       {"highway=motorway_link", 60, 60},
                       {"highway=residential oneway=yes cycleway=opposite_lane", 30, 0},
                       {"highway=residential oneway=yes oneway:bicycle=no", 30, 0},
                       // access: the most special tag decides
                       {"highway=residential access=no", 0, 0},
                       {"highway=residential access=private", 0, 0},
                       {"highway=residential access=destination", 30, 30},
                       {"highway=residential access=no vehicle=yes", 30, 30},
                       {"highway=residential vehicle=no motor_vehicle=yes", 30, 30},
                       {"highway=residential motor_vehicle=no motorcar=yes", 30, 30},
                       {"highway=residential motor_vehicle=yes motorcar=no", 0, 0},
                       {"highway=residential bicycle=no foot=no", 30, 30},
                       {"highway=residential access=unknown", 30, 30},
                       {"highway=track", 0, 0},
                       {"highway=track motor_vehicle=yes", 15, 15},
                       {"highway=residential area=yes", 0, 0},
                       // speeds
                       {"highway=residential maxspeed=50", 50, 50},
                       {"highway=residential maxspeed=none", 140, 140},
                       {"highway=residential maxspeed=walk", 5, 5},
                       {"highway=residential maxspeed=signals", 30, 30},
                       {"highway=residential maxspeed=50;70", 50, 50},
                       {"highway=primary maxspeed=DE:urban", 50, 50},
                       {"highway=primary maxspeed=100 maxspeed:backward=80", 100, 80},
                       {"highway=primary maxspeed=100 maxspeed:motorcar=60", 60, 60}});
}

TEST(RoadProfile, BicyclesFollowTags) {
  expectSpeeds("bicycle", {{"highway=residential", 17, 17},
                           {"highway=motorway", 0, 0},
                           {"highway=residential oneway=yes", 17, 0},
                           {"highway=residential oneway=yes oneway:bicycle=no", 17, 17},
                           {"highway=residential oneway=yes cycleway=opposite", 17, 17},
                           {"highway=residential oneway=-1 cycleway=opposite_lane", 17, 17},
                           {"highway=residential oneway=yes cycleway:left:oneway=-1", 17, 17},
                           {"highway=residential oneway=yes cycleway=lane", 17, 0},
                           {"highway=residential oneway:bicycle=yes", 17, 0},
                           {"highway=primary junction=roundabout", 17, 0},
                           {"highway=primary motorroad=yes", 0, 0},
                           {"highway=primary motor_vehicle=no", 17, 17},
                           {"highway=primary vehicle=no", 0, 0},
                           {"highway=primary vehicle=no bicycle=yes", 17, 17},
                           {"highway=cycleway bicycle=use_sidepath", 0, 0},
                           {"highway=footway", 0, 0},
                           {"highway=footway bicycle=yes", 6, 6},
                           {"highway=residential maxspeed=50", 17, 17},
                           {"highway=residential maxspeed=10", 10, 10}});
}

TEST(RoadProfile, PeopleOnFootFollowTags) {
  expectSpeeds("foot", {{"highway=footway", 5, 5},
                        {"highway=steps", 3, 3},
                        {"highway=motorway", 0, 0},
                        {"highway=residential oneway=yes", 5, 5},
                        {"highway=residential junction=roundabout", 5, 5},
                        {"highway=footway oneway:foot=yes", 5, 0},
                        {"highway=residential foot=no", 0, 0},
                        {"highway=residential access=no foot=yes", 5, 5},
                        {"highway=residential vehicle=no", 5, 5},
                        {"highway=residential maxspeed=3", 5, 5}});
}

TEST(RoadProfile, KnowsBarriers) {
  const RoadProfile car = RoadProfile::named("car");
  const RoadProfile bicycle = RoadProfile::named("bicycle");
  const RoadProfile foot = RoadProfile::named("foot");
  for (const auto& [tags, stopsCar, stopsBicycle, stopsFoot] :
       std::vector<std::tuple<const char*, bool, bool, bool>>{
           {"highway=crossing", false, false, false},
           {"access=no", false, false, false}, // of something beside the road
           {"barrier=bollard", true, false, false},
           {"barrier=bollard motor_vehicle=yes", false, false, false},
           {"barrier=gate", false, false, false},
           {"barrier=gate access=no", true, true, true},
           {"barrier=gate access=no foot=yes", true, true, false},
           {"barrier=gate motor_vehicle=private", true, false, false},
           {"barrier=stile", true, true, false},
           {"barrier=toll_booth", false, false, false}}) {
    EXPECT_EQ(car.blocks(TagsOf(tags)), stopsCar) << tags;
    EXPECT_EQ(bicycle.blocks(TagsOf(tags)), stopsBicycle) << tags;
    EXPECT_EQ(foot.blocks(TagsOf(tags)), stopsFoot) << tags;
  }
}

TEST(RoadProfile, ReadsSpeeds) {
  for (const auto& [text, speed] :
       std::vector<std::pair<const char*, double>>{{"50", 50},
                                                   {" 7.5 ", 7.5},
                                                   {"50 km/h", 50},
                                                   {"30kmh", 30},
                                                   {"30 mph", 48.28032},
                                                   {"30mph", 48.28032},
                                                   {"10 knots", 18.52},
                                                   {"walk", 5},
                                                   {"DE:urban", 50},
                                                   {"DE:rural", 100},
                                                   {"FR:rural", 80},
                                                   {"ES:rural", 90},
                                                   {"AT:motorway", 130},
                                                   {"ES:motorway", 120},
                                                   {"GB:nsl_single", 96.56064},
                                                   {"DE:zone30", 30},
                                                   {"DE:zone:30", 30},
                                                   {"FR:30", 30},
                                                   {"50;70", 50},
                                                   {"70; 50 ;60", 50},
                                                   {"signals;40", 40},
                                                   {"none;60", 60},
                                                   {"1", 1}}) {
    ASSERT_TRUE(speedOf(text).has_value()) << text;
    EXPECT_NEAR(*speedOf(text), speed, 1e-9) << text;
  }
  EXPECT_EQ(speedOf("none"), kNoSpeedLimit);
  EXPECT_EQ(speedOf("DE:motorway"), kNoSpeedLimit);
  for (const char* const text : {"", "signals", "variable", "-5", "0", "0.5", "nan", "inf",
                                 "50 ells", "fast", ":", "DE:", "DE:moon", ";", "1e400"}) {
    EXPECT_FALSE(speedOf(text).has_value()) << text;
  }
}

TEST(RoadProfile, IsReadFromAFile) {
  const Folder folder;
  const std::string path = folder.write("tram.txt", "# a tram\n"
                                                    "way tertiary 99   # replaced below\r\n"
                                                    "way tertiary 20\n\n"
                                                    "way service 80 permitted\n"
                                                    "access tram\n"
                                                    "deny no\n"
                                                    "limit 60\n");
  expectSpeeds(path, {{"highway=tertiary", 20, 20},
                      {"highway=tertiary oneway=yes", 20, 20},
                      {"highway=tertiary maxspeed=10", 20, 20},
                      {"highway=tertiary tram=no", 0, 0},
                      {"highway=service", 0, 0},
                      {"highway=service tram=yes", 60, 60}});
}

TEST(RoadProfile, RefusesWhatIsNoRule) {
  const Folder folder;
  const auto refusal = [&](const std::string& text) {
    const std::string path = folder.write("p.txt", text);
    std::string message = messageOf([&] { RoadProfile::named(path); });
    EXPECT_THAT(message, testing::StartsWith(path + ":"));
    return message.substr(path.size() + 1);
  };
  EXPECT_THAT(refusal(""), HasSubstr("no line says which ways"));
  EXPECT_THAT(refusal("deny no\n"), HasSubstr("no line says which ways"));
  EXPECT_THAT(refusal("way a 5\nways b 5\n"), testing::StartsWith("2: \"ways\" is no rule"));
  EXPECT_THAT(refusal("way a\n"), testing::StartsWith("1: a way is"));
  EXPECT_THAT(refusal("way a 5 now\n"), testing::StartsWith("1: a way is"));
  for (const char* const speed : {"fast", "0", "-1", "5000", "nan", "5x"}) {
    EXPECT_THAT(refusal(fmt::format("way a {}\n", speed)), HasSubstr("is no speed"));
  }
  EXPECT_THAT(refusal("way a 5\nlimit\n"), HasSubstr("a speed is"));
  EXPECT_THAT(refusal("way a 5\nmaxspeed\n"), HasSubstr("a speed is"));
  EXPECT_THAT(refusal("way a 5\nmaxspeed keys a\n"), HasSubstr("a speed is"));
  EXPECT_THAT(refusal("way a 5\nrefuse area\n"), HasSubstr("is no tag"));
  EXPECT_THAT(refusal("way a 5\ncontraflow =x\n"), HasSubstr("is no tag"));
  EXPECT_THAT(refusal(std::string(1 << 21, '#')), HasSubstr("at most a megabyte"));
  EXPECT_THROW(RoadProfile::named(folder / "none.txt"), UsageError);
}

} // namespace
} // namespace galois::inputs::test
