import { afterEach, expect, test, vi } from 'vitest'
import { memberRepository } from '../../../../shared/areas/members/memberRepository.ts'
import { membershipKey } from '../../../../shared/areas/members/membership.ts'
import { readTables } from '../../../../shared/areas/personalData/personalTables.ts'
import { tables } from '../../../../shared/contract/resources.ts'
import { memberKey } from '../../../../shared/mechanisms/http/memberKey.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { remove } from '../../../../shared/mechanisms/store/writes.ts'
import { invite, makeMember } from '../../../support/fixtures/memberFixtures.ts'
import { workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { call, newScene } = functions
afterEach(() => void vi.useRealTimers())

const dayMs = 86_400_000
const notFound = { status: 404, body: { code: 'not_found' } }

/** The service's time is so much later; sockets and timers go on. */
const passDays = (days: number): void => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + days * dayMs)
}

test('an invitation shows owner and role to anybody who has it, and makes one person a member, once', async () => {
  const scene = newScene()
  const [bob, carol] = [scene.unique('bob'), scene.unique('carol')]
  const { invitation, invitationId } = await invite(scene, 'editor')

  const shown = await call('readInvitation', { body: { invitation } })
  const accepted = await call('acceptInvitation', { recipient: bob, body: { invitation, name: 'Bob' } })
  const again = await call('acceptInvitation', { recipient: carol, body: { invitation, name: 'Carol' } })

  expect(shown.body).toMatchObject({ ownerName: 'Alice', role: 'editor', selfSignUp: false })
  expect(accepted.body).toMatchObject({ ownerId: scene.recipient, ownerName: 'Alice', role: 'editor' })
  expect(again).toMatchObject(notFound)
  expect(await call('readInvitation', { body: { invitation } })).toMatchObject(notFound)
  const { members, invitations } = await scene.done('getMembers')
  expect(members).toEqual([{ memberId: bob, name: 'Bob', role: 'editor', since: accepted.body.since }])
  expect(invitations).toEqual([])
  expect(invitationId).not.toBe(invitation)
  const { memberships } = await scene.done('getMembers', { recipient: bob })
  expect(memberships).toEqual([accepted.body])
})

test('an invitation is valid for seven days', async () => {
  const scene = newScene()
  const { invitation } = await invite(scene)
  const bob = { recipient: scene.unique('bob'), body: { invitation, name: 'Bob' } }

  passDays(6.99)
  expect(await call('readInvitation', { body: { invitation } })).toMatchObject({ status: 200 })
  passDays(0.02)

  expect(await call('readInvitation', { body: { invitation } })).toMatchObject(notFound)
  expect(await call('acceptInvitation', bob)).toMatchObject(notFound)
  expect((await scene.done('getMembers')).invitations).toEqual([])
})

test('the secret of an invitation is not stored', async () => {
  const { invitation } = await invite(newScene())

  expect(JSON.stringify(await itemsOf(functions.aws, 'invitations'))).not.toContain(invitation)
})

test('an owner cannot accept its own invitation, which stays open', async () => {
  const scene = newScene()
  const { invitation } = await invite(scene)

  const own = await call('acceptInvitation', { recipient: scene.recipient, body: { invitation, name: 'Me' } })

  expect(own).toMatchObject({ status: 403 })
  expect(await call('readInvitation', { body: { invitation } })).toMatchObject({ status: 200 })
})

test('members and open invitations take twenty slots together, and a removed one leaves room', async () => {
  const scene = newScene()
  const memberId = await makeMember(scene)
  for (let made = 1; made < 20; made++) await invite(scene)
  const body = { role: 'editor', ownerName: 'Alice' }

  const refused = await call('inviteMember', { recipient: scene.recipient, body })
  await scene.done('removeMember', { body: { memberId } })
  const admitted = await call('inviteMember', { recipient: scene.recipient, body })

  expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  expect(admitted.status).toBe(200)
})

