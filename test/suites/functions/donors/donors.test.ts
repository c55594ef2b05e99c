import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stripeKey } from '../../../local/sandbox/stripe.ts'
import { yookassaShop } from '../../../local/sandbox/yookassa.ts'
import { checkoutCredentials, donorPage, openDonorPage } from '../../../support/fixtures/donorFixtures.ts'
import { useUpRate } from '../../../support/fixtures/limits.ts'
import { gif, sendFile } from '../../../support/fixtures/uploadFixtures.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { type SignedWebhook, stripeWebhook, yookassaNotification } from '../../../support/gatewayWebhooks.ts'
import { httpEvent } from '../../../support/httpEvent.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import type { Answer } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { call, sandbox } = functions

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })
const texts = { nickname: 'Ada', message: 'Great stream!', goal: 'A new microphone' }
const donation = { requestId: 'request-1', amount: euros(5), ...texts }

const newDonor = () => {
  const scene = functions.newScene()
  const params = { recipientId: scene.recipient }
  return {
    ...scene,
    see: (query = {}) => call('getDonorPage', { params, query }),
    begin: (body: object) => call('beginPayment', { params, body }),
    ask: (token: string) => call('getDonorPayment', { params: { token } }),
    report: (gatewayId: string, webhook: SignedWebhook) =>
      call('receiveWebhook', { params: { ...params, gatewayId }, ...webhook }),
  }
}

/** Begins a payment from an address of its own. */
const beginFrom = async (address: string, recipientId: string, body: object = donation) => {
  const { handler } = await import('../../../../functions/donors/beginPayment.ts')
  const event = httpEvent('POST', '/donors/x/payments', { params: { recipientId }, body })
  event.requestContext.http.sourceIp = address
  return handler(event)
}

/** What the donor does on the gateway's page. */
const pay = async (variable: string, path: string, credentials: string): Promise<Readonly<Record<string, unknown>>> => {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  const response = await fetch(`${sandbox.urls[variable]}${path}`, { method: 'POST', headers: { authorization } })
  return (await response.json()) as Readonly<Record<string, unknown>>
}

const sessionIn = (url: string): string => /cs_\w+/.exec(url)?.[0] ?? ''

test('a donor sees name, amounts, the actions for sale, the gateway and its legal offer, and may keep them', async () => {
  const { recipient, done, see } = newDonor()
  await openDonorPage({ done })
  const addresses = {
    picture: 'https://example.com/alice.png',
    channel: 'https://www.twitch.tv/alice',
    terms: 'http://alice.example.com/terms',
  }
  await done('putConfig', { body: { name: 'paymentpage', value: { donorPage: { ...donorPage, ...addresses } } } })
  await done('changeAgreement', { body: { gateway: 'stripe' } })
  const offer = { name: 'wave', category: 'mobs', game: 'minecraft', price: euros(2) }
  const { actions } = await done('addActions', { body: { actions: [offer, { ...offer, name: 'jump' }] } })
  await done('toggleAction', { body: { id: actions[1].id, enabled: false } })

  const goal = await done('setGoal', { body: { title: 'A new microphone', target: euros(100) } })

  const { body, headers } = await see()

  expect(body).toEqual({
    recipientId: recipient,
    name: 'Alice',
    ...addresses,
    least: donorPage.least,
    goals: [goal],
    actions: [{ id: actions[0].id, ...offer, parameters: [] }],
    gateway: 'stripe',
    agreement: 'stripe',
  })
  expect(headers['cache-control']).toBe('public, max-age=30')
})

/** The title and the description of a page, for browsers and for shared links. */
const headOf = (html: string): readonly (string | undefined)[] =>
  [
    /<title>([^<]*)</,
    /"description" content="([^"]*)"/,
    /"og:title" content="([^"]*)"/,
    /"og:description" content="([^"]*)"/,
  ].map((pattern) => pattern.exec(html)?.[1])

