import { EventEmitter } from 'node:events'
import https, { type Agent } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '../../../../shared/contract/problem.ts'
import { neverLeft, providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { systemClock } from '../../../../shared/runtime/time/clock.ts'

const { request: original } = https
const request = vi.fn<typeof https.request>()

/** Unit files share their modules, so a mock of the module would not reach what another file has loaded. */
const requestBy = (by: unknown): void => {
  https.request = by as typeof https.request
  syncBuiltinESMExports()
}

const url = 'https://api.example/'
const http = providerHttp('Provider')

/** The call runs out of time long after its test. */
const unanswered = (call: Promise<unknown>): void => void call.catch(() => undefined)

/** A request over TLS that nobody sends. */
const unsent = () => {
  const made = Object.assign(new EventEmitter(), { end: vi.fn(), destroy: vi.fn() })
  request.mockReturnValue(made as never)
  return made
}

/** A response without a body, of which all has come or not. */
const responseOf = (statusCode: number, complete: boolean, headers: Readonly<Record<string, string>> = {}) => {
  const response = Object.assign(Readable.from([]), { statusCode, headers, complete })
  return { response, destroy: vi.spyOn(response, 'destroy') }
}

const optionsOf = (call: number) =>
  request.mock.calls[call]?.[1] as { method: string; agent: Agent | false; ca?: string[] }
const respond = (response: object) => request.mock.calls[0]?.[2]?.(response as never)

beforeEach(() => {
  request.mockReset()
  requestBy(request)
})
afterEach(() => {
  requestBy(original)
})

test('a read over TLS may reuse a connection; a request that must not repeat has its own', () => {
  unsent()

  unanswered(http.read({ url }))
  unanswered(http.send({ url }))

  expect(optionsOf(0)).toMatchObject({ method: 'GET', agent: { keepAlive: true } })
  expect(optionsOf(1)).toMatchObject({ method: 'GET', agent: false })
})

test('certificates of one provider are trusted for its requests alone, beside those that Node knows', () => {
  unsent()
  const own = providerHttp('Other', systemClock, 'PEM')

  unanswered(own.send({ url }))
  unanswered(own.read({ url }))
  unanswered(http.send({ url }))

  const trusted = [0, 1, 2].map((call) => optionsOf(call).ca)
  expect(trusted).toEqual([[...rootCertificates, 'PEM'], [...rootCertificates, 'PEM'], undefined])
})

test('a request to an address whose certificate is not trusted has not left', async () => {
  const made = unsent()
  const answer = http.send({ url }).catch((error: unknown) => error)

  made.emit('error', Object.assign(new Error('no'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }))

  expect(neverLeft((await answer) as Problem)).toBe(true)
})

test.each([
  ['the handshake', 'secureConnect'],
  ['a connection that breaks', 'close'],
])('the time to connect over TLS ends with %s, not with the TCP connection', (_name, event) => {
  vi.useFakeTimers()
  const made = unsent()
  const socket = Object.assign(new EventEmitter(), { connecting: true, encrypted: true })
  unanswered(http.send({ url }))

  made.emit('socket', socket)
  socket.emit('connect')
  const connected = vi.getTimerCount()
  socket.emit(event)

  expect([connected, vi.getTimerCount()]).toEqual([2, 1])
})

test.each([
  [1024 * 1024, { status: 200 }],
  [1024 * 1024 + 1, { message: 'Provider sent an answer that is too long.' }],
])('an answer that announces %i bytes leads to %j, before it has come', async (bytes, outcome) => {
  unsent()
  const asked = http.send({ url })

  respond(responseOf(200, true, { 'content-length': String(bytes) }).response)

  expect(await asked.catch((error: unknown) => error)).toMatchObject(outcome)
})

test('the rest of an answer that is refused is not received', async () => {
  unsent()
  const { response, destroy } = responseOf(302, false)
  const asked = http.send({ url })

  respond(response)

  await expect(asked).rejects.toThrow('Provider sent a redirect (302).')
  expect(destroy).toHaveBeenCalledTimes(1)
})

test('the rest of an answer is no more than its connection, which is left open for others, when all was received', async () => {
  unsent()
  const { response, destroy } = responseOf(302, true)
  const asked = http.send({ url })

  respond(response)

  await expect(asked).rejects.toThrow('Provider sent a redirect (302).')
  expect(destroy).not.toHaveBeenCalled()
})
