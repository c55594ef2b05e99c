import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { configRepository, OtherRecord } from '../../../shared/config/configRepository.ts'
import { configValueStore } from '../../../shared/config/configValueStore.ts'
import { configId } from '../../../shared/config/retiredNames.ts'
import type { Item, Write } from '../../../shared/contract/write.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { anId } from '../../support/expected.ts'
import { clientAnswering, conflicting } from '../../support/unitStore.ts'

const unused = {} as DynamoDBDocumentClient
const config = { name: 'new', url: '', value: {}, actions: [] }

test.each([undefined, 'exists', 'absent', ['revision']] as const)(
  'no write has an empty map of values, which DynamoDB refuses and the embedded engine does not (If-Match: %j)',
  (precondition) => {
    const configs = configRepository(unused, 'configs')

    const writes = [
      configs.replacement('alice', 'id', config, 'revision', precondition).write,
      configs.replacement('alice', 'id', config, 'revision', precondition, { found: undefined }).write,
      ...configs.renaming('alice', { id: 'id', name: 'old' }, [], config, 'revision', precondition).writes,
      ...configs.removal('alice', { id: 'id', name: 'old' }, []).writes,
      configs.agreement('alice', 'stripe', 'revision').write,
      configs.agreement('alice', 'stripe', 'revision', { found: undefined }).write,
    ]

    for (const { operation } of writes)
      for (const [name, map] of Object.entries(Object.values(operation)[0] as object))
        if (name.startsWith('ExpressionAttribute')) expect(Object.keys(map)).not.toEqual([])
  },
)

test('ids are told apart by recipient and by name, and stay what they were', () => {
  expect(configId('alice', 'theme')).toBe(configId('alice', 'theme'))
  expect(new Set([configId('alice', 'theme'), configId('bob', 'theme'), configId('alice', 'page')]).size).toBe(3)
})

const configs = configRepository(unused, 'configs')
const first = configId('alice', 'new')
const content = { name: 'new', url: '', value: { z: 1, a: 2 }, actions: [] }
const stored = { url: '', actions: [], value: '{"z":1,"a":2}', revision: 'r2' }
const empty = 'attribute_not_exists(id) AND attribute_not_exists(retired)'
const traceOnly = 'attribute_exists(retired) AND attribute_not_exists(id)'
const putOf = ({ operation }: Write) => ('Put' in operation ? operation.Put : expect.fail('no record is put'))
const updateOf = ({ operation }: Write) =>
  'Update' in operation ? operation.Update : expect.fail('no record is changed')

