/** The most bytes of a request body; a longer one is answered with 413. */
export const bodyLimit = 256 * 1024
