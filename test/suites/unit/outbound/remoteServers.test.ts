import { expect, test } from 'vitest'
import { endpointHttp } from '../../../../shared/providers/endpointHttp.ts'
import { outgoingCalls } from '../../../support/outgoingCalls.ts'
import { openRemoteServer, remoteServers } from '../../../support/remoteServers.ts'

test.each(remoteServers)('a webhook, and what is sent to a provider, ends at $name', async (server) => {
  const { url, patienceMs, close } = await openRemoteServer(server)

  const ends = await Promise.all([
    outgoingCalls['webhook']?.(url, patienceMs),
    outgoingCalls['send']?.(url, patienceMs),
  ]).finally(close)

  expect(ends).toEqual([server.webhook, server.provider])
})

test.each(remoteServers)(
  'what is read from a provider, and from the issuer of tokens, ends at $name',
  async (server) => {
    const { url, patienceMs, close } = await openRemoteServer(server)

    const ends = await Promise.all([
      outgoingCalls['read']?.(url, patienceMs),
      outgoingCalls['issuerKeys']?.(url, patienceMs),
    ]).finally(close)

    for (const end of ends) expect(String(end)).toMatch(/^(?:\d{3}|provider_\w+)$/)
  },
)

test('a webhook ends when the name servers are silent', async () => {
  const silent = () => new Promise<never>(() => undefined)

  expect(await endpointHttp('https://trusted.test', silent)('https://bot.test/', {}, '{}', 100)).toEqual({
    isAccepted: false,
    reason: 'no answer within 0.1 s',
  })
})
