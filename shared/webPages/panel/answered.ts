import { say } from './say.ts'
import { SignedOutError } from './signIn.ts'

/** A failure whose message is for people. */
export class Refusal extends Error {}

interface Sent<Data> {
  readonly data?: Data
  readonly error?: { readonly code: string; readonly status: number; readonly detail: string }
  readonly response: Response
}

const listeners = new Set<() => void>()

/** Calls back when the service, or the issuer, no longer accepts the sign-in. */
export const onExpired = (listener: () => void): void => {
  listeners.add(listener)
}

const expired = (): Refusal => {
  for (const listener of listeners) listener()
  return new Refusal(say('expired'))
}

const refusalOf = ({ error, response }: Sent<unknown>): Refusal => {
  if (response.status === 401) return expired()
  if (response.status === 429)
    return new Refusal(say('tooMany', { seconds: response.headers.get('retry-after') ?? 60 }))
  return new Refusal(say('failed', { reason: error?.detail ?? String(response.status) }))
}

/**
 * The data of an answer.
 *
 * @throws Refusal
 */
export const answered = async <Data>(sending: Promise<Sent<Data>>): Promise<Data> => {
  const sent = await sending.catch((cause: unknown) => {
    throw cause instanceof SignedOutError ? expired() : new Refusal(say('lost'))
  })
  if (sent.data === undefined) throw refusalOf(sent)
  return sent.data
}

/** Asks again each second until an answer is final, or `most` times; gives each one to `show`. */
export const followed = async <Data>(
  ask: () => Promise<Data>,
  isFinal: (data: Data) => boolean,
  show: (data: Data) => void,
  most = Number.POSITIVE_INFINITY,
): Promise<Data> => {
  for (let asks = 1; ; asks++) {
    const data = await ask()
    show(data)
    if (isFinal(data) || asks >= most) return data
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
