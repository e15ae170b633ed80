// SciPy's sparse matrices: zip archives of NumPy's arrays, as save_npz writes them and damaged.

#include "inputs/formats/Formats.h"
#include "inputs/formats/NpyArray.h"
#include "inputs/io/ZipReader.h"

#include "Compress.h"
#include "Support.h"

#include <cmath>
#include <cstdint>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

template <typename Number>
std::string bytesOf(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

/// Returns an array file of version 1.
std::string npy(const std::string& type, const std::string& shape, const std::string& values) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) {
    header += ' ';
  }
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size() % 256) +
         static_cast<char>(header.size() / 256) + header + values;
}

template <typename Number>
std::string npy(const std::string& type, const std::vector<Number>& values) {
  return npy(type, "(" + std::to_string(values.size()) + ",)", bytesOf(values));
}

/// How an entry is written to an archive.
enum class Packing {
  kStored,       ///< as save_npz(compressed=False) does, with sizes of 8 bytes
  kDeflated,     ///< as save_npz does
  kSmall,        ///< stored, with sizes of 4 bytes
  kSizesFollow,  ///< deflated, as to a pipe
  kMarkedFollow, ///< the same with a mark before the sizes
};

std::string deflated(const std::string& text) {
  const std::string whole = gzip(text); // without gzip's header and end
  return whole.substr(10, whole.size() - 18);
}

