import { expect, test } from 'vitest'
import { grantedRoles } from '../../../../shared/contract/roles.ts'
import { operations } from '../../../../shared/operations.ts'
import { makeMember } from '../../../support/fixtures/memberFixtures.ts'
import { memberRequest } from '../../../support/fixtures/memberRequest.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

const functions = await sharedByTests(startFunctions())
const { call, newScene } = functions
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)

const forbidden = { status: 403, body: { code: 'forbidden' } }

/** What issue and SECURITY promise, by hand: everything else is the owner's alone. */
const ofModerators = `
  listAlerts getShow controlShow decideAlert repeatAlert listHistory getHistoryItem createTicket listVideos skipVideo
  listGoals`
const ofEditors = `
  getExternalPlaylist getVideos markAllListened markVideo listPlaylists createPlaylist changePlaylist deletePlaylist
  addActions listActions toggleAction deleteAction completeAction putConfig listConfigs deleteConfig addAnnouncer
  updateAnnouncers listAnnouncers getAnnouncer testAnnouncement listChats addNews listNews changeNews deleteNews
  beginUpload checkUpload getUploads deleteUpload deleteHistoryItem restoreHistoryItem listLeaders setGoal
  deleteGoal testAlert listOverlays checkOverlays renameOverlay tracePayment`
const idsOf = (text: string) => text.trim().split(/\s+/)
const permitted = { moderator: idsOf(ofModerators), editor: idsOf(`${ofModerators} ${ofEditors}`) }

const secured = operations.filter(({ auth }) => auth !== 'none').map(({ id }) => id)

test.each(grantedRoles.flatMap((role) => secured.map((id) => [role, id] as const)))(
  'what a request of the role %s to %s may do',
  async (role, id) => {
    const answer = await call(id, await memberRequest(newScene(), id, role))

    expect(answer.status, JSON.stringify(answer.body)).toBe(permitted[role].includes(id) ? 200 : 403)
  },
)

/** A member of a new scene's recipient, and the header by which it acts for that. */
const membership = async (role: string) => {
  const scene = newScene()
  const memberId = await makeMember(scene, role)
  return { scene, memberId, acting: { recipient: memberId, headers: { 'x-recipient': scene.recipient } } }
}

const title = (text: string) => ({ body: { title: text, description: 'x' } })

test('a member changes what is the owner’s, and without the header what is its own', async () => {
  const { scene, memberId, acting } = await membership('editor')

  await scene.done('addNews', { ...acting, ...title('for the owner') })
  await scene.done('addNews', { recipient: memberId, ...title('for itself') })

  const titlesOf = async (request: object) =>
    (await scene.done('listNews', request)).content.map((news: { title: string }) => news.title)
  expect(await titlesOf({})).toContain('for the owner')
  expect(await titlesOf(acting)).toContain('for the owner')
  expect(await titlesOf({ recipient: memberId })).toContain('for itself')
  expect(await titlesOf({})).not.toContain('for itself')
})

test('strangers, removed members, unknown and malformed recipients get the same answer', async () => {
  const { scene, memberId, acting } = await membership('editor')
  const request = (recipient: string, named: string) =>
    call('listAlerts', { recipient, headers: { 'x-recipient': named } })
  const before = await call('listAlerts', acting)
  const tooLow = await call('deleteNews', { ...acting, body: { id: 'x' } })
  await scene.done('removeMember', { body: { memberId } })

  const answers = [
    await request(memberId, scene.recipient),
    await request(scene.unique('stranger'), scene.recipient),
    await request(memberId, 'nobody'),
    await request(memberId, ''),
    await request(memberId, 'x'.repeat(400)),
    await request(memberId, `${scene.recipient},${memberId}`),
    await call('getAccessToken', { ...acting, body: { tokenId: 'x' } }),
  ]

  expect([before.status, tooLow.status]).toEqual([200, 404])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  for (const answer of answers) expect(answer).toMatchObject(forbidden)
})

test('another role holds from the next request on', async () => {
  const { scene, memberId, acting } = await membership('moderator')
  const before = await call('listNews', acting)

  await scene.done('changeMember', { body: { memberId, role: 'editor' } })

  expect([before.status, (await call('listNews', acting)).status]).toEqual([403, 200])
})

test('who names itself, or nobody, is read no membership', async () => {
  const scene = newScene()
  const { acting } = await membership('moderator')
  const readsOf = async (request: object) => {
    calls.length = 0
    await scene.done('listGoals', request)
    return calls.map(({ action }) => action)
  }

  expect(await readsOf({})).toEqual(['GetItem'])
  expect(await readsOf({ headers: { 'x-recipient': scene.recipient } })).toEqual(['GetItem'])
  expect(await readsOf(acting)).toEqual(['GetItem', 'GetItem'])
})

test('an owner’s id that no header can carry is named as paths have it', async () => {
  const scene = newScene()
  const ownerId = `${scene.unique('owner')} ж/1`
  const invited = await scene.done('inviteMember', { recipient: ownerId, body: { role: 'editor', ownerName: 'Ж' } })
  await scene.done('acceptInvitation', { body: { invitation: invited.invitation, name: 'Bob' } })

  const named = `~${Buffer.from(ownerId).toString('base64url')}`
  const { status } = await call('listNews', { recipient: scene.recipient, headers: { 'x-recipient': named } })

  expect(status).toBe(200)
})

test('a key of the owner and one of its member are different keys', async () => {
  const { scene, acting } = await membership('editor')
  const key = { 'idempotency-key': 'same' }

  const own = await scene.done('addNews', { ...title('of the owner'), headers: key })
  const members = await scene.done('addNews', {
    ...acting,
    ...title('of the member'),
    headers: { ...acting.headers, ...key },
  })
  const repeated = await scene.done('addNews', {
    ...acting,
    ...title('of the member'),
    headers: { ...acting.headers, ...key },
  })

  expect(members.id).not.toBe(own.id)
  expect(repeated).toEqual(members)
})

test('a cursor of the owner is none of its member’s', async () => {
  const { scene, acting } = await membership('editor')
  for (const text of ['first', 'second']) await scene.done('addNews', title(text))
  const { headers } = await scene.answer('listNews', { query: { size: '1' } })
  const next = Object.fromEntries(new URLSearchParams(/<\?(.*)>/.exec(headers['link'] ?? '')?.[1]))

  const own = await call('listNews', { recipient: scene.recipient, query: next })
  const members = await call('listNews', { ...acting, query: next })

  expect([own.status, members.status]).toEqual([200, 400])
})

test('a body may name the owner for whom a member acts, and not the member', async () => {
  const { scene, memberId, acting } = await membership('editor')
  const put = (ownerId: string) => call('putConfig', { ...acting, body: { name: scene.unique('record'), ownerId } })

  expect([(await put(scene.recipient)).status, (await put(memberId)).status]).toEqual([200, 403])
})

test('a member who is an administrator publishes nothing to everyone for its owner', async () => {
  const { acting } = await membership('editor')
  const body = { title: 'x', description: 'x', global: true }

  expect(await call('addNews', { ...acting, groups: ['admin'], body })).toMatchObject(forbidden)
})

test('a member gets no address of an overlay, which would outlast the membership', async () => {
  const { acting } = await membership('editor')

  expect(await call('createTicket', { ...acting, body: { name: 'mine' } })).toMatchObject(forbidden)
})
