/** The exception that all code in graphs/ throws. */
#pragma once

#include <stdexcept>

namespace galois::graphs {

/// Thrown if a graph cannot be read, written or built. what() is one line for the user: which file,
/// what is wrong with it and, if possible, what to do. It is thrown only outside parallel regions.
class GraphError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace galois::graphs
