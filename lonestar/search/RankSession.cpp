#include "search/RankSession.h"

namespace lonestar {

namespace {
RankSession* current = nullptr;
}

RankSession::~RankSession() = default;

RankSession* rankSession() { return current; }
void setRankSession(RankSession* session) { current = session; }

} // namespace lonestar
