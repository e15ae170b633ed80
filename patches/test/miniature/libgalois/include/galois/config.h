/** Nothing is configured in the miniature. */
#ifndef MINIATURE_CONFIG_H
#define MINIATURE_CONFIG_H
#define GALOIS_UNUSED(name)
#endif
