import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { receiveWebhook } from '../../../../shared/areas/payments/webhookContract.ts'
import { webhookUrl } from '../../../../shared/areas/payments/webhookUrl.ts'
import type { RouteResource } from '../../../local/runner/deployment.ts'
import { requestTargetFrom } from '../../../local/runner/gateway/requestTarget.ts'
import { routeSelector } from '../../../local/runner/gateway/routing.ts'

const select = routeSelector([{ routeKey: `${receiveWebhook.method} ${receiveWebhook.path}` } as RouteResource])

/** Whose webhook arrives when a gateway posts to an address: as its client writes it, the HTTP API routes it and the contract reads it. */
const arrivesFor = (address: string): string | undefined => {
  const target = requestTargetFrom(new URL(address).pathname)
  const match = target && select('POST', target.routedPath)
  return match && z.parse(z.object(receiveWebhook.params), match.pathParameters).recipientId
}

const subject = fc.string({
  unit: fc.oneof(fc.constantFrom(...'/?%.~#\\ +&;|@:'), fc.string({ minLength: 1, maxLength: 1 })),
})

test('the webhook of any recipient arrives: an HTTP API decodes paths twice, and clients resolve dots', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.constantFrom(
          '.',
          '..',
          '%2F',
          '%252F',
          'auth0|abc/def',
          'a?b',
          '100%',
          '~YQ',
          'x'.repeat(255),
          '.'.repeat(255),
        ),
        subject.filter((id) => id.trim() !== '' && Buffer.byteLength(id) <= 255),
      ),
      (recipientId) => {
        expect(arrivesFor(webhookUrl('https://api.test', recipientId, 'credential'))).toBe(recipientId)
      },
    ),
  )
})

test('an id that is safe in a path is used as it is', () => {
  expect(webhookUrl('https://api.test', '0199a1b2-7c00', 'c')).toBe(
    'https://api.test/payments/webhooks/0199a1b2-7c00/c',
  )
})

test.each(['~', '~!', `~${'A'.repeat(344)}`])('%s names nobody', (recipientId) => {
  expect(z.safeParse(receiveWebhook.params.recipientId, recipientId).success).toBe(false)
})
