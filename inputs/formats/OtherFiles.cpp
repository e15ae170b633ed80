#include "inputs/formats/OtherFiles.h"

#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightNames.h"
#include "inputs/formats/XmlScanner.h"
#include "inputs/io/ZipReader.h"

#include "galois/graphs/GrFormat.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace galois::inputs {

namespace {

using std::string_view_literals::operator""sv;

/// Returns the path, or FILE if a shell or Python would read it otherwise.
std::string_view quotable(std::string_view path) {
  const bool plain = path != "-" && std::none_of(path.begin(), path.end(), [](unsigned char c) {
                       return c <= ' ' || c == 0x7f || c == '"' || c == '\'' || c == '\\';
                     });
  return plain ? path : "FILE";
}

/// Returns the advice for Graphviz' DOT. GML keeps names, weights, directions and nodes without
/// edges.
std::string byGraphviz(std::string_view path) {
  return fmt::format("holds a graph in Graphviz' DOT, which is not read here; make GML of it with "
                     "Graphviz: gv2gml {} > graph.gml",
                     quotable(path));
}

std::string archive(const char* what, const char* command) {
  return fmt::format("is a {} archive; unpack it ({}) and give the file in it that holds the graph",
                     what, command);
}

/// Returns the text without blanks before it, in lower case, as far as it is needed.
std::string beginning(std::string_view text) {
  constexpr size_t kEnough = 1024;
  const size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return lowerCase(text.substr(start, kEnough));
}

std::string otherMarkup(std::string_view firstBytes, std::string_view path) {
  for (const std::string_view element : {"graphml", "gexf", "osm"}) {
    if (looksLikeXml(firstBytes, path, element)) {
      return ""; // a format that is read
    }
  }
  const std::string text = beginning(firstBytes);
  if (foldedName(rootElement(firstBytes)) == "html" || text.starts_with("<!doctype html") ||
      text.starts_with("<html")) {
    return "is a web page (HTML) and no graph; its address probably leads to a page about the "
           "file, or the download was refused: fetch the file itself";
  }
  return text.starts_with("<?xml") || text.starts_with("<!--")
             ? "is XML in no format that is read here; write the graph as an edge list, lines "
               "\"FROM TO WEIGHT\""
             : "";
}

/// Returns what kind of workbook a zip archive is that starts with these bytes and is called so, or
/// "".
std::string workbook(std::string_view firstBytes, std::string_view path) {
  const std::string_view first = firstZipEntry(firstBytes);
  const auto has = [&](std::string_view text) {
    return firstBytes.find(text) != std::string_view::npos;
  };
  if (path.ends_with(".ods") || (first == "mimetype" && has("opendocument.spreadsheet"))) {
    return "is a workbook of OpenDocument (.ods)";
  }
  const bool office = first == "[Content_Types].xml" || first.starts_with("_rels/") ||
                      first.starts_with("docProps/") || first.starts_with("xl/");
  const bool named = path.ends_with(".xlsx") || path.ends_with(".xlsm") || path.ends_with(".xlsb");
  return named || (office && !has("word/document.xml") && !has("ppt/presentation.xml"))
             ? "is a workbook of Excel (.xlsx)"
             : "";
}

/// Returns the words of the first line that is no comment ('%' and '#'), in lower case, as far as it
/// is needed.
std::string firstStatement(std::string_view text) {
  while (true) {
    const size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(start);
    if (!text.starts_with('%') && !text.starts_with('#')) {
      return beginning(text);
    }
    text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
  }
}

/// Returns whether a text begins as DOT does: with comments, "strict", "graph" or "digraph", perhaps
/// a name, and a brace.
bool isDot(std::string_view text) {
  const auto skip = [&](std::size_t count) { text.remove_prefix(std::min(count, text.size())); };
  while (true) {
    skip(text.find_first_not_of(" \t\r\n"));
    if (text.starts_with("//") || text.starts_with('#')) {
      skip(text.find_first_of("\r\n"));
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/");
      skip(end == text.npos ? end : end + 2);
    } else {
      break;
    }
  }
  const std::string rest = beginning(text);
  const std::size_t brace = rest.find('{');
  std::string_view head = std::string_view(rest).substr(0, brace);
  const auto takeWord = [&](std::string_view word) {
    const bool found =
        head.starts_with(word) &&
        (head.size() == word.size() ||
         std::string_view(" \t\r\n\"").find(head[word.size()]) != std::string_view::npos);
    if (found) {
      head.remove_prefix(word.size());
      head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    }
    return found;
  };
  if (brace == std::string::npos) {
    return false;
  }
  takeWord("strict");
  if (!takeWord("graph") && !takeWord("digraph")) {
    return false;
  }
  head = head.substr(0, head.find_last_not_of(" \t\r\n") + 1);
  const bool quoted =
      head.size() > 1 && head.front() == '"' && head.find('"', 1) == head.size() - 1;
  return quoted || head.find_first_of(" \t\r\n\"") == std::string_view::npos;
}

} // namespace

std::string otherFile(std::string_view firstBytes, std::string_view path) {
  constexpr size_t kTarMark = 257;
  if (firstBytes.starts_with("PK\x03\x04"sv) && !firstZipEntry(firstBytes).ends_with(".npy")) {
    const std::string book = workbook(firstBytes, path);
    return book.empty() ? archive("zip", "unzip")
                        : book + "; save the sheet of edges as CSV and give that file";
  }
  if (firstBytes.starts_with("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv)) {
    return "is a document of Excel or another program of its time (.xls); save the sheet of edges "
           "as CSV and give that file";
  }
  if (firstBytes.starts_with("7z\xbc\xaf\x27\x1c"sv)) {
    return archive("7z", "7z x");
  }
  if (firstBytes.size() > kTarMark && (firstBytes.substr(kTarMark).starts_with("ustar\0"sv) ||
                                       firstBytes.substr(kTarMark).starts_with("ustar  \0"sv))) {
    return archive("tar", "tar -xf");
  }
  for (const std::string_view suffix : {".bytepda", ".bytepd", ".bytepd-amortized"}) {
    if (!isText(firstBytes) && path.ends_with(suffix)) {
      return "is a graph that GBBS or Ligra has compressed; give the text from which it was made, "
             "an "
             "AdjacencyGraph (.adj)";
    }
  }
  const std::string text = firstStatement(firstBytes);
  if (text.starts_with('<')) {
    return otherMarkup(firstBytes, path);
  }
  const bool namedDot = path.ends_with(".dot") || path.ends_with(".gv");
  if (isDot(firstBytes) ||
      (namedDot && (text.starts_with('/') || text.find('{') != std::string::npos))) {
    return byGraphviz(path);
  }
  const std::string line = text.substr(0, text.find_first_of("\r\n"));
  if (line == "edgearray" || line == "weightededgearray") {
    return "is a list of edges of PBBS; write \"#\" before its first line, and say --from=edgelist";
  }
  if (text.starts_with('{') || text.starts_with("[{")) {
    return formatNamed("json").recognises(firstBytes, path)
               ? "" // a format that is read
               : "is JSON, but no graph of nodes and links, as node_link_data() of NetworkX and d3 "
                 "have it; write it so, or as an edge list, lines \"FROM TO WEIGHT\"";
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