test.each([
  ['en', 'Donate to ', 'Support ', ': choose an amount, and write a message.'],
  ['de', 'An ', 'Unterstütze ', ': Wähle einen Betrag und schreibe eine Nachricht.'],
  ['es', 'Donar a ', 'Apoya a ', ': elige un importe y escribe un mensaje.'],
  ['ru', 'Донат для ', 'Поддержите ', ': выберите сумму и напишите сообщение.'],
])(
  'a link to the donation page names the streamer, as a text, where it is shared in %s',
  async (language, to, support, how) => {
    const { recipient, done } = newDonor()
    const name = 'Al & "Bo" <b>$&{{texts}}</b>'
    const shown = 'Al &#38; &#34;Bo&#34; &#60;b&#62;$&#38;{{texts}}&#60;/b&#62;'
    await done('putConfig', { body: { name: 'paymentpage', value: { donorPage: { ...donorPage, name } } } })

    const { body } = await call('getDonationPage', { params: { recipientId: recipient }, query: { language } })

    const title = `${to}${shown}${language === 'de' ? ' spenden' : ''}`
    expect(headOf(body)).toEqual([title, `${support}${shown}${how}`, title, `${support}${shown}${how}`])
  },
)

test('a link to a donation page that is switched off names nobody', async () => {
  const { recipient, done } = newDonor()
  await done('putConfig', { body: { name: 'paymentpage', value: { donorPage: { ...donorPage, enabled: false } } } })

  const { body } = await call('getDonationPage', { params: { recipientId: recipient } })

  expect(headOf(body)).toEqual(['Donate', 'Donate', 'Donate', 'Donate'])
})

test('the donation page shows no picture of elsewhere, whose host would learn of the donor, and is in no frame', async () => {
  const { headers } = await call('getDonationPage', { params: { recipientId: 'alice' } })

  expect(headers['content-security-policy']).toContain(
    "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ",
  )
})

test('the donation page has the face in itself while it is switched on, and nothing that is no picture of 20 KB', async () => {
  const { recipient, done, secret } = newDonor()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const show = async (more: object) => {
    await done('putConfig', { body: { name: 'paymentpage', value: { donorPage: { ...donorPage, ...more } } } })
    vi.setSystemTime(Date.now() + 11_000)
    const { status, body } = await call('getDonationPage', { params: { recipientId: recipient } })
    expect(status).toBe(200)
    return /<data id="face" value="([^"]*)">/.exec(body)?.[1]
  }
  const send = async (content: Uint8Array<ArrayBuffer>, kind = 'image') => {
    const id = await sendFile({ done, secret }, content, kind)
    await done('checkUpload', { body: { id } })
    return id
  }
  const padded = (bytes: number) => Buffer.concat([gif, Buffer.alloc(bytes - gif.length)])
  const faceUpload = await send(padded(20_000))

  const faces = [
    await show({}),
    await show({ faceUpload }),
    await show({ faceUpload, enabled: false }),
    await show({ faceUpload: await send(padded(20_001)) }),
    await show({ faceUpload: await send(Buffer.from('ID3 and so on'), 'sound') }),
    await show({ faceUpload: await sendFile({ done, secret }, gif) }),
    await show({ faceUpload: 'nothing' }),
  ]
  await done('deleteUpload', { body: { id: faceUpload } })
  faces.push(await show({ faceUpload }))

  const shown = `data:image/gif;base64,${padded(20_000).toString('base64')}`
  expect(faces).toEqual(['', shown, '', '', '', '', '', ''])
})

test('a face that cannot be read in time is left out, and asked for again a second later', async () => {
  const { handle } = await import('../../../../functions/donors/getDonationPage.ts')
  const { default: page } = await import('../../../../shared/web/donation/page.json', { with: { type: 'json' } })
  let now = 0
  const reading = vi.fn(async () => 'data:image/gif;base64,AA==').mockRejectedValueOnce(new Error('S3 answered 503'))
  const value = { donorPage: { ...donorPage, faceUpload: 'face' } }
  const show = handle(page, { paymentPage: async () => ({ value, gateway: null }) }, reading, () => now)
  const ask = async () => {
    const answer = await show({ params: { recipientId: 'alice' }, query: {}, headers: {} } as never, undefined as never)
    return (answer as { readonly body: string }).body.includes('data:image/gif')
  }

  const shown = [await ask(), await ask()]
  now += 1001
  shown.push(await ask(), await ask())

  expect(shown).toEqual([false, false, true, true])
  expect(reading).toHaveBeenCalledTimes(2)
})

