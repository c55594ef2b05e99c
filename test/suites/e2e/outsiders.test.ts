import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makePythonClient } from '../../proofs/pythonClient.ts'
import { clientOf, tokenFor } from '../../support/apiClient.ts'
import { packClient } from '../../support/installClient.ts'

const { api, websocket } = inject('localApi')
const run = promisify(execFile)
const examples = resolve('shared/web/client/examples')
const folder = mkdtempSync(join(tmpdir(), 'outsiders-'))

/** These tests fetch packages as an outsider does, so that they are no part of a run without a network. */
const isRequired = process.env['REGISTRIES_REQUIRED'] === '1'
const outside = test.skipIf(!isRequired)

outside('the panel is built with what npm finds for its ranges (REGISTRIES_REQUIRED=1 runs this)', async () => {
  const panel = join(folder, 'panel')
  cpSync(join(examples, 'panel'), panel, { recursive: true })

  await run('npm', ['install', '--no-audit', '--no-fund', await packClient(folder)], { cwd: panel })
  const { stdout } = await run('npm', ['run', 'build'], { cwd: panel })

  expect(stdout).toContain('dist/index.html')
})

/** The folder of the bot with the client that is made for it, and the Python that runs it. */
const project = join(folder, 'bot')
cpSync(join(examples, 'bot/bot.py'), join(project, 'bot.py'))
const python = isRequired ? makePythonClient(join(project, 'streaming_support_service_client'), 'none') : 'python3'

/** Starts the bot, and gives the text that it has printed so far. */
const startBot = (token: string): (() => string) => {
  const env = { ...process.env, TOKEN: token }
  const bot = spawn(python, ['-u', 'bot.py', api, websocket], { cwd: project, env })
  onTestFinished(() => void bot.kill())
  let printed = ''
  for (const stream of [bot.stdout, bot.stderr])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  return () => printed
}

outside(
  'the bot thanks for an alert, on the client of openapi-python-client (REGISTRIES_REQUIRED=1 runs this)',
  async () => {
    const printed = startBot(await tokenFor('bot'))
    await expect.poll(printed, { timeout: 60_000 }).toBe('0 alerts so far\n')

    await clientOf('bot')('POST', '/alerts/commands/test-alert', { nickname: 'Ada', message: 'Hello' })

    await expect.poll(printed, { timeout: 60_000 }).toBe('0 alerts so far\nThank you, Ada! Hello\n')
  },
)

outside('the bot says in one line that its token was refused (REGISTRIES_REQUIRED=1 runs this)', async () => {
  const printed = startBot('no-token')

  await expect.poll(printed, { timeout: 60_000 }).toBe('401 Unauthorized\n')
})

test('the bot has 60 lines at most', () => {
  const lines = readFileSync(join(examples, 'bot/bot.py'), 'utf8').split('\n')

  expect(lines.filter((line) => line !== '').length).toBeLessThanOrEqual(60)
})
