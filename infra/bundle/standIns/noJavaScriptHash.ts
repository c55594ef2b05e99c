/** The fallback for a Node built without cryptography. */
export const Sha256Js: undefined = undefined
