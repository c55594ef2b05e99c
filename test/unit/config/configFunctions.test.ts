import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { configRepository, OtherRecord } from '../../../shared/config/configRepository.ts'
import { configId } from '../../../shared/config/retiredNames.ts'
import type { Item, Write } from '../../../shared/contract/write.ts'
import { quotaRepository } from '../../../shared/limits/quotaRepository.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, observeTables } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: changeAgreement, handler: agreeing } = await import('../../../functions/config/changeAgreement.ts')
const { handle: deleteConfig, handler: deleting } = await import('../../../functions/config/deleteConfig.ts')
const { handle: listConfigs, handler: listing } = await import('../../../functions/config/listConfigs.ts')
const { handle: putConfig, handler: putting } = await import('../../../functions/config/putConfig.ts')

afterEach(() => void vi.restoreAllMocks())

const first = configId('alice', 'new')
const quotas = quotaRepository('quotas')
const target = (write: Write | undefined) => {
  const [kind, given] = Object.entries(write?.operation ?? {})[0] ?? []
  const { TableName, Key, Item: item } = given as { TableName: string; Key?: Item; Item?: Item }
  return [kind, TableName, Key?.['name'] ?? item?.['name'] ?? Key?.['collection']]
}

/** A store that refuses each attempt with what it finds, as its first write says, and takes the one after those. */
const storeThatFinds = (...finds: readonly (Item | undefined | Error)[]) => {
  const attempts: (readonly Write[])[] = []
  const commit = async <Answer>(writes: readonly Write[], answer: Answer): Promise<Answer> => {
    attempts.push(writes)
    if (attempts.length > finds.length) return answer
    const found = finds[attempts.length - 1]
    throw found instanceof Error ? found : (writes[0]?.refusal?.(found) ?? new Error('the write has no refusal'))
  }
  return { commit, attempts, targets: () => attempts.map((writes) => writes.map(target)) }
}

