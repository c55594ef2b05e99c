import { expect } from 'vitest'
import { secretHash } from '../../../shared/mechanisms/secrets/ownedSecret.ts'
import { makeEndpoint } from '../../support/fixtures/endpointFixtures.ts'
import type { Scene } from '../../support/fixtures/fixture.ts'
import { takeSlots } from '../../support/fixtures/limits.ts'
import { makeMember } from '../../support/fixtures/memberFixtures.ts'
import { uploadFile } from '../../support/fixtures/uploadFixtures.ts'
import { ack, clientOf, resume } from '../../support/socketClient.ts'
import type { DeployedStack } from './deployedStack.ts'

const importAlert = async ({ done, unique }: Scene): Promise<string> => {
  const event = { system: 'Kick', event: 'payment', originId: unique('origin'), timestamp: '2026-03-01T18:30:00Z' }
  const { added } = await done('addHistoryItems', { body: { items: [{ ...event, triggerAlert: true }] } })
  return added[0].id
}

const repeatAlert = async (scene: Scene): Promise<void> => {
  await scene.done('repeatAlert', { body: { historyItemId: await importAlert(scene) } })
}

const showAlert = ({ done }: Scene) => done('testAlert', { body: { nickname: 'bob' } })

/** A program without a name, in the place of an overlay that has expired. */
const runNameless = async ({ token, websocket }: DeployedStack['localApi'], scene: Scene): Promise<void> => {
  await takeSlots(scene, 'programs')
  const authorization = `Bearer ${await token(scene.recipient)}`
  await (await clientOf(`${websocket}`, { authorization })).close()
}

/** An overlay that sends nothing but nonsense, and is disconnected. */
const runNonsense = async ({ websocket }: DeployedStack['localApi'], scene: Scene): Promise<void> => {
  const ticket = scene.secret((await scene.done('createTicket', { body: {} })).ticket)
  const overlay = await clientOf(`${websocket}?ticket=${ticket}`)
  for (let sent = 0; sent < 64; sent++) overlay.send('{')
  await overlay.closed
}

/** The page of somebody who is signed in. */
const runSession = async ({ websocket }: DeployedStack['localApi'], scene: Scene): Promise<void> => {
  const ticket = scene.secret((await scene.done('createTicket', { body: { session: true } })).ticket)
  await (await clientOf(`${websocket}?ticket=${ticket}`)).close()
}

/** A source of leaders, which come with its welcome. */
const runLeaders = async ({ websocket }: DeployedStack['localApi'], scene: Scene): Promise<void> => {
  const ticket = scene.secret((await scene.done('createTicket', { body: { part: 'leaders' } })).ticket)
  const source = await clientOf(`${websocket}?ticket=${ticket}`)
  source.send(resume())
  await source.until('welcome')
  await source.close()
}

/** A member's page, which is closed with the membership. */
const runMember = async (localApi: DeployedStack['localApi'], scene: Scene): Promise<void> => {
  const memberId = await makeMember(scene)
  const headers = { 'x-recipient': scene.recipient }
  const { ticket } = await scene.done('createTicket', { recipient: memberId, headers, body: { session: true } })
  const page = await clientOf(`${localApi.websocket}?ticket=${scene.secret(ticket)}`)
  page.send(resume())
  await page.until('welcome')
  await scene.done('removeMember', { body: { memberId } })
  await page.closed
}

/** A look with an upload: the picture loads by the link of the delivery, and by that of the next `resume`. */
const wearUpload = async (scene: Scene, overlay: Awaited<ReturnType<typeof clientOf>>): Promise<void> => {
  const value = { imageUpload: await uploadFile(scene) }
  await scene.done('putConfig', { body: { name: 'overlay', value } })
  const worn = (await overlay.until('look')).at(-1)
  overlay.send(resume())
  const welcomed = (await overlay.until('welcome')).at(-1)
  for (const message of [worn, welcomed]) {
    const look = message !== undefined && 'look' in message ? message.look : undefined
    expect((await fetch(scene.secret(look?.image ?? ''))).status).toBe(200)
  }
}

/** An overlay that connects, is shown an alert, and comes back by its key; a program with a token; and an overlay that is gone. */
export const runSockets = async ({ localApi, newScene }: DeployedStack): Promise<void> => {
  const scene = newScene()
  await runSession(localApi, newScene())
  await runLeaders(localApi, newScene())
  await runNonsense(localApi, newScene())
  const key = scene.secret(scene.unique('overlay-key'))
  const ticket = scene.secret((await scene.done('createTicket', { body: {} })).ticket)
  const overlay = await clientOf(`${localApi.websocket}?ticket=${ticket}&key=${secretHash(key)}`)
  overlay.send(resume())
  await overlay.until('welcome')
  await makeEndpoint(scene)
  await showAlert(scene)
  const alert = (await overlay.until('alert')).at(-1)
  overlay.send(ack(alert?.type === 'alert' ? alert.sequence : 0))
  overlay.send({ version: 1, type: 'ping' })
  await overlay.until('pong')
  await importAlert(scene)
  await overlay.until('alert')
  await wearUpload(scene, overlay)
  await overlay.close()

  const renewed = scene.secret((await scene.done('renewTicket', { body: { key } })).ticket)
  const returned = await clientOf(`${localApi.websocket}?ticket=${renewed}`)
  const token = await localApi.token(scene.recipient)
  const connect = () => clientOf(`${localApi.websocket}?name=program`, { authorization: `Bearer ${token}` })
  await (await connect()).close()
  await repeatAlert(scene)
  const program = await connect()
  program.send(resume())
  for (let alerts = 0; alerts < 2; alerts++) await program.until('alert')
  // That of the fixtures has no connection, which a push may have found before.
  await scene.done('controlShow', { body: { command: 'skip' } })
  // Another connection of the name takes over, and is revoked then.
  const successor = await connect()
  await program.until('error')
  await scene.done('revokeOverlay', { body: { all: true } })
  await successor.until('error')
  await Promise.all([returned, program, successor].map(({ closed }) => closed))
  await runNameless(localApi, newScene())
  await runMember(localApi, newScene())

  for (const show of [showAlert, importAlert]) {
    const gone = newScene()
    const lost = { overlayId: 'overlay-1', acknowledged: 0, connectionId: 'gone', connectedAt: 1 }
    await gone.put('overlays', { recipientId: gone.recipient, ...lost })
    await show(gone)
  }
}
