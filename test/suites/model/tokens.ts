import fc from 'fast-check'
import { expect } from 'vitest'
import { choices } from './arbitraries.ts'
import { type Area, type Client, chosen, chosenId } from './area.ts'

interface Token {
  readonly id: string
  readonly account: string
  enabled: boolean
  /** The access token that is kept; undefined until it is known, and when a new one has to be got. */
  accessToken: string | undefined
}

interface State {
  /** In the order in which they were first linked. */
  readonly tokens: Token[]
  /** Codes of this tenant's that were used up. */
  readonly usedCodes: Set<string>
}

const codeVerifier = 'v'.repeat(43)

/** Accounts are the pair's: what one tenant has linked the other cannot link. */
const accountOf = ({ recipient }: Client, number: number): string => `${recipient.replace(/-\w+$/, '')}-user${number}`

const link = fc.record({ number: fc.nat(3), expired: fc.boolean() }).map(({ number, expired }) => ({
  name: `linkKick user${number}${expired ? ' expired' : ''}`,
  run: async (client: Client, own: State, other: State) => {
    const account = accountOf(client, number)
    const code = `good-${expired ? 'expired-' : ''}${account}`
    const isUsed = own.usedCodes.has(code) || other.usedCodes.has(code)

    const { status, body } = await client.ask('linkKick', { body: { authorizationCode: code, codeVerifier } })

    own.usedCodes.add(code)
    if (isUsed) {
      expect(status).toBe(400)
      return
    }
    if (other.tokens.some((token) => token.account === account)) {
      expect(status).toBe(409)
      return
    }
    expect(status).toBe(200)
    expect(body).toEqual({
      id: body.id,
      system: 'Kick',
      enabled: true,
      account: { id: body.account.id, name: account },
    })
    const known = own.tokens.find((token) => token.account === account)
    if (known === undefined) own.tokens.push({ id: body.id, account, enabled: true, accessToken: undefined })
    else {
      expect(body.id).toBe(known.id)
      Object.assign(known, { enabled: true, accessToken: undefined })
    }
  },
}))

const toggle = fc.record({ choice: choices, enabled: fc.boolean() }).map(({ choice, enabled }) => ({
  name: `toggleToken ${JSON.stringify({ choice, enabled })}`,
  run: async ({ ask }: Client, own: State, other: State) => {
    const found = chosen(choice, own.tokens)
    const id = chosenId(choice, own.tokens, other.tokens)

    const answer = await ask('toggleToken', { body: { id, enabled } })

    expect(answer).toMatchObject(found === undefined ? { status: 404 } : { status: 200, body: { id, enabled } })
    if (found === undefined) return
    found.enabled = enabled
    if (!enabled) found.accessToken = undefined
  },
}))

const access = choices.map((choice) => ({
  name: `getAccessToken ${JSON.stringify(choice)}`,
  run: async ({ ask }: Client, own: State, other: State) => {
    const found = chosen(choice, own.tokens)

    const answer = await ask('getAccessToken', { body: { tokenId: chosenId(choice, own.tokens, other.tokens) } })

    if (found === undefined || !found.enabled) {
      expect(answer.status).toBe(found === undefined ? 404 : 409)
      return
    }
    expect(answer).toMatchObject({
      status: 200,
      body: { token: found.accessToken ?? expect.stringMatching(/^kick-access-/) },
    })
    found.accessToken = answer.body.token
  },
}))

export const tokens: Area<State> = {
  begin: () => ({ tokens: [], usedCodes: new Set() }),
  actions: [link, link, toggle, access],
  verify: async ({ ask }, own) => {
    const { body } = await ask('listTokens', { query: { sort: 'createdAt,asc' } })
    expect(body.content).toMatchObject(
      own.tokens.map(({ id, account, enabled }) => ({
        id,
        enabled,
        account: { name: account },
        relinkRequired: false,
      })),
    )
    expect(body.totalSize).toBe(own.tokens.length)
  },
}