describe('a record that is stored', () => {
  const replace = (precondition?: Parameters<typeof configs.replacement>[4], seen?: { found: Item | undefined }) =>
    configs.replacement('alice', 'id', content, 'r2', precondition, seen)

  test('is expected to be there, with bytes enough, and loses the gateway of an agreement', () => {
    const { write, growth } = replace()

    expect(growth).toEqual({ bytes: 0 })
    expect(write.repeatable).toBe(true)
    expect(updateOf(write)).toStrictEqual({
      TableName: 'configs',
      Key: { recipientId: 'alice', name: 'new' },
      UpdateExpression: 'SET #url = :url, #actions = :actions, #value = :value, #revision = :revision REMOVE gateway',
      ConditionExpression: 'id = :id AND reserved >= :bytes',
      ExpressionAttributeNames: {
        '#url': 'url',
        '#actions': 'actions',
        '#value': 'value',
        '#revision': 'revision',
      },
      ExpressionAttributeValues: {
        ':url': '',
        ':actions': [],
        ':value': stored.value,
        ':revision': 'r2',
        ':id': 'id',
        ':bytes': 512,
      },
    })
  })

  test.each([
    ['exists', undefined],
    [['r1'], ['r1', 'r2']],
    ['absent', ['r2']],
  ] as const)('is held to what If-Match asks for, or to its own revision: %j', (precondition, revisions) => {
    const { ConditionExpression, ExpressionAttributeValues } = updateOf(replace(precondition).write)
    const names = revisions?.map((_, index) => `:revision${index}`)

    expect(ConditionExpression).toBe(
      `id = :id AND reserved >= :bytes${names === undefined ? '' : ` AND revision IN (${names.join(', ')})`}`,
    )
    expect(names?.map((name) => ExpressionAttributeValues?.[name])).toEqual(revisions)
  })

  test('reserves more where it has outgrown what was seen, which is no longer repeatable', () => {
    const { write, growth } = replace(undefined, { found: { id: 'id', reserved: 100 } })

    expect(growth).toEqual({ bytes: 412 })
    expect(write.repeatable).toBe(false)
    expect(updateOf(write)).toMatchObject({
      ConditionExpression: 'id = :id AND #reserved = :seen',
      ExpressionAttributeNames: { '#reserved': 'reserved' },
      ExpressionAttributeValues: { ':reserved': 512, ':seen': 100 },
    })
    expect(updateOf(write).ExpressionAttributeValues).not.toHaveProperty(':bytes')
  })

  test('gives back nothing where it needs less than what was seen', () => {
    const { write, growth } = replace(undefined, { found: { id: 'id', reserved: 1024 } })

    expect([growth, write.repeatable, updateOf(write).ConditionExpression]).toEqual([
      { bytes: 0 },
      true,
      'id = :id AND reserved >= :bytes',
    ])
  })

  test('is new where nothing has its name', () => {
    const { write, growth } = replace(undefined, { found: undefined })

    expect([growth, write.repeatable]).toEqual([{ items: 1, bytes: 512 }, false])
    expect(putOf(write)).toStrictEqual({
      TableName: 'configs',
      Item: { recipientId: 'alice', name: 'new', id: 'id', ...stored, reserved: 512 },
      ConditionExpression: empty,
    })
  })

  test('takes the place of a trace, and keeps the name retired unless it is its own', () => {
    const found = { retired: true }
    const foreign = replace(undefined, { found })
    const own = configs.replacement('alice', first, content, 'r2', undefined, { found })

    expect(foreign.growth).toEqual({ items: 0, bytes: 512 })
    expect(putOf(foreign.write)).toMatchObject({ Item: { retired: true }, ConditionExpression: traceOnly })
    expect(putOf(own.write)).toMatchObject({ Item: { id: first }, ConditionExpression: traceOnly })
    expect(putOf(own.write).Item).not.toHaveProperty('retired')
  })

  describe('and refused', () => {
    const refusedWith = (
      found: Item | undefined,
      precondition?: Parameters<typeof configs.replacement>[4],
      given: { readonly id?: string; readonly as?: string } = {},
    ) =>
      configs
        .replacement('alice', given.as ?? 'id', { ...content, id: given.id }, 'r2', precondition)
        .write.refusal?.(found)

    test.each([
      [undefined, 'r1'],
      ['exists' as const, 'r1'],
      [['r1'], 'r1'],
      ['absent' as const, 'r2'],
      [['r0'], 'r2'],
    ])('is tried again with what is there, if that fulfils If-Match: %j', (precondition, revision) => {
      const found = { id: 'id', revision }

      expect(refusedWith(found, precondition)).toBeInstanceOf(Conflict)
      expect(refusedWith(found, precondition)).toMatchObject({ found })
    })

    test.each([['absent' as const], [['r0']]])('fails if what is there does not fulfil it: %j', (precondition) => {
      expect(refusedWith({ id: 'id', revision: 'r1' }, precondition)).toMatchObject({ code: 'precondition_failed' })
    })

    test('learns that another record has the name, or that the one asked for is not there', () => {
      const other = refusedWith({ id: 'other' })

      expect(other).toBeInstanceOf(OtherRecord)
      expect(other).toMatchObject({ name: 'OtherRecord', id: 'other', found: { id: 'other' } })
      expect(other?.message).toBe('another record has this name')
      expect(refusedWith(undefined, undefined, { id: 'id' })).toMatchObject({ name: 'OtherRecord', id: undefined })
      expect(refusedWith({ retired: true }, ['r1'], { id: 'id' })).toBeInstanceOf(OtherRecord)
    })

    test.each([['exists' as const], [['r1']]])(
      'fails where nothing has the name, but If-Match asks for a record: %j',
      (precondition) => {
        expect(refusedWith(undefined, precondition)).toMatchObject({ code: 'precondition_failed' })
      },
    )

    test('is tried again as a new one where nothing has the name', () => {
      expect(refusedWith(undefined)).toBeInstanceOf(Conflict)
      expect(refusedWith(undefined, 'absent')).toBeInstanceOf(Conflict)
      expect(refusedWith({ retired: true })).toMatchObject({ name: 'Conflict', found: { retired: true } })
    })

    test('does not get the id of the record that has left its name', () => {
      expect(refusedWith({ retired: true }, undefined, { as: first })).toBeInstanceOf(OtherRecord)
      expect(refusedWith(undefined, undefined, { as: first })).toBeInstanceOf(Conflict)
    })
  })
})

