/** A text in generated bodies, headers, queries and paths, which must not occur in a log line or in the text of an error. */
export const canary = 'canary5f0e'

export const canaryText = `${canary} text`
