import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announceApi, type RunningApi, runningApiOn, runningApis } from '../../cli/runningApis.ts'
import { listen } from '../../loopback.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-apis-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const running = (pid: number, port: number): RunningApi => ({
  api: `http://127.0.0.1:${port}`,
  issuer: '',
  audience: '',
  dynamodb: '',
  s3: '',
  dataFolder: '/data/first',
  pid,
  startedAt: 0,
})

test('the entry of a process that has ended is removed', () => {
  // No process has an id above 2²².
  announceApi(folder, running(2 ** 22 + 1, 1))

  expect(runningApis(folder)).toEqual([])
  expect(readdirSync(join(folder, '.local', 'running'))).toEqual([])
})

test('an API runs on its own data folder alone, and while something listens at its port: another process may have the process id of a killed one', async () => {
  const server = createServer()
  const api = running(process.pid, await listen(server))
  announceApi(folder, api)
  expect(statSync(join(folder, '.local', 'running')).mode & 0o777).toBe(0o700)

  const found = await Promise.all(['/data/first', '/data'].map((data) => runningApiOn(folder, data)))
  await once(server.close(), 'close')

  expect(found).toEqual([api, undefined])
  expect(await runningApiOn(folder, '/data/first')).toBeUndefined()
})
