import { expect, test } from 'vitest'
import { webhookState } from '../../../../shared/areas/payments/webhookState.ts'

const url = 'https://api.example.com/payments/webhooks/alice/1'
const webhookEndpoint = 'we_1'

test.each([
  ['at the URL of today', { webhookAddress: url, webhookEndpoint }, { state: 'registered' }],
  ['at its last segment, as items of main had it', { webhookAddress: '1', webhookEndpoint }, { state: 'registered' }],
  ['at another domain', { webhookAddress: url.replace('api.', 'old.'), webhookEndpoint }, { state: 'former_address' }],
  ['at another domain, by its owner', { webhookAddress: url.replace('api.', 'old.') }, { state: 'by_hand' }],
])('a webhook that is registered %s is told as such', (_title, stored, told) => {
  expect(webhookState(url, '1', stored)).toEqual(told)
})