describe('a record that is renamed', () => {
  const own = { name: 'old', id: 'id', reserved: 100, revision: 'r1' }
  const rename = (
    given: Item = own,
    names: readonly Item[] = [],
    precondition?: Parameters<typeof configs.renaming>[5],
  ) => configs.renaming('alice', given, names, content, 'r2', precondition)

  test('leaves its old name, and takes its reservation to the new one', () => {
    const { writes, growth } = rename()

    expect(growth).toEqual({ items: 0, bytes: 412 })
    expect(writes.map(({ operation }) => operation)).toEqual([
      {
        Delete: {
          TableName: 'configs',
          Key: { recipientId: 'alice', name: 'old' },
          ConditionExpression: 'id = :id AND reserved = :reserved AND attribute_not_exists(retired)',
          ExpressionAttributeValues: { ':id': 'id', ':reserved': 100 },
        },
      },
      {
        Put: {
          TableName: 'configs',
          ConditionExpression: empty,
          Item: { recipientId: 'alice', name: 'new', id: 'id', ...stored, reserved: 512 },
        },
      },
    ])
    expect(rename({ ...own, reserved: 2048 })).toMatchObject({
      growth: { items: 0, bytes: 0 },
      writes: [{}, { operation: { Put: { Item: { reserved: 2048 } } } }],
    })
  })

  test('leaves a trace where the name was its first, or stays retired', () => {
    const ofFirst = rename({ ...own, id: configId('alice', 'old') })
    const ofRetired = rename({ ...own, retired: true })

    for (const { writes, growth } of [ofFirst, ofRetired]) {
      expect(growth).toMatchObject({ items: 1 })
      expect(writes[0]?.operation).toMatchObject({
        Put: { Item: { recipientId: 'alice', name: 'old', retired: true } },
      })
    }
  })

  test('takes the place of a trace', () => {
    const { writes, growth } = rename(own, [
      { name: 'other', id: 'x' },
      { name: 'new', retired: true },
    ])

    expect(growth).toMatchObject({ items: -1 })
    expect(writes[1]?.operation).toMatchObject({ Put: { Item: { retired: true }, ConditionExpression: traceOnly } })
  })

  test('does not take the name of another record', () => {
    const names = [{ name: 'new', id: 'other' }]

    expect(() => rename(own, names)).toThrow('Another record of the caller has this name.')
    expect(() => rename(own, names, ['r1'])).toThrow(expect.objectContaining({ code: 'name_taken' }))
    expect(() => rename(own, names, ['r0'])).toThrow(expect.objectContaining({ code: 'precondition_failed' }))
  })

  test('is held to If-Match', () => {
    const [leaving] = rename(own, [], ['r1']).writes

    expect(leaving?.operation).toMatchObject({
      Delete: {
        ConditionExpression:
          'id = :id AND reserved = :reserved AND attribute_not_exists(retired) AND revision IN (:revision0, :revision1)',
        ExpressionAttributeValues: { ':revision0': 'r1', ':revision1': 'r2' },
      },
    })
    expect(leaving?.refusal?.({ id: 'id', revision: 'r0' })).toMatchObject({ code: 'precondition_failed' })
    expect(leaving?.refusal?.({ id: 'id', revision: 'r1' })).toMatchObject({ name: 'Conflict', found: { id: 'id' } })
    expect(leaving?.refusal?.(undefined)).toBeInstanceOf(Conflict)
  })

  test('is refused where somebody has taken the new name meanwhile', () => {
    const [, arriving] = rename().writes

    expect(arriving?.refusal?.({ id: 'other' })).toMatchObject({ code: 'name_taken' })
    expect(arriving?.refusal?.({ retired: true })).toMatchObject({ name: 'Conflict', found: { retired: true } })
    expect(arriving?.refusal?.(undefined)).toBeInstanceOf(Conflict)
  })
})

describe('a record that is deleted', () => {
  const own = { name: 'now', id: first, reserved: 512 }
  const trace = { name: 'new', retired: true }

  test('gives back its name and its bytes', () => {
    const { writes, growth } = configs.removal('alice', own, [own, { name: 'else', retired: true }])

    expect(growth).toEqual({ items: -1, bytes: -512 })
    expect(writes.map((write) => conflicting(write).operation)).toMatchObject([
      { Delete: { TableName: 'configs', Key: { recipientId: 'alice', name: 'now' } } },
    ])
  })

  test('gives back the first name that it had left', () => {
    const { writes, growth } = configs.removal('alice', own, [trace, own])

    expect(growth).toEqual({ items: -2, bytes: -512 })
    expect(writes.map(({ operation }) => operation)).toMatchObject([
      { Delete: { Key: { name: 'now' } } },
      { Delete: { Key: { name: 'new' } } },
    ])
  })

  test('leaves the trace of a name that it has taken over', () => {
    const retired = { ...own, retired: true }

    expect(configs.removal('alice', retired, [retired])).toMatchObject({
      growth: { items: 0, bytes: -512 },
      writes: [{ operation: { Put: { Item: { name: 'now', retired: true } } } }],
    })
  })

  test('under its first name leaves it once', () => {
    const firstOwn = { ...own, name: 'new' }

    expect(configs.removal('alice', firstOwn, [firstOwn]).writes).toHaveLength(1)
  })
})

