import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { clientOf, tokenFor } from '../../support/apiClient.ts'
import { announceLocalApi } from './announceLocalApi.ts'

const { api, websocket } = inject('localApi')
announceLocalApi()

const blocksOf = (document: string, language: string): readonly string[] =>
  [...readFileSync(document, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  )

/** Runs what a reader copies into a terminal, for a recipient of its own and at the API of the tests. */
const runInShell = async (block: string): Promise<string> => {
  const script = block
    .replaceAll('--recipient demo', `--recipient readme --api ${api}`)
    .replaceAll('http://127.0.0.1:3000', api)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])
  return stdout
}

/** Runs an example of the guide with what it takes for granted; resolves to a list of the lines that it prints, which may still grow. */
const runExample = async (block: string, known: object): Promise<readonly string[]> => {
  const lines: string[] = []
  const console = { log: (...words: readonly unknown[]) => lines.push(words.join(' ')) }
  const names = Object.entries({ ...known, console })
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor
  await new AsyncFunction(...names.map(([name]) => name), block)(...names.map(([, value]) => value))
  return lines
}

test('the commands of the README after its start do what it shows', async () => {
  const blocks = blocksOf('README.md', 'sh')
  const blockWith = (command: string): string => blocks.find((block) => block.includes(command)) ?? expect.fail(command)
  const [donation, first] = [blockWith('npm run donate'), blockWith('curl')]
  const donated = blocksOf('README.md', 'text').find((block) => block.startsWith('donation')) ?? ''

  const printed = await runInShell(donation)
  const answer = JSON.parse(await runInShell(first))

  expect(blocks.slice(0, 2)).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
  const wordsOf = (text: string) => [...text.matchAll(/^ {2}(\w+)/gm)].map(([, word]) => word)
  expect(printed.split('\n').find((line) => line.startsWith('donation'))).toBe(
    donated.split('\n')[0]?.replace('demo', 'readme'),
  )
  expect(wordsOf(printed)).toEqual(wordsOf(donated))
  const amount = { major: 5, minor: 0, currency: 'EUR' }
  expect(answer.alert).toMatchObject({ nickname: 'Ada', message: 'Hello', amount })
})

test('the examples in JavaScript of the guide to the API run', async () => {
  const [listing = '', listening = '', ...more] = blocksOf('shared/README.md', 'js')
  const token = await tokenFor('guide')
  const client = clientOf('guide')
  const items = ['one', 'two', 'three'].map((nickname, position) => ({
    originId: nickname,
    nickname,
    message: 'Hello',
    system: 'Guide',
    event: 'payment',
    timestamp: `2026-01-0${position + 1}T00:00:00Z`,
    amount: { major: 1, minor: 0, currency: 'EUR' },
  }))
  const added = await client('POST', '/history/commands/add-items', { items })

  const listed = await runExample(listing.replace('size=100', 'size=1'), { api, token })
  const sockets: WebSocket[] = []
  class Socket extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args)
      sockets.push(this)
    }
  }
  const heard = await runExample(listening, { webSocketUrl: websocket, token, WebSocket: Socket })
  await new Promise((resolve) => sockets[0]?.once('message', resolve))
  await client('POST', '/alerts/commands/test-alert', { nickname: 'bob', message: 'Hi' })

  expect(added.status).toBe(200)
  expect(more).toEqual([])
  expect(listed).toEqual(['three Hello', 'two Hello', 'one Hello'])
  await expect.poll(() => heard, { timeout: 15_000 }).toEqual(['bob Hi'])
  sockets[0]?.close()
})
