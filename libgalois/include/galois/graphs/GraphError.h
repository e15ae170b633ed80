/** The error that everything under graphs/ throws. */
#ifndef GALOIS_GRAPHS_GRAPHERROR_H
#define GALOIS_GRAPHS_GRAPHERROR_H

#include <stdexcept>

namespace galois::graphs {

/// A graph that cannot be read, written or built as asked. what() is one line for the person at the
/// terminal: which file, what is wrong with it and, where there is one, what to do about it.
/// Thrown outside parallel regions only.
class GraphError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace galois::graphs

#endif
