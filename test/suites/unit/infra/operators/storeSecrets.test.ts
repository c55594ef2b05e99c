import { expect, test } from 'vitest'
import type { Question } from '../../../../../infra/operators/setup/questions.ts'
import { storeSecrets } from '../../../../../infra/operators/setup/storeSecrets.ts'

/** Stores what is answered, a list of answers one after another, where these parameters are. */
const store = async (
  answers: Readonly<Record<string, string | readonly string[]>>,
  there: readonly string[] | undefined = [],
) => {
  const calls: (readonly [string, object])[] = []
  const questions: Question[] = []
  const steps: string[] = []
  const left = new Map(Object.entries(answers).map(([name, given]) => [name, [given].flat()]))
  const states = await storeSecrets({
    prefix: '/tools',
    call: async (service, operation, input) => {
      calls.push([`${service} ${operation}`, input])
      if (operation === 'put-parameter') steps.push(`stored ${Object(input).Name}`)
      return { Parameters: there.map((path) => ({ Name: `/tools/${path}`, Value: 'ciphertext' })) }
    },
    ask: async (question) => {
      questions.push(question)
      steps.push(question.name)
      return left.get(question.name)?.shift() ?? ''
    },
  })
  return { states, calls, questions, steps }
}

const put = (path: string, Value: string) => [
  'ssm put-parameter',
  { Name: `/tools/${path}`, Value, Type: 'SecureString', Overwrite: true },
]
const absent = Object.fromEntries(
  'youtube/api-key kick/client-id kick/client-secret kick/redirect-uri vk-live/client-id vk-live/client-secret vk-live/redirect-uri twitch/client-id twitch/client-secret twitch/redirect-uri donationalerts/client-id donationalerts/client-secret donationalerts/redirect-uri streamlabs/client-id streamlabs/client-secret streamlabs/redirect-uri'
    .split(' ')
    .map((path) => [path, 'absent']),
)

test('a stored secret stays, unless another value is answered', async () => {
  const there = [
    'youtube/api-key',
    'kick/client-id',
    'twitch/events-secret',
    'platforms/manual-secret',
    'telegram/bots/main',
  ]
  const { states, calls } = await store({ 'kick/client-id': 'new', 'platforms/manual-secret': 'whsec_own' }, there)

  // Those of folders are a level deeper, and no value that is there is decrypted.
  const read = ['ssm get-parameters-by-path', { Path: '/tools', Recursive: true, WithDecryption: false }]
  expect(calls).toEqual([read, put('kick/client-id', 'new'), put('platforms/manual-secret', 'whsec_own')])
  expect(states).toEqual({
    ...absent,
    'youtube/api-key': 'kept',
    'kick/client-id': 'stored',
    'twitch/events-secret': 'kept',
    'platforms/manual-secret': 'stored',
    'telegram/bots/main': 'kept',
  })
})

test('bots are asked for after the secrets until none is named, and each answer is stored at once', async () => {
  const answers = {
    'twitch/events-secret': 'y',
    'platforms/manual-secret': 'x',
    'telegram/bots': ['main', 'a.b_c-1', ''],
    'telegram/bots/main': 'token',
    'telegram/bots/a.b_c-1': '',
    'max/bots': ['old', 'never'],
  }
  const { states, steps } = await store(answers, ['max/bots/old'])

  expect(states).toMatchObject({
    'telegram/bots/main': 'stored',
    'telegram/bots/a.b_c-1': 'absent',
    'max/bots/old': 'kept',
  })
  expect(steps.slice(0, 10)).toEqual(Object.keys(absent).slice(0, 10))
  expect(steps.slice(10)).toEqual([
    'twitch/events-secret',
    'stored /tools/twitch/events-secret',
    ...Object.keys(absent).slice(10),
    'platforms/manual-secret',
    'stored /tools/platforms/manual-secret',
    'telegram/bots',
    'telegram/bots/main',
    'stored /tools/telegram/bots/main',
    'telegram/bots',
    'telegram/bots/a.b_c-1',
    'telegram/bots',
    'max/bots/old',
    'max/bots',
  ])
})

test.each(['two words', 'a/b', '!a', 'a!'])(
  'a bot named %j is refused, because Parameter Store would',
  async (name) => {
    await expect(store({ 'telegram/bots': name })).rejects.toThrow(
      new Error('telegram/bots: a bot account\'s name has letters, digits, ".", "_" and "-"'),
    )
  },
)

test('a question names its purpose, its source and its default, and shows no secret', async () => {
  const { questions } = await store({ 'max/bots': 'main' }, ['youtube/api-key'])

  const seen = questions.filter(({ isHidden }) => isHidden !== true).map(({ name }) => name)
  const redirects = ['kick', 'vk-live', 'twitch', 'donationalerts', 'streamlabs'].map((each) => `${each}/redirect-uri`)
  expect(seen).toEqual([...redirects, 'telegram/bots', 'max/bots', 'max/bots'])
  const [youtube = { text: '' }, kick = { text: '' }] = questions
  expect([youtube.text, kick.text]).toEqual([
    '\nyoutube/api-key, for external playlists\n  https://console.cloud.google.com/apis/credentials: an API key of a project with the YouTube Data API v3\n  value (Enter: stays as it is)',
    '\nkick/client-id, for linking Kick accounts and their events\n  https://kick.com/settings/developer: your app, Client ID\n  value (Enter: none for now)',
  ])
  expect(questions.at(-1)?.text).toBe(
    '\nmax/bots, for announcements on MAX\n  name of a bot account, such as main (Enter: no more)',
  )
  const brands = {
    youtube: 'playlists',
    kick: 'Kick',
    'vk-live': 'VK',
    twitch: 'Twitch',
    donationalerts: 'DonationAlerts',
  }
  for (const [folder, brand] of Object.entries({
    ...brands,
    streamlabs: 'Streamlabs',
    telegram: 'Telegram',
    max: 'MAX',
  }))
    for (const { text } of questions.filter(({ name }) => name.startsWith(`${folder}/`)))
      expect(text.split('\n')[1]).toContain(brand)
  const made = questions.filter(({ text }) => text.includes('yours to choose: Enter makes one')).map(({ name }) => name)
  expect(made).toEqual(['twitch/events-secret', 'platforms/manual-secret'])
})

test.each([
  ['client-id', /(?:Client|App) ID$/],
  ['client-secret', /(?:Client Secret|New Secret|API Key)$/],
  [
    'redirect-uri',
    /: the page of your panel that (?:Kick|VK|Twitch|DonationAlerts|Streamlabs) returns to, as in your app/,
  ],
])('every question for a %s names the field in which the platform shows it', async (end, field) => {
  const { questions } = await store({})

  const fields = questions.filter(({ name }) => name.endsWith(`/${end}`)).map(({ text }) => text.split('\n')[2])
  expect(fields).toEqual(Array(5).fill(expect.stringMatching(field)))
})
