/** Whether an answer is the service's word, and not a failure or a limit that passes. */
export const isFinal = ({ ok, status }: Response): boolean => ok || (status < 500 && status !== 429)
