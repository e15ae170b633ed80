#include "galois/graphs/MappedMemory.h"

#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphs/GraphTestSupport.h"

using galois::graphs::MappedMemory;
using graphtest::errorOf;

TEST(MappedMemory, MapsAnyPieceOfAFile) {
  const graphtest::TempFolder folder;
  std::string bytes(20000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(i * 31 % 251);
  }
  graphtest::writeBytes(folder.file("f"), bytes);
  const int fd = open(folder.file("f").c_str(), O_RDONLY);
  ASSERT_GE(fd, 0);
  for (const std::size_t offset : {0U, 1U, 4095U, 4096U, 9000U}) {
    MappedMemory memory = MappedMemory::ofFile("f", fd, offset, 5000);
    ASSERT_EQ(memory.size(), 5000U);
    EXPECT_EQ(std::string(memory.data(), 5000), bytes.substr(offset, 5000));
    memory.data()[0] = 'x'; // The file does not change.
  }
  EXPECT_EQ(MappedMemory::ofFile("f", fd, 7, 0).size(), 0U);
  close(fd);
  EXPECT_EQ(graphtest::readBytes(folder.file("f")), bytes);
  EXPECT_THAT(errorOf([] { MappedMemory::ofFile("f", -1, 0, 10); }),
              testing::HasSubstr("cannot map 10 bytes of 'f'"));
}

TEST(MappedMemory, ZeroedMemoryMovesWithItsOwner) {
  MappedMemory a = MappedMemory::zeroed(100000);
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a.data()[i], 0);
  }
  a.data()[99999] = 7;
  MappedMemory b = std::move(a);
  EXPECT_EQ(a.data(), nullptr); // NOLINT(bugprone-use-after-move): what moving leaves
  EXPECT_EQ(b.data()[99999], 7);
  b = MappedMemory();
  EXPECT_EQ(b.size(), 0U);
  EXPECT_THAT(errorOf([] { MappedMemory::zeroed(std::uint64_t{1} << 60); }),
              testing::HasSubstr("out of memory"));
}

TEST(MappedMemory, ReleasedPagesAreReadAgainFromTheFile) {
  const graphtest::TempFolder folder;
  std::string bytes(std::size_t{5} << 20, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(i * 31 % 251);
  }
  graphtest::writeBytes(folder.file("f"), bytes);
  const int fd = open(folder.file("f").c_str(), O_RDONLY);
  ASSERT_GE(fd, 0);
  const std::size_t offset = 100;
  const MappedMemory memory = MappedMemory::ofFile("f", fd, offset, bytes.size() - offset);
  close(fd);
  const std::string wanted = bytes.substr(offset);
  ASSERT_EQ(std::string(memory.data(), memory.size()), wanted);
  EXPECT_GE(graphtest::residentBytes(folder.file("f")), memory.size());
  memory.release(memory.data(), memory.data()); // nothing
  EXPECT_GE(graphtest::residentBytes(folder.file("f")), memory.size());
  memory.release(memory.data(), memory.data() + (std::size_t{3} << 20));
  EXPECT_LE(graphtest::residentBytes(folder.file("f")), std::size_t{2} << 20);
  memory.release(memory.data() + (std::size_t{3} << 20), memory.data() + memory.size());
  EXPECT_EQ(graphtest::residentBytes(folder.file("f")), 0U);
  EXPECT_EQ(std::string(memory.data(), memory.size()), wanted);
}

TEST(MappedMemory, PlainMemoryIsNotReleased) {
  const MappedMemory memory = MappedMemory::zeroed(100000);
  memory.data()[5] = 7;
  memory.release(memory.data(), memory.data() + memory.size());
  EXPECT_EQ(memory.data()[5], 7);
  const MappedMemory none;
  none.release(none.data(), none.data());
}
