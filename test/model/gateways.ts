import fc from 'fast-check'
import { expect } from 'vitest'
import { standardSecret } from '../support/gatewayWebhooks.ts'
import { choices, freeObjects } from './arbitraries.ts'
import { type Area, type Client, chosen, chosenId } from './area.ts'

interface Gateway {
  readonly id: string
  gateway: string
  type: 'fiat' | 'crypto'
  settings: object
  enabled: boolean
}

/** Oldest first. */
type State = Gateway[]

const types = fc.constantFrom('fiat' as const, 'crypto' as const)
const gatewayNames = fc.constantFrom('manual', 'stripe')

const webhookUrl = ({ recipient }: Client, id: string): string =>
  `https://api.test/payments/webhooks/${recipient}/${id}`

const creation = fc
  .record({
    gateway: gatewayNames,
    type: types,
    settings: freeObjects,
    secret: fc.constant(standardSecret('the owner of a gateway')),
  })
  .map((body) => ({
    name: `setGateway new ${body.type}`,
    run: async (client: Client, own: State) => {
      const { gateway, type, settings } = body

      const answer = await client.ask('setGateway', { body })

      const { id } = answer.body
      const shown = { id, gateway, type, enabled: false }
      expect(answer).toMatchObject({ status: 200, body: { ...shown, webhookUrl: webhookUrl(client, id) } })
      own.push({ ...shown, settings })
    },
  }))

const change = fc
  .record({ choice: choices, gateway: gatewayNames, type: types, settings: fc.option(freeObjects, { nil: undefined }) })
  .map(({ choice, ...fields }) => ({
    name: `setGateway ${JSON.stringify({ choice, ...fields })}`,
    run: async (client: Client, own: State, other: State) => {
      const found = chosen(choice, own)
      const { gateway, type, settings } = fields

      const answer = await client.ask('setGateway', { body: { id: chosenId(choice, own, other), ...fields } })

      if (found === undefined) {
        expect(answer.status).toBe(404)
        return
      }
      Object.assign(found, {
        gateway,
        enabled: found.enabled && found.type === type,
        type,
        settings: settings ?? found.settings,
      })
      expect(answer).toMatchObject({ status: 200, body: { id: found.id, gateway, type, enabled: found.enabled } })
    },
  }))

const toggle = fc
  .record({ choice: choices, asked: fc.option(fc.boolean(), { nil: undefined }) })
  .map(({ choice, asked }) => ({
    name: `toggleGateway ${JSON.stringify({ choice, asked })}`,
    run: async ({ ask }: Client, own: State, other: State) => {
      const found = chosen(choice, own)
      const body = { id: chosenId(choice, own, other), ...(asked !== undefined && { enabled: asked }) }

      const answer = await ask('toggleGateway', { body })

      if (found === undefined) {
        expect(answer.status).toBe(404)
        return
      }
      const enabled = asked ?? !found.enabled
      expect(answer).toMatchObject({ status: 200, body: { id: found.id, enabled } })
      if (enabled) for (const gateway of own) if (gateway.type === found.type) gateway.enabled = false
      found.enabled = enabled
    },
  }))

export const gateways: Area<State> = {
  begin: () => [],
  actions: [creation, change, toggle, toggle],
  verify: async (client, own) => {
    const { body } = await client.ask('listGateways', { query: { size: '100' } })
    expect(body.content).toEqual(own.map((gateway) => ({ ...gateway, webhookUrl: webhookUrl(client, gateway.id) })))
  },
}
