import { expect, test } from 'vitest'
import { donationAlerts } from '../../../../shared/providers/donationAlerts.ts'
import { donationAlertsDonations } from '../../../../shared/providers/donationAlertsDonations.ts'
import { streamElements } from '../../../../shared/providers/streamElements.ts'
import { streamElementsTips } from '../../../../shared/providers/streamElementsTips.ts'
import { streamlabs } from '../../../../shared/providers/streamlabs.ts'
import { streamlabsDonations } from '../../../../shared/providers/streamlabsDonations.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const sandbox = await sharedByTests(startSandbox())
const urlOf = (name: string): string => sandbox.urls[`${name}_API_URL`] ?? ''
const channel = '5f1a2b3c4d5e6f7a8b9c0d1e'

const answered = (path: string, body: unknown, status = 200): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } })

/** https://www.donationalerts.com/apidoc */
const donationAlertsAnswer = {
  data: [
    {
      id: 30530030,
      name: 'donation',
      username: 'Ivan',
      message: 'Hello!',
      amount: 500,
      currency: 'RUB',
      is_shown: 1,
      created_at: '2019-09-29 09:00:00',
      shown_at: null,
    },
  ],
  meta: { current_page: 1, from: 1, last_page: 2, per_page: 30, to: 1, total: 31 },
}

const tip = {
  _id: '5b2e2007760aeb7729487dab',
  channel,
  status: 'success',
  deleted: false,
  createdAt: '2026-06-23T10:24:39.000Z',
  donation: { user: { username: 'Ivan', email: 'x' }, message: 'Hello!', amount: 4.2, currency: 'USD' },
}

test('DonationAlerts is asked for a page, and its donation is read by the documented names', async () => {
  answered('/api/v1/alerts/donations', donationAlertsAnswer)
  const read = donationAlertsDonations(urlOf('DONATION_ALERTS'))

  const [request] = await askedOf(sandbox, async () => {
    expect(await read('token', 'alice')).toEqual({
      donations: [
        {
          id: '30530030',
          timestamp: '2019-09-29T09:00:00Z',
          nickname: 'Ivan',
          message: 'Hello!',
          amount: '500',
          currency: 'RUB',
        },
      ],
      next: '2',
    })
  })

  expect(request).toMatchObject({ asked: 'GET /api/v1/alerts/donations?page=1', authorization: 'Bearer token' })
})

test('StreamElements is asked for the newest tips, and those that are not received are left out', async () => {
  const unpaid = { ...tip, _id: 'a', status: 'pending' }
  const deleted = { ...tip, _id: 'b', deleted: true }
  answered(`/kappa/v2/tips/${channel}`, { docs: [unpaid, deleted, tip], total: 4, limit: 45, offset: 0 })
  const read = streamElementsTips(urlOf('STREAM_ELEMENTS'))

  const [request] = await askedOf(sandbox, async () => {
    expect(await read('token', channel)).toEqual({
      donations: [
        {
          id: '5b2e2007760aeb7729487dab',
          timestamp: '2026-06-23T10:24:39Z',
          nickname: 'Ivan',
          message: 'Hello!',
          amount: '4.2',
          currency: 'USD',
        },
      ],
      next: '3',
    })
  })

  expect(request?.asked).toBe(`GET /kappa/v2/tips/${channel}?limit=45&offset=0&sort=-createdAt`)
})

test.each([
  ['allowed', { nickname: 'Ivan', message: 'Hello!' }],
  [null, { nickname: 'Ivan', message: 'Hello!' }],
  ['pending', { moderation: 'waiting' }],
  ['rejected', { moderation: 'rejected' }],
  ['escalated', { moderation: 'waiting' }],
])(
  'a tip of StreamElements with the approval %j has texts only if a moderator allows them',
  async (approved, texts) => {
    answered(`/kappa/v2/tips/${channel}`, { docs: [{ ...tip, approved }], total: 1 })

    const { donations } = await streamElementsTips(urlOf('STREAM_ELEMENTS'))('token', channel)

    const money = { id: '5b2e2007760aeb7729487dab', timestamp: '2026-06-23T10:24:39Z', amount: '4.2', currency: 'USD' }
    expect(donations).toEqual([{ ...money, ...texts }])
  },
)

test.each([
  ['1438576556', '2015-08-03T04:35:56Z'],
  [1438576556, '2015-08-03T04:35:56Z'],
  ['2015-08-03 04:35:56', '2015-08-03T04:35:56Z'],
  ['2015-08-03T07:35:56+03:00', '2015-08-03T04:35:56Z'],
  ['2015-08-03T01:35:56-03:00', '2015-08-03T04:35:56Z'],
])(
  'a donation of Streamlabs at %j was made at %s, and is asked for by the id before it',
  async (created_at, timestamp) => {
    const donation = {
      donation_id: '79530994',
      created_at,
      currency: 'USD',
      amount: '13.37',
      name: 'Ivan',
      message: null,
    }
    answered('/api/v2.0/donations', { data: [donation] })
    const read = streamlabsDonations(urlOf('STREAMLABS'))

    const [request] = await askedOf(sandbox, async () => {
      const { donations, next } = await read('token', 'alice', '79808132')
      expect(donations).toMatchObject([{ id: '79530994', timestamp, amount: '13.37', message: undefined }])
      expect(next).toBeUndefined()
    })

    expect(request?.asked).toBe('GET /api/v2.0/donations?limit=45&before=79808132')
  },
)

test.each([
  { data: [{ id: 1 }] },
  { data: [{ created_at: '2019-09-29 09:00:00' }] },
  { data: [{ id: 1, created_at: 'then' }] },
  {},
])('the answer %j of DonationAlerts is of no use', async (answer) => {
  answered('/api/v1/alerts/donations', { meta: donationAlertsAnswer.meta, ...answer })

  await expect(donationAlertsDonations(urlOf('DONATION_ALERTS'))('token', 'alice')).rejects.toMatchObject({
    code: 'provider_bad_answer',
  })
})

