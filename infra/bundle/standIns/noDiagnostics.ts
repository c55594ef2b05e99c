/** Warns of a Node version that the SDK will drop; the runtime is pinned. */
export const state = { warningEmitted: true }
export const emitWarningIfUnsupportedVersion = (): void => {}

/** Masks secrets in what a logger is given; nothing is given to one. */
export const schemaLogFilter = (): undefined => undefined
