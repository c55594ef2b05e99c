import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { AwsFailure } from '../../../infra/operators/awsCall.ts'
import { type Answers, askAnswers } from '../../../infra/operators/setup/questions.ts'
import { setUp } from '../../../infra/operators/setup/setUp.ts'
import { startSandbox } from '../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'

interface User {
  readonly Username: string
  UserStatus: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED'
  password?: string
  isAdmin?: true
}

type Input = Readonly<Record<string, string>>

/** Cognito's user pool and Parameter Store, as far as a set-up calls them. */
const imitateAws = () => {
  const users = new Map<string, User>()
  const parameters = new Map<string, string>()
  const writes: string[] = []
  const refuse = (code: string): never => {
    throw new AwsFailure(`An error occurred (${code}) when calling the operation`)
  }
  const userOf = ({ Username = '' }: Input): User => users.get(Username) ?? refuse('UserNotFoundException')
  const operations: Readonly<Record<string, (input: Input) => object>> = {
    'list-users-in-group': () => ({
      Users: [...users.values()]
        .filter(({ isAdmin }) => isAdmin)
        .map(({ Username }) => ({ Attributes: [{ Name: 'email', Value: Username }] })),
    }),
    'admin-get-user': userOf,
    'admin-create-user': ({ Username = '', MessageAction, UserAttributes }) => {
      if (users.has(Username)) refuse('UsernameExistsException')
      const verified = { email: Username, email_verified: 'true' }
      const given = UserAttributes as unknown as readonly { readonly Name: string; readonly Value: string }[]
      expect(Object.fromEntries(given.map(({ Name, Value }) => [Name, Value]))).toEqual(verified)
      // A mail would tell a password that is replaced at once.
      expect(MessageAction).toBe('SUPPRESS')
      users.set(Username, { Username, UserStatus: 'FORCE_CHANGE_PASSWORD' })
      return {}
    },
    'admin-set-user-password': (input) => {
      expect(input['Permanent']).toBe(true)
      return Object.assign(userOf(input), { UserStatus: 'CONFIRMED', password: input['Password'] })
    },
    'admin-add-user-to-group': (input) => Object.assign(userOf(input), { isAdmin: true }),
    'admin-initiate-auth': ({ AuthParameters }) => {
      const { USERNAME = '', PASSWORD } = AuthParameters as unknown as Input
      if (users.get(USERNAME)?.password !== PASSWORD) refuse('NotAuthorizedException')
      return { AuthenticationResult: { AccessToken: `token of ${USERNAME}` } }
    },
    'get-parameters-by-path': ({ Path = '', WithDecryption }) => ({
      Parameters: [...parameters]
        .filter(([name]) => name.startsWith(`${Path}/`))
        .map(([Name, value]) => ({ Name, Value: WithDecryption ? value : 'ciphertext' })),
    }),
    'put-parameter': ({ Name = '', Value = '', Type, Overwrite }) => {
      if (Type !== 'SecureString') refuse('ValidationException')
      if (!Overwrite && parameters.has(Name)) refuse('ParameterAlreadyExists')
      parameters.set(Name, Value)
      return {}
    },
  }
  const call = async (service: string, operation: string, input: object) => {
    expect(service).toBe(/parameter/.test(operation) ? 'ssm' : 'cognito-idp')
    const { UserPoolId, ClientId = 'client' } = input as Input
    const isKnown = UserPoolId === 'pool' && ClientId === 'client'
    if (service === 'cognito-idp' && !isKnown) refuse('ResourceNotFoundException')
    if (!/^(?:get|list)-|-get-|initiate/.test(operation)) writes.push(operation)
    return (operations[operation]?.(input as Input) ?? refuse('UnknownOperation')) as Record<string, unknown>
  }
  return { users, parameters, writes, call }
}

