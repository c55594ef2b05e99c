/** Seconds after which the end of a stream is final, unless the deployment sets others. */
export const usualEndDelaySeconds = 120
