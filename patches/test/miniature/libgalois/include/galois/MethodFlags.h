/** Whether an access to a graph takes locks. The miniature has none. */
#ifndef MINIATURE_METHODFLAGS_H
#define MINIATURE_METHODFLAGS_H

namespace galois {
enum class MethodFlag : char { UNPROTECTED = 0, WRITE = 1, READ = 2 };
} // namespace galois

#endif
