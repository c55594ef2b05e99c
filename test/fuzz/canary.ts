/** Stands in bodies, headers, queries and paths, and must not be seen in a log line or in the text of an error. */
export const canary = 'canary5f0e'

export const canaryText = `${canary} text`
