import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { ServerMessage } from '../../../../shared/areas/realtime/serverMessages.ts'
import { justNow } from '../../../support/expected.ts'
import { type LocalAws, startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'

/** From one alert to the next one. */
const stride = 1_048_576
let aws: LocalAws
const call = operationCaller()
let recipients = 0
const someone = () => `recipient-${++recipients}`

beforeAll(async () => {
  aws = await startLocalAws()
})
afterAll(() => aws.stop())

const overlays = () => overlayRepository(aws.client, aws.table('overlays'))

const connected = async (recipient: string, name: string, part?: string): Promise<string> => {
  const { overlayId } = (await call('createTicket', { recipient, body: { name, part } })).body
  await overlays().attach(recipient, overlayId, { connectionId: `at-${overlayId}`, connectedAt: Date.now() })
  return overlayId
}

const raise = (recipient: string, ...names: readonly string[]) =>
  call('addHistoryItems', {
    recipient,
    body: {
      items: names.map((nickname) => ({
        system: 'Manual',
        event: 'payment',
        originId: nickname,
        timestamp: '2026-03-01T18:30:00Z',
        nickname,
        triggerAlert: true,
      })),
    },
  })

const control = async (recipient: string, command: string) =>
  (await call('controlShow', { recipient, body: { command } })).body

const show = async (recipient: string) => (await call('getShow', { recipient })).body

/** The states that a recipient's overlays get, without the sequence. */
const statesOf = async (recipient: string) => {
  const tables = { deliveries: aws.table('deliveries'), alerts: aws.table('alerts') }
  const { messages } = await deliveryRepository(aws.client, tables).page(recipient, 0, 100)
  return messages.flatMap((message) => {
    const parsed = ServerMessage.parse(message)
    return parsed.type === 'show' ? [parsed] : []
  })
}

test('a show that was never controlled runs, and nothing waits', async () => {
  expect(await show(someone())).toEqual({
    paused: false,
    muted: false,
    held: 0,
    moderationIsReadable: true,
    changedAt: null,
    waiting: 0,
    overlays: [],
  })
})

test('each command changes one thing, and its message has the whole state', async () => {
  const recipient = someone()
  const commands = ['pause', 'mute', 'resume', 'clear', 'unmute']

  const answers = []
  for (const command of commands) answers.push(await control(recipient, command))

  expect(answers.map(({ paused, muted }) => [paused, muted])).toEqual([
    [true, false],
    [true, true],
    [false, true],
    [false, true],
    [false, false],
  ])
  expect(await show(recipient)).toMatchObject({ paused: false, muted: false, changedAt: answers[4].changedAt })
  expect((await statesOf(recipient)).map((message) => message.show)).toEqual([
    { paused: true, muted: false, cleared: 0, skipped: [], sequence: 1 },
    { paused: true, muted: true, cleared: 0, skipped: [], sequence: 2 },
    { paused: false, muted: true, cleared: 0, skipped: [], sequence: 3 },
    { paused: false, muted: true, cleared: 3, skipped: [], sequence: 4 },
    { paused: false, muted: false, cleared: 3, skipped: [], sequence: 5 },
  ])
})

test('a command that changes nothing succeeds, and sends no message', async () => {
  const recipient = someone()
  const { changedAt } = await control(recipient, 'pause')

  const again = [
    await control(recipient, 'pause'),
    await control(recipient, 'skip'),
    await control(recipient, 'unmute'),
  ]

  expect(changedAt).toEqual(justNow)
  expect(again).toEqual(Array(3).fill({ paused: true, muted: false, changedAt }))
  expect(await statesOf(recipient)).toHaveLength(1)
})

test('a skip removes the alert on the screen of each overlay, and the next skip the one after it', async () => {
  const recipient = someone()
  const [ahead, behind] = [await connected(recipient, 'ahead'), await connected(recipient, 'behind')]
  const gone = await connected(recipient, 'gone')
  await raise(recipient, 'one', 'two', 'three')
  await overlays().acknowledge(recipient, ahead, stride)
  await overlays().detach(recipient, gone, `at-${gone}`)

  await control(recipient, 'skip')
  await overlays().acknowledge(recipient, behind, stride)
  await control(recipient, 'skip')

  expect((await statesOf(recipient)).map((message) => message.show.skipped.toSorted())).toEqual([
    [stride, 2 * stride],
    [stride, 2 * stride, 3 * stride],
  ])
})

test('a source of goals is no overlay on which alerts wait, and skips none', async () => {
  const recipient = someone()
  const overlay = await connected(recipient, 'alerts')
  await connected(recipient, 'goals', 'goals')
  await raise(recipient, 'one', 'two')
  await overlays().acknowledge(recipient, overlay, stride)
  expect(await show(recipient)).toMatchObject({ waiting: 1, overlays: [{ name: 'alerts', waiting: 1 }] })

  await control(recipient, 'skip')

  expect((await statesOf(recipient)).map((message) => message.show.skipped)).toEqual([[2 * stride]])
})

test('a skip ignores hidden and cleared alerts', async () => {
  const recipient = someone()
  await connected(recipient, 'scene')
  const { body } = await raise(recipient, 'deleted', 'cleared')
  await call('deleteHistoryItem', { recipient, body: { historyItemId: body.added[0].id } })
  await control(recipient, 'clear')
  await raise(recipient, 'shown')

  await control(recipient, 'skip')

  expect((await statesOf(recipient)).at(-1)?.show.skipped).toEqual([3 * stride])
})

test('a skip takes away a video that is ready, and a hidden alert that is repeated, which itself still waits', async () => {
  const recipient = someone()
  await connected(recipient, 'scene')
  const names = ['id', 'originId', 'url', 'title', 'thumbnail', 'system', 'owner', 'paymentId']
  const payload = JSON.stringify([{ provider: 'youtube', ...Object.fromEntries(names.map((name) => [name, 'x'])) }])
  const media = { recipientId: recipient, sequence: 1, after: 0, kind: 'media', payload, force: false, test: false }
  await aws.client.send(new PutCommand({ TableName: aws.table('deliveries'), Item: media }))
  const totals = { recipientId: recipient, lastDelivery: 1 }
  await aws.client.send(new PutCommand({ TableName: aws.table('recipients'), Item: totals }))
  await control(recipient, 'skip')
  const { body } = await raise(recipient, 'deleted')
  for (const operation of ['deleteHistoryItem', 'repeatAlert'] as const)
    await call(operation, { recipient, body: { historyItemId: body.added[0].id } })

  await control(recipient, 'skip')

  expect((await statesOf(recipient)).at(-1)?.show.skipped).toEqual([1, stride + 2])
  expect((await show(recipient)).waiting).toBe(1)
})

test('a skip looks beyond fifty deliveries that overlays do not show', async () => {
  const { handle } = await import('../../../../functions/alerts/controlShow.ts')
  const pages = [
    { messages: [{ type: 'check', sequence: 50 }], through: 50, more: true },
    { messages: [{ type: 'media', sequence: 60 }], through: 60, more: false },
  ]
  const asked: unknown[] = []
  const ports = {
    totals: { read: async () => ({ lastDelivery: 60 }) },
    overlays: { listeners: async () => [{ overlayId: 'o', connectionId: 'c', connectedAt: Date.now() }] },
    deliveries: { page: async (_recipientId: string, ...given: unknown[]) => asked.push(given) && pages.shift() },
    rates: { spending: () => ({}) },
  }
  const run = handle(ports as never, { recipients: 'recipients', deliveries: 'deliveries' })

  await run({ recipientId: 'alice', body: { command: 'skip' } } as never, async ([write], answer) => {
    expect(write).toMatchObject({
      operation: { Put: { Item: { payload: expect.stringContaining('"skipped":[60]') } } },
    })
    return answer
  })

  expect(asked).toEqual([
    [0, 50],
    [50, 50],
  ])
})

test('an overlay that has expired, or whose connection ended unseen two hours ago, holds up nothing', async () => {
  const recipient = someone()
  const gone = { recipientId: recipient, overlayId: 'gone', createdAt: 'then', connectionId: 'c', connectedAt: 1 }
  for (const more of [{ expiresAt: 4e9 }, { overlayId: 'expired', expiresAt: 1 }])
    await aws.client.send(new PutCommand({ TableName: aws.table('overlays'), Item: { ...gone, ...more } }))
  await raise(recipient, 'one')

  await control(recipient, 'skip')

  expect(await statesOf(recipient)).toEqual([])
  expect((await show(recipient)).overlays).toMatchObject([{ overlayId: 'gone', connected: false }])
})

test('the last twenty skipped deliveries are remembered', async () => {
  const recipient = someone()
  await connected(recipient, 'scene')
  for (let number = 1; number <= 21; number++) {
    await call('testAlert', { recipient, body: {} })
    await control(recipient, 'skip')
  }

  const { skipped } = (await statesOf(recipient)).at(-1)?.show ?? {}

  expect(skipped).toHaveLength(20)
  expect(skipped).not.toContain(1)
})

test('waiting counts the alerts that an overlay has not acknowledged, less cleared and skipped ones', async () => {
  const recipient = someone()
  const [scene, panel] = [await connected(recipient, 'scene'), await connected(recipient, 'panel')]
  await raise(recipient, 'one', 'two', 'three')
  await overlays().acknowledge(recipient, panel, 3 * stride)
  const before = await show(recipient)
  await control(recipient, 'clear')
  await raise(recipient, 'four', 'five')
  await control(recipient, 'skip')

  const after = await show(recipient)

  const waiting = ({ overlays: listed }: typeof before) =>
    Object.fromEntries(listed.map((overlay: { name: string; waiting: number }) => [overlay.name, overlay.waiting]))
  expect([before.waiting, waiting(before)]).toEqual([3, { scene: 3, panel: 0 }])
  expect([after.waiting, waiting(after)]).toEqual([1, { scene: 1, panel: 1 }])
  await overlays().detach(recipient, scene, `at-${scene}`)
  await overlays().acknowledge(recipient, panel, 5 * stride)
  expect((await show(recipient)).waiting).toBe(0)
})

test('of two commands at once both hold, each on the state that the other left', async () => {
  const recipient = someone()

  await Promise.all([control(recipient, 'pause'), control(recipient, 'mute')])

  expect(await show(recipient)).toMatchObject({ paused: true, muted: true })
  expect((await statesOf(recipient)).at(-1)?.show).toMatchObject({ paused: true, muted: true, sequence: 2 })
})

test('a show belongs to its recipient', async () => {
  const [alice, bob] = [someone(), someone()]
  await connected(bob, 'scene')
  await raise(bob, 'one')

  await control(alice, 'pause')
  await control(alice, 'skip')

  expect(await show(bob)).toMatchObject({ paused: false, waiting: 1 })
})
