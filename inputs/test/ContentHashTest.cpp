#include "inputs/io/ContentHash.h"

#include "Support.h"

#include <string>
#include <string_view>

namespace galois::inputs::test {
namespace {

std::string hashOf(std::string_view text, unsigned bytes = 32) {
  ContentHash hash(bytes);
  hash.add(text);
  return hash.hex();
}

/// Returns the bytes 0, 1, 2 ... 255, 0, 1 ...
std::string counting(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    bytes.push_back(static_cast<char>(i));
  }
  return bytes;
}

TEST(ContentHash, IsThatOfTheStandard) {
  // RFC 7693, appendix A.
  EXPECT_EQ(hashOf("abc", 64), "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                               "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
  // The reference test vectors of BLAKE2, in which input i is the bytes 0 to i - 1.
  EXPECT_EQ(hashOf("", 64), "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
                            "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce");
  EXPECT_EQ(hashOf(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(hashOf("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(ContentHash, IsThatOfOtherProgramsForAllSizesAroundABlock) {
  // One hash of the hashes of the inputs of 0 to 600 bytes, as Python's hashlib computes it:
  // blake2b(b"".join(blake2b(bytes(j % 256 for j in range(i)), digest_size=32).hexdigest().encode()
  //                  for i in range(601)), digest_size=32)
  std::string all;
  for (std::size_t size = 0; size <= 600; ++size) {
    all += hashOf(counting(size));
  }
  EXPECT_EQ(hashOf(all), "68e395abddc9f596e25e95538001d677e01cd01c2ebda35e93acc1501763131c");
}

TEST(ContentHash, DoesNotDependOnTheDivision) {
  const std::string bytes = counting(1000);
  const std::string whole = hashOf(bytes);
  for (const std::size_t step : {1, 7, 127, 128, 129, 256, 999}) {
    ContentHash hash;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      hash.add(std::string_view(bytes).substr(at, step));
    }
    EXPECT_EQ(hash.hex(), whole) << step;
  }
  ContentHash hash;
  hash.add(bytes.substr(0, 500));
  EXPECT_EQ(hash.hex(), hashOf(bytes.substr(0, 500))) << "asking changes nothing";
  hash.add(bytes.substr(500));
  EXPECT_EQ(hash.hex(), whole);
}

TEST(ContentHash, OfFilesDependsOnWhereEachEnds) {
  const Folder folder;
  const auto of = [&](const std::string& first, const std::string& second) {
    ContentHash hash;
    hash.addFile(folder.write("a", first));
    hash.addFile(folder.write("b", second));
    return hash.hex();
  };
  EXPECT_EQ(of("xy", "z"), of("xy", "z"));
  EXPECT_NE(of("xy", "z"), of("x", "yz"));
  EXPECT_THAT(messageOf([&] { ContentHash().addFile(folder / "none"); }),
              testing::HasSubstr("No such file"));
}

} // namespace
} // namespace galois::inputs::test
