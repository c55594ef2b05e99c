/** The trace id of a function that serves one request at a time is in its environment, where the SDK looks next. */
export const InvokeStore = { getInstanceAsync: async (): Promise<undefined> => undefined }
