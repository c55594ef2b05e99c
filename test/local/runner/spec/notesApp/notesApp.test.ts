import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { assemblyOf } from '../../cli/synthesis.ts'
import { triggerEvent } from '../../cli/triggerEvent.ts'
import { type LocalApi, startLocalApi } from '../../localApi.ts'
import { readDeployment } from '../../template/readDeployment.ts'

const app = fileURLToPath(new URL('app.ts', import.meta.url))
const projectFolder = mkdtempSync(join(tmpdir(), 'notebook-'))
const log: string[] = []
let local: LocalApi

beforeAll(async () => {
  mkdirSync(projectFolder, { recursive: true })
  writeFileSync(join(projectFolder, 'cdk.json'), JSON.stringify({ app: `node ${JSON.stringify(app)}` }))
  const { assemblyFolder, release } = await assemblyOf({ projectFolder }, undefined)
  local = await startLocalApi({
    assemblyFolder,
    port: 0,
    dataFolder: join(projectFolder, '.local'),
    onLog: ({ source, text }) => log.push(`${source}: ${text}`),
  }).finally(release)
})
afterAll(async () => {
  await local?.stop()
  rmSync(projectFolder, { recursive: true, force: true })
})

const call = async (method: string, path: string, user: string, body?: object) => {
  const headers = { authorization: `Bearer ${await local.token(user)}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${local.api}${path}`, init)
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

test('an app of another project, of two stacks and two nested ones, is served: routes, token, table, stream, file and link', async () => {
  const added = await call('POST', '/notes', 'ann', { id: 'n1', text: 'Milk & bread' })

  const found = await call('GET', '/notes/n1', 'ann')
  const foreign = await call('GET', '/notes/n1', 'bob')
  const anonymous = await fetch(`${local.api}/notes/n1`)
  const file = await vi.waitFor(async () => {
    const answer = await fetch(found.body['file'] ?? '')
    expect(answer.status).toBe(200)
    return answer.text()
  }, 60_000)

  expect([added.status, found.status, foreign.status, anonymous.status]).toEqual([201, 200, 404, 401])
  expect(found.body['text']).toBe('Milk & bread')
  expect(file).toBe('Milk & bread')
})

test('a WebSocket route answers through its connection', async () => {
  const socket = new WebSocket(String(local.websocket))
  await once(socket, 'open')

  socket.send(JSON.stringify({ action: 'greet' }))
  const [message] = await once(socket, 'message')
  socket.close()

  expect(JSON.parse(String(message))).toEqual({ hello: 'live' })
})

test('what the schedule invokes runs with the event that the template gives it', async () => {
  const { functions } = local.deployment
  const counting = functions.find(({ id }) => id === 'countNotes')

  const event = counting && triggerEvent(local.deployment, counting)
  const [schedule] = local.deployment.schedules
  const result = await local.eventSources?.runSchedule(schedule?.logicalId ?? '')

  expect(event).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event' })
  expect(result?.kind).toBe('success')
  expect(log.join('\n')).toMatch(/^countNotes: .*notes: \d+$/m)
})

test('the events that generate-event prints are those of the triggers', () => {
  const eventOf = (id: string) => {
    const found = local.deployment.functions.find((each) => each.id === id)
    return found && triggerEvent(local.deployment, found)
  }

  expect(eventOf('exportNotes')).toMatchObject({
    Records: [{ eventSource: 'aws:dynamodb', eventName: 'INSERT', dynamodb: { Keys: { owner: {}, id: {} } } }],
  })
  expect(eventOf('connect')).toMatchObject({ requestContext: { routeKey: '$connect', eventType: 'CONNECT' } })
  expect(eventOf('greet')).toMatchObject({ requestContext: { routeKey: 'greet', eventType: 'MESSAGE' }, body: '{}' })
  expect(eventOf('addNote')).toBeUndefined()
})

test('what is not imitated is refused by its stack and its logical id', async () => {
  const { assemblyFolder, release } = await assemblyOf(
    { projectFolder, synthesisVariables: { WITH_CLUSTER: 'true' } },
    undefined,
  )
  release()

  expect(() => readDeployment(assemblyFolder, { issuer: 'http://127.0.0.1:1', audience: 'local' })).toThrow(
    /^Notebook\/writing\/Crowd: /,
  )
})
