/**
 * The messages of one search on one rank. Each message carries the number of its search. Messages
 * of earlier searches are dropped. Messages of later searches cannot arrive, because a rank begins
 * the next search only after it has combined the results of this search with all other ranks.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/BinomialTree.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/transport/Transport.h"

namespace galois::dist {

/// Sends and handles the messages of a search. Used by one thread at a time.
template <Transport T>
class SearchMessages {
public:
  /// @param number  of the search, the same on all ranks
  SearchMessages(Endpoint<T>& endpoint, std::uint32_t number)
      : endpoint_(endpoint), number_(number) {}
  SearchMessages(const SearchMessages&) = delete;
  SearchMessages& operator=(const SearchMessages&) = delete;
  ~SearchMessages() {
    for (const Kind kind : handled_) {
      endpoint_.handle(kind, [](const Message&) {}); // ignores messages that arrive late
    }
  }

  std::uint32_t number() const { return number_; } ///< of the search
  Endpoint<T>& endpoint() { return endpoint_; }    ///< which carries the messages
  Rank rank() const { return endpoint_.rank(); }   ///< of this process
  Rank ranks() const { return endpoint_.ranks(); } ///< how many there are
  double now() const { return endpoint_.now(); }   ///< of the transport

  /// Calls handler(from, reader) for each message of a kind. The handler reads the whole body.
  template <typename Handler>
  void handle(Kind kind, Handler handler) {
    handled_.push_back(kind);
    endpoint_.handle(kind, [this, handler](const Message& message) {
      Reader reader(message.body);
      if (reader.get<std::uint32_t>() == number_) {
        handler(message.from, reader);
        reader.finish();
      }
    });
  }
  /// Returns a body that holds the number of the search. The caller adds the rest.
  Writer body() const {
    Writer writer;
    writer(number_);
    return writer;
  }
  /// Sends a body that began as body().
  void send(Rank to, Kind kind, const Writer& whole) { endpoint_.send(to, kind, whole.bytes()); }
  /// Sends a message with these values.
  template <typename... Values>
  void sendValues(Rank to, Kind kind, const Values&... values) {
    Writer writer = body();
    if constexpr (sizeof...(values) > 0) {
      writer(values...);
    }
    send(to, kind, writer);
  }
  /// Sends a message to this rank's children in the binomial tree below `root`. The first value of
  /// the message is `root`.
  template <typename... Values>
  void spread(Rank root, Kind kind, const Values&... values) {
    for (const Rank child : BinomialTree(rank(), ranks(), root).children) {
      sendValues(child, kind, root, values...);
    }
  }

private:
  Endpoint<T>& endpoint_;
  const std::uint32_t number_;
  std::vector<Kind> handled_;
};

} // namespace galois::dist