describe('a record that is put', () => {
  const put = async (
    store: ReturnType<typeof storeThatFinds>,
    body: object,
    headers: object = {},
    ...names: readonly (readonly Item[])[]
  ) => {
    let reads = 0
    const configs = {
      ...configRepository({} as never, 'configs'),
      names: async (recipientId: string) => (recipientId === 'alice' ? (names[reads++] ?? []) : expect.fail()),
    }
    const config = { name: 'new', url: '', value: {}, actions: [], ...body }
    const answer = await putConfig(configs, quotas)({ ...caller, headers, body: config } as never, store.commit)
    return { ...answer, reads }
  }

  test('is answered as it is stored, with its tag', async () => {
    const store = storeThatFinds()

    const { body, headers } = await put(store, { value: { a: 1 } })

    expect(body).toEqual({
      id: first,
      name: 'new',
      ownerId: 'alice',
      url: '',
      value: { a: 1 },
      actions: [],
      revision: anId,
    })
    expect(headers).toEqual({ etag: `"${body.revision}"` })
    expect(store.targets()).toEqual([[['Update', 'configs', 'new']]])
    expect(store.attempts[0]?.[0]?.operation).toMatchObject({
      Update: { ExpressionAttributeValues: { ':id': first, ':revision': body.revision } },
    })
  })

  test('is made, and counted, where there is none', async () => {
    const store = storeThatFinds(undefined)

    expect((await put(store, {})).body.id).toBe(first)
    expect(store.targets()[1]).toEqual([
      ['Put', 'configs', 'new'],
      ['Update', 'quotas', 'configs'],
    ])
    expect(store.attempts[1]?.[1]?.operation).toMatchObject({
      Update: { Key: { recipientId: 'alice' }, ExpressionAttributeValues: { ':used': 1, ':usedBytes': 512 } },
    })
  })

  test('is the one that has come to the name from another', async () => {
    const store = storeThatFinds({ id: 'other', reserved: 512 })

    expect((await put(store, {})).body.id).toBe('other')
    expect(store.attempts[1]?.[0]?.operation).toMatchObject({
      Update: { ExpressionAttributeValues: { ':id': 'other' } },
    })
  })

  test('has an id of its own where the name is that of a renamed one', async () => {
    const store = storeThatFinds({ retired: true })

    const { body } = await put(store, {})

    expect(body.id).toEqual(anId)
    expect(body.id).not.toBe(first)
    expect(store.targets()[1]?.[0]).toEqual(['Put', 'configs', 'new'])
  })

  test('fails as the store fails', async () => {
    await expect(put(storeThatFinds(new Error('broken')), {})).rejects.toThrow('broken')
  })

  test.each([
    [{ 'if-match': '*' }, 'exists'],
    [{ 'if-match': `"${first}"` }, [first]],
    [{ 'if-none-match': '*' }, 'absent'],
    [{ 'if-match': '*', 'if-none-match': '*' }, []],
    [{}, undefined],
  ])('is held to its headers: %j', async (headers, precondition) => {
    const asked: unknown[] = []
    const replacement = (...given: readonly unknown[]) => {
      asked.push(given[4])
      return { write: {} as Write, growth: {} }
    }

    await putConfig({ replacement } as never, quotas)(
      { ...caller, headers, body: { name: 'new' } } as never,
      storeThatFinds().commit,
    )

    expect(asked).toEqual([precondition])
  })

  describe('by its id', () => {
    const own = { id: 'mine', name: 'old', reserved: 512, revision: 'r1' }
    const other = new OtherRecord({ id: 'other' })

    test('is the one of its name', async () => {
      const store = storeThatFinds()

      expect(await put(store, { id: 'mine' })).toMatchObject({ body: { id: 'mine' }, reads: 0 })
    })

    test('gets another name', async () => {
      const store = storeThatFinds(undefined)

      const { body, reads } = await put(store, { id: 'mine' }, {}, [{ name: 'x', id: 'x' }, own])

      expect([body.id, body.name, body.revision, reads]).toEqual(['mine', 'new', anId, 1])
      expect(store.targets()[1]).toEqual([
        ['Delete', 'configs', 'old'],
        ['Put', 'configs', 'new'],
      ])
    })

    test('is counted by its new size', async () => {
      const store = storeThatFinds(undefined)

      await put(store, { id: 'mine', value: { a: 'x'.repeat(600) } }, {}, [own])

      expect(store.targets()[1]?.[2]).toEqual(['Update', 'quotas', 'configs'])
      expect(store.attempts[1]?.[2]?.operation).toMatchObject({
        Update: { Key: { recipientId: 'alice' }, ExpressionAttributeValues: { ':usedBytes': 512 } },
      })
    })

    test('is not found where no name is its own', async () => {
      await expect(put(storeThatFinds(other), { id: 'mine' }, {}, [{ id: 'x' }])).rejects.toMatchObject({
        code: 'not_found',
        errors: [{ detail: 'unknown configuration record' }],
      })
    })

    test('is looked for again while others rename it', async () => {
      const store = storeThatFinds(other, new Conflict(), undefined)

      expect(await put(store, { id: 'mine' }, {}, [own], [own], [own])).toMatchObject({ reads: 3 })
    })

    test('is stored where it has come to the name meanwhile, and looked for again where it has left it', async () => {
      const there = { ...own, name: 'new' }

      expect(await put(storeThatFinds(other), { id: 'mine' }, {}, [there])).toMatchObject({
        body: { id: 'mine' },
        reads: 1,
      })
      expect(await put(storeThatFinds(other, other), { id: 'mine' }, {}, [there], [own])).toMatchObject({ reads: 2 })
      await expect(put(storeThatFinds(other, new Error('broken')), { id: 'mine' }, {}, [there])).rejects.toThrow(
        'broken',
      )
    })
  })
})

describe('a record that is deleted', () => {
  const own = { id: 'mine', name: 'new', reserved: 512 }
  const remove = async (store: ReturnType<typeof storeThatFinds>, names: readonly Item[]) => {
    let reads = 0
    const read = async (recipientId: string) => {
      reads++
      return recipientId === 'alice' ? names : expect.fail()
    }
    const configs = { ...configRepository({} as never, 'configs'), names: read }
    const answer = await deleteConfig(configs, quotas)({ ...caller, body: { id: 'mine' } }, store.commit)
    return { answer, reads }
  }

  test('is found by its id, and gives back what it was counted with', async () => {
    const store = storeThatFinds(undefined)

    expect(await remove(store, [{ id: 'x', name: 'x' }, own])).toEqual({ answer: {}, reads: 2 })
    expect(store.targets()[1]).toEqual([
      ['Delete', 'configs', 'new'],
      ['Update', 'quotas', 'configs'],
    ])
    expect(store.attempts[1]?.[1]?.operation).toMatchObject({
      Update: { Key: { recipientId: 'alice' }, ExpressionAttributeValues: { ':used': -1, ':usedBytes': -512 } },
    })
  })

  test('is not found where no name is its own', async () => {
    await expect(remove(storeThatFinds(), [{ id: 'x' }])).rejects.toMatchObject({
      code: 'not_found',
      errors: [{ detail: 'unknown configuration record' }],
    })
  })
})

