#include "inputs/kept/CachedGraphs.h"

#include "inputs/InputGraph.h"
#include "inputs/kept/KnownContents.h"

#include "Support.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstring>

namespace galois::inputs::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

const std::string kText = "p sp 2 1\na 1 2 5\n";

class CachedGraphs : public testing::Test {
protected:
  /// Returns the name of the kept conversion of an input of this name.
  std::string keptOf(const std::string& name, const PrepareOptions& options = {}) const {
    return prepareGraph(folder.write(name, kText), options).kept;
  }

  /// Says that a file was last used and written so long ago.
  static void age(const std::string& path, time_t seconds) {
    const timespec then{time(nullptr) - seconds, 0};
    const timespec times[2] = {then, then};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW), 0);
  }

  CommandResult graphCache(const std::string& arguments) const {
    return runCommand(GALOIS_BIN_DIR "/graph-cache " + arguments);
  }

  const Folder folder;
  const CacheHome cache;
};

std::vector<fs::path> pathsOf(const std::vector<KeptEntry>& entries) {
  std::vector<fs::path> paths;
  for (const KeptEntry& entry : entries) {
    paths.push_back(entry.path);
  }
  return paths;
}

TEST_F(CachedGraphs, AreKnownByTheirContent) {
  const std::string kept = keptOf("x.gr");
  const std::string copy = cache.kept() / "mine.cached.gr";
  std::ofstream(copy) << "my own notes";
  const std::string packed = cache.kept() / "mine.cached.packed";
  std::ofstream(packed) << "cps-pac and more of my own";
  const std::string known = cache.kept() / "mine.cached.known";
  std::ofstream(known) << "galois-cps known content 1";
  fs::create_symlink(kept, cache.kept() / "link.cached.gr");
  const auto entries = keptFiles(cache.kept());
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].path, kept);
  EXPECT_EQ(entries[0].bytes, fs::file_size(kept));
  EXPECT_EQ(entries[0].source, fs::canonical(folder / "x.gr"));
  EXPECT_THAT(entries[0].recipe, HasSubstr("format dimacs\n"));
  EXPECT_THAT(likeKeptFiles(cache.kept()), ElementsAre(copy, known, packed));
  EXPECT_TRUE(keptFiles(folder / "none").empty());
  EXPECT_TRUE(keptFiles(cache.kept(), "y").empty());
}

TEST_F(CachedGraphs, AreRemovedByTheirLastUse) {
  const std::string a = keptOf("a.gr"), b = keptOf("b.gr"), c = keptOf("c.gr");
  const std::string mine = cache.kept() / "old.cached.gr";
  std::ofstream(mine) << std::string(5000, 'x');
  age(a, 300);
  age(b, 200);
  age(c, 100);
  age(mine, 1000);
  keptOf("a.gr"); // uses it
  const std::uint64_t size = fs::file_size(a);
  setenv("GALOIS_CPS_CACHE_LIMIT", std::to_string(3 * size + size / 2).c_str(), 1);
  const std::string d = keptOf("d.gr");
  EXPECT_THAT(pathsOf(keptFiles(cache.kept())), ElementsAre(a, c, d));
  EXPECT_TRUE(fs::exists(mine)) << "it is none of ours";
  setenv("GALOIS_CPS_CACHE_LIMIT", std::to_string(size).c_str(), 1);
  age(a, 50);
  age(d, 60);
  // Those in use stay open.
  const PreparedGraph used = prepareGraph(folder / "c.gr");
  const std::string e = keptOf("e.gr");
  EXPECT_THAT(pathsOf(keptFiles(cache.kept())), ElementsAre(e));
  InputFile file(used.path);
  EXPECT_EQ(arcsOf(readGraphFile(file, "gr", {})), (Arcs{{0, 1, 5}}));
  unsetenv("GALOIS_CPS_CACHE_LIMIT");
}

