import fc from 'fast-check'
import { expect } from 'vitest'
import { justNow } from '../../support/expected.ts'
import { amounts, freeObjects, labels } from './arbitraries.ts'
import type { Area, Client } from './area.ts'

interface Registered {
  readonly name: string
  readonly game: string
  readonly category: string
  readonly price: object
  readonly payload: object
  readonly parameters: readonly { readonly name: string; readonly displayName: string; readonly type: string }[]
}

/** By what tells them apart; the id is the service's, and stays. */
type State = Map<string, Registered & { readonly id: string }>

const keyOf = ({ game, category, name }: Registered): string => JSON.stringify([game, category, name])

const registered: fc.Arbitrary<Registered> = fc.record({
  name: labels,
  game: fc.constantFrom('', 'minecraft'),
  category: fc.constantFrom('', 'mobs'),
  price: amounts,
  payload: freeObjects,
  parameters: fc.array(
    fc.record({ name: labels, displayName: fc.constantFrom('', 'Colour'), type: fc.constantFrom('color', 'text') }),
    { maxLength: 2 },
  ),
})

const registration = fc.array(registered, { maxLength: 3 }).map((actions) => ({
  name: `addActions ${actions.map(keyOf)}`,
  run: async ({ ask }: Client, own: State) => {
    const keys = actions.map(keyOf)
    const isValid = actions.length > 0 && new Set(keys).size === keys.length

    const { status, body } = await ask('addActions', { body: { actions } })

    expect(status).toBe(isValid ? 200 : 400)
    if (!isValid) return
    expect(body).toMatchObject({ success: true, message: '', action: body.actions[0] })
    for (const [index, action] of actions.entries()) {
      const { parameters: _parameters, ...shown } = action
      const id = own.get(keyOf(action))?.id ?? body.actions[index].id
      expect(body.actions[index]).toEqual({ ...shown, id, enabled: true })
      own.set(keyOf(action), { ...action, id })
    }
  },
}))

export const actions: Area<State> = {
  begin: () => new Map(),
  actions: [registration],
  verify: async ({ ask }, own) => {
    const { body } = await ask('listActions', { query: { size: '100' } })
    const wanted = [...own.values()].map((action) => ({ ...action, enabled: true, registeredAt: justNow }))
    expect(body.totalSize).toBe(own.size)
    expect(new Set(body.content.map(({ id }: { id: string }) => id)).size).toBe(own.size)
    expect(body.content).toEqual(expect.arrayContaining(wanted))
  },
}
