/**
 * Reading such that the reader may be stopped: while a WaitWatch of the thread lives, its function
 * is called before each read, and about every 50 ms while a file has nothing to read. Without one,
 * these functions do nothing of their own. InputFile and RandomAccess call them.
 */
#pragma once

namespace galois::inputs {

/// Waits until the open file can be read. Throws what the thread's WaitWatch throws.
void awaitInput(int file);

/// Opens a file for reading, as open() does. With a WaitWatch, it does not wait for the writer of a
/// named pipe, which awaitInput() does.
int openToRead(const char* path);

} // namespace galois::inputs
