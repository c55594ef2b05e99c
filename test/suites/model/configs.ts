import fc from 'fast-check'
import { expect } from 'vitest'
import { anId } from '../../support/expected.ts'
import { choices, freeObjects } from './arbitraries.ts'
import { type Area, type Choice, type Client, chosen, chosenId } from './area.ts'

interface Config {
  readonly id: string
  name: string
  url: string
  value: Record<string, unknown>
  /** Undefined when the record was changed by something that does not tell. */
  etag: string | undefined
}

type State = Config[]

const names = fc.constantFrom('page', 'side', 'paymentpage')

interface Put {
  readonly name: string
  readonly url: string
  readonly value: Record<string, unknown>
  readonly choice: Choice | undefined
  readonly ifMatch: 'absent' | 'any' | 'current' | 'stale'
}

const puts: fc.Arbitrary<Put> = fc.record({
  name: names,
  url: fc.constantFrom('', 'https://example.com/'),
  value: freeObjects,
  choice: fc.option(choices, { nil: undefined }),
  ifMatch: fc.constantFrom('absent' as const, 'absent' as const, 'any' as const, 'current' as const, 'stale' as const),
})

const tagFor = ({ ifMatch }: Put, subject: Config | undefined): string | undefined => {
  if (ifMatch === 'absent') return undefined
  if (ifMatch === 'any') return '*'
  return (ifMatch === 'current' ? subject?.etag : undefined) ?? '"stale"'
}

const expectedStatus = (
  own: State,
  { name, choice }: Put,
  subject: Config | undefined,
  tag: string | undefined,
): number => {
  if (choice !== undefined && subject === undefined) return 404
  const matches = tag === undefined || (subject !== undefined && (tag === '*' || tag === subject.etag))
  if (!matches) return 412
  return own.some((config) => config.name === name && config !== subject) ? 409 : 200
}

/** What a legal offer makes of the records. */
const offered = async ({ ask }: Pick<Client, 'ask'>, own: State, gateway: string): Promise<void> => {
  const page = own.find(({ name }) => name === 'paymentpage')
  if (page !== undefined) {
    Object.assign(page, { value: { ...page.value, gateway }, etag: undefined })
    return
  }
  const { body: list } = await ask('listConfigs', { query: { name: 'paymentpage' } })
  own.push({ id: list.content[0].id, name: 'paymentpage', url: '', value: { gateway }, etag: undefined })
}

/** Follows what enabled gateways have done meanwhile. */
const follow = async (client: Client, own: State): Promise<void> => {
  for (const gateway of client.offers.splice(0)) await offered(client, own, gateway)
}

const put = puts.map((given) => ({
  name: `putConfig ${JSON.stringify(given)}`,
  run: async (client: Client, own: State, other: State) => {
    await follow(client, own)
    const { ask, recipient } = client
    const { name, url, value, choice } = given
    const subject = choice === undefined ? own.find((config) => config.name === name) : chosen(choice, own)
    const tag = tagFor(given, subject)
    const id = choice === undefined ? undefined : chosenId(choice, own, other)
    const wanted = expectedStatus(own, given, subject, tag)

    const { status, body, headers } = await ask('putConfig', {
      body: { name, url, value, ...(id !== undefined && { id }) },
      ...(tag !== undefined && { headers: { 'if-match': tag } }),
    })

    expect(status).toBe(wanted)
    if (status !== 200) return
    const knownId = subject?.id ?? body.id
    const revision = headers['etag']?.slice(1, -1)
    expect(body).toEqual({ id: knownId, name, ownerId: recipient, url, value, actions: [], revision })
    const stored = { name, url, value, etag: headers['etag'] }
    if (subject !== undefined) Object.assign(subject, stored)
    else {
      expect(own.map((config) => config.id)).not.toContain(body.id)
      own.push({ id: body.id, ...stored })
    }
  },
}))

const deletion = choices.map((choice) => ({
  name: `deleteConfig ${JSON.stringify(choice)}`,
  run: async (client: Client, own: State, other: State) => {
    await follow(client, own)
    const subject = chosen(choice, own)

    const { status } = await client.ask('deleteConfig', { body: { id: chosenId(choice, own, other) } })

    expect(status).toBe(subject === undefined ? 404 : 200)
    if (subject !== undefined) own.splice(own.indexOf(subject), 1)
  },
}))

const agreement = fc.constantFrom('stripe', 'kofi', 'nobody-knows').map((gateway) => ({
  name: `changeAgreement ${gateway}`,
  run: async (client: Client, own: State) => {
    await follow(client, own)
    const isKnown = gateway !== 'nobody-knows'

    const { status, body } = await client.ask('changeAgreement', { body: { gateway } })

    expect(status).toBe(isKnown ? 200 : 400)
    if (!isKnown) return
    expect(body).toEqual({ gateway })
    await offered(client, own, gateway)
  },
}))

export const configs: Area<State> = {
  begin: () => [],
  actions: [put, put, agreement, deletion],
  verify: async (client, own) => {
    await follow(client, own)
    const { ask, recipient } = client
    const { body } = await ask('listConfigs')
    const wanted = own.map(({ id, name, url, value }) => ({
      id,
      name,
      ownerId: recipient,
      url,
      value,
      actions: [],
      revision: anId,
    }))
    expect(body.content).toEqual(wanted.toSorted((left, right) => (left.name < right.name ? -1 : 1)))
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
  },
}
