#include "inputs/io/OutputFile.h"

#include "Support.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace galois::inputs::test {
namespace {

using Names = std::vector<std::string>;

TEST(OutputFile, AppearsWhenItIsComplete) {
  const Folder folder;
  const std::string big(3 << 20, 'x');
  {
    OutputFile out(folder / "out");
    out.write("one ");
    out.write(big);
    out.write(" ");
    out.writeNumber(UINT64_MAX);
    out.write(" ");
    out.writeNumber(INT32_MIN);
    EXPECT_EQ(folder.names().size(), 1u);
    EXPECT_NE(folder.names()[0], "out");
    out.commit();
  }
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_EQ(contentOf(folder / "out"), "one " + big + " 18446744073709551615 -2147483648");
}

TEST(OutputFile, IsRefusedBeforeTheWorkWhereItCannotBeWritten) {
  const Folder folder;
  const std::string nowhere = folder / "no/out";
  for (const std::string& path : {nowhere, folder.path().string()}) {
    const std::string said = messageOf([&] { requireWritable({path}); });
    EXPECT_THAT(said, testing::StartsWith("cannot write " + path));
    EXPECT_EQ(said, messageOf([&] { OutputFile out(path); }));
  }
  folder.write("there", "old");
  for (const std::string& path : {folder / "new", folder / "there", std::string("-"),
                                  std::string("/dev/full"), std::string("relative")}) {
    EXPECT_NO_THROW(requireWritable({path})) << path;
  }
  EXPECT_EQ(folder.names(), Names{"there"});
}

TEST(OutputFile, LeavesNothingWithoutCommit) {
  const Folder folder;
  folder.write("out", "old");
  {
    OutputFile out(folder / "out");
    out.write("new");
  }
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_EQ(contentOf(folder / "out"), "old");
}

TEST(OutputFile, ReplacesWhatIsThereAndKeepsLinks) {
  const Folder folder;
  folder.write("real", "old");
  std::filesystem::create_symlink("real", folder / "link");
  OutputFile out(folder / "link");
  out.write("new");
  out.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(contentOf(folder / "real"), "new");
  EXPECT_EQ(folder.names(), (Names{"link", "real"}));
}

TEST(OutputFile, HasTheUsualPermissions) {
  const Folder folder;
  const mode_t mask = umask(022);
  OutputFile out(folder / "out");
  out.commit();
  umask(mask);
  struct stat info {};
  ASSERT_EQ(stat((folder / "out").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0644u);
}

mode_t modeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return info.st_mode & 0777;
}

TEST(OutputFile, KeepsThePermissionsOfWhatItReplaces) {
  const Folder folder;
  const mode_t mask = umask(027);
  for (const mode_t mode : {0600u, 0640u, 0664u, 0666u, 0755u}) {
    folder.write("out", "old");
    ASSERT_EQ(chmod((folder / "out").c_str(), mode), 0);
    OutputFile out(folder / "out");
    for (const std::string& name : folder.names()) {
      EXPECT_EQ(modeOf(folder / name) & ~mode, 0u) << name; // the temporary file is no more open
    }
    out.commit();
    EXPECT_EQ(modeOf(folder / "out"), mode);
  }
  { OutputFile(folder / "new").commit(); }
  EXPECT_EQ(modeOf(folder / "new"), 0640u);
  { OutputFile(folder / "own", std::nullopt, 0600).commit(); }
  EXPECT_EQ(modeOf(folder / "own"), 0600u);
  umask(mask);
}

TEST(OutputFile, FollowsALinkToAFileThatIsNotThereYet) {
  const Folder folder;
  std::filesystem::create_directory(folder / "else");
  std::filesystem::create_symlink("else/real", folder / "link");
  std::filesystem::create_symlink("link", folder / "chain");
  OutputFile out(folder / "chain");
  out.write("new");
  out.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "chain"));
  EXPECT_EQ(contentOf(folder / "else/real"), "new");
  std::filesystem::create_symlink("loop", folder / "loop");
  EXPECT_THAT(messageOf([&] { OutputFile loop(folder / "loop"); }),
              testing::HasSubstr("Too many levels of symbolic links"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "loop"));
}

