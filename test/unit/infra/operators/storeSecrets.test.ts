import { expect, test } from 'vitest'
import type { Question } from '../../../../infra/operators/setup/questions.ts'
import { storeSecrets } from '../../../../infra/operators/setup/storeSecrets.ts'

/** Stores what is answered, a list of answers one after another, where these parameters are. */
const store = async (
  answers: Readonly<Record<string, string | readonly string[]>>,
  there: readonly string[] | undefined = [],
) => {
  const calls: (readonly [string, object])[] = []
  const questions: Question[] = []
  const left = new Map(Object.entries(answers).map(([name, given]) => [name, [given].flat()]))
  const states = await storeSecrets({
    prefix: '/tools',
    call: async (service, operation, input) => {
      calls.push([`${service} ${operation}`, input])
      if (operation === 'put-parameter') return {}
      return { Parameters: there.map((path) => ({ Name: `/tools/${path}`, Value: 'ciphertext' })) }
    },
    ask: async (question) => {
      questions.push(question)
      return left.get(question.name)?.shift() ?? ''
    },
  })
  return { states, calls, questions }
}

const put = (path: string, Value: string) => [
  'ssm put-parameter',
  { Name: `/tools/${path}`, Value, Type: 'SecureString', Overwrite: true },
]
const absent = Object.fromEntries(
  'youtube/api-key kick/client-id kick/client-secret kick/redirect-uri vk-live/client-id vk-live/client-secret vk-live/redirect-uri twitch/client-id twitch/client-secret twitch/redirect-uri'
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

  expect(calls.slice(1)).toEqual([put('kick/client-id', 'new'), put('platforms/manual-secret', 'whsec_own')])
  expect(states).toEqual({
    ...absent,
    'youtube/api-key': 'kept',
    'kick/client-id': 'stored',
    'twitch/events-secret': 'kept',
    'platforms/manual-secret': 'stored',
    'telegram/bots/main': 'kept',
  })
})

test('bots are asked for until none is named, or one that was named before', async () => {
  const answers = {
    'twitch/events-secret': 'y',
    'platforms/manual-secret': 'x',
    'telegram/bots': ['main', 'a.b_c-1', ''],
    'telegram/bots/main': 'token',
    'telegram/bots/a.b_c-1': '',
    'max/bots': ['old', 'never'],
  }
  const { states, calls, questions } = await store(answers, ['max/bots/old'])

  expect(calls.slice(3)).toEqual([put('telegram/bots/main', 'token')])
  expect(states).toMatchObject({
    'telegram/bots/main': 'stored',
    'telegram/bots/a.b_c-1': 'absent',
    'max/bots/old': 'kept',
  })
  expect(questions.map(({ name }) => name).filter((name) => name.includes('bots'))).toEqual([
    'telegram/bots',
    'telegram/bots/main',
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

test('a question says what for, where the value is found and what Enter does, and no secret is seen', async () => {
  const { questions } = await store({ 'max/bots': 'main' }, ['youtube/api-key'])

  const kick = ', for linking Kick accounts and their events\n  https://kick.com/settings/developer: '
  const vkLive = ', for linking VK Video Live accounts\n  https://dev.live.vkvideo.ru/: '
  const twitch = ', for linking Twitch accounts and their events\n  https://dev.twitch.tv/console/apps: '
  const page = (platform: string) => `the page of your panel that ${platform} returns to, as in your app`
  const none = '\n  value (Enter: none for now)'
  const names = '\n  name of a bot account, such as main (Enter: no more)'
  expect(questions.map(({ text, isHidden }) => `${isHidden === true ? 'hidden' : 'seen'} ${text}`)).toEqual([
    'hidden \nyoutube/api-key, for external playlists\n  https://console.cloud.google.com/apis/credentials: an API key of a project with the YouTube Data API v3\n  value (Enter: stays as it is)',
    `hidden \nkick/client-id${kick}your app, Client ID${none}`,
    `hidden \nkick/client-secret${kick}your app, Client Secret${none}`,
    `seen \nkick/redirect-uri${kick}${page('Kick')}${none}`,
    `hidden \nvk-live/client-id${vkLive}your app, Client ID${none}`,
    `hidden \nvk-live/client-secret${vkLive}your app, Client Secret${none}`,
    `seen \nvk-live/redirect-uri${vkLive}${page('VK')}${none}`,
    `hidden \ntwitch/client-id${twitch}your app, Client ID${none}`,
    `hidden \ntwitch/client-secret${twitch}your app, New Secret${none}`,
    `seen \ntwitch/redirect-uri${twitch}${page('Twitch')}${none}`,
    `hidden \ntwitch/events-secret${twitch}not there, and yours to choose: Enter makes one${none}`,
    `hidden \nplatforms/manual-secret, for events of your own bots\n  https://www.standardwebhooks.com/: yours to choose: Enter makes one${none}`,
    `seen \ntelegram/bots, for announcements on Telegram${names}`,
    `seen \nmax/bots, for announcements on MAX${names}`,
    `hidden \nmax/bots/main, for announcements on MAX\n  https://business.max.ru/: Chatbots, Integration, the token${none}`,
    `seen \nmax/bots, for announcements on MAX${names}`,
  ])
})
