import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import { unexplained } from '../compatibility/unexplained.ts'
import { startDeployedStack } from './deployedStack.ts'
import { runFixtures, runKeyedRequests, runMembers } from './operationRuns.ts'
import { runSockets } from './socketRuns.ts'
import { assemblyText, formsOf, storedText } from './traces.ts'
import { runWorkers } from './workerRuns.ts'

/** The operations whose answers contain a secret on purpose. */
const givesSecrets: ReadonlySet<string> = new Set([
  'beginUpload',
  'linkChat',
  'exchangeOneTimeCode',
  'createOneTimeCode',
  'createTicket',
  'inviteMember',
  'renewTicket',
  'setEndpoint',
  'rotateEndpointSecret',
])

/** The form of tokens that the platforms' stand-ins issue. */
const platformToken = /(?:kick|vk|twitch)-(?:access|refresh)-[\w-]{8}/

const stack = await startDeployedStack()
await runFixtures(stack)
await runKeyedRequests(stack)
await runMembers(stack)
await runWorkers(stack)
await runSockets(stack)
afterAll(() => stack?.stop())

const unused = (): readonly string[] =>
  stack.localApi
    .unusedPermissions()
    .map(({ functionId, action, resource }) => `${functionId} ${action} ${resource.split(':').at(-1)}`)

test('every permission in the template is used', async () => {
  // Streams deliver the last changes a moment later.
  await expect.poll(unused, { timeout: 120_000, interval: 200 }).toEqual([])
})

test('no function asks for what it may not do, or for what is not imitated', () => {
  const refused = stack.lines.filter(({ text }) => /access denied|not imitated|AccessDenied/.test(text))

  expect(refused.map(({ source, text }) => `${source}: ${text}`)).toEqual([])
})

test('every attribute that is stored has a line with its meaning in infra/compatibility/attributes.json', async () => {
  const named = await Promise.all(
    (Object.keys(tables) as TableName[]).map(async (table) => {
      const pages = paginateScan({ client: stack.store }, { TableName: stack.tableNameOf(table) })
      const items = (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat()
      return items.flatMap((item) => Object.keys(item).map((name) => [table, name] as const))
    }),
  )

  expect(unexplained(named.flat())).toEqual([])
})

test('no answer is a failure, but those of the fixtures that ask for one', () => {
  const failures = stack.answers.filter(({ status }) => status >= 500)
  const wanted = fixtures.flatMap(({ operation, status = 200 }) => (status < 500 ? [] : [{ operation, status }]))
  expect(failures.map(({ operation, status }) => ({ operation, status }))).toEqual(wanted)
})

test('no secret is in a log line, in an answer that is not made for it, in a table, or in what is deployed', async () => {
  const secrets = [
    ...stack.secrets,
    ...Object.entries(stack.sandbox.parameters).flatMap(([name, value]) =>
      /secret|key|bots/.test(name) ? [value] : [],
    ),
  ]
  const places = {
    logged: stack.lines.map(({ text }) => text).join('\n'),
    answered: stack.answers.flatMap(({ operation, text }) => (givesSecrets.has(operation) ? [] : [text])).join('\n'),
    stored: await storedText(stack),
    deployed: assemblyText(stack),
  }

  const found = Object.entries(places).flatMap(([place, text]) =>
    secrets
      .filter((secret) => formsOf(secret).some((form) => text.includes(form)))
      .map((secret) => `${secret} is ${place}`),
  )

  // The places are what they are called.
  expect(secrets.length).toBeGreaterThan(40)
  expect(places.logged).toContain('"operation":"linkKick"')
  expect(places.answered).toContain('"code":"authorization_code_rejected"')
  expect(places.stored).toContain('Great stream!')
  expect(places.deployed).toContain('AWS::Lambda::Function')
  expect(found).toEqual([])
  expect(places.logged).not.toMatch(platformToken)
  expect(places.stored).not.toMatch(platformToken)
})