TEST(OutputFile, LeavesDevicesAndPipesWhatTheyAre) {
  const Folder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/null", folder / "null");
  const int reader = open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  for (const char* name : {"pipe", "null"}) {
    OutputFile out(folder / name);
    out.write("text");
    out.commit();
  }
  char text[8] = "";
  EXPECT_EQ(read(reader, text, sizeof(text)), 4);
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "null"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(OutputFile, SeveralAppearTogether) {
  const Folder folder;
  folder.write("first", "old");
  {
    OutputFile first(folder / "first");
    OutputFile second("/dev/full");
    first.write("new");
    second.write("new");
    EXPECT_THAT(messageOf([&] {
                  OutputFile::commitAll({&first, &second});
                }),
                testing::HasSubstr("No space left"));
  }
  EXPECT_EQ(contentOf(folder / "first"), "old");
  OutputFile first(folder / "first");
  OutputFile second(folder / "second");
  first.write("new");
  OutputFile::commitAll({&first, nullptr, &second});
  EXPECT_EQ(contentOf(folder / "first"), "new");
  EXPECT_EQ(folder.names(), (Names{"first", "second"}));
}

TEST(OutputFile, CompressesAsItsSuffixSays) {
  const Folder folder;
  std::string content;
  for (std::uint64_t i = 0; i < 2'000'000; ++i) {
    content += static_cast<char>('a' + i % 7 + i % 5);
  }

  for (const auto& [name, compression] :
       {std::pair("a.gz", Compression::kGzip), std::pair("a.xz", Compression::kXz),
        std::pair("a.zst", Compression::kZstd), std::pair("a.bz2", Compression::kBzip2)}) {
    for (const size_t size : {size_t{0}, size_t{1}, content.size()}) {
      OutputFile out(folder / name);
      const std::string_view part = std::string_view(content).substr(0, size);
      out.write(part.substr(0, size / 2)); // larger than the buffer, in one piece
      for (size_t at = size / 2; at < size; at += 1000) {
        out.write(part.substr(at, 1000));
      }
      out.commit();
      InputFile in(folder / name);
      EXPECT_EQ(in.compression(), compression);
      std::string back(size + 1, 0);
      back.resize(in.readFully(back.data(), back.size()));
      EXPECT_EQ(back, part) << name;
    }
  }
  OutputFile overruled(folder / "b.gz", Compression::kNone);
  overruled.write("x");
  overruled.commit();
  EXPECT_EQ(contentOf(folder / "b.gz"), "x");
}

TEST(OutputFile, LeavesIgnoredSignalsAlone) {
  std::array<struct sigaction, 3> before{};
  constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
  }
  std::signal(SIGTERM, SIG_DFL);
  for (const int ignored : {SIGHUP, SIGINT}) {
    std::signal(ignored, SIG_IGN);
  }
  OutputFile::removeTemporariesOnSignal();
  struct sigaction now {};
  for (const int ignored : {SIGHUP, SIGINT}) {
    sigaction(ignored, nullptr, &now);
    EXPECT_EQ(now.sa_handler, SIG_IGN) << ignored;
  }
  sigaction(SIGTERM, nullptr, &now);
  EXPECT_NE(now.sa_handler, SIG_DFL);
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &before[i], nullptr);
  }
}

TEST(OutputFile, SaysWhenTheDiskIsFull) {
  OutputFile out("/dev/full");
  out.write("x");
  EXPECT_EQ(messageOf([&] { out.commit(); }), "cannot write /dev/full: No space left on device");
}

TEST(OutputFile, SaysWhatCannotBeWritten) {
  const Folder folder;
  EXPECT_THAT(messageOf([&] { OutputFile out(folder / "missing/out"); }),
              testing::HasSubstr(
                  "No such file or directory; choose a folder that exists and can be written"));
  EXPECT_THAT(messageOf([&] { OutputFile out(folder.path().string()); }),
              testing::HasSubstr("it is a folder"));
  EXPECT_EQ(folder.names(), Names{});
}

} // namespace
} // namespace galois::inputs::test