template <typename Number>
void append(std::string& to, Number number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

/// Appends an entry to an archive.
void addEntry(std::string& zip, const std::string& name, const std::string& content,
              Packing packing) {
  const bool stored = packing == Packing::kStored || packing == Packing::kSmall;
  const bool follow = packing == Packing::kSizesFollow || packing == Packing::kMarkedFollow;
  const bool wide = packing == Packing::kStored || packing == Packing::kDeflated;
  const std::string data = stored ? content : deflated(content);
  const auto checksum = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
  zip += "PK\x03\x04";
  append<std::uint16_t>(zip, wide ? 45 : 20);
  append<std::uint16_t>(zip, follow ? 8 : 0);
  append<std::uint16_t>(zip, stored ? 0 : 8);
  append<std::uint32_t>(zip, 0x00210000); // 1 January 1980
  append<std::uint32_t>(zip, follow ? 0 : checksum);
  append<std::uint32_t>(zip, follow ? 0 : wide ? 0xffffffff : data.size());
  append<std::uint32_t>(zip, follow ? 0 : wide ? 0xffffffff : content.size());
  append<std::uint16_t>(zip, name.size());
  append<std::uint16_t>(zip, wide ? 20 : 0);
  zip += name;
  if (wide) {
    append<std::uint16_t>(zip, 1);
    append<std::uint16_t>(zip, 16);
    append<std::uint64_t>(zip, content.size());
    append<std::uint64_t>(zip, data.size());
  }
  zip += data;
  if (follow) {
    zip += packing == Packing::kMarkedFollow ? "PK\x07\x08" : "";
    append<std::uint32_t>(zip, checksum);
    append<std::uint32_t>(zip, data.size());
    append<std::uint32_t>(zip, content.size());
  }
}

/// The arrays of an archive by name, in order.
using Entries = std::vector<std::pair<std::string, std::string>>;

std::string zipOf(const Entries& entries, Packing packing = Packing::kDeflated) {
  std::string zip;
  for (const auto& [name, content] : entries) {
    addEntry(zip, name + ".npy", content, packing);
  }
  return zip + "PK\x01\x02 and the directory, which is not read";
}

/// The arcs 0 -> 1, 0 -> 2 and 2 -> 0, with these weights.
Entries csr(const std::string& data) {
  return {{"indices", npy<std::int32_t>("<i4", {1, 2, 0})},
          {"indptr", npy<std::int32_t>("<i4", {0, 2, 2, 3})},
          {"format", npy("|S3", "()", "csr")},
          {"shape", npy<std::int64_t>("<i8", {3, 3})},
          {"data", data}};
}

Graph read(const Entries& entries, const ReadOptions& options = {}) {
  return parse(zipOf(entries), "", options, "matrix.npz");
}

std::string errorOf(const Entries& entries, const ReadOptions& options = {}) {
  return messageOf([&] { read(entries, options); });
}

Entries with(Entries entries, const std::string& name, const std::string& content) {
  for (auto& [own, array] : entries) {
    array = own == name ? content : array;
  }
  return entries;
}

const std::string kWeights = npy<std::int64_t>("<i8", {5, 7, 9});
const Arcs kArcs = {{0, 1, 5}, {0, 2, 7}, {2, 0, 9}};

TEST(Npz, IsReadInEveryPacking) {
  for (const Packing packing : {Packing::kStored, Packing::kDeflated, Packing::kSmall,
                                Packing::kSizesFollow, Packing::kMarkedFollow}) {
    const std::string bytes = zipOf(csr(kWeights), packing);
    EXPECT_EQ(arcsOf(parse(bytes, "", {}, "matrix.npz")), kArcs);
    EXPECT_EQ(arcsOf(parse(gzip(bytes), "npz")), kArcs);
  }
}

TEST(Npz, LayoutsSayTheSame) {
  Entries csc = csr(npy<std::int64_t>("<i8", {9, 5, 7}));
  csc[0].second = npy<std::int32_t>("<i4", {2, 0, 0});
  csc[1].second = npy<std::int64_t>("<i8", {0, 1, 2, 3});
  csc[2].second = npy("<U3", "()", std::string("c\0\0\0s\0\0\0c\0\0\0", 12));
  EXPECT_EQ(arcsOf(read(csc)), kArcs);
  const Entries coo = {
      {"row", npy<std::int32_t>("<i4", {2, 0, 0})},  {"col", npy<std::uint8_t>("|u1", {0, 1, 2})},
      {"format", npy("|S3", "()", "coo")},           {"shape", npy<std::int32_t>("<i4", {3, 3})},
      {"data", npy<std::int64_t>("<i8", {9, 5, 7})}, {"_is_array", npy("|b1", "()", "\x01")}};
  EXPECT_EQ(arcsOf(read(coo)), kArcs);
}

TEST(Npz, ValuesAreWeights) {
  const auto weightsOf = [](const std::string& data, const ReadOptions& options = {}) {
    const Graph graph = read(csr(data), options);
    std::string text;
    for (std::uint64_t arc = 0; arc < graph.weights.narrow().size() + graph.weights.wide().size();
         ++arc) {
      text += graph.weights.text(graph.weights[arc]) + " ";
    }
    return text + std::to_string(graph.weights.bytes());
  };
  EXPECT_EQ(weightsOf(npy<float>("<f4", {5, 0, 9})), "5 0 9 4");
  EXPECT_EQ(weightsOf(npy<double>("<f8", {0.5, 7, -1})), "0.5 7 -1 8");
  EXPECT_EQ(weightsOf(npy<double>("<f8", {16777217, 16777216.25, 1e-46})),
            "16777217 16777216.25 1e-46 8");
  EXPECT_EQ(weightsOf(npy<float>("<f4", {0.1f, 7, -1})), "0.1 7 -1 4");
  EXPECT_EQ(
      weightsOf(npy<std::int32_t>("<i4", {16777217, 7, 9}), {.weightType = WeightType::kFloat}),
      "16777217 7 9 8");
  EXPECT_EQ(weightsOf(npy<double>("<f8", {5, 7, 9}), {.weightType = WeightType::kFloat}),
            "5 7 9 8");
  EXPECT_EQ(weightsOf(npy<double>("<f8", {0.5, 7, 9}), {.scale = 10}), "5 70 90 4");
  EXPECT_EQ(weightsOf(npy<std::int8_t>("|i1", {-5, 7, 9}), {.weightType = WeightType::kSigned}),
            "-5 7 9 4");
  EXPECT_EQ(weightsOf(npy<std::int64_t>("<i8", {1LL << 40, 7, 9})), "1099511627776 7 9 8");
  EXPECT_EQ(weightsOf(npy("|b1", "(3,)", "\x01\x01\x01")), "0");
  EXPECT_EQ(weightsOf(npy<double>("<f8", {NAN, 7, 9}), {.ignoreWeights = true}), "0");
  EXPECT_THAT(errorOf(csr(npy<std::int8_t>("|i1", {-5, 7, 9}))), HasSubstr("--weight-type=signed"));
  EXPECT_THAT(errorOf(csr(npy<double>("<f8", {0.5, 7, 9})), {.weightType = WeightType::kInteger}),
              HasSubstr("weights are whole numbers"));
  EXPECT_THAT(errorOf(csr(npy<double>("<f8", {NAN, 7, 9}))), HasSubstr("must be finite"));
  EXPECT_EQ(weightsOf(npy<double>("<f8", {-1e300, 7, 9})), "-1e+300 7 9 8");
  EXPECT_THAT(errorOf(csr(npy<std::uint64_t>("<u8", {UINT64_MAX, 7, 9}))),
              HasSubstr("weight 0 of the array data exceeds"));
}

TEST(Npz, RefusesWhatIsNoGraph) {
  const Entries good = csr(kWeights);
  const auto error = [&](const std::string& name, const std::string& content) {
    return errorOf(with(good, name, content));
  };
  EXPECT_THAT(error("shape", npy<std::int64_t>("<i8", {3, 4})),
              HasSubstr("3 rows and 4 columns is no graph"));
  EXPECT_THAT(error("shape", npy<std::int64_t>("<i8", {3})), HasSubstr("numbers of rows"));
  EXPECT_THAT(error("shape", npy<std::int64_t>("<i8", {-3, -3})), HasSubstr("numbers of rows"));
  EXPECT_THAT(error("format", npy("|S3", "()", "bsr")), HasSubstr("tocsr()"));
  EXPECT_THAT(error("indices", npy<std::int32_t>("<i4", {1, 3, 0})),
              HasSubstr("entry 1 of the array indices"));
  EXPECT_THAT(error("indices", npy<std::int32_t>("<i4", {1, -1, 0})), HasSubstr("entry 1"));
  EXPECT_THAT(error("indices", npy<std::int32_t>("<i4", {1, 2})), HasSubstr("2 values for the 3"));
  EXPECT_THAT(error("indices", npy<float>("<f4", {1, 2, 0})), HasSubstr("must have integers"));
  EXPECT_THAT(error("indptr", npy<std::int32_t>("<i4", {0, 2, 1, 3})), HasSubstr("must ascend"));
  EXPECT_THAT(error("indptr", npy<std::int32_t>("<i4", {0, 2, 3})), HasSubstr("must ascend"));
  EXPECT_THAT(error("data", npy("<c16", "(3,)", std::string(48, 'x'))), HasSubstr("its header is"));
  EXPECT_THAT(error("data", npy(">i4", "(3,)", std::string(12, 'x'))), HasSubstr("little-endian"));
  EXPECT_THAT(error("data", npy("<i4", "(3, 1)", std::string(12, 'x'))),
              HasSubstr("one dimension"));
  // The layout explains the dimensions better, wherever its array stands.
  EXPECT_THAT(errorOf(with(with(good, "data", npy("<i4", "(3, 1)", std::string(12, 'x'))), "format",
                           npy("|S3", "()", "dia"))),
              HasSubstr("in the layout dia"));
  EXPECT_EQ(error("data", npy("<i4\n", "(3,)", "")).find('\n'), std::string::npos);
  EXPECT_THAT(error("data", npy("<i4", "(4,)", std::string(12, 'x'))), HasSubstr("cut short"));
  EXPECT_THAT(error("data", npy("<i4", "(2,)", std::string(12, 'x'))), HasSubstr("goes on after"));
  EXPECT_THAT(error("data", npy("<i8", "(99999999999,)", "")), HasSubstr("cut short"));
  EXPECT_THAT(error("data", "no array"), HasSubstr("is not an array of NumPy"));
  EXPECT_THAT(errorOf({good[0], good[1], good[2], good[3]}), HasSubstr("has no array data"));
  EXPECT_THAT(errorOf({good[0], good[0]}), HasSubstr("two arrays indices"));
}

TEST(Npz, FindsDamageToTheArchive) {
  for (const Packing packing : {Packing::kStored, Packing::kDeflated, Packing::kMarkedFollow}) {
    const std::string bytes = zipOf(csr(kWeights), packing);
    const size_t directory = bytes.find("PK\x01\x02");
    for (size_t size = 40; size < directory + 4; size += 7) {
      EXPECT_THAT(parseError(bytes.substr(0, size), "npz"), HasSubstr("cut short")) << size;
    }
  }
  std::string bytes = zipOf(csr(kWeights), Packing::kStored);
  bytes[bytes.find("csr")] = 'C';
  EXPECT_THAT(parseError(bytes), HasSubstr("its checksum is wrong"));
  bytes = zipOf(csr(kWeights));
  bytes[bytes.find("shape.npy")] = '\n';
  EXPECT_THAT(parseError(bytes), HasSubstr("the name of an entry is no text"));
  bytes = zipOf(csr(kWeights));
  bytes[6] = 1;
  EXPECT_THAT(parseError(bytes), HasSubstr("encrypted"));
  bytes = zipOf(csr(kWeights));
  bytes[8] = 12;
  EXPECT_THAT(parseError(bytes), HasSubstr("method 12"));
  bytes = zipOf(csr(kWeights), Packing::kSmall);
  bytes[6] = 8;
  EXPECT_THAT(parseError(bytes), HasSubstr("without its size"));
}

TEST(Npz, OtherArchivesAreNamedForWhatTheyAre) {
  std::string zip;
  addEntry(zip, "graph.el", "0 1\n", Packing::kSmall);
  EXPECT_THAT(parseError(zip), HasSubstr("is a zip archive"));
  EXPECT_EQ(firstZipEntry(zip), "graph.el");
  EXPECT_EQ(firstZipEntry(zip.substr(0, 33)), "");
  EXPECT_EQ(firstZipEntry("PK\x03\x04"), "");
}

TEST(Npz, HeadersOfArrays) {
  const auto header = parseNpyHeader("{'descr': '<i4', 'fortran_order': False, 'shape': (5, 2), }");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->kind, 'i');
  EXPECT_EQ(header->bytes, 4U);
  EXPECT_EQ(header->count(), 10U);
  EXPECT_EQ(parseNpyHeader("{'shape': (), 'descr': '|b1'}")->count(), 1U);
  EXPECT_EQ(parseNpyHeader("{'shape': (99999999, 99999999999,), 'descr': '|b1'}")->count(),
            std::nullopt);
  for (const char* wrong :
       {"", "{}", "{'shape': (5,)}", "{'descr': '<i4'}", "{'shape': 5, 'descr': '<i4'}",
        "{'shape': (5,, 'descr': '<i4'}", "{'shape': (5", "{'shape': (5,), 'descr': '<i3'}",
        "{'shape': (5,), 'descr': [('a', '<i4')]}", "{'shape': (5,), 'descr': '<i4",
        "{'shape': (5,), 'descr': '|O8'}", "{'shape': (5,), 'descr': '>i4'}"}) {
    EXPECT_FALSE(parseNpyHeader(wrong)) << wrong;
  }
}

TEST(Npz, HoldsNoArrayThatIsFarLargerThanTheFile) {
  const std::vector<double> zeros(3'000'000);
  EXPECT_THAT(
      parseError(zipOf(csr(npy<double>("<f8", zeros))), "npz"),
      HasSubstr("the array data.npy unpacks to 22 MB, which is too much for so small a file"));
  // Nor several that are together.
  Entries entries = csr(npy<double>("<f8", std::vector<double>(1'200'000)));
  for (auto& [name, content] : entries) {
    if (name == "indices" || name == "indptr") {
      content = npy<std::int32_t>("<i4", std::vector<std::int32_t>(1'200'000));
    }
  }
  EXPECT_THAT(parseError(zipOf(entries), "npz"), HasSubstr("which is too much"));
}

} // namespace
} // namespace galois::inputs::test