describe('an agreement', () => {
  const agree = async (gateway: string, finds: readonly (Item | undefined)[] = []) => {
    const store = storeThatFinds(...finds)
    const list = async (recipientId: string) =>
      (recipientId === 'alice' ? [{ gateway: 'other' }, { gateway: 'mine' }] : []) as never
    const configs = configRepository({} as never, 'configs')
    const answer = await changeAgreement(configs, { list }, quotas)({ ...caller, body: { gateway } }, store.commit)
    return { answer, store }
  }

  test('is stored in the record of the payment page, which is made where there is none', async () => {
    const { answer, store } = await agree('stripe', [undefined])

    expect(answer).toEqual({ gateway: 'stripe' })
    expect(store.targets()).toEqual([
      [['Update', 'configs', 'paymentpage']],
      [
        ['Put', 'configs', 'paymentpage'],
        ['Update', 'quotas', 'configs'],
      ],
    ])
    expect(store.attempts[1]?.[0]?.operation).toMatchObject({ Put: { Item: { gateway: 'stripe', revision: anId } } })
    expect(store.attempts[1]?.[1]?.operation).toMatchObject({ Update: { Key: { recipientId: 'alice' } } })
  })

  test('is with a known gateway, or one of the caller’s', async () => {
    expect((await agree('mine')).answer).toEqual({ gateway: 'mine' })
    await expect(agree('nobodys')).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The gateway is unknown.',
      errors: [{ in: 'body', pointer: '/gateway', detail: 'neither known nor one of a credential of the caller' }],
    })
  })

  test('with a known gateway costs no read', async () => {
    const list = () => Promise.reject(new Error('read'))
    const configs = configRepository({} as never, 'configs')
    const request = { ...caller, body: { gateway: 'kofi' } }

    expect(await changeAgreement(configs, { list }, quotas)(request, storeThatFinds().commit)).toEqual(request.body)
  })
})

test('records are listed by name, or by one of their properties', async () => {
  const records = [
    { id: '1', name: 'b', url: 'x' },
    { id: '2', name: 'a', url: 'y' },
  ]
  const asked: unknown[] = []
  const list = async (...given: readonly unknown[]) => {
    asked.push(given)
    return records as never
  }
  const listed = async (query: object) => {
    const { body } = await listConfigs({ list }, {} as never)(
      { ...caller, query: { size: 9, sort: [], ...query } } as never,
      () => expect.fail('a read commits nothing'),
    )
    return body.content.map(({ id }) => id)
  }
  const by = (property: string, ascending: boolean) => ({ sort: [{ property, ascending }] })

  expect(await listed({ name: 'n' })).toEqual(['2', '1'])
  expect(await listed(by('url', true))).toEqual(['1', '2'])
  expect(await listed(by('name', false))).toEqual(['1', '2'])
  expect(asked).toEqual([
    ['alice', 'n'],
    ['alice', undefined],
    ['alice', undefined],
  ])
})

describe('the function that', () => {
  const isNot = () => {
    throw new ConditionalCheckFailedException({ $metadata: {}, message: 'no' })
  }
  const [made, counted] = [{ Put: { TableName: 'configs' } }, { Update: { TableName: 'quotas' } }]

  test('puts a record asks its tables', async () => {
    const inputs = observeTables({ configs: isNot })

    expect(await putting(httpEvent('PUT', '/', { body: { name: 'new' } }))).toMatchObject({ statusCode: 200 })
    expect(inputs).toMatchObject([{ TableName: 'configs' }, { TransactItems: [made, counted] }])
  })

  test('changes an agreement asks its tables', async () => {
    const inputs = observeTables({
      configs: isNot,
      gateways: { Items: [{ id: 'g', gateway: 'mine', type: 'fiat', settings: '{}' }] },
    })

    expect(await agreeing(httpEvent('POST', '/', { body: { gateway: 'mine' } }))).toMatchObject({ statusCode: 200 })
    expect(inputs).toMatchObject([
      { TableName: 'gateways' },
      { TableName: 'configs' },
      { TransactItems: [made, counted] },
    ])
  })

  test('deletes a record, and the one that lists them, ask their tables', async () => {
    const inputs = observeTables({ configs: { Items: [{ id: 'mine', name: 'new' }] } })

    expect(await deleting(httpEvent('POST', '/', { body: { id: 'mine' } }))).toMatchObject({ statusCode: 200 })
    expect(inputs).toMatchObject([
      { TableName: 'configs' },
      { TransactItems: [{ Delete: { TableName: 'configs' } }, counted] },
    ])
    observeTables()
    expect(await listing(httpEvent('GET', '/'))).toMatchObject({ statusCode: 200 })
  })
})
