// Tests damaged files. Whatever bytes a file has, reading it gives a consistent graph or an
// InputError of one line. Random numbers are seeded, so a failure repeats. The sanitizer presets
// find other errors.

#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"

#include "Compress.h"
#include "Support.h"

#include <random>

namespace galois::inputs::test {
namespace {

std::string binarySeed(std::uint64_t version) {
  std::string bytes;
  for (const std::uint64_t word : {version, std::uint64_t{4}, std::uint64_t{2}, std::uint64_t{1},
                                   std::uint64_t{1}, std::uint64_t{1}}) {
    bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
  }
  bytes.append(version == 1 ? 12 : 20, '\0');
  return bytes;
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts = {
      "\xef\xbb\xbfsource;target;\"weight\"\n\"0\";7;'5'\n4;0;6\n",
      "0 1 {'weight': 3, 'c': 'a}'}\n1 99999999999 {\"weight\":4}\n",
      "from,to,km\r\nParis,\"New York\",3\r\n\"say \"\"x\"\"\",M\xc3\xa1laga,5\r\n",
      "'s-A;'s-B;1,5\r'c';\" d \";2,25\r",
      ":START_ID(A),role,:END_ID(B),:TYPE,weight:int\nk,\"N\",m,ACTED,2\nc,T,m,ACTED,3\n",
      "Source,Target,Type,Weight\na,b,Undirected,2\nb,b,Directed,3\n",
      "first second weight\n0 1 5\n1 2 6\n",
      "3 2\n0 1\n1 3\n",
      "<?xml version='1.0'?><!-- x --><g:graphml><key id='k' attr.name='length' attr.type='int'/>"
      "<graph><edge source='a' target='b'><data key='k'>4</data></edge></graph></g:graphml>",
      "<gexf><graph><attributes class='edge' mode='dynamic'><attribute id='0' title='cost' "
      "type='float'><default>2</default></attribute></attributes><edges><edge source='a' "
      "target='b'>"
      "<attvalues><attvalue for='0' value='3'/></attvalues></edge><edge source='b' target='c' "
      "weight='5'/></edges></graph></gexf>",
      binarySeed(1),
      binarySeed(2),
  };
  for (const Format& format : formats()) {
    if (!format.example.empty()) {
      texts.emplace_back(format.example);
    }
  }
  const size_t plain = texts.size();
  for (size_t i = 0; i < plain; ++i) {
    for (const auto compress : {gzip, xz, zstd, bzip2}) {
      texts.push_back(compress(texts[i]));
    }
  }
  return texts;
}

/// Changes, inserts, removes or repeats a few bytes.
std::string mutated(std::string bytes, std::mt19937_64& random) {
  constexpr std::string_view kTelling = "0123456789-. \n\r,apcv#\0\xff";
  const auto any = [&] {
    return random() % 2 == 0 ? static_cast<char>(random()) : kTelling[random() % kTelling.size()];
  };
  for (std::uint64_t changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
    const size_t at = random() % bytes.size();
    switch (random() % 5) {
    case 0:
      bytes[at] = any();
      break;
    case 1:
      bytes.insert(at, 1, any());
      break;
    case 2:
      bytes.erase(at, 1 + random() % 8);
      break;
    case 3:
      bytes.resize(at);
      break;
    default:
      bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 16));
      break;
    }
  }
  return bytes;
}

void readAnything(const std::string& path) {
  InputFile file(path);
  const Format& format = formatOfInput(file, "");
  if (format.name == "co") {
    readCoordinates(file);
    return;
  }
  const Graph graph = format.read(file, {.scale = 10});
  ASSERT_TRUE(std::is_sorted(graph.offsets.begin(), graph.offsets.end()));
  ASSERT_EQ(graph.offsets.front(), 0u);
  ASSERT_EQ(graph.offsets.back(), graph.numArcs());
  for (const std::uint32_t head : graph.dst) {
    ASSERT_LT(head, graph.numNodes());
  }
  ASSERT_TRUE(graph.names.empty() || graph.names.size() == graph.numNodes());
  ASSERT_TRUE(graph.names.isConsistent());
}

TEST(Mutation, NeverReadsNonsense) {
  std::mt19937_64 random(1);
  const Folder folder;
  std::uint64_t good = 0;
  std::uint64_t bad = 0;
  for (const std::string& seed : seeds()) {
    // Checksums detect nearly all damage to compressed data, so a few attempts suffice there.
    const int tries = compressionOf(seed) == Compression::kNone ? 1000 : 100;
    ASSERT_NO_THROW(readAnything(folder.write("graph.gr", seed)));
    for (int i = 0; i < tries; ++i) {
      const std::string bytes = mutated(seed, random);
      const std::string path = folder.write("graph.gr", bytes);
      try {
        readAnything(path);
        ++good;
      } catch (const InputError& error) {
        ASSERT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos)
            << error.what();
        ++bad;
      }
      if (HasFatalFailure()) {
        FAIL() << "after mutation " << i << " of:\n" << seed;
      }
    }
  }
  EXPECT_GT(good, 100u);
  EXPECT_GT(bad, 500u);
}

} // namespace
} // namespace galois::inputs::test
