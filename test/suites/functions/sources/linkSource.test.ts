import { expect, test } from 'vitest'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startSources } from './sources.ts'

const service = await sharedByTests(startSources())
const { call, link, someone } = service

test('an account of each service is linked without showing its secret, and is listed', async () => {
  const recipient = someone()
  for (const name of ['donationAlerts', 'streamElements', 'streamlabs'] as const) await link(recipient, name)

  const { body } = await call('listSources', { recipient })

  expect(body.content.map(({ system }: { readonly system: string }) => system)).toEqual([
    'Streamlabs',
    'StreamElements',
    'DonationAlerts',
  ])
  expect(body.content[0]).toMatchObject({
    account: { name: recipient },
    enabled: true,
    subscription: 'polled',
    lastEvent: null,
    lastError: null,
    lastAskedAt: null,
  })
})

test.each(['donationAlerts', 'streamElements', 'streamlabs'] as const)(
  'a credential that %s rejects links nothing',
  async (name) => {
    const recipient = someone()

    const refused = await link(recipient, name, 'bad-credential'.padEnd(2048, 'x'))

    expect(refused).toMatchObject({ status: 400, body: { code: 'authorization_code_rejected' } })
    expect((await call('listTokens', { recipient })).body.content).toEqual([])
  },
)

test('an account whose sign-in lacks a scope is not linked', async () => {
  const recipient = someone()
  service.sandbox.script({ path: '/api/v1/user/oauth' }, { kind: 'status', status: 403 })

  const refused = await link(recipient)

  expect(refused).toMatchObject({ status: 409, body: { code: 'relink_required' } })
  expect((await call('listTokens', { recipient })).body.content).toEqual([])
})

test.each(['', 'two words', 'line\nbreak', 'ключ', 'x'.repeat(2049)])(
  'the credential %j is refused before a service is asked',
  async (credential) => {
    const before = service.sandbox.log.length

    const refused = await link(someone(), 'streamElements', credential)

    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(service.sandbox.log).toHaveLength(before)
  },
)

test('nobody gets the token of a donation service, which may have every right there', async () => {
  const recipient = someone()
  const { body } = await link(recipient, 'streamElements')

  const answer = await call('getAccessToken', { recipient, body: { tokenId: body.id } })

  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