TEST_F(CachedGraphs, AreNotMoreThanSomeThousands) {
  const std::string first = keptOf("a.gr");
  age(first, 9000);
  const std::string kept = keptOf("b.gr");
  const std::string whole = contentOf(kept);
  for (int i = 0; i < 4093; ++i) {
    const std::string copy = cache.kept() / fmt::format("{}.cached.gr", i);
    std::ofstream(copy, std::ios::binary) << whole;
    age(copy, 8000 - i);
  }
  const std::string last = keptOf("c.gr");
  EXPECT_EQ(cache.keptNames().size(), 4096u);
  EXPECT_TRUE(fs::exists(first));
  const std::string more = keptOf("d.gr");
  EXPECT_EQ(cache.keptNames().size(), 4096u);
  EXPECT_FALSE(fs::exists(first)) << "the oldest one";
  EXPECT_TRUE(fs::exists(cache.kept() / "0.cached.gr"));
  EXPECT_TRUE(fs::exists(last) && fs::exists(more) && fs::exists(kept));
}

TEST_F(CachedGraphs, HaveALimitByDefault) {
  fs::create_directory(cache.kept());
  const std::uint64_t limit = cacheLimit(cache.kept());
  EXPECT_GT(limit, 0u);
  EXPECT_LE(limit, 20'000'000'000u);
  EXPECT_LE(limit, fs::space(cache.kept()).available / 10 + 1'000'000'000);
  setenv("GALOIS_CPS_CACHE_LIMIT", "3M", 1);
  EXPECT_EQ(cacheLimit(cache.kept()), 3'000'000u);
  setenv("GALOIS_CPS_CACHE_LIMIT", "", 1);
  EXPECT_LE(cacheLimit(cache.kept()), 20'000'000'000u);
  unsetenv("GALOIS_CPS_CACHE_LIMIT");
}

TEST_F(CachedGraphs, DoNotKeepWhatAKilledProgramHasLeft) {
  const std::string kept = keptOf("x.gr");
  const std::string beside = keptOf("x.gr", {.cacheBeside = true});
  const auto leave = [](const std::string& path, time_t seconds) {
    std::ofstream(path) << "half a graph";
    age(path, seconds);
  };
  leave(kept + ".tmp-abcdef", 7200);
  leave(kept + ".tmp-ghijkl", 600); // may be written just now
  leave(cache.kept() / "other.cached.packed.tmp-abcdef", 7200);
  leave(cache.kept() / "notes.tmp-abcdef", 7200); // not ours
  leave(beside + ".tmp-abcdef", 7200);
  leave(folder / "other.cached.gr.tmp-abcdef", 7200); // not of this input
  fs::remove(kept);
  fs::remove(beside);
  keptOf("x.gr");
  keptOf("x.gr", {.cacheBeside = true});
  EXPECT_THAT(cache.keptNames(),
              testing::UnorderedElementsAre(fs::path(kept).filename(),
                                            fs::path(kept + ".tmp-ghijkl").filename(),
                                            "notes.tmp-abcdef"));
  EXPECT_THAT(folder.names(), testing::UnorderedElementsAre("x.gr", fs::path(beside).filename(),
                                                            "other.cached.gr.tmp-abcdef"));
}

TEST_F(CachedGraphs, AreListedAndCleared) {
  const std::string kept = keptOf("x.gr");
  const std::string beside = keptOf("x.gr", {.cacheBeside = true});
  folder.write("old.gr.0123456789abcdef.cached.gr", "of an earlier version");
  folder.write("mine.cached.names", "my own");
  folder.write("mine.gr", "");
  fs::create_symlink("mine.gr", folder / "link.cached.gr");
  const CommandResult inCache = graphCache("list");
  EXPECT_EQ(inCache.status, 0);
  EXPECT_THAT(inCache.output, HasSubstr(kept + " of " + (folder / "x.gr") + "\n1 file, "));
  EXPECT_THAT(inCache.output, HasSubstr("All kept there may take "));
  const CommandResult list = graphCache("list " + folder.path().string());
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.output, HasSubstr("1 file, "));
  EXPECT_THAT(list.output, HasSubstr("mine.cached.names is left alone\n"));
  EXPECT_THAT(list.output, HasSubstr("2 left alone: "));
  const CommandResult clear = graphCache("clear " + folder.path().string());
  EXPECT_EQ(clear.status, 0);
  EXPECT_THAT(clear.output, HasSubstr("bytes, removed"));
  EXPECT_EQ(folder.names(), (Names{"link.cached.gr", "mine.cached.names", "mine.gr",
                                   "old.gr.0123456789abcdef.cached.gr", "x.gr"}));
  EXPECT_EQ(cache.keptNames().size(), 1u) << "only the folder that is named is cleared";
  EXPECT_EQ(graphCache("clear --quiet").output, "");
  EXPECT_TRUE(cache.keptNames().empty());
  EXPECT_EQ(graphCache("clear").status, 0) << "nothing is there";
  EXPECT_EQ(graphCache("clear " + (folder / "nowhere")).status, 1);
  EXPECT_EQ(graphCache("burn").status, 2);
}

TEST_F(CachedGraphs, HaveNamesThatFileSystemsTake) {
  const std::string name(247, 'n');
  const std::string kept = keptOf(name + ".gr");
  EXPECT_LT(fs::path(kept).filename().string().size(), 200u);
  EXPECT_EQ(keptOf(name + ".gr"), kept);
  std::string umlauts = "x";
  for (int i = 0; i < 120; ++i) {
    umlauts += "\xc3\xb6";
  }
  EXPECT_EQ(keptStart(umlauts), umlauts.substr(0, 119) + ".") << "no half character";
  EXPECT_EQ(keptStart("x"), "x.");
}

/// Files of this size are not read again.
std::string large(char first) { return first + std::string(16'000'000, '#') + "\n0 1\n"; }

class KnownContents : public CachedGraphs {
protected:
  std::string hash() const { return contentOfFiles({folder / "x"}, cache.kept()).hash; }
  /// Returns the file with the hash.
  fs::path record() const {
    const auto kept = keptFiles(cache.kept(), "x.");
    EXPECT_EQ(kept.size(), 1u);
    return kept.at(0).path;
  }
  void SetUp() override { fs::create_directory(cache.kept()); }
};

TEST_F(KnownContents, AreThoseOfTheFile) {
  folder.write("x", large('#'));
  usleep(50'000); // the state of a file that has just been changed is not trusted
  const std::string right = hash();
  EXPECT_EQ(contentOfFiles({folder / "x"}, "").hash, right) << "without a folder";
  // That it is not read shows when the record says something else.
  std::string text = test::contentOf(record());
  const std::size_t at = text.find(right);
  ASSERT_NE(at, std::string::npos);
  text[at] = text[at] == '0' ? '1' : '0';
  std::ofstream(record()) << text;
  chmod(record().c_str(), 0600);
  EXPECT_NE(hash(), right);
  // A file that is written again, with the size and the times of before, is read.
  struct stat info {};
  ASSERT_EQ(stat((folder / "x").c_str(), &info), 0);
  std::fstream(folder / "x", std::ios::in | std::ios::out) << "0 2\n";
  const timespec times[2] = {info.st_atim, info.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, (folder / "x").c_str(), times, 0), 0);
  const std::string changed = hash();
  EXPECT_EQ(contentOfFiles({folder / "x"}, "").hash, changed);
  EXPECT_NE(changed, right);
}

TEST_F(KnownContents, AreNotTakenFromAnythingElse) {
  folder.write("x", large('#'));
  usleep(50'000);
  const std::string right = hash();
  const fs::path path = record();
  const std::string whole = test::contentOf(path);
  for (const std::string& text :
       {std::string(), whole.substr(0, 40), whole + "x", whole.substr(0, whole.size() - 1) + "x"}) {
    std::ofstream(path) << text;
    EXPECT_EQ(hash(), right);
    EXPECT_EQ(test::contentOf(path), whole) << "it is made again";
  }
  std::string planted = whole;
  planted[planted.find(right)] ^= 1;
  fs::remove(path);
  std::ofstream(folder / "planted") << planted;
  fs::create_symlink(folder / "planted", path);
  EXPECT_EQ(hash(), right);
}

TEST_F(KnownContents, AreNotTrustedRightAfterAChange) {
  for (const char first : {'#', '%', '#', '%', '#'}) {
    folder.write("x", large(first));
    EXPECT_EQ(hash(), contentOfFiles({folder / "x"}, "").hash);
  }
}

TEST_F(KnownContents, OfSmallFilesAreRead) {
  folder.write("x", "0 1\n");
  usleep(50'000);
  hash();
  EXPECT_TRUE(cache.keptNames().empty());
  EXPECT_THAT(messageOf([&] { contentOfFiles({folder / "none"}, cache.kept()); }),
              HasSubstr("No such file"));
}

} // namespace
} // namespace galois::inputs::test
