/** The version of the messages in both directions. Members are only added to a version, and receivers ignore unknown ones. */
export const messageVersion = 1
