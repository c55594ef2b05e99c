import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { alertBasisReader } from '../../../shared/alerts/alertBasis.ts'

describe('what alerts are made from', () => {
  const level = { name: 'gold', from: { major: 10, minor: 0, currency: 'EUR' } }
  const read = async (options: object, found: object, ids?: readonly string[]) => {
    const requests: unknown[] = []
    const send = async ({ input }: { readonly input: { readonly RequestItems: unknown } }) => {
      requests.push(input.RequestItems)
      return { Responses: found }
    }
    const tables = { recipients: 'recipients', configs: 'configs', ...options }
    const basis = await alertBasisReader({ send } as unknown as DynamoDBDocumentClient, tables).read('alice', ids)
    return { basis, requests }
  }
  const recipients = { Keys: [{ recipientId: 'alice' }], ConsistentRead: true }
  const configs = { Keys: [{ recipientId: 'alice', name: 'alerts' }], ConsistentRead: true }

  test('is the totals and the levels', async () => {
    const { basis, requests } = await read(
      {},
      {
        recipients: [{ alerts: 3 }],
        configs: [{ value: JSON.stringify({ levels: [level, 'none'] }) }],
      },
    )

    expect(requests).toEqual([{ recipients, configs }])
    expect(basis).toEqual({
      levels: [level],
      items: new Map(),
      totals: { history: 0, payments: 0, alerts: 3, newestAlertAt: '', lastDelivery: 0 },
    })
  })

  test('is nothing where nothing is stored', async () => {
    const { basis } = await read({ history: 'history' }, { configs: [{ value: 7 }] }, ['h'])

    expect(basis).toMatchObject({ levels: [], items: new Map(), totals: { alerts: 0 } })
  })

  test('is the history items too, where they are asked for', async () => {
    const item = { id: 'h' }
    const { basis, requests } = await read({ history: 'history', mayLevelsBeOld: true }, { history: [item] }, ['h'])

    expect(requests).toEqual([
      {
        recipients,
        configs: { ...configs, ConsistentRead: false },
        history: { Keys: [{ recipientId: 'alice', id: 'h' }], ConsistentRead: true },
      },
    ])
    expect(basis.items).toEqual(new Map([['h', item]]))
    expect((await read({ history: 'history' }, {})).requests).toEqual([{ recipients, configs }])
    const unasked = await read({}, { history: [item] }, ['h'])
    expect([unasked.requests, unasked.basis.items]).toEqual([[{ recipients, configs }], new Map()])
  })
})