describe('an agreement', () => {
  const gateway = 'stripe'
  const page = { recipientId: 'alice', name: 'paymentpage' }

  test('changes the gateway of the page and nothing else', () => {
    const { write, growth } = configs.agreement('alice', gateway, 'r2')

    expect(growth).toEqual({})
    expect(conflicting(write)).toEqual({
      operation: {
        Update: {
          TableName: 'configs',
          Key: page,
          ConditionExpression: 'attribute_exists(id)',
          UpdateExpression: 'SET gateway = :gateway, revision = :revision',
          ExpressionAttributeValues: { ':gateway': gateway, ':revision': 'r2' },
        },
      },
      repeatable: true,
    })
    expect(configs.agreement('alice', gateway, 'r2', { found: { id: 'x' } }).write.operation).toHaveProperty('Update')
  })

  test('makes the page where there is none', () => {
    const { write, growth } = configs.agreement('alice', gateway, 'r2', { found: undefined })
    const nothing = { url: '', actions: [], value: '{}', revision: 'r2' }

    expect(growth).toEqual({ items: 1, bytes: 512 })
    expect(conflicting(write)).toEqual({
      operation: {
        Put: {
          TableName: 'configs',
          ConditionExpression: empty,
          Item: { ...page, id: configId('alice', 'paymentpage'), ...nothing, gateway, reserved: 512 },
        },
      },
      repeatable: false,
    })
  })

  test('gives the page another id where the first one was renamed', () => {
    const { write, growth } = configs.agreement('alice', gateway, 'r2', { found: { retired: true } })

    expect(growth).toEqual({ items: 0, bytes: 512 })
    expect(putOf(write)).toMatchObject({ Item: { id: anId, retired: true }, ConditionExpression: traceOnly })
    expect(putOf(write).Item['id']).not.toBe(configId('alice', 'paymentpage'))
  })
})

describe('records that are read', () => {
  const price = { currency: 'EUR', minor: 5, major: 1 }
  const action = { id: 'a', name: 'wave', price, category: 'fun', game: 'chess' }
  const record = { name: 'new', url: 'https://e.com/', revision: 'r1' }
  const item = { recipientId: 'alice', id: 'id', ...record, value: '{"b":1}', actions: [action], reserved: 512 }
  const all = {
    TableName: 'configs',
    KeyConditionExpression: 'recipientId = :recipientId',
    ConsistentRead: true,
    ExpressionAttributeValues: { ':recipientId': 'alice' },
  }

  test('are those of the recipient, without traces', async () => {
    const { inputs, client } = clientAnswering({
      Items: [item, { name: 'old', retired: true }, { ...item, gateway: 'x' }],
    })
    const answered = { id: 'id', ...record, ownerId: 'alice', value: { b: 1 }, actions: [action] }

    expect(await configRepository(client, 'configs').list('alice')).toStrictEqual([
      answered,
      { ...answered, value: { b: 1, gateway: 'x' } },
    ])
    expect(inputs).toStrictEqual([all])
  })

  test('may be that of a name', async () => {
    const { inputs, client } = clientAnswering({})

    expect(await configRepository(client, 'configs').list('alice', 'new')).toEqual([])
    expect(inputs).toStrictEqual([
      {
        ...all,
        KeyConditionExpression: 'recipientId = :recipientId AND #name = :name',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':recipientId': 'alice', ':name': 'new' },
      },
    ])
  })

  test('have names, and names have traces', async () => {
    const { inputs, client } = clientAnswering({ Items: [item] })

    expect(await configRepository(client, 'configs').names('alice')).toEqual([item])
    expect(inputs).toStrictEqual([
      {
        ...all,
        ProjectionExpression: '#name, id, retired, reserved, revision',
        ExpressionAttributeNames: { '#name': 'name' },
      },
    ])
  })

  test('have values, for what needs nothing else and can wait a second', async () => {
    const { inputs, client } = clientAnswering({ Item: item })

    expect(await configValueStore(client, 'configs').find('alice', 'new')).toEqual({ b: 1 })
    expect(inputs).toEqual([
      { TableName: 'configs', Key: { recipientId: 'alice', name: 'new' }, ConsistentRead: false },
    ])
    for (const answer of [{}, { Item: { retired: true } }])
      expect(await configValueStore(clientAnswering(answer).client, 'configs').find('alice', 'new')).toBeUndefined()
  })
})
