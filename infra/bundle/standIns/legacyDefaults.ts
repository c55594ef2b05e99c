/** Timeouts and attempts are set by the clients themselves; the other modes derive them from where the code runs. */
export const resolveDefaultsModeConfig = () => async () => 'legacy'
