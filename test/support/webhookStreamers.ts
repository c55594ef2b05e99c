import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { newStripeLiveKey } from '../local/sandbox/stripe.ts'
import type { FunctionsUnderTest } from './functionsUnderTest.ts'
import { stripeEndpoints } from './stripeEndpoints.ts'

/** Streamers whose webhooks are registered at Stripe or PayPal, and what is asked there. */
export const webhookStreamers = ({ aws, sandbox, newScene, call }: FunctionsUnderTest) => ({
  /** A streamer with an account of Stripe, or with the app at PayPal. */
  newStreamer: () => {
    const scene = newScene()
    const { recipient, done } = scene
    const key = newStripeLiveKey()
    const stripe = { gateway: 'stripe', type: 'fiat', token: key }
    const account = stripeEndpoints(sandbox.urls, key)
    return {
      scene,
      stripe,
      set: (body: object) => call('setGateway', { recipient, body: { type: 'fiat', ...body } }),
      rotate: (id: string, more: object = {}) => done('rotateWebhookUrl', { body: { id, ...more } }),
      remove: (id: string) => done('deleteGateway', { body: { id } }),
      listed: async () => (await done('listGateways', {})).content[0],
      endpoints: account.list,
      atStripe: account.send,
    }
  },

  /** Stores a key that nobody can open. */
  spoilKey: async (recipientId: string, id: string): Promise<void> => {
    await aws.client.send(
      new UpdateCommand({
        TableName: aws.table('gateways'),
        Key: { recipientId, id },
        UpdateExpression: 'SET #token = :token',
        ExpressionAttributeNames: { '#token': 'token' },
        ExpressionAttributeValues: { ':token': Buffer.from('spoilt') },
      }),
    )
  },

  /** The requests about webhooks that reach the stand-ins meanwhile. */
  asked: async (act: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = sandbox.log.length
    await act()
    return sandbox.log
      .slice(before)
      .filter(({ path }) => /\/webhook/.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/we_\w+|[0-9A-F]{17}$/, 'id')}`)
  },
})
