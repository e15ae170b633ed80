#include "inputs/formats/OtherFiles.h"

#include "inputs/formats/Formats.h"
#include "inputs/io/ZipReader.h"

#include "galois/graphs/GrFormat.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace galois::inputs {

namespace {

using std::string_view_literals::operator""sv;

/// Returns the advice for a graph format that NetworkX reads by this function.
std::string byNetworkX(const char* what, const char* reader) {
  return fmt::format("holds a graph in {}, which is not read here; write it as an edge list, for "
                     "example with NetworkX: write_weighted_edgelist("
                     "convert_node_labels_to_integers({}(FILE)), \"graph.el\")",
                     what, reader);
}

std::string archive(const char* what, const char* command) {
  return fmt::format("is a {} archive; unpack it ({}) and give the file in it that holds the graph",
                     what, command);
}

/// Returns the text without blanks before it, in lower case, as far as it is needed.
std::string beginning(std::string_view text) {
  constexpr size_t kEnough = 1024;
  const size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  std::string lower(text.substr(start, kEnough));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

std::string otherMarkup(const std::string& text) {
  const auto says = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  if (says("<graphml") || says("<gexf")) {
    return ""; // a format that is read
  }
  if (says("<!doctype html") || says("<html")) {
    return "is a web page (HTML) and no graph; its address probably leads to a page about the "
           "file, or the download was refused: fetch the file itself";
  }
  return text.starts_with("<?xml") ? "is XML in no format that is read here; write the graph as an "
                                     "edge list, lines \"FROM TO WEIGHT\""
                                   : "";
}

/// Returns whether all bytes can occur in text.
bool isText(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    return (c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7f;
  });
}

} // namespace

std::string otherFile(std::string_view firstBytes) {
  constexpr size_t kTarMark = 257;
  if (firstBytes.starts_with("PK\x03\x04"sv) && !firstZipEntry(firstBytes).ends_with(".npy")) {
    return archive("zip", "unzip");
  }
  if (firstBytes.starts_with("7z\xbc\xaf\x27\x1c"sv)) {
    return archive("7z", "7z x");
  }
  if (firstBytes.size() > kTarMark && (firstBytes.substr(kTarMark).starts_with("ustar\0"sv) ||
                                       firstBytes.substr(kTarMark).starts_with("ustar  \0"sv))) {
    return archive("tar", "tar -xf");
  }
  const std::string text = beginning(firstBytes);
  if (text.starts_with('<')) {
    return otherMarkup(text);
  }
  if (text.starts_with("*vertices")) {
    return byNetworkX("Pajek's format", "read_pajek");
  }
  if (text.starts_with("graph [") || text.starts_with("graph\n[") ||
      text.starts_with("graph\r\n[") || text.starts_with("creator \"")) {
    return byNetworkX("GML", "read_gml");
  }
  const std::string line = text.substr(0, text.find('\n'));
  if (line.find('{') != std::string::npos &&
      (line.starts_with("graph") || line.starts_with("digraph") || line.starts_with("strict"))) {
    return byNetworkX("Graphviz' DOT", "nx_pydot.read_dot");
  }
  if (text.starts_with('{') || text.starts_with("[{")) {
    return "is JSON, which is not read here; write the graph as an edge list, lines \"FROM TO "
           "WEIGHT\"";
  }
  return "";
}

std::string unknownFile(std::string_view firstBytes, std::string_view path) {
  constexpr size_t kHeader = sizeof(graphs::GrHeader);
  if (!isText(firstBytes)) {
    return path.ends_with(".gr") && firstBytes.size() < kHeader
               ? fmt::format("is cut short: a .gr file starts with a header of {} bytes, and this "
                             "one has {}; fetch or make it again",
                             kHeader, firstBytes.size())
               : "holds binary data that is no .gr file of version 1 or 2, nor anything else that "
                 "is read here";
  }
  return fmt::format("is in no format that is known here ({}); if it is one of them, name it with "
                     "--from=",
                     readableFormats());
}

} // namespace galois::inputs