test('a refresh at DonationAlerts repeats the scopes', async () => {
  answered('/oauth/token', { token_type: 'Bearer', access_token: 'a', refresh_token: 'b', expires_in: 60 })
  const service = donationAlerts(urlOf('DONATION_ALERTS'), async () => ({
    'donationalerts/client-id': 'id',
    'donationalerts/client-secret': 'secret',
    'donationalerts/redirect-uri': 'https://app.test/',
  }))

  const [request] = await askedOf(sandbox, () => service.refresh('old'))

  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'old',
    scope: 'oauth-user-show oauth-donation-index',
    redirect_uri: 'https://app.test/',
    client_id: 'id',
    client_secret: 'secret',
  })
})

const streamlabsAccount = streamlabs(urlOf('STREAMLABS'), async () => ({
  'streamlabs/client-id': 'id',
  'streamlabs/client-secret': 'secret',
  'streamlabs/redirect-uri': 'https://app.test/',
}))
const channelOfToken = streamElements(urlOf('STREAM_ELEMENTS'))

test('a token of Streamlabs or StreamElements is used for a year, and then again, whatever end it names', async () => {
  const granted = { token_type: 'Bearer', access_token: 'a', refresh_token: 'b' }
  answered('/api/v2.0/token', granted)
  answered('/api/v2.0/token', { ...granted, expires_in: 3600 })

  const tokens = [
    await streamlabsAccount.redeemCode('code'),
    await streamlabsAccount.refresh('b'),
    await channelOfToken.redeemCode('jwt'),
    await channelOfToken.refresh('jwt'),
  ]

  const days = tokens.map(({ expiresAt }) => Math.round((expiresAt - Date.now()) / 86_400_000))
  expect(days).toEqual([365, 365, 365, 365])
  expect(tokens.map(({ accessToken }) => accessToken)).toEqual(['a', 'a', 'jwt', 'jwt'])
})

test.each([
  ['alice', 'alice'],
  ['x'.repeat(256), 'x'.repeat(256)],
  ['x'.repeat(257), 'provider_bad_answer'],
  [' ', 'provider_bad_answer'],
  [null, 'provider_bad_answer'],
])('an account of Streamlabs by the name %j is %s', async (display_name, name) => {
  answered('/api/v2.0/user', { streamlabs: { id: 7, display_name } })

  const account = await streamlabsAccount.account('token').catch(({ code }) => ({ id: '7', name: code }))

  expect(account).toEqual({ id: '7', name })
})

test.each([
  [401, 'authorization_code_rejected'],
  [403, 'authorization_code_rejected'],
  [429, 'provider_unavailable'],
  [404, 'provider_bad_answer'],
])('a token that StreamElements answers with %i at its link is %s', async (status, code) => {
  answered('/kappa/v2/channels/me', {}, status)

  await expect(channelOfToken.account('jwt')).rejects.toMatchObject({ code })
})

const paid = (count: number) => Array.from({ length: count }, (_, index) => ({ ...tip, _id: `${index}` }))
/** Donations without a name, a message and an amount, as little as they are. */
const given = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ donation_id: `${900 - index}`, created_at: '2026-06-23 10:24:39' }))

const readers = {
  DonationAlerts: ['/api/v1/alerts/donations', donationAlertsDonations(urlOf('DONATION_ALERTS'))],
  StreamElements: [`/kappa/v2/tips/${channel}`, streamElementsTips(urlOf('STREAM_ELEMENTS'))],
  Streamlabs: ['/api/v2.0/donations', streamlabsDonations(urlOf('STREAMLABS'))],
} as const

const least = { id: 1, created_at: '2026-06-23 10:24:39' }
const unreadable = { message: {}, amount: [5], currency: null }
const leastTip = { _id: '1', createdAt: '2026-06-23T10:24:39.000Z' }

test.each([
  ['DonationAlerts', { data: [least], meta: { last_page: 1 } }],
  ['DonationAlerts', { data: [{ ...least, ...unreadable, username: true }], meta: { last_page: 1 } }],
  ['StreamElements', { docs: [{ ...leastTip, donation: {} }], total: 1 }],
  ['StreamElements', { docs: [{ ...leastTip, donation: { ...unreadable, user: {} } }], total: 1 }],
  ['Streamlabs', { data: [{ donation_id: 1, created_at: least.created_at, ...unreadable, name: null }] }],
] as const)('a donation of %s is not lost for a member that is missing or unreadable: %j', async (name, body) => {
  const [path, read] = readers[name]
  answered(path, body)

  expect(await read('token', channel)).toEqual({ donations: [{ id: '1', timestamp: '2026-06-23T10:24:39Z' }] })
})

test.each([
  ['DonationAlerts', '1', donationAlertsAnswer, '2'],
  ['DonationAlerts', '2', donationAlertsAnswer, undefined],
  ['StreamElements', '45', { docs: paid(45), total: 91 }, '90'],
  ['StreamElements', '90', { docs: paid(1), total: 91 }, undefined],
  ['StreamElements', '90', { docs: [], total: 91 }, undefined],
  ['Streamlabs', '901', { data: given(45) }, '856'],
  ['Streamlabs', '901', { data: given(44) }, undefined],
] as const)(
  'after the donations of %s at the cursor %s come those at the next one, if there is one',
  async (name, cursor, body, next) => {
    const [path, read] = readers[name]
    answered(path, body)

    expect((await read('token', channel, cursor)).next).toBe(next)
  },
)
