#include "inputs/io/InputFile.h"

#include "Compress.h"
#include "Support.h"

#include "galois/substrate/WaitWatch.h"

#include <sys/stat.h>

#include <functional>
#include <random>

namespace galois::inputs::test {
namespace {

std::string readAll(const std::string& path, size_t step = 70'000) {
  InputFile file(path);
  std::string all;
  std::string block(step, '\0');
  for (size_t got = 0; (got = file.read(block.data(), block.size())) > 0;) {
    all.append(block.data(), got);
  }
  return all;
}

/// Returns numbers in text, which decompress to several blocks of output per block of input.
std::string sample(size_t lines) {
  std::string text;
  for (size_t i = 0; i < lines; ++i) {
    text += fmt::format("a {} {} {}\n", i, i * 7919 % 1000003, i % 97);
  }
  return text;
}

struct Codec {
  const char* name;
  std::string (*compress)(const std::string&);
  Compression compression;
};

const Codec kCodecs[] = {{"gzip", gzip, Compression::kGzip},
                         {"xz", xz, Compression::kXz},
                         {"zstd", zstd, Compression::kZstd},
                         {"bzip2", bzip2, Compression::kBzip2}};

class InputFileCodec : public testing::TestWithParam<Codec> {
protected:
  const Folder folder;
};

TEST_P(InputFileCodec, ReadsWhatWasCompressedWhateverTheName) {
  const std::string text = sample(200'000);
  const std::string path = folder.write("graph.gr", GetParam().compress(text));
  EXPECT_EQ(InputFile(path).compression(), GetParam().compression);
  EXPECT_EQ(InputFile(path).size(), std::nullopt);
  EXPECT_EQ(readAll(path), text);
  EXPECT_EQ(readAll(path, 333), text);
}

TEST_P(InputFileCodec, ReadsNothing) {
  EXPECT_EQ(readAll(folder.write("x", GetParam().compress(""))), "");
}

TEST_P(InputFileCodec, ReadsConcatenatedStreams) {
  const std::string a = sample(1000);
  const std::string b = sample(70'000);
  const auto compress = GetParam().compress;
  EXPECT_EQ(readAll(folder.write("x", compress(a) + compress(b) + compress(""))), a + b);
}

TEST_P(InputFileCodec, SkipsZeroPadding) {
  EXPECT_EQ(readAll(folder.write("x", GetParam().compress("1 2\n") + std::string(8, '\0'))),
            "1 2\n");
}

TEST_P(InputFileCodec, SaysWhenDataIsCutShort) {
  const std::string whole = GetParam().compress(sample(50'000));
  for (const size_t size : {whole.size() - 1, whole.size() / 2, size_t{12}}) {
    const std::string path = folder.write("x", whole.substr(0, size));
    EXPECT_EQ(messageOf([&] { readAll(path); }),
              fmt::format("{}: the {} data is cut short; fetch or copy the file again", path,
                          GetParam().name))
        << size;
  }
}

TEST_P(InputFileCodec, SaysWhenDataIsCorrupt) {
  std::string bytes = GetParam().compress(sample(50'000));
  for (size_t at = bytes.size() / 2; at < bytes.size() / 2 + 64; ++at) {
    bytes[at] ^= 0x5a;
  }
  const std::string path = folder.write("x", bytes);
  EXPECT_THAT(messageOf([&] { readAll(path); }),
              testing::HasSubstr(fmt::format("the {} data is corrupt", GetParam().name)));
}

TEST_P(InputFileCodec, BlamesDamagedDataAndNotTheTextThatItBecomes) {
  if (GetParam().compression == Compression::kZstd) {
    GTEST_SKIP() << "the frames that zstd() makes have no checksum";
  }
  // Numbers without a pattern compress badly, so that much of the data is letters, and a changed
  // byte becomes changed text, which makes sense or not.
  std::mt19937_64 random(1);
  std::string text;
  for (int i = 0; i < 30'000; ++i) {
    text += fmt::format("{} {}\n", random() % 100'000, random() % 100'000);
  }
  const std::string whole = GetParam().compress(text);
  for (size_t part = 1; part < 20; ++part) {
    std::string bytes = whole;
    bytes[bytes.size() * part / 20] ^= 0x11;
    const std::string path = folder.write("x.el", bytes);
    EXPECT_THAT(messageOf([&] {
                  InputFile file(path);
                  readGraphFile(file, "", {});
                }),
                testing::HasSubstr(fmt::format("the {} data is c", GetParam().name)))
        << part;
  }
}

TEST_P(InputFileCodec, SaysWhenGarbageFollows) {
  const std::string path = folder.write("x", GetParam().compress(sample(10)) + "garbage here");
  EXPECT_THAT(messageOf([&] { readAll(path); }),
              testing::HasSubstr("corrupt after the end of a complete stream"));
}

INSTANTIATE_TEST_SUITE_P(All, InputFileCodec, testing::ValuesIn(kCodecs),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(InputFile, GivesASmallFileNoGigabytesToUnpack) {
  // This frame needs a window of 2 GB for one raw block of one byte.
  const Folder folder;
  const std::string frame("\x28\xb5\x2f\xfd\x00\xa8\x09\x00\x00x", 10);
  EXPECT_THAT(messageOf([&] { readAll(folder.write("x", frame)); }),
              testing::HasSubstr("takes more memory than so small a file should"));
  std::string usual = frame;
  usual[5] = '\x88'; // 128 MB
  EXPECT_EQ(readAll(folder.write("y", usual)), "x");
}

TEST(InputFile, ReadsPlainFiles) {
  const Folder folder;
  const std::string text = sample(100'000);
  const std::string path = folder.write("x", text);
  EXPECT_EQ(InputFile(path).compression(), Compression::kNone);
  EXPECT_EQ(InputFile(path).size(), text.size());
  EXPECT_EQ(readAll(path), text);
  EXPECT_EQ(readAll(folder.write("y", "")), "");
  EXPECT_EQ(readAll(folder.write("z", "ab")), "ab");
}

TEST(InputFile, PeekTakesNothingAway) {
  const Folder folder;
  const std::string text = sample(100'000);
  InputFile file(folder.write("x", gzip(text)));
  EXPECT_EQ(file.peek(), std::string_view(text).substr(0, file.peek().size()));
  EXPECT_GE(file.peek().size(), 4096u);
  std::string all(text.size() + 1, '\0');
  EXPECT_EQ(file.readFully(all.data(), all.size()), text.size());
  all.pop_back();
  EXPECT_EQ(all, text);
}

TEST(InputFile, SaysWhatCannotBeOpened) {
  const Folder folder;
  const std::string missing = folder / "missing.gr";
  EXPECT_EQ(messageOf([&] { InputFile file(missing); }),
            "cannot open " + missing + ": No such file or directory");
  EXPECT_THAT(messageOf([&] { InputFile file(folder.path().string()); }),
              testing::HasSubstr("is a folder"));
}

/// Thrown by a function of a WaitWatch.
struct Enough {};

TEST(InputFileWatch, IsCalledBeforeEachReadAndMayEndIt) {
  const Folder folder;
  const std::string text = sample(200'000);
  for (const std::string& content : {text, gzip(text)}) {
    const std::string path = folder.write("graph.gr", content);
    int looks = 0;
    const std::function<void()> count = [&] { ++looks; };
    {
      const substrate::WaitWatch watch(count);
      EXPECT_EQ(readAll(path), text);
    }
    EXPECT_GE(looks, static_cast<int>(content.size() / 70'000));
    const std::function<void()> refuse = [&] { throw Enough(); };
    const substrate::WaitWatch watch(refuse);
    EXPECT_THROW(readAll(path), Enough);
  }
}

TEST(InputFileWatch, EndsWaitingForTheWriterOfAPipe) {
  const Folder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  int looks = 0;
  const std::function<void()> thrice = [&] {
    if (++looks == 3) {
      throw Enough();
    }
  };
  const substrate::WaitWatch watch(thrice);
  EXPECT_THROW(readAll(path), Enough);
}

} // namespace
} // namespace galois::inputs::test
