/** The user who administers every chat of the messengers' stand-ins; nobody else does. */
export const sandboxAdministrator = 1
