import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import * as z from 'zod/mini'

/** The keys and the port that an issuer keeps over a restart. */
export interface IssuerState {
  /** RSA private key, as a JWK. */
  readonly signingKey: JWK
  /** 256 bits that seal the refresh tokens, base64url. */
  readonly sealingKey: string
  /** The port of the issuer's URL, which is in every token; undefined before the first start. */
  readonly port: number | undefined
}

const StoredState = z.object({
  signingKey: z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() }),
  sealingKey: z.string(),
  port: z.optional(z.number()),
})

const fileIn = (dataFolder: string): string => join(dataFolder, 'issuer.json')

/** New keys; takes about 100 ms, off the main thread. */
export const newIssuerState = async (): Promise<IssuerState> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    signingKey: await exportJWK(privateKey),
    sealingKey: randomBytes(32).toString('base64url'),
    port: undefined,
  }
}

const parsed = (text: string, file: string): IssuerState => {
  try {
    const { signingKey, sealingKey, port } = StoredState.parse(JSON.parse(text))
    return { signingKey, sealingKey, port }
  } catch (cause) {
    throw new Error(`${file} is damaged; without it the issuer starts with new keys, and tokens issued so far end`, {
      cause,
    })
  }
}

/** The state in a data folder, or undefined when there is none yet; throws when it is damaged. */
export const loadIssuerState = async (dataFolder: string): Promise<IssuerState | undefined> => {
  const file = fileIn(dataFolder)
  try {
    return parsed(await readFile(file, 'utf8'), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores the state readable by its owner only, and atomically: a crash leaves the old or the new state. */
export const saveIssuerState = async (dataFolder: string, state: IssuerState): Promise<void> => {
  await mkdir(dataFolder, { recursive: true })
  const file = fileIn(dataFolder)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 })
  await rename(draft, file)
}
