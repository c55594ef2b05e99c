import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { type TableName, tables } from '../../../../shared/contract/resources.ts'
import { caps } from '../../../../shared/mechanisms/limits/limits.ts'
import { takeSlots, useUpRate } from '../../../support/fixtures/limits.ts'
import { type WorkerStage, workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { putMany } from '../../../support/manyItems.ts'
import { putEverywhere } from '../../../support/putEverywhere.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

const functions = await sharedByTests(startFunctions())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)

const worker = 'handleDataJobs'
const confirmed = { body: { confirm: true } }
const inProgress = { status: 409, body: { code: 'erasure_in_progress' } }

/** An invocation that has time for nothing but to hand its job over. */
const late = { getRemainingTimeInMillis: () => 14_000 }

/** Accepts an erasure and takes it so far that everything is marked and nothing is erased. */
const begin = async (stage: WorkerStage): Promise<string> => {
  const { erasureId } = await stage.done('eraseData', confirmed)
  await stage.run(worker, await stage.eventFor(worker), late)
  return erasureId
}

const finish = async (stage: WorkerStage): Promise<void> => {
  for (;;) {
    const event = (await stage.eventFor(worker)) as { readonly Records: readonly unknown[] }
    if (event.Records.length === 0) return
    await stage.run(worker, event)
  }
}

const receiptOf = (stage: WorkerStage, erasureId: string) => stage.done('getErasure', { params: { erasureId } })

/** The tables that mention the recipient. */
const left = async ({ recipient }: WorkerStage): Promise<readonly string[]> => {
  const mentioning = async (table: TableName) =>
    (await itemsOf(functions.aws, table)).some((item) => JSON.stringify(item).includes(recipient)) ? [table] : []
  return (await Promise.all((Object.keys(tables) as TableName[]).map(mentioning))).flat()
}

const announcer = { text: 'live', accountId: 'main', chatId: 1 }
const price = { major: 1, minor: 0, currency: 'EUR' }

/** What counts against a cap. */
const creations: readonly (readonly [string, object])[] = [
  ['addAnnouncer', announcer],
  ['updateAnnouncers', { added: [announcer] }],
  ['addActions', { actions: [{ name: 'wave', price }] }],
  ['putConfig', { name: 'page' }],
  ['changeAgreement', { gateway: 'stripe' }],
  ['createPlaylist', { title: 'Mine' }],
  ['addNews', { title: 'News', description: 'x' }],
  ['setGateway', { gateway: 'manual', type: 'fiat' }],
  ['createTicket', {}],
  ['inviteMember', { role: 'editor', ownerName: 'Alice' }],
  ['printCsv', {}],
  ['exportData', {}],
]

test('a second erasure joins the running one, with one receipt, regression: they deleted each other', async () => {
  for (let time = 0; time < runs(2, 20); time++) {
    const stage = workerStage(functions)
    await putEverywhere(stage)
    // The places of ended jobs have to be taken over every second time.
    if (time % 2 === 1) await takeSlots(stage, 'dataJobs')

    const [first, second] = await Promise.all([1, 2].map(() => stage.done('eraseData', confirmed)))
    await stage.run(worker, await stage.eventFor(worker), late)
    const third = await stage.done('eraseData', { ...confirmed, headers: { 'idempotency-key': 'third' } })
    await finish(stage)

    expect(new Set([first, second, third].map(({ erasureId }) => erasureId)).size).toBe(1)
    expect(await receiptOf(stage, first.erasureId)).toMatchObject({ status: 'done' })
    expect(await left(stage)).toEqual(['rates'])
  }
})

test('two erasures of which the first was abandoned: the second takes its marks over, and both are answered', async () => {
  const stage = workerStage(functions)
  const first = await begin(stage)
  const abandoned = new UpdateCommand({
    TableName: functions.aws.table('dataJobs'),
    Key: { recipientId: stage.recipient, jobId: first },
    UpdateExpression: 'SET updatedAt = :long, #status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':long': 0, ':running': 'running' },
  })
  await functions.aws.client.send(abandoned)

  const second = await begin(stage)
  await finish(stage)

  expect(second).not.toBe(first)
  expect(await receiptOf(stage, second)).toMatchObject({ status: 'done' })
  expect(await left(stage)).toEqual(['rates'])
})

test('an erasure refuses counted items until it ends, and then the cap holds, regression: 26 of 20 gateways', async () => {
  const stage = workerStage(functions)
  const { recipient } = stage
  await stage.done('setGateway', { body: { gateway: 'kofi', type: 'fiat' } })
  const erasureId = await begin(stage)

  for (const [operation, body] of creations)
    expect([operation, await functions.call(operation, { recipient, body })]).toMatchObject([operation, inProgress])
  await finish(stage)
  for (const [operation, body] of creations) await stage.done(operation, { body })
  const more = Array.from({ length: caps.gateways.items }, (_, index) => ({ gateway: `own-${index}`, type: 'fiat' }))
  const answers = await Promise.all(more.map((body) => functions.call('setGateway', { recipient, body })))

  expect(await receiptOf(stage, erasureId)).toMatchObject({ status: 'done' })
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
  expect((await stage.items('gateways')).filter(({ gateway }) => gateway !== undefined)).toHaveLength(20)
})

