const none = { applyToStack: (): void => {} }

/** Adds `X-Amzn-Trace-Id`, by which Lambda finds loops through queues and topics; there are none between tables and their workers. */
export const getRecursionDetectionPlugin = () => none

/** Passes whole inputs and outputs to a logger; none is ever given, because they hold users' data. */
export const getLoggerPlugin = () => none
export const loggerMiddleware = undefined
export const loggerMiddlewareOptions = undefined