/** The deployed API: its overlays, and who asks for them. */
const imitateApi = async () => {
  const state = { overlays: 0, callers: new Set<string | undefined>(), made: [] as unknown[], refuses: false }
  const server = createServer((request, response) => {
    state.callers.add(request.headers.authorization)
    if (request.method === 'POST') state.overlays++
    if (state.refuses) response.statusCode = 503
    const answer =
      request.method === 'POST' ? { overlayUrl: 'https://api.example/overlay#ticket=1' } : { totalSize: state.overlays }
    const chunks: string[] = []
    request
      .on('data', (chunk) => chunks.push(String(chunk)))
      .on('end', () => {
        if (request.method === 'POST') state.made.push([request.headers['content-type'], chunks.join('')])
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, state, stop: () => server.close() }
}

let api: Awaited<ReturnType<typeof imitateApi>>
const sandbox = await sharedByTests(startSandbox())
beforeEach(async () => {
  api = await imitateApi()
  return () => api.stop()
})

const user = { email: 'you@example.com', password: 'Twelve-of-4ll-kinds' }
const setUpWith = (
  aws: ReturnType<typeof imitateAws>,
  answers: Answers,
  outputs: object = {},
  progress: (line: string) => void = () => {},
) =>
  setUp({
    call: aws.call,
    ask: askAnswers(answers),
    stackName: 'tools',
    outputs: { ApiUrl: api.url, UserPoolId: 'pool', Audience: 'client,panel', ...outputs },
    urls: { telegram: String(sandbox.urls['TELEGRAM_API_URL']), max: String(sandbox.urls['MAX_API_URL']) },
    progress,
  })

test('a set-up makes a user, every secret, the webhooks of the bots and an overlay', async () => {
  const aws = imitateAws()
  const { 'platforms/manual-secret': _made, 'twitch/events-secret': _too, ...given } = sandbox.parameters

  const lines: string[] = []
  const report = await setUpWith(aws, { ...user, ...given }, {}, (line) => lines.push(line))

  expect(aws.users.get(user.email)).toMatchObject({ isAdmin: true, UserStatus: 'CONFIRMED', password: user.password })
  expect(Object.fromEntries(aws.parameters)).toEqual({
    ...Object.fromEntries(Object.entries(given).map(([path, value]) => [`/tools/${path}`, value])),
    '/tools/platforms/manual-secret': expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    '/tools/twitch/events-secret': expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(Object.keys(report.secrets).toSorted()).toEqual(Object.keys(sandbox.parameters).toSorted())
  expect(new Set(Object.values(report.secrets))).toEqual(new Set(['stored', 'made']))
  const accounts = Object.keys(report.webhooks)
  expect(accounts).toHaveLength(2)
  for (const [path, url] of Object.entries(report.webhooks))
    expect(url).toBe(`${api.url}/messenger/webhooks/${path.split('/').at(-1)}`)
  const registered = sandbox.log.filter(
    ({ method, path }) => method === 'POST' && /setWebhook|subscriptions/.test(path),
  )
  expect(registered.map(({ body }) => JSON.parse(body).url).toSorted()).toEqual(
    Object.values(report.webhooks).toSorted(),
  )
  expect(report).toMatchObject({ overlay: 'https://api.example/overlay#ticket=1', token: `token of ${user.email}` })
  expect([...api.state.callers]).toEqual([`Bearer token of ${user.email}`])
  expect(api.state.made).toEqual([['application/json', '{"name":"Main scene"}']])
  expect(lines).toEqual([
    `User ${user.email}: made, in the group admin`,
    ...Object.entries(report.webhooks).map(([path, url]) => `Webhook of ${path}: ${url}`),
  ])
})

test('a second run keeps everything: no user, secret or overlay is made again', async () => {
  const aws = imitateAws()
  await setUpWith(aws, { ...user, 'telegram/bots/main': 'a token that Telegram does not know' })
  const before = { users: structuredClone(aws.users), parameters: new Map(aws.parameters) }
  aws.writes.length = 0

  const lines: string[] = []
  const report = await setUpWith(aws, { password: user.password }, {}, (line) => lines.push(line))

  expect({ users: aws.users, parameters: aws.parameters }).toEqual(before)
  expect(aws.writes).toEqual(['admin-add-user-to-group'])
  expect(report.user).toBe(user.email)
  expect(report.overlay).toBeUndefined()
  expect(report.secrets).toMatchObject({
    'platforms/manual-secret': 'kept',
    'telegram/bots/main': 'kept',
    'youtube/api-key': 'absent',
  })
  expect(report.webhooks['telegram/bots/main']).toMatch(/^not set: /)
  expect(lines[0]).toBe(`User ${user.email}: there, in the group admin`)
})

test('a set-up killed at any call continues, and no administrator lacks a lasting password', async () => {
  const { 'platforms/manual-secret': _made, 'twitch/events-secret': _too, ...given } = sandbox.parameters
  for (let fatal = 1; ; fatal++) {
    const aws = imitateAws()
    let calls = 0
    const call: typeof aws.call = async (...input) => {
      if (++calls === fatal) throw new Error('killed')
      return aws.call(...input)
    }
    const outcome = await setUpWith({ ...aws, call }, { ...user, ...given }).catch(({ message }: Error) => message)

    for (const { isAdmin, UserStatus } of aws.users.values()) if (isAdmin) expect(UserStatus).toBe('CONFIRMED')
    if (typeof outcome !== 'string') {
      expect(calls).toBeGreaterThan(Object.keys(given).length)
      break
    }
    expect(outcome).toBe('killed')
    const stored = new Map(aws.parameters)
    await setUpWith(aws, { ...user, ...given })
    expect([...aws.users.values()]).toEqual([
      { Username: user.email, UserStatus: 'CONFIRMED', password: user.password, isAdmin: true },
    ])
    expect([...aws.parameters.keys()].toSorted()).toEqual(
      Object.keys(sandbox.parameters)
        .map((path) => `/tools/${path}`)
        .toSorted(),
    )
    for (const [name, value] of stored) expect(aws.parameters.get(name)).toBe(value)
  }
})

test('without administrators, a set-up only stores secrets', async () => {
  const aws = imitateAws()

  const lines: string[] = []
  const progress = (line: string) => lines.push(line)
  expect(await setUpWith(aws, { 'youtube/api-key': 'key' }, {}, progress)).toMatchObject({
    user: undefined,
    overlay: undefined,
  })
  const own = { UserPoolId: undefined, Issuer: 'https://id.example' }
  expect(await setUpWith(aws, user, own, progress)).toMatchObject({ user: undefined })

  expect(lines).toEqual([
    'No user',
    'Users are those of https://id.example; SECURITY.md tells which of them may publish to all recipients',
  ])
  expect(aws.parameters.get('/tools/youtube/api-key')).toBe('key')
  expect(aws.users.size).toBe(0)
})

test('a stack of something else is refused', async () => {
  await expect(setUpWith(imitateAws(), {}, { ApiUrl: undefined })).rejects.toThrow(
    'The stack tools has no output ApiUrl: is it a stack of this service?',
  )
})

test('a failing API is an error with its address and answer', async () => {
  api.state.refuses = true

  await expect(setUpWith(imitateAws(), user)).rejects.toThrow(
    new Error(`${api.url}/overlays answered 503: {"totalSize":0}`),
  )
})
