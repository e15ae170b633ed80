#include "inputs/io/TextScanner.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

std::vector<std::string> linesOf(const std::string& content) {
  const Folder folder;
  InputFile file(folder.write("x", content));
  TextScanner scanner(file);
  std::vector<std::string> lines;
  for (std::string_view line; scanner.next(line);) {
    lines.emplace_back(line);
  }
  return lines;
}

/// Runs `read` on the fields of one line.
template <typename Read>
auto fieldsOf(const std::string& content, Read&& read,
              Separators separators = Separators::kBlanks) {
  const Folder folder;
  InputFile file(folder.write("x", content));
  TextScanner scanner(file);
  std::string_view line;
  scanner.next(line);
  Fields fields(scanner, line, "the form", separators);
  return read(fields);
}

using Lines = std::vector<std::string>;

TEST(TextScanner, SplitsLines) {
  EXPECT_EQ(linesOf(""), Lines{});
  EXPECT_EQ(linesOf("a"), Lines{"a"});
  EXPECT_EQ(linesOf("a\n"), Lines{"a"});
  EXPECT_EQ(linesOf("a\r\n\r\n b c \t\r\nd"), (Lines{"a", "", "b c", "d"}));
  EXPECT_EQ(linesOf("\n\n"), (Lines{"", ""}));
  EXPECT_EQ(linesOf("\xef\xbb\xbf"
                    "1 2\n"),
            Lines{"1 2"});
}

TEST(TextScanner, JoinsLinesAcrossBlocks) {
  std::string content;
  Lines expected;
  for (int i = 0; i < 300'000; ++i) {
    expected.push_back(std::to_string(i) + std::string(i % 13, 'x'));
    content += expected.back() + "\n";
  }
  EXPECT_GT(content.size(), 2u << 20);
  EXPECT_EQ(linesOf(content), expected);
}

TEST(TextScanner, RefusesWhatIsNoText) {
  EXPECT_THAT(messageOf([] { linesOf(std::string(3 << 20, 'x')); }),
              testing::HasSubstr(":1: a line of over"));
  EXPECT_THAT(messageOf([] { linesOf(std::string("1 2\n\0\1\2", 7)); }),
              testing::HasSubstr(":2: binary data"));
}

TEST(Fields, ReadsNumbers) {
  const auto number = [](Fields& f) { return f.number("weight", UINT64_MAX); };
  EXPECT_EQ(fieldsOf("0", number), 0u);
  EXPECT_EQ(fieldsOf(" 12 x", number), 12u);
  EXPECT_EQ(fieldsOf("9999999999999999999", number), 9999999999999999999u);
  EXPECT_EQ(fieldsOf("18446744073709551615", number), UINT64_MAX);
  EXPECT_EQ(fieldsOf("000000000000000000000000012", number), 12u);
  EXPECT_EQ(fieldsOf(
                "1,2", [](Fields& f) { return f.number("a", 9) * 10 + f.number("b", 9); },
                Separators::kCommas),
            12u);
}

TEST(Fields, SaysWhatIsWrongWithANumber) {
  const auto error = [](const std::string& line) {
    const std::string message =
        messageOf([&] { fieldsOf(line, [](Fields& f) { return f.number("weight", 100); }); });
    return message.substr(message.find(":1: ") + 4);
  };
  EXPECT_EQ(error("\n"), "the weight is missing; the form");
  EXPECT_EQ(error("-5"), "weight -5 is negative; it must be 0 or more");
  EXPECT_EQ(error("101"), "weight 101 is too large; at most 100 is possible");
  EXPECT_EQ(error("18446744073709551616"),
            "weight 18446744073709551616 is too large; at most 100 is possible");
  EXPECT_EQ(error("2.5"), "weight 2.5 is not a whole number");
  EXPECT_EQ(error("-1e3"), "weight -1e3 is not a whole number");
  EXPECT_EQ(error("12x"), "weight \"12x\" is not a number; the form");
  EXPECT_EQ(error("1,2"), "weight \"1,2\" is not a number; the form");
  EXPECT_EQ(error("+1"), "weight \"+1\" is not a number; the form");
  EXPECT_EQ(error("\x01"), "weight \"?\" is not a number; the form");
  EXPECT_EQ(error(std::string(50, 'y')),
            "weight \"" + std::string(40, 'y') + "...\" is not a number; the form");
}

TEST(Fields, ReadsRealNumbers) {
  const auto real = [](Fields& f) { return f.real("weight"); };
  EXPECT_EQ(fieldsOf("2.5", real), 2.5);
  EXPECT_EQ(fieldsOf("+1e3 x", real), 1000);
  EXPECT_EQ(fieldsOf("-7", real), -7);
  const auto error = [&](const std::string& line) {
    return messageOf([&] { fieldsOf(line, real); });
  };
  EXPECT_THAT(error("\n"), testing::HasSubstr("the weight is missing; the form"));
  EXPECT_THAT(error("1.5x"), testing::HasSubstr("weight \"1.5x\" is not a number; the form"));
  EXPECT_THAT(error("+-1"), testing::HasSubstr("is not a number"));
  for (const char* const bad : {"1e999", "inf", "nan"}) {
    EXPECT_THAT(error(bad), testing::HasSubstr("is not in the range of 64-bit real numbers"));
  }
}

TEST(Fields, KeepBlanksBetweenTabs) {
  const auto second = [](Fields& f) {
    f.word();
    return std::string(f.word());
  };
  EXPECT_EQ(fieldsOf("1\ta b\t2", second, Separators::kTabs), "a b");
  EXPECT_EQ(fieldsOf("1\ta b\t2", second), "a");
}

TEST(Fields, ReadsNodes) {
  const auto node = [](Fields& f) { return f.node("tail", 1, 10); };
  EXPECT_EQ(fieldsOf("1", node), 0u);
  EXPECT_EQ(fieldsOf("10", node), 9u);
  for (const char* const bad : {"0", "11", "18446744073709551615"}) {
    EXPECT_THAT(messageOf([&] { fieldsOf(bad, node); }),
                testing::HasSubstr(fmt::format("tail {} is out of range; nodes are 1 to 10", bad)));
  }
  EXPECT_THAT(messageOf([&] { fieldsOf("1", [](Fields& f) { return f.node("tail", 1, 0); }); }),
              testing::HasSubstr("the graph has no nodes"));
}

TEST(Fields, ReadsSignedNumbers) {
  const auto read = [](Fields& f) { return f.signed32("x"); };
  EXPECT_EQ(fieldsOf("-75476596", read), -75476596);
  EXPECT_EQ(fieldsOf("2147483647", read), INT32_MAX);
  EXPECT_THAT(messageOf([&] { fieldsOf("2147483648", read); }),
              testing::HasSubstr("x 2147483648 is out of range"));
  EXPECT_THAT(messageOf([&] { fieldsOf("1.5", read); }), testing::HasSubstr("not an integer"));
  EXPECT_THAT(messageOf([&] { fieldsOf("abc", read); }), testing::HasSubstr("not a number"));
  EXPECT_THAT(messageOf([&] { fieldsOf("", read); }), testing::HasSubstr("the x is missing"));
}

TEST(Fields, NoticesWhatIsTooMuch) {
  EXPECT_THAT(messageOf([] {
                fieldsOf("1 2", [](Fields& f) {
                  f.number("a", 9);
                  f.expectEnd();
                  return 0;
                });
              }),
              testing::HasSubstr("\"2\" is too much on this line; the form"));
}

} // namespace
} // namespace galois::inputs::test
