export const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A key of a listener or of a command: 256 random bits as 43 characters that need no escape in a URL. */
export const newKey = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The SHA-256 digest of a text, as characters that need no escape in a URL. */
export const sha256 = async (text: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
