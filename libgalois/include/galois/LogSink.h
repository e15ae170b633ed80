/**
 * Where messages go: gInfo, gWarn, gError, gDebug and the DIE macros (gIO.h).
 *
 * A program that sets a sink gets each message as a call instead of as a line on stdout or stderr.
 * Without a sink, gIO.h says where messages go. gPrint writes what a program asks for, such as
 * statistics, so its text is no message and always goes to stdout.
 */
#pragma once

#include <functional>
#include <string_view>

namespace galois {

/// What kind of message it is. The severity grows from one to the next.
enum class LogLevel {
  kDebug,   ///< gDebug
  kInfo,    ///< gInfo
  kWarning, ///< gWarn
  kError,   ///< gError
  kFatal,   ///< the DIE macros: the process ends after this message
};

/**
 * Receives a message: one line without a prefix or a closing line break, and only during the call.
 *
 * It is called on the thread that logs, by one thread at a time, and possibly inside a parallel
 * loop. What it logs itself does not come back to it: that is written as without a sink. If it
 * throws, the exception goes no further, and the message is written as without a sink. A sink must
 * not wait for another thread that logs or sets a sink.
 */
using LogSink = std::function<void(LogLevel level, std::string_view text)>;

/**
 * Makes the messages of this process go to `sink`; an empty one means as without a sink.
 *
 * Waits for a running call of the previous sink, and does not call it afterwards, so what that uses
 * may then be destroyed. Hence, the caller must hold no lock that the previous sink takes. Inside a
 * sink it replaces that sink at once. The sink stays until the process ends; what it refers to must
 * live as long, or the program sets another one first. A process that was forked while another
 * thread was inside a sink has none. Thread-safe.
 *
 * A fatal message is also written to stderr, after the call of the sink. With the environment
 * variable GALOIS_DEBUG_SKIP no debug message reaches the sink.
 *
 * @param sink  what receives the messages
 * @return the previous sink; empty if there was none
 * @throws std::bad_alloc  if there is no memory; the previous sink then stays
 */
LogSink setLogSink(LogSink sink);

} // namespace galois
