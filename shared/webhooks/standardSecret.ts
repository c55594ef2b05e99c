const prefix = 'whsec_'
/** Bytes of the shortest key that Standard Webhooks 1.0 allows, because a shorter one can be guessed from a signature. */
export const shortestKey = 24

/** The key of a Standard Webhooks secret: base64, with or without the prefix. */
export const keyFromSecret = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')
