/** Nothing is configured in the miniature. */
#pragma once
#define GALOIS_UNUSED(name)
