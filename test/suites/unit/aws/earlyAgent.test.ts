import { Agent } from 'node:https'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { EarlyAgent } from '../../../../shared/mechanisms/aws/earlyAgent.ts'

/** An agent whose connections are these, and what each of them was opened with. */
const agentWith = (...connections: readonly (PassThrough | undefined)[]) => {
  const open = vi.spyOn(Agent.prototype, 'createConnection')
  for (const connection of connections) open.mockReturnValueOnce(connection)
  return { agent: new EarlyAgent({ maxSockets: 7 }), opened: open.mock.calls }
}

test('the first request takes the connection that was opened before it, the second one opens its own', () => {
  const [early, later] = [new PassThrough(), new PassThrough()]
  const { agent, opened } = agentWith(early, later)
  const done = () => {}

  agent.connect('dynamodb.eu-central-1.amazonaws.com')

  expect([agent.createConnection({ host: 'a' }), agent.createConnection({ host: 'b' }, done)]).toEqual([early, later])
  const host = 'dynamodb.eu-central-1.amazonaws.com'
  expect(opened).toMatchObject([[{ host, port: 443, servername: host, maxSockets: 7 }], [{ host: 'b' }, done]])
})

test.each([
  ['127.0.0.1', ''],
  ['10.0.0.1.example', '10.0.0.1.example'],
  ['example.10', 'example.10'],
])('the server of %s is asked for the certificate of "%s": an address has none', (host, servername) => {
  const { agent, opened } = agentWith(new PassThrough())

  agent.connect(host, 8443)

  expect(opened).toMatchObject([[{ host, port: 8443, servername }]])
})

test.each(['error', 'close'])('a connection that says "%s" before its use is forgotten', (event) => {
  const [early, later] = [new PassThrough(), new PassThrough()]
  const { agent } = agentWith(early, later)

  agent.connect('host')
  early.emit(event)

  expect(agent.createConnection({})).toBe(later)
})

test('where no connection can be opened early, the request opens its own', () => {
  const later = new PassThrough()
  const { agent } = agentWith(undefined, later)

  agent.connect('host')

  expect(agent.createConnection({})).toBe(later)
})
