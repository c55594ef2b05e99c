/** The version of the messages in both directions. What a version says is never changed, only added to: unknown members are ignored. */
export const messageVersion = 1
