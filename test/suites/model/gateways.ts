import fc from 'fast-check'
import { expect } from 'vitest'
import { standardSecret } from '../../support/gatewayWebhooks.ts'
import { choices, freeObjects } from './arbitraries.ts'
import { type Area, type Client, chosen, chosenId } from './area.ts'

interface Gateway {
  readonly id: string
  gateway: string
  type: 'fiat' | 'crypto'
  settings: object
  enabled: boolean
  webhookUrl: string
}

/** Oldest first. */
type State = Gateway[]

const types = fc.constantFrom('fiat' as const, 'crypto' as const)
const gatewayNames = fc.constantFrom('manual', 'stripe')

const webhookUrl = ({ recipient }: Client, id: string): string =>
  `https://api.test/payments/webhooks/${recipient}/${id}`

/** The legal offer follows a gateway for money that is enabled; a bridge has none. */
const offer = ({ offers }: Client, { gateway, type }: Gateway): void => {
  if (type === 'fiat' && gateway !== 'manual') offers.push(gateway)
}

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
      const address = webhookUrl(client, id)
      expect(answer).toMatchObject({ status: 200, body: { ...shown, webhookUrl: address } })
      own.push({ ...shown, settings, webhookUrl: address })
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
      const isOther = found.enabled && found.type === type && found.gateway !== gateway
      Object.assign(found, {
        gateway,
        enabled: found.enabled && found.type === type,
        type,
        settings: settings ?? found.settings,
      })
      expect(answer).toMatchObject({ status: 200, body: { id: found.id, gateway, type, enabled: found.enabled } })
      if (isOther) offer(client, found)
    },
  }))

const toggle = fc
  .record({ choice: choices, asked: fc.option(fc.boolean(), { nil: undefined }) })
  .map(({ choice, asked }) => ({
    name: `toggleGateway ${JSON.stringify({ choice, asked })}`,
    run: async (client: Client, own: State, other: State) => {
      const found = chosen(choice, own)
      const body = { id: chosenId(choice, own, other), ...(asked !== undefined && { enabled: asked }) }

      const answer = await client.ask('toggleGateway', { body })

      if (found === undefined) {
        expect(answer.status).toBe(404)
        return
      }
      const enabled = asked ?? !found.enabled
      expect(answer).toMatchObject({ status: 200, body: { id: found.id, enabled } })
      if (enabled && !found.enabled) offer(client, found)
      if (enabled) for (const gateway of own) if (gateway.type === found.type) gateway.enabled = false
      found.enabled = enabled
    },
  }))

const rotation = fc.record({ choice: choices, keepPrevious: fc.boolean() }).map(({ choice, keepPrevious }) => ({
  name: `rotateWebhookUrl ${JSON.stringify({ choice, keepPrevious })}`,
  run: async (client: Client, own: State, other: State) => {
    const found = chosen(choice, own)
    const id = chosenId(choice, own, other)

    const { status, body } = await client.ask('rotateWebhookUrl', { body: { id, keepPrevious } })

    if (found === undefined) {
      expect(status).toBe(404)
      return
    }
    expect(body.webhookUrl).toMatch(new RegExp(`/${found.id}~[\\w-]{36}$`))
    expect(body.webhookUrl).not.toBe(found.webhookUrl)
    found.webhookUrl = body.webhookUrl
  },
}))

export const gateways: Area<State> = {
  begin: () => [],
  actions: [creation, change, toggle, toggle, rotation],
  verify: async (client, own) => {
    const { body } = await client.ask('listGateways', { query: { size: '100' } })
    expect(body.content).toEqual(
      own.map((gateway) => ({
        ...gateway,
        key: null,
        webhook: { state: 'by_hand' },
        missing: [],
        lastEvent: null,
        lastRefused: null,
        notes: gateway.type === 'fiat' ? [{ code: 'no_donation_page' }] : [],
      })),
    )
  },
}
