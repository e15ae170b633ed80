/** Whether an access to a graph takes locks. The miniature has none. */
#pragma once

namespace galois {
enum class MethodFlag : char { UNPROTECTED = 0, WRITE = 1, READ = 2 };
} // namespace galois
