#include "inputs/roads/OsmFile.h"

#include "inputs/Error.h"

#ifdef GALOIS_HAS_OSM
#include "inputs/io/TextScanner.h"

#include <osmium/io/file.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
#endif

namespace galois::inputs {

bool isOsmPbf(std::string_view firstBytes) {
  // The size of the first header, and its first field: the type of the block.
  constexpr std::size_t kSize = 4;
  return firstBytes.size() > kSize && firstBytes.substr(kSize).starts_with("\x0a\x09OSMHeader");
}

#ifdef GALOIS_HAS_OSM

namespace {

/// Gives libosmium the decompressed bytes of a file. It calls this from a thread of its own.
class FileBytes final : public osmium::io::Decompressor {
public:
  explicit FileBytes(InputFile& file) : file_(file) {}

  std::string read() override {
    std::string block(std::size_t{1} << 16, '\0');
    block.resize(file_.read(block.data(), block.size()));
    return block;
  }

  void close() override {}

private:
  InputFile& file_;
};

/// Under this name, FileBytes is a compression that libosmium knows. The "memory" that it reads
/// from is the InputFile. Its own readers of compressed files are not compiled.
constexpr auto kByInputFile = osmium::io::file_compression::gzip;

const bool registered = osmium::io::CompressionFactory::instance().register_compression(
    kByInputFile, [](int, osmium::io::fsync) { return nullptr; }, [](int) { return nullptr; },
    [](const char* file, std::size_t) {
      return new FileBytes(*const_cast<InputFile*>(reinterpret_cast<const InputFile*>(file)));
    });

std::vector<RoadTag>& tagsOf(const osmium::OSMObject& object, std::vector<RoadTag>& tags) {
  tags.clear();
  for (const osmium::Tag& tag : object.tags()) {
    tags.push_back({tag.key(), tag.value()});
  }
  return tags;
}

void readAll(InputFile& file, const OsmCalls& calls) {
  using osmium::osm_entity_bits::type;
  osmium::io::File source(reinterpret_cast<const char*>(&file), 1,
                          isOsmPbf(file.peek()) ? "pbf" : "osm");
  source.set_compression(kByInputFile);
  osmium::thread::Pool pool(1);
  osmium::io::Reader reader(source, pool, osmium::io::read_meta::no,
                            (calls.way ? type::way : type::nothing) |
                                (calls.node ? type::node : type::nothing));
  if (reader.header().has_multiple_object_versions()) {
    fail("{} has changes or the history of a map; make a map of it, with osmium apply-changes or "
         "osmium time-filter",
         file.name());
  }
  std::vector<RoadTag> tags;
  std::vector<std::int64_t> nodes;
  while (const osmium::memory::Buffer buffer = reader.read()) {
    for (const auto& object : buffer.select<osmium::OSMObject>()) {
      if (object.deleted()) {
        continue;
      }
      if (object.type() == osmium::item_type::way && calls.way) {
        nodes.clear();
        for (const osmium::NodeRef& node : static_cast<const osmium::Way&>(object).nodes()) {
          nodes.push_back(node.ref());
        }
        calls.way(tagsOf(object, tags), nodes);
      } else if (object.type() == osmium::item_type::node && calls.node) {
        const osmium::Location at = static_cast<const osmium::Node&>(object).location();
        if (at.valid()) {
          calls.node(object.id(), {at.x(), at.y()}, tagsOf(object, tags));
        }
      }
    }
  }
  reader.close();
}

} // namespace

void readOsm(InputFile& file, const OsmCalls& calls) {
  static_cast<void>(registered);
  try {
    readAll(file, calls);
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) { // of libosmium, protozero or the system
    file.refuseDamage();
    fail("{}: {}; a map of OpenStreetMap is needed, as a download or osmium writes it", file.name(),
         shownText(error.what()));
  }
}

#else

void readOsm(InputFile& file, const OsmCalls& /*calls*/) {
  fail("{}: this build reads no maps of OpenStreetMap; scripts/setup installs libosmium "
       "(libosmium2-dev, libexpat1-dev), and cmake -DGALOIS_OSM=ON in the folder of the build adds "
       "it",
       file.name());
}

#endif

} // namespace galois::inputs
