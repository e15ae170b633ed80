/**
 * Bodies of messages: values to bytes and back, between ranks of one program on machines of one kind.
 *
 *     Writer writer;
 *     writer(depth, name, nodes);             // in this order
 *     endpoint.send(to, Kind::kTasks, writer.bytes());
 *     ...
 *     Reader reader(message.body);
 *     reader(depth, name, nodes);
 *     reader.finish();
 *
 * Values are trivially copyable, or strings, vectors, pairs and optionals of values, or have one
 * function for both directions: `template <typename A> void serialize(A& archive) { archive(a, b); }`.
 * It takes precedence over copying bytes.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace galois::dist {

class Writer;
class Reader;

/// Thrown if a body is shorter or longer than the values that are read from it.
class BadBody : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace detail {

template <typename T>
concept Serializes = requires(T& value, Writer& writer, Reader& reader) {
  value.serialize(writer);
  value.serialize(reader);
};

/// What is sent as it lies in memory. An address means nothing to another rank.
template <typename T>
concept Flat = std::is_trivially_copyable_v<T> && !Serializes<T> && !std::is_pointer_v<T> &&
               !std::is_member_pointer_v<T>;

} // namespace detail

/// Appends values to a body.
class Writer {
public:
  /// Appends the values in this order.
  template <typename... T>
  Writer& operator()(const T&... values) {
    (put(values), ...);
    return *this;
  }

  /// Returns the body so far. Valid until the next call.
  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  /// Returns the number of bytes so far.
  std::size_t size() const noexcept { return bytes_.size(); }
  /// Returns the body and begins an empty one.
  std::vector<std::byte> take() noexcept { return std::exchange(bytes_, {}); }
  /// Begins an empty body, in the memory of the last one.
  void clear() noexcept { bytes_.clear(); }

private:
  void raw(const void* from, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <typename T>
  void put(const T& value) {
    if constexpr (detail::Serializes<T>) {
      const_cast<T&>(value).serialize(*this); // which only reads it here
    } else {
      static_assert(detail::Flat<T>, "neither trivially copyable nor with a serialize(archive)");
      raw(&value, sizeof value);
    }
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    if constexpr (detail::Flat<T> && !std::is_same_v<T, bool>) {
      raw(values.data(), values.size() * sizeof(T));
    } else {
      for (const auto& value : values) {
        put(static_cast<const T&>(value));
      }
    }
  }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    raw(text.data(), text.size());
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& pair) {
    put(pair.first);
    put(pair.second);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) {
      put(*value);
    }
  }

  std::vector<std::byte> bytes_;
};

/// Reads the values of a body in the order in which they were written.
class Reader {
public:
  /// @param body  must outlive the reader
  explicit Reader(std::span<const std::byte> body) noexcept : body_(body) {}

  /// Reads the values in this order.
  /// @throws BadBody  if the body ends before
  template <typename... T>
  Reader& operator()(T&... values) {
    (get(values), ...);
    return *this;
  }

  /// Reads and returns one value.
  /// @throws BadBody  if the body ends before
  template <typename T>
  T get() {
    T value{};
    get(value);
    return value;
  }

  /// Returns the number of bytes that are not read yet.
  std::size_t left() const noexcept { return body_.size() - at_; }

  /// Checks that everything was read.
  /// @throws BadBody  if there are bytes left
  void finish() const {
    if (left() > 0) {
      throw BadBody("a message of " + std::to_string(body_.size()) + " bytes has " +
                    std::to_string(left()) + " bytes too many");
    }
  }

private:
  void raw(void* to, std::size_t size) {
    if (size > left()) {
      throw BadBody("a message of " + std::to_string(body_.size()) + " bytes is too short: " +
                    std::to_string(size) + " bytes expected at " + std::to_string(at_));
    }
    if (size > 0) {
      std::memcpy(to, body_.data() + at_, size);
    }
    at_ += size;
  }
  template <typename T>
  void get(T& value) {
    if constexpr (detail::Serializes<T>) {
      value.serialize(*this);
    } else {
      static_assert(detail::Flat<T>, "neither trivially copyable nor with a serialize(archive)");
      raw(&value, sizeof value);
    }
  }
  /// Reads a number of elements of which each takes at least a byte, if they take any.
  std::size_t count(std::size_t bytesEach) {
    std::uint64_t count = 0;
    get(count);
    if (count > left() / bytesEach) {
      throw BadBody("a message of " + std::to_string(body_.size()) + " bytes is too short for " +
                    std::to_string(count) + " elements");
    }
    return static_cast<std::size_t>(count);
  }
  template <typename T>
  void get(std::vector<T>& values) {
    if constexpr (detail::Flat<T> && !std::is_same_v<T, bool>) {
      values.resize(count(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      const std::size_t size = count(1);
      values.clear();
      for (std::size_t i = 0; i < size; ++i) {
        values.push_back(get<T>());
      }
    }
  }
  void get(std::string& text) {
    text.resize(count(1));
    raw(text.data(), text.size());
  }
  template <typename A, typename B>
  void get(std::pair<A, B>& pair) {
    get(pair.first);
    get(pair.second);
  }
  template <typename T>
  void get(std::optional<T>& value) {
    value.reset();
    if (get<bool>()) {
      value = get<T>();
    }
  }

  std::span<const std::byte> body_;
  std::size_t at_ = 0;
};

} // namespace galois::dist
