/** The barrier of the system. */
#pragma once

namespace galois::substrate {

class Barrier {
public:
  Barrier() = default;
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  virtual ~Barrier();
  virtual void reinit(unsigned num) = 0;
  virtual void wait() = 0;
  void operator()() { wait(); }
  virtual const char* name() const = 0;
};

Barrier& getBarrier(unsigned num);

} // namespace galois::substrate
