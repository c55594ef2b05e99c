import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { panelAtItsAddress } from '../../../local/demo/panelAtItsAddress.ts'

const server = createServer((message, response) => {
  if (!panelAtItsAddress(message, response)) response.end('served')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const { port } = server.address() as AddressInfo

const opened = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
  const [answer] = await once(request({ host: '127.0.0.1', port, path, method, headers }).end(), 'response')
  const { statusCode, headers: answered } = (answer as IncomingMessage).resume()
  return [statusCode, answered.location]
}

const navigation = { 'sec-fetch-mode': 'navigate' }
const elsewhere = { ...navigation, host: `localhost:${port}` }

test('a panel that is opened as localhost is shown at the address to which platforms lead back', async () => {
  expect(await opened('/panel?language=de', elsewhere)).toEqual([307, `http://127.0.0.1:${port}/panel?language=de`])
})

test.each([
  ['the panel at its own address', '/panel', { ...navigation, host: `127.0.0.1:${port}` }],
  ['the panel by the name of a tunnel', '/panel', { ...navigation, host: 'localhost.example' }],
  ['another page', '/panels', elsewhere],
  ['a part of the panel', '/panel/import.js', elsewhere],
  ['what a page or a program asks for', '/panel', { host: `localhost:${port}`, 'sec-fetch-mode': 'cors' }],
])('%s stays where it is', async (_name, path, headers) => {
  expect(await opened(path, headers)).toEqual([200, undefined])
})