test('while an erasure runs, removals, uncounted items and other recipients pass', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  const { id } = await stage.done('addNews', { body: { title: 'News', description: 'x' } })
  await begin(stage)

  await stage.done('deleteNews', { body: { id } })
  await stage.done('testAlert', { body: {} })
  await other.done('addAnnouncer', { body: announcer })

  await finish(stage)
  expect(await left(stage)).toEqual(['rates'])
})

test('the marks of an erasure that fails go, and counted items stay counted', async () => {
  const stage = workerStage(functions)
  await stage.done('addAnnouncer', { body: announcer })
  const erasureId = await begin(stage)
  const hopeless = new UpdateCommand({
    TableName: functions.aws.table('dataJobs'),
    Key: { recipientId: stage.recipient, jobId: erasureId },
    UpdateExpression: 'SET attempts = :many',
    ExpressionAttributeValues: { ':many': 6 },
  })
  await functions.aws.client.send(hopeless)
  await finish(stage)

  await stage.done('addAnnouncer', { body: announcer })

  expect(await receiptOf(stage, erasureId)).toMatchObject({ status: 'failed' })
  expect(await stage.items('quotas')).toContainEqual({
    recipientId: stage.recipient,
    collection: 'announcers',
    used: 2,
  })
})

test('rates survive an erasure, regression: an erasure was the switch that turned every rate off', async () => {
  const stage = workerStage(functions)
  await useUpRate(stage, 'oneTimeCodes')
  const code = { recipient: stage.recipient, body: { refreshToken: 'r' } }
  const before = await functions.call('createOneTimeCode', code)

  await begin(stage)
  await finish(stage)

  expect(before.status).toBe(429)
  expect(await functions.call('createOneTimeCode', code)).toMatchObject({ status: 429 })
})

test('the global news of a recipient go with it, and those of others stay and are counted', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  const entry = (title: string) => ({ body: { title, description: 'x', global: true }, groups: ['admin'] })
  for (const each of [stage, other]) await each.done('addNews', entry(each.recipient))
  const counted = async () =>
    (await itemsOf(functions.aws, 'quotas')).find(({ collection }) => collection === 'globalNews')?.['used']
  const before = Number(await counted())

  const erasureId = await begin(stage)
  await finish(stage)

  const titles = (await other.done('listNews')).content.map(({ title }: { readonly title: string }) => title)
  expect(titles).toContain(other.recipient)
  expect(titles).not.toContain(stage.recipient)
  expect(await counted()).toBe(before - 1)
  expect(await receiptOf(stage, erasureId)).toMatchObject({ items: 1 })
})

test('an erasure costs the same beside 15 MB of another’s keyed answers, regression: it read them all', async () => {
  const unitsOfErasure = async (): Promise<number> => {
    const stage = workerStage(functions)
    await putEverywhere(stage)
    await stage.done('eraseData', confirmed)
    const event = await stage.eventFor(worker)
    calls.length = 0
    // However slow the machine is, an erasure is one slice.
    vi.useFakeTimers({ toFake: ['Date'] })
    await stage.run(worker, event)
    vi.useRealTimers()
    return calls.reduce((sum, { units }) => sum + units, 0)
  }
  const alone = await unitsOfErasure()
  const { recipient } = workerStage(functions)
  const body = 'x'.repeat(390_000)
  for (let count = 0; count < 40; count += 20) {
    const answers = Array.from({ length: 20 }, (_, index) => ({ recipientId: recipient, id: `${count + index}`, body }))
    await putMany(functions.aws.client, functions.aws.table('idempotency'), answers)
  }

  const beside = await unitsOfErasure()

  expect(alone).toBeGreaterThan(30)
  expect(beside).toBe(alone)
})

test('entries of rates that were made from IP addresses go with an erasure, and other rates stay', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  const expiresAt = Math.floor(Date.now() / 1000) + 60
  const entriesOf = ({ recipient: recipientId }: WorkerStage) =>
    [
      'donorAddresses#kpHW2GmVEcFJ0sXi#1',
      'donorAddresses#1',
      'donorCheckAddresses#kpHW2GmVEcFJ0sXi#1',
      'gatewayQuestionAddresses#kpHW2GmVEcFJ0sXi#1',
      'donorPayments#1',
    ].map((window) => ({ recipientId, window, spent: 1, expiresAt }))
  await putMany(functions.aws.client, functions.aws.table('rates'), [...entriesOf(stage), ...entriesOf(other)])

  await stage.done('eraseData', confirmed)
  await finish(stage)

  const windowsOf = async ({ recipient }: WorkerStage) =>
    (await itemsOf(functions.aws, 'rates'))
      .filter(({ recipientId }) => recipientId === recipient)
      .map(({ window }) => String(window).replace(/#\d+$/, ''))
      .filter((window) => /^(donor|gateway)/.test(window))
      .toSorted()
  expect(await windowsOf(stage)).toEqual(['donorPayments'])
  expect(await windowsOf(other)).toHaveLength(5)
})
