/**
 * What a program does while a thread reads files, which may take long: Python looks for signals.
 * InputFile and RandomAccess tell of each read.
 */
#pragma once

#include <functional>

namespace galois::inputs {

/// Calls a function before each read of this thread, and about every 50 ms while a file has nothing
/// to read, as long as it lives. Of several on one thread, the latest counts; they end in reverse
/// order.
class ReadWatch {
public:
  /// @param look  what it throws leaves the function that reads. It must outlive this
  explicit ReadWatch(const std::function<void()>& look);
  ~ReadWatch();
  ReadWatch(const ReadWatch&) = delete;
  ReadWatch& operator=(const ReadWatch&) = delete;

  /// Calls the function of this thread, if there is one, until the file can be read. For code that
  /// is about to read.
  static void awaitInput(int file);

  /// Opens a file for reading, as open() does. With a function, it does not wait for the writer of a
  /// named pipe, which awaitInput() does.
  static int openToRead(const char* path);

private:
  const std::function<void()>* const outer_;
};

} // namespace galois::inputs
