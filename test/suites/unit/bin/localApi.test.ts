import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localApi, localToken, runningApis } from '../../../../bin/commandLine/localApi.ts'

const apiAt = (port: number, startedAt: number) => {
  const api = `http://127.0.0.1:${port}`
  return { api, issuer: `${api}/issuer`, dynamodb: 'http://127.0.0.1:8000', pid: 1, startedAt }
}
const known = [apiAt(3000, 10), apiAt(3002, 30), apiAt(3004, 20)]

test('of several local APIs the one started last is taken, or the one whose URL is given', () => {
  expect(localApi(undefined, known).api).toBe('http://127.0.0.1:3002')
  expect(localApi('http://localhost:3000//', known).api).toBe('http://127.0.0.1:3000')
})

test('where none has the URL, the message names those that run, the last one first', () => {
  const message =
    'No local API is running at http://127.0.0.1:1; running: http://127.0.0.1:3002, http://127.0.0.1:3004, http://127.0.0.1:3000'

  expect(() => localApi('http://127.0.0.1:1', known)).toThrow(message)
})

test('of the files in the folder those of ended processes name no running API', () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-'))
  const apis = [process.pid, spawnSync('true').pid].map((pid, index) => ({ ...apiAt(3000 + index, 10), pid }))
  for (const api of apis) writeFileSync(join(folder, `${api.pid}.json`), JSON.stringify(api))
  writeFileSync(join(folder, `${process.pid}.json.new`), '{')

  expect(runningApis(folder)).toEqual([apis[0]])
  expect(runningApis(join(folder, 'none'))).toEqual([])
})

test('a token of a local issuer lasts for a day, and a missing one is explained', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async (url: string, { body } = { body: '' }) =>
    Response.json(url.endsWith('openid-configuration') ? { token_endpoint: 'http://a' } : { access_token: `${body}` }),
  )

  expect(await localToken('http://a', 'alice')).toBe('grant_type=client_credentials&recipient=alice&expires_in=86400')
  vi.stubGlobal('fetch', async () => Response.json({ error: 'invalid_scope' }, { status: 400 }))
  await expect(localToken('http://a', 'alice')).rejects.toThrow('The issuer refused: invalid_scope')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await expect(localToken('http://a', 'alice')).rejects.toThrow('The issuer does not answer at http://a/.well-known/')
})

test('an import to one of several local APIs asks the issuer of that one for a token of the recipient', async () => {
  const asked: unknown[] = []
  vi.doMock(import('../../../../bin/commandLine/localApi.ts'), () => ({
    localApi: (url) => known.find(({ api }) => api === url) ?? apiAt(3002, 30),
    localToken: async (...given) => String(asked.push(given)),
  }))
  onTestFinished(() => void vi.doUnmock('../../../../bin/commandLine/localApi.ts'))
  const { importTarget } = await import('../../../../bin/commandLine/importTarget.ts')

  const { api, recipientId } = await importTarget({ api: 'http://127.0.0.1:3000', recipient: 'alice' })

  expect([api, recipientId, asked]).toEqual([
    'http://127.0.0.1:3000',
    'alice',
    [['http://127.0.0.1:3000/issuer', 'alice']],
  ])
})
