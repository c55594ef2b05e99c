import { createHmac, timingSafeEqual } from 'node:crypto'

const signature = (key: Uint8Array, payload: string): Buffer => createHmac('sha256', key).update(payload).digest()

/** A value as a text that only holders of the key can make, and everybody can read. */
export const signedText = (key: Uint8Array, value: unknown): string => {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${signature(key, payload).toString('base64url')}`
}

/** The value of a signed text; undefined for any other text. */
export const openSignedText = (key: Uint8Array, text: string): unknown => {
  const [payload = '', mac = '', ...rest] = text.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = signature(key, payload)
  // The texts are compared too, because base64url has several spellings of the same bytes.
  const isGenuine =
    rest.length === 0 &&
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    mac === expected.toString('base64url')
  return isGenuine ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
}