test.each(['javascript:alert(1)', 'https://alice:secret@www.twitch.tv/alice', 'www.twitch.tv/alice'])(
  'the address %s is neither a channel nor terms, and one that was stored before hides neither page nor name',
  async (address) => {
    const { recipient, done, put, see } = newDonor()
    await openDonorPage({ done })
    const value = { donorPage: { ...donorPage, channel: address, terms: address } }
    const refused = await call('putConfig', { recipient, body: { name: 'paymentpage', value } })
    const { body: before } = await see()
    const [stored] = (await itemsOf(functions.aws, 'configs')).filter(({ recipientId }) => recipientId === recipient)
    await put('configs', { ...stored, value: JSON.stringify(value) })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() + 11_000)
    const { body: after } = await see()

    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/value/donorPage/channel',
      '/value/donorPage/terms',
    ])
    expect(before).toMatchObject({ name: 'Alice', channel: null, terms: null })
    expect(after).toEqual(before)
  },
)

const pageOf = async (see: (query?: object) => Promise<Answer>) => {
  const pages: Answer[] = []
  for (let query: object | undefined = {}; query !== undefined && pages.length < 20; ) {
    const answer: Answer = await see(query)
    pages.push(answer)
    const [, after] = /^<\?after=([^>]+)>; rel="next"$/.exec(answer.headers['link'] ?? '') ?? []
    query = after === undefined ? undefined : { after }
  }
  return pages
}

test('next links lead through all actions that are for sale, each once, and every answer says the rest again', async () => {
  const { done, see } = newDonor()
  await openDonorPage({ done })
  const offers = Array.from({ length: 261 }, (_, index) => ({ name: `wave ${index}`, price: euros(2) }))
  const ids: string[] = []
  for (const actions of [offers.slice(0, 90), offers.slice(90, 180), offers.slice(180)])
    for (const { id } of (await done('addActions', { body: { actions } })).actions) ids.push(id)
  const [first = '', ...others] = ids.toSorted()
  await done('toggleAction', { body: { id: first, enabled: false } })

  const pages = await pageOf(see)

  expect(pages.flatMap(({ body }) => body.actions.map(({ id }: { id: string }) => id))).toEqual(others)
  expect(pages.length).toBeGreaterThan(1)
  for (const { body } of pages) expect({ ...body, actions: [] }).toEqual({ ...pages[0]?.body, actions: [] })
})

test('actions of 5 MB are answered by at most 60 KB, regression: anybody could have 4.9 MB for each request', async () => {
  const { done, see } = newDonor()
  await openDonorPage({ done })
  const parameters = (length: number) =>
    Array.from({ length }, (_, index) => ({ name: `${index}`.padEnd(128, 'ы'), displayName: '"'.repeat(128) }))
  const offer = { price: euros(2), parameters: parameters(30) }
  const actions = [
    ...Array.from({ length: 12 }, (_, index) => ({ ...offer, name: `fat ${index}` })),
    { ...offer, name: 'fatter than an answer', parameters: parameters(100) },
  ]
  await done('addActions', { body: { actions } })

  const pages = await pageOf(see)

  const names = pages.flatMap(({ body }) => body.actions.map(({ name }: { name: string }) => name))
  expect(names.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => `fat ${index}`).toSorted())
  for (const { body } of pages) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(60_000)
})

