/** Whether a text has the form of a hash. Other texts are not stored. */
export const isHashLike = (text: string): boolean => /^[\w-]{43}$/.test(text)
