/** Variables of every function. One heap of glibc for all threads saves a megabyte after a first call. */
export const processEnvironment = { MALLOC_ARENA_MAX: '1' } as const
