import { expect, test } from 'vitest'
import { registration } from '../../../../shared/areas/payments/webhookRegistration.ts'
import { providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { stripeWebhooks } from '../../../../shared/providers/stripeWebhooks.ts'

const target = { credentialId: 'c', url: 'https://api.example.com/payments/webhooks/alice/c' }

test('an endpoint whose secret Stripe keeps to itself is deleted, and its owner has to register the webhook', async () => {
  const requests: string[] = []
  const answered = (method: string, url: string, body: unknown) => {
    requests.push(`${method} ${new URL(url).pathname}`)
    return Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(body) })
  }
  const http = {
    ...providerHttp('Stripe'),
    read: ({ url }: { readonly url: string }) => answered('GET', url, { data: [] }),
    send: ({ method = 'GET', url }: { readonly method?: string; readonly url: string }) =>
      answered(method, url, { id: 'we_1', object: 'webhook_endpoint' }),
  }
  const webhooks = await stripeWebhooks('https://stripe.example/v1', http).open({ token: 'rk_test', settings: {} })
  if (webhooks === undefined) throw new Error('the account was not opened')

  const made = await registration('secret', webhooks, target, { endpoint: undefined, typed: undefined })

  expect(made).toBeUndefined()
  expect(requests).toEqual([
    'GET /v1/webhook_endpoints',
    'POST /v1/webhook_endpoints',
    'DELETE /v1/webhook_endpoints/we_1',
  ])
})
