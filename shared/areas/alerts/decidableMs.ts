/** An alert on which nobody has decided for so long counts as hidden for good. */
export const decidableMs = 14 * 24 * 60 * 60 * 1000
