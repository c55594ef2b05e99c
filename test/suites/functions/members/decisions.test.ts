import { expect, test } from 'vitest'
import { type TableName, tables } from '../../../../shared/contract/resources.ts'
import { invite, makeMember } from '../../../support/fixtures/memberFixtures.ts'
import { type WorkerStage, workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')

type Scene = Pick<WorkerStage, 'recipient' | 'done'>

/** Donations whose alerts wait for approval, and their items' ids. */
const heldItems = async ({ done }: Scene, ...names: readonly string[]): Promise<readonly string[]> => {
  await done('putConfig', { body: { name: 'alerts', value: { moderation: { everything: true } } } })
  const items = names.map((nickname) => ({
    system: 'Kick',
    event: 'payment',
    originId: nickname,
    nickname,
    timestamp: '2026-03-01T18:30:00Z',
    triggerAlert: true,
  }))
  const { added } = await done('addHistoryItems', { body: { items } })
  return added.map(({ id }: { readonly id: string }) => id)
}

/** A member of the scene's recipient, by whom operations are done. */
const actor = async (scene: WorkerStage, role = 'moderator') => {
  const memberId = await makeMember(scene, role)
  const headers = { 'x-recipient': scene.recipient }
  return {
    memberId,
    does: (operation: string, body: object) => scene.done(operation, { recipient: memberId, headers, body }),
  }
}

interface Decided {
  readonly nickname: string
  readonly hidden: boolean
  readonly decidedBy?: object | null
}

/** Whether each alert is hidden, and who has decided so. */
const decisions = async ({ done }: Scene): Promise<Readonly<Record<string, unknown>>> => {
  const { content } = await done('listAlerts', { query: { sort: 'createdAt,asc' } })
  const entries = content.map(({ nickname, hidden, decidedBy }: Decided) => [nickname, [hidden, decidedBy]])
  return Object.fromEntries(entries)
}

test('the list of alerts names the member who decided, and nobody where the owner did', async () => {
  const scene = workerStage(functions)
  const [ann = '', ben = '', cem = '', dan = ''] = await heldItems(scene, 'ann', 'ben', 'cem', 'dan', 'eve')
  const [moderator, editor] = [await actor(scene), await actor(scene, 'editor')]

  await moderator.does('decideAlert', { historyItemId: ann, show: true })
  await moderator.does('decideAlert', { historyItemId: ben, show: false })
  await scene.done('decideAlert', { body: { historyItemId: cem, show: true } })
  await scene.done('decideAlert', { body: { historyItemId: dan, show: true } })
  await editor.does('deleteHistoryItem', { historyItemId: dan })

  const [byModerator, byEditor] = [moderator, editor].map(({ memberId }) => ({ memberId, name: 'Bob' }))
  expect(await decisions(scene)).toEqual({
    ann: [false, byModerator],
    ben: [true, byModerator],
    cem: [false, undefined],
    dan: [true, byEditor],
    eve: [true, undefined],
  })
})

test('the owner’s decision takes the place of a member’s, and a member’s that of the owner', async () => {
  const scene = workerStage(functions)
  const [ann = '', ben = ''] = await heldItems(scene, 'ann', 'ben')
  const editor = await actor(scene, 'editor')

  await editor.does('decideAlert', { historyItemId: ann, show: true })
  await scene.done('deleteHistoryItem', { body: { historyItemId: ann } })
  await scene.done('decideAlert', { body: { historyItemId: ben, show: true } })
  await scene.done('deleteHistoryItem', { body: { historyItemId: ben } })
  await editor.does('restoreHistoryItem', { historyItemId: ben })

  expect(await decisions(scene)).toEqual({
    ann: [true, undefined],
    ben: [false, { memberId: editor.memberId, name: 'Bob' }],
  })
})

test('an alert that an earlier version has held names who decided too', async () => {
  const scene = workerStage(functions)
  const { recipient: recipientId, put } = scene
  const createdAt = new Date().toISOString()
  await put('history', { recipientId, id: 'item-1', deleted: false, alertPosition: 1 })
  const texts = { system: 'Manual', event: 'payment', nickname: 'ann', message: '', amount: null, levelName: '' }
  const alert = { id: 'alert-1', historyItemId: 'item-1', ...texts, media: { url: '' }, count: 1 }
  await put('alerts', { recipientId, position: 1, ...alert, state: 'held', createdAt })
  await put('recipients', { recipientId, alerts: 1, newestAlertAt: createdAt, lastDelivery: 1_048_576 })
  const moderator = await actor(scene)

  await moderator.does('decideAlert', { historyItemId: 'item-1', show: true })

  expect(await decisions(scene)).toEqual({ ann: [false, { memberId: moderator.memberId, name: 'Bob' }] })
})

test('a decision is of somebody unknown once the membership has ended, and is named through every later one', async () => {
  const scene = workerStage(functions)
  const [ann = '', ben = ''] = await heldItems(scene, 'ann', 'ben')
  const [first, second] = [await actor(scene), await actor(scene)]
  await first.does('decideAlert', { historyItemId: ann, show: true })
  await second.does('decideAlert', { historyItemId: ben, show: true })

  await scene.done('removeMember', { body: { memberId: first.memberId } })
  for (const name of ['Robert', 'Rob']) {
    const { invitation } = await invite(scene, 'editor')
    await scene.done('acceptInvitation', { recipient: second.memberId, body: { invitation, name } })
  }

  expect(await decisions(scene)).toEqual({
    ann: [false, null],
    ben: [false, { memberId: second.memberId, name: 'Rob' }],
  })
})

test('the show says which member has commanded it last', async () => {
  const scene = workerStage(functions)
  const moderator = await actor(scene)
  const decidedBy = async () => (await scene.done('getShow')).decidedBy
  const atFirst = await decidedBy()

  await moderator.does('controlShow', { command: 'pause' })
  const paused = await decidedBy()
  await scene.done('controlShow', { body: { command: 'resume' } })
  const resumed = await decidedBy()
  await moderator.does('controlShow', { command: 'mute' })
  await scene.done('removeMember', { body: { memberId: moderator.memberId } })

  expect([atFirst, paused, resumed]).toEqual([undefined, { memberId: moderator.memberId, name: 'Bob' }, undefined])
  expect(await decidedBy()).toBeNull()
})

test('no message to an overlay says who decided', async () => {
  const scene = workerStage(functions)
  const [ann = ''] = await heldItems(scene, 'ann')
  const moderator = await actor(scene)

  await moderator.does('decideAlert', { historyItemId: ann, show: true })
  await moderator.does('controlShow', { command: 'pause' })

  const deliveries = (await scene.items('deliveries')).filter(({ recipientId }) => recipientId === scene.recipient)
  expect(deliveries.length).toBeGreaterThan(1)
  expect(JSON.stringify(deliveries)).not.toContain('decidedBy')
})

const erase = async (scene: WorkerStage): Promise<void> => {
  await scene.done('eraseData', { body: { confirm: true } })
  await scene.run('handleDataJobs', await scene.eventFor('handleDataJobs'))
}

/** The tables that have a text in any item. */
const mentions = async (text: string): Promise<readonly string[]> => {
  const found = await Promise.all(
    (Object.keys(tables) as TableName[]).map(async (table) =>
      JSON.stringify(await itemsOf(functions.aws, table)).includes(text) ? [table] : [],
    ),
  )
  return found.flat()
}

test('a member’s erasure takes its id and its name out of the owner’s decisions, which stay', async () => {
  const [scene, member] = [workerStage(functions), workerStage(functions)]
  const { recipient: memberId } = member
  const [ann = ''] = await heldItems(scene, 'ann')
  const name = scene.unique('Robert')
  const { invitation } = await invite(scene)
  await member.done('acceptInvitation', { body: { invitation, name } })
  const headers = { 'x-recipient': scene.recipient }
  await member.done('decideAlert', { headers, body: { historyItemId: ann, show: true } })
  await member.done('controlShow', { headers, body: { command: 'pause' } })
  const before = await decisions(scene)

  await erase(member)

  expect(before).toEqual({ ann: [false, { memberId, name }] })
  expect(await decisions(scene)).toEqual({ ann: [false, null] })
  expect((await scene.done('getShow')).decidedBy).toBeNull()
  expect([await mentions(memberId), await mentions(name)]).toEqual([['rates'], []])
})

test('an export has decisions as the list of alerts', async () => {
  const scene = workerStage(functions)
  const [ann = '', ben = ''] = await heldItems(scene, 'ann', 'ben', 'cem')
  const [first, second] = [await actor(scene), await actor(scene)]
  await first.does('decideAlert', { historyItemId: ann, show: true })
  await second.does('decideAlert', { historyItemId: ben, show: false })
  await scene.done('removeMember', { body: { memberId: first.memberId } })

  const { exportId } = await scene.done('exportData', { body: {} })
  await scene.run('handleDataJobs', await scene.eventFor('handleDataJobs'))
  const { url } = await scene.done('getExport', { params: { exportId } })
  const lines = (await (await fetch(url)).text()).trimEnd().split('\n')

  const exported = lines.map((line) => JSON.parse(line)).filter(({ resource }) => resource === 'alerts')
  const { content } = await scene.done('listAlerts', { query: { sort: 'createdAt,asc' } })
  expect(exported.map(({ data }) => data)).toEqual(content)
  expect(content).toMatchObject([{ decidedBy: null }, { decidedBy: { memberId: second.memberId, name: 'Bob' } }, {}])
})

test('an erasure is complete where memberships are on several pages', async () => {
  const scene = workerStage(functions)
  const owner = scene.unique('owner')
  for (let made = 0; made < 7; made++) await makeMember(scene)
  const { invitation } = await invite(scene, 'editor', owner)
  await scene.done('acceptInvitation', { body: { invitation, name: 'Bob' } })
  const pages: unknown[] = []
  const inSmallPages = { step: 'initialize', name: 'inSmallPages' } as const
  documentClient.middlewareStack.add(
    (next) => (given) => {
      const input = given.input as { readonly TableName?: string; readonly Limit?: number }
      if (input.Limit === undefined || input.TableName !== functions.aws.table('members')) return next(given)
      pages.push(input)
      return next({ ...given, input: { ...input, Limit: 3 } as never })
    },
    inSmallPages,
  )

  await erase(scene)
  documentClient.middlewareStack.remove(inSmallPages.name)

  expect(pages.length).toBeGreaterThan(2)
  expect((await scene.done('getMembers', { recipient: owner })).members).toEqual([])
  expect(JSON.stringify(await itemsOf(functions.aws, 'members'))).not.toContain(scene.recipient)
})
