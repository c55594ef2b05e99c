import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { clientOf } from '../../support/apiClient.ts'
import { announceLocalApi } from './announceLocalApi.ts'

announceLocalApi()

const run = async (script: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [`bin/${script}.ts`, ...args, '--api', inject('localApi').api])).stdout

test('Twitch gives an event up: the account says so, and a stream is announced nevertheless', async () => {
  const about = ['--recipient', 'given-up', '--platform', 'twitch']

  const printed = await run('stream', ...about, '--given-up', 'channel.cheer')
  const { content } = (await clientOf('given-up')('GET', '/platforms/sources')).body

  expect(printed).toContain('twitch has given channel.cheer up: its notification was answered 200')
  // Its notification, or its answer when the service has subscribed again meanwhile.
  expect(content[0].lastError.detail).toMatch(/version_removed|\(410\)/)
  expect(content[0].lastEvent.type).toBe('STREAM_STARTED')
})

test('a rerun at Twitch is no stream, and a stream is one', async () => {
  const about = ['--recipient', 'rerun', '--platform', 'twitch']
  const lastEvent = async () => (await clientOf('rerun')('GET', '/platforms/sources')).body.content[0].lastEvent

  await run('stream', ...about, '--event', '{"type":"rerun"}')
  const rerun = await lastEvent()
  await run('stream', ...about)

  expect(rerun).toBeNull()
  expect((await lastEvent()).type).toBe('STREAM_STARTED')
})

test('MAX tells that a bot has lost, got back and left its right to write, and the announcer shows it', async () => {
  const client = clientOf('rights')
  const chat = ['--recipient', 'rights', '--chat', '-7001']
  await run('link', ...chat, '--account', 'max-main')
  await client('POST', '/messenger/commands/add-announcer', { text: 'Live!', accountId: 'max-main', chatId: -7001 })

  const printed = []
  for (const state of ['lost', 'given', 'removed'])
    printed.push((await run('link', ...chat, '--rights', state)).replace(/^.*: /, '').trim())

  const lost = 'the bot may no longer write in the chat'
  expect(printed).toEqual([lost, 'may write', lost])
})

test.each(['stripe:thin', 'stripe:ping'])('%s is answered 200, and the gateway says what to choose', async (event) => {
  const recipient = event.replace(':', '-')

  const printed = await run('donate', '--recipient', recipient, '--event', event)

  expect(printed).toContain('is answered 200')
  const { content } = (await clientOf(recipient)('GET', '/payments/gateways')).body
  expect(content).toHaveLength(1)
  expect(content[0].lastEvent.unused).toContain('"Snapshot"')
  expect((await clientOf(recipient)('GET', '/payments')).body.totalSize).toBe(0)
})
