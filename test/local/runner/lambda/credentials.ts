import { randomBytes, randomInt } from 'node:crypto'
import type { FunctionCredentials } from './environment.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Credentials of a session; the AWS endpoint identifies the caller by the access key. */
export const newCredentials = (): FunctionCredentials => ({
  accessKeyId: `ASIA${Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')}`,
  secretAccessKey: randomBytes(30).toString('base64'),
  sessionToken: randomBytes(96).toString('base64'),
})