test.each(['the owner', 'the member'] as const)(
  '%s ends a membership, of which both sides forget the other',
  async (who) => {
    const scene = newScene()
    const memberId = await makeMember(scene)
    const end =
      who === 'the owner'
        ? { recipient: scene.recipient, body: { memberId } }
        : { recipient: memberId, body: { owner: scene.recipient } }

    const first = await call('removeMember', end)
    const second = await call('removeMember', end)

    expect(first.status).toBe(200)
    expect(second).toMatchObject(notFound)
    expect((await scene.done('getMembers')).members).toEqual([])
    expect((await scene.done('getMembers', { recipient: memberId })).memberships).toEqual([])
  },
)

test.each(['the owner', 'the member'] as const)(
  '%s ends a membership of which the other side has lost its half',
  async (who) => {
    const scene = newScene()
    const ownerId = scene.recipient
    const memberId = await makeMember(scene)
    const [client, table] = [functions.aws.client, functions.aws.table('members')]
    const lost = (who === 'the owner' ? membershipKey : memberKey)(ownerId, memberId)
    await applyOrThrow(client)([remove(table, lost)])

    const end = memberRepository(client, table).removal(ownerId, memberId, who === 'the owner' ? ownerId : memberId)
    await applyOrThrow(client)(end)

    expect((await scene.done('getMembers')).members).toEqual([])
    expect((await scene.done('getMembers', { recipient: memberId })).memberships).toEqual([])
    await expect(applyOrThrow(client)(end)).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('a withdrawn invitation cannot be accepted, and nobody else can withdraw it', async () => {
  const scene = newScene()
  const { invitation, invitationId } = await invite(scene)

  const foreign = await call('removeMember', { recipient: scene.unique('mallory'), body: { invitationId } })
  await scene.done('removeMember', { body: { invitationId } })

  expect(foreign).toMatchObject(notFound)
  expect(await call('readInvitation', { body: { invitation } })).toMatchObject(notFound)
})

test('another role is shown to both sides, and only the owner gives it', async () => {
  const scene = newScene()
  const memberId = await makeMember(scene)
  const body = { memberId, role: 'editor' }

  const ownAttempt = await call('changeMember', { recipient: memberId, body })
  await scene.done('changeMember', { body })

  expect(ownAttempt).toMatchObject(notFound)
  expect((await scene.done('getMembers')).members).toMatchObject([{ memberId, role: 'editor' }])
  const { memberships } = await scene.done('getMembers', { recipient: memberId })
  expect(memberships).toMatchObject([{ role: 'editor' }])
})

test('who is invited again has the newer role, in one membership', async () => {
  const scene = newScene()
  const memberId = await makeMember(scene)
  const { invitation } = await invite(scene, 'editor')

  await scene.done('acceptInvitation', { recipient: memberId, body: { invitation, name: 'Robert' } })

  expect((await scene.done('getMembers')).members).toMatchObject([{ memberId, name: 'Robert', role: 'editor' }])
})

test('who is accepted while an owner is being erased does not remain its member', () => {
  // An invitation is either withdrawn before it can be accepted, or its membership is there when those are read.
  expect(readTables.indexOf('invitations')).toBeLessThan(readTables.indexOf('members'))
})

test.each(['the owner', 'the member'] as const)(
  'an erasure of %s leaves no membership and no name on either side',
  async (who) => {
    const stage = workerStage(functions)
    const other = stage.unique('other')
    const [ownerId, memberId] = who === 'the owner' ? [stage.recipient, other] : [other, stage.recipient]
    const { invitation } = await invite(stage, 'editor', ownerId)
    await stage.done('acceptInvitation', { recipient: memberId, body: { invitation, name: 'Bob' } })
    await invite(stage)

    await stage.done('eraseData', { body: { confirm: true } })
    await stage.run('handleDataJobs', await stage.eventFor('handleDataJobs'))

    const mentions = async (table: 'members' | 'invitations') =>
      (await itemsOf(functions.aws, table)).filter((item) => JSON.stringify(item).includes(stage.recipient))
    expect(Object.keys(tables)).toContain('members')
    expect(await mentions('members')).toEqual([])
    expect(await mentions('invitations')).toEqual([])
  },
)
