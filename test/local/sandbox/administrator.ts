/** The user who administers every chat of the messengers' stand-ins. No other user does. */
export const sandboxAdministrator = 1
