import type { ItemOf, ListPath, PathWith, QueryOf, SuccessOf } from '../client/answer.ts'
import type { paths, Violation } from '../client/generated/api.ts'
import { doubtChannel } from './channel.ts'
import { client } from './session.ts'
import { SignedOutError } from './signIn.ts'
import { textOfCode, translate } from './translate.ts'

/** A failure for people, with the members that the service refuses. */
const refusal = (message: string, violations: readonly Violation[] = []) =>
  Object.assign(new Error(message), { violations })

export type Refusal = ReturnType<typeof refusal>

interface Sent {
  readonly data?: unknown
  readonly error?: { readonly code?: string; readonly errors?: readonly Violation[] }
  readonly response: Response
}

type Parameters<Operation> = Operation extends { parameters: infer All }
  ? Pick<All, keyof All & ('path' | 'query')>
  : never
type BodyOf<Operation> = Operation extends { requestBody?: { content: infer Content } } ? Content[keyof Content] : never

/** The service, or the issuer, no longer accepts the sign-in: the whole page hears of it. */
const expired = (): Refusal => {
  dispatchEvent(new Event('expired'))
  return refusal(translate('expired'))
}

const refusalOf = ({ error, response }: Sent): Refusal => {
  if (response.status === 401) return expired()
  if (response.status === 403 && !response.url.endsWith('/members')) doubtChannel()
  if (response.status === 429)
    return refusal(translate('tooMany', { seconds: response.headers.get('retry-after') ?? 60 }))
  // What the gateway in front of the service answers has no code.
  const unknown = translate('failed', { reason: response.status })
  return refusal(textOfCode('problem', error?.code ?? '', unknown), error?.errors)
}

/** @throws Refusal */
const answered = async (sending: Promise<Sent>): Promise<never> => {
  const sent = await sending.catch((cause: unknown) => {
    throw cause instanceof SignedOutError ? expired() : refusal(translate('lost'))
  })
  if (sent.data === undefined) throw refusalOf(sent)
  return sent.data as never
}

export const get = <Path extends PathWith<'get'>>(
  path: Path,
  params?: Parameters<paths[Path]['get']>,
): Promise<SuccessOf<paths[Path]['get']>> => answered(client.GET(path, { params } as never))

/** The first items of a list, as many as a page of it may have. */
export const list = async <Path extends ListPath>(
  path: Path,
  query?: QueryOf<Path>,
): Promise<readonly ItemOf<Path>[]> =>
  (await get(path as '/alerts', { query: { size: 100, ...query } })).content as never

export const post = <Path extends PathWith<'post'>>(
  path: Path,
  body: BodyOf<paths[Path]['post']>,
): Promise<SuccessOf<paths[Path]['post']>> => answered(client.POST(path, { body } as never))

/** Posts something as soon as the rate takes it; `waits` hears for how many seconds it does not. */
export const postWithinRate = async <Path extends PathWith<'post'>>(
  path: Path,
  body: BodyOf<paths[Path]['post']>,
  waits: (seconds: number) => void,
): Promise<SuccessOf<paths[Path]['post']>> => {
  for (;;) {
    const sending: Promise<Sent> = client.POST(path, { body } as never)
    const sent = await sending.catch(() => undefined)
    if (sent?.response.status !== 429) return answered(sending)
    const seconds = Number(sent.response.headers.get('retry-after')) || 1
    waits(seconds)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

const shown = new Set<() => Promise<void>>()

/** Reads what is shown whenever something was changed here; gives the end of it. */
export const onChange = (reload: () => Promise<void>): (() => void) => {
  shown.add(reload)
  return () => shown.delete(reload)
}

/** Reads anew what is shown. */
export const refresh = (): Promise<unknown> => Promise.all([...shown].map((reload) => reload()))

/** Changes something, and reads anew what is shown. */
export const change: typeof post = async (path, body) => {
  const answer = await post(path, body)
  await refresh()
  return answer
}

type ConfigName = Extract<BodyOf<paths['/config']['put']>, { readonly name: string }>['name']

export const configured = async (name: ConfigName) => (await list('/config', { name }))[0] ?? null

export const configure = async (name: ConfigName, value: object) => {
  const record = await answered(client.PUT('/config', { body: { name, value } as never }))
  await refresh()
  return record
}

/** Uploads a picture or a sound, and has it checked. */
export const sendFile = async (file: File, kind: 'image' | 'sound') => {
  const { id, url } = await post('/uploads/commands/begin', { name: file.name.slice(-128), kind, bytes: file.size })
  const sent = await fetch(url, { method: 'PUT', body: file }).catch(() => undefined)
  if (sent?.ok !== true) throw refusal(translate('lost'))
  return post('/uploads/commands/check', { id })
}

/** Asks each second until an answer is final, or `most` times; gives each one to `show`. */
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

/** Follows a job until it is ready; rejects if it ends otherwise. */
export const followedToEnd = async <Job extends { readonly status: string }>(
  ask: () => Promise<Job>,
  show: (job: Job) => void,
): Promise<void> => {
  const { status } = await followed(ask, (job) => !['queued', 'running'].includes(job.status), show)
  if (status !== 'ready' && status !== 'done') throw refusal(translate('problem_internal_error'))
}