test.each([
  ['that nobody has switched on', undefined],
  ['that is switched off', { ...donorPage, enabled: false }],
])('a donor page %s is 404, and no payment begins there', async (_case, page) => {
  const { done, begin, see } = newDonor()
  if (page !== undefined) await done('putConfig', { body: { name: 'paymentpage', value: { donorPage: page } } })

  const answers = [await see(), await begin(donation)]

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

test('a payment begun at Stripe carries its texts, and its donor sees the result', async () => {
  const { done, begin, ask, report } = newDonor()
  const credentialId = await openDonorPage({ done })
  const { action } = await done('addActions', { body: { actions: [{ name: 'wave', price: euros(5) }] } })
  const [actions, attachments] = [[{ actionId: action.id, parameters: {} }], ['https://youtu.be/dQw4w9WgXcQ']]

  const { body } = await begin({ ...donation, actions, attachments })
  const asked = new URLSearchParams(sandbox.log.at(-1)?.body)
  const states = [(await ask(body.token)).body]
  const path = `/checkout/sessions/${sessionIn(body.url)}/pay`
  const { payment_intent: id, metadata } = await pay('STRIPE_API_URL', path, `${stripeKey}:`)
  states.push((await ask(body.token)).body)
  const object = { id, amount: 500, currency: 'eur', metadata }
  for (const type of ['payment_intent.processing', 'payment_intent.succeeded']) {
    const event = { id: `evt of ${type}`, type, livemode: false, data: { object } }
    await report(credentialId, stripeWebhook(checkoutCredentials.stripe.secret, event))
    states.push((await ask(body.token)).body)
  }

  const lists = { attachments: JSON.stringify(attachments), actions: JSON.stringify(actions) }
  expect(metadata).toEqual({ ...texts, ...lists })
  expect(asked.get('line_items[0][price_data][product_data][name]')).toBe('Donation to Alice')
  expect(asked.get('success_url')).toBe('https://donate.example.com/thanks')
  const { id: paymentId } = await done('getPayment', { params: { id: states.at(-1)?.paymentId } })
  expect(states).toEqual([
    { state: 'open', amount: euros(5), paymentId: null },
    ...['paid', 'paid', 'completed'].map((state) => ({ state, amount: euros(5), paymentId })),
  ])
})

test('a donor whose second card has paid is told so before the report of it comes, and not that the first was refused', async () => {
  const { done, begin, ask, report } = newDonor()
  const credentialId = await openDonorPage({ done })
  const { body } = await begin(donation)
  const path = `/checkout/sessions/${sessionIn(body.url)}/pay`
  const { payment_intent: id, metadata } = await pay('STRIPE_API_URL', path, `${stripeKey}:`)
  const object = { id, amount: 500, currency: 'eur', metadata }
  const states: string[] = []
  for (const type of ['payment_intent.payment_failed', 'payment_intent.succeeded']) {
    const event = { id: `evt of ${type}`, type, livemode: false, data: { object } }
    await report(credentialId, stripeWebhook(checkoutCredentials.stripe.secret, event))
    states.push((await ask(body.token)).body.state)
  }

  expect(states).toEqual(['paid', 'completed'])
})

test('a payment begun at YooKassa is confirmed on its page, and completed by its notification', async () => {
  const { done, begin, ask, report } = newDonor()
  const credentialId = await openDonorPage({ done }, 'yookassa')
  const { shopId, secretKey } = yookassaShop

  const { body } = await begin({ ...donation, amount: { major: 100, minor: 0, currency: 'RUB' } })
  const before = await ask(body.token)
  const id = new URL(body.url).searchParams.get('orderId') ?? ''
  await pay('YOOKASSA_API_URL', `/payments/${id}/capture`, `${shopId}:${secretKey}`)
  await report(credentialId, yookassaNotification('payment.succeeded', { id }))
  const after = await ask(body.token)

  expect([before.body.state, after.body.state]).toEqual(['open', 'completed'])
})

test('a repeated request is the same payment, and one with another id, content or page another', async () => {
  const { recipient, done, begin } = newDonor()
  await openDonorPage({ done })

  const [first, again, ...others] = [
    await begin(donation),
    await begin(donation),
    await begin({ ...donation, message: 'Another text' }),
    await begin({ ...donation, amount: euros(6) }),
    await begin({ ...donation, requestId: 'request-2' }),
  ]
  await done('putConfig', {
    body: { name: 'paymentpage', value: { donorPage: { ...donorPage, returnUrl: 'https://alice.test/back' } } },
  })
  // Another execution environment has not kept the page.
  vi.resetModules()
  const { body = '' } = await beginFrom('192.0.2.9', recipient)
  others.push({ ...first, body: JSON.parse(body) })

  expect(again.body).toEqual(first.body)
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set([first, ...others].map(({ body }) => body.url)).size).toBe(5)
})

test('the least amount is taken, and links of 500 characters as JSON', async () => {
  const { done, begin } = newDonor()
  await openDonorPage({ done })
  const attachments = [`https://example.com/${'x'.repeat(476)}`]

  expect((await begin({ ...donation, amount: euros(1), attachments })).status).toBe(200)
})

test.each([
  ['an amount below the least', { amount: euros(0, 99) }, '/amount', 'too_small'],
  ['another currency', { amount: { major: 5, minor: 0, currency: 'USD' } }, '/amount/currency', 'not_allowed'],
  ['an action that is not for sale', { actions: [{ actionId: 'unknown' }] }, '/actions/0', 'not_allowed'],
  [
    'links that no gateway would keep',
    { attachments: [`https://example.com/${'x'.repeat(477)}`] },
    '/attachments',
    'too_long',
  ],
])('%s is refused before the gateway is asked', async (_case, more, pointer, code) => {
  const { done, begin } = newDonor()
  await openDonorPage({ done })
  const asked = sandbox.log.length

  const { status, body } = await begin({ ...donation, ...more })

  expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer, code }] })
  expect(sandbox.log).toHaveLength(asked)
})

