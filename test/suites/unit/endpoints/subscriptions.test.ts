import { expect, test } from 'vitest'
import { endpointsFor, withSubscription } from '../../../../shared/areas/endpoints/subscriptions.ts'

test('an endpoint without types leaves nothing behind, and the others as they are', () => {
  const one = withSubscription(undefined, 'e', ['payment.completed'])
  const two = withSubscription(one, 'f', ['stream.started', 'payment.completed'])

  expect(endpointsFor(two, 'payment.completed')).toEqual(['e', 'f'])
  expect(endpointsFor(two, 'stream.started')).toEqual(['f'])
  expect([withSubscription(two, 'f', []), withSubscription(one, 'e', [])]).toEqual([one, '{}'])
})