test('actions that cost more than the amount are refused', async () => {
  const { done, begin } = newDonor()
  await openDonorPage({ done })
  const { action } = await done('addActions', { body: { actions: [{ name: 'wave', price: euros(3) }] } })
  const actions = [{ actionId: action.id }, { actionId: action.id }]

  const { status, body } = await begin({ ...donation, actions })

  expect([status, body.errors[0]]).toEqual([
    400,
    { in: 'body', pointer: '/actions/1', code: 'not_allowed', detail: 'amount_too_low' },
  ])
})

test.each([
  ['an enabled gateway', undefined],
  ['the token of Stripe', { ...checkoutCredentials.stripe, token: undefined }],
  ['the shop of YooKassa', { ...checkoutCredentials.yookassa, settings: undefined }],
  ['a gateway that begins payments', { gateway: 'manual', type: 'fiat' }],
])('without %s the page says so, and a payment is 503', async (_name, credential) => {
  const { done, begin, see } = newDonor()
  await done('putConfig', { body: { name: 'paymentpage', value: { donorPage } } })
  if (credential !== undefined) {
    const { id } = await done('setGateway', { body: { gateway: 'bridge', type: 'fiat' } })
    await done('toggleGateway', { body: { id, enabled: true } })
    // What is enabled may lack a part.
    await done('setGateway', { body: { ...credential, id } })
  }

  const page = await see()
  const { status, body, headers } = await begin(donation)

  expect([page.body.gateway, status, body.code]).toEqual([null, 503, 'provider_not_configured'])
  expect(headers['retry-after']).toBe('600')
})

test('above their rates payments do not begin, and are not asked for', async () => {
  const { recipient, put, done, begin, ask } = newDonor()
  await openDonorPage({ done })
  const { body } = await begin(donation)
  const kinds = ['donorPayments', 'donorReserve', 'donorChecks', 'donorCheckReserve'] as const
  for (const kind of kinds) await useUpRate({ recipient, put }, kind)

  const answers = [await begin(donation), await ask(body.token)]

  expect(answers.map((answer) => answer.body.code)).toEqual(answers.map(() => 'rate_limited'))
})

test('an address is stored as a digest that nobody finds again without the key, another one for each recipient', async () => {
  const [one, other] = [newDonor(), newDonor()]
  for (const donor of [one, other]) {
    await openDonorPage(donor)
    const { body } = await donor.begin(donation)
    await donor.ask(body.token)
  }

  const windows = (await itemsOf(functions.aws, 'rates')).flatMap(({ recipientId, window }) =>
    [one.recipient, other.recipient].includes(String(recipientId)) && /Addresses#/.test(String(window))
      ? [String(window)]
      : [],
  )

  const plain = createHash('sha256').update('127.0.0.1').digest('base64url').slice(0, 16)
  expect(new Set(windows).size).toBe(4)
  expect(windows.join()).not.toContain(plain)
})

test('when payments of a recipient are used up, the first one of another address begins, and the next is refused', async () => {
  const { recipient, put, done, begin } = newDonor()
  await openDonorPage({ done })
  await useUpRate({ recipient, put }, 'donorPayments')

  // A new minute may begin between two of them.
  const statuses = [(await begin(donation)).status, (await begin(donation)).status, (await begin(donation)).status]
  const another = await beginFrom('203.0.113.8', recipient, donation)

  expect([statuses[0], statuses.includes(429)]).toEqual([200, true])
  expect(another.statusCode).toBe(200)
})

test('when questions about payments are used up, the first one of another address is answered', async () => {
  const { recipient, put, done, begin, ask } = newDonor()
  await openDonorPage({ done })
  const { body } = await begin(donation)
  await useUpRate({ recipient, put }, 'donorChecks')

  const statuses = [(await ask(body.token)).status, (await ask(body.token)).status, (await ask(body.token)).status]

  expect([statuses[0], statuses.includes(429)]).toEqual([200, true])
})

test.each([
  ['amount', { amount: euros(0, 1) }],
  ['currency', { amount: { major: 5, minor: 0, currency: 'USD' } }],
  ['links', { attachments: [`https://example.com/${'x'.repeat(480)}`] }],
  ['form', { amount: 'five' }],
])('122 payments that are refused for their %s spend nothing: the page takes all honest ones', async (_, refused) => {
  const { recipient, done, begin } = newDonor()
  await openDonorPage({ done })
  const addresses = Array.from({ length: 12 }, (_each, index) => `127.0.0.${20 + index}`)

  const refusals = await Promise.all(
    Array.from({ length: 122 }, (_each, index) =>
      beginFrom(addresses[index % 12] as string, recipient, { ...donation, ...refused }),
    ),
  )
  const answers = [await begin(donation), ...(await Promise.all(addresses.map((each) => beginFrom(each, recipient))))]

  expect(new Set(refusals.map(({ statusCode }) => statusCode))).toEqual(new Set([400]))
  expect(answers.map((answer) => ('status' in answer ? answer.status : answer.statusCode))).toEqual(
    answers.map(() => 200),
  )
})

test('a donor page, or its absence, is read again after ten seconds, however many ask for it', async () => {
  const { handle } = await import('../../../../functions/donors/getDonorPage.ts')
  let [reads, time] = [0, 0]
  const paymentPage = async () => {
    reads++
    return { value: undefined, gateway: null }
  }
  const unread = {} as never
  const answer = handle({ paymentPage } as never, unread, unread, unread, unread, () => time)
  const reading = async (at: number) => {
    time = at
    await expect(answer({ params: { recipientId: 'alice' }, query: {} } as never, unread)).rejects.toThrow(
      'no such donor page',
    )
    return reads
  }

  expect([await reading(0), await reading(9_999), await reading(10_000)]).toEqual([1, 1, 2])
})

test('one address begins ten payments a minute with a recipient, and others begin theirs', async () => {
  const { recipient, done, begin } = newDonor()
  await openDonorPage({ done })
  // The clock stands, so all requests are of one minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())

  const answers = await Promise.all(Array.from({ length: 22 }, () => begin(donation)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await beginFrom('203.0.113.7', recipient)).toMatchObject({ statusCode: 200 })
})

test('a token that the service has not made, or whose credential is deleted, is 404', async () => {
  const { done, begin, ask } = newDonor()
  const id = await openDonorPage({ done })
  const { body } = await begin(donation)
  const [payload = ''] = body.token.split('.')
  const forged = Buffer.from(payload, 'base64url').toString().replace('cs_test_', 'cs_test_a')

  const answers = await Promise.all(
    ['x', payload, `${Buffer.from(forged).toString('base64url')}.${body.token.split('.')[1]}`].map((token) =>
      ask(token),
    ),
  )

  await done('deleteGateway', { body: { id } })
  answers.push(await ask(body.token))

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('an amount of nine digits is refused before the gateway is asked, and one of eight is not', async () => {
  const { done, begin } = newDonor()
  await openDonorPage({ done })
  const of = (major: number) => begin({ ...donation, amount: { major, minor: 0, currency: 'EUR' }, actions: [] })

  const [most, more, absurd] = await Promise.all([99_999_999, 100_000_000, Number.MAX_SAFE_INTEGER].map(of))

  expect([most?.status, more?.status, absurd?.status]).toEqual([200, 400, 400])
  expect(more?.body.errors).toEqual([
    {
      in: 'body',
      pointer: '/amount/major',
      code: 'too_large',
      maximum: 99_999_999,
      detail: 'Too big: expected at most 99999999',
    },
  ])
})
