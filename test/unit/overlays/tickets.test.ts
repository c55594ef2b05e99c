import { afterEach, describe, expect, test, vi } from 'vitest'
import { documentClient } from '../../../shared/aws/documentClient.ts'
import type { Write } from '../../../shared/contract/write.ts'
import type { Overlay } from '../../../shared/overlays/overlayRepository.ts'
import { newSecretKey, secretHash } from '../../../shared/secrets/ownedSecret.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle: createTicket, handler } = await import('../../../functions/overlays/createTicket.ts')
const { handle: renewTicket } = await import('../../../functions/overlays/renewTicket.ts')

afterEach(() => void vi.restoreAllMocks())

const now = Date.parse('2026-03-01T18:30:00.500Z')
const seconds = Math.floor(now / 1000)
const day = 24 * 60 * 60
const aSecret = expect.stringMatching(/^[\w-]{59}$/)
const caller = {
  recipientId: 'alice',
  isAdmin: false,
  requestId: 'r',
  params: undefined,
  query: undefined,
  headers: {},
}

/** A write that says what it was made of. */
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write
const making =
  (name: string) =>
  (...given: readonly unknown[]): Write =>
    writeOf(name, ...given)

describe('the ticket of a new overlay', () => {
  const createdAt = new Date(now).toISOString()
  const taken = Array.from({ length: 20 }, (_, index) => `${index}`)

  const create = async (body: object, known: readonly Overlay[] = [], isFull = false) => {
    const committed: (readonly Write[])[] = []
    const places = { place: making('place'), placesInstead: making('placesInstead') }
    const overlays = { creation: making('creation'), list: async () => known }
    const urls = { api: 'https://api.example', webSocket: 'wss://live.example' }
    const handle = createTicket(
      ...([{ creation: making('issuance') }, overlays, places, { spending: making('spending') }, urls] as const),
      () => now,
    )
    const answer = await handle({ ...caller, body } as never, async (writes, given) => {
      committed.push(writes)
      if (isFull && committed.length === 1) throw new Conflict({ places: new Set(taken) })
      return given
    })
    const expiresAt = seconds + day
    const { overlayId } = answer
    const key = newSecretKey('alice', answer.ticket)
    const issuance = writeOf('issuance', { ...key, recipientId: 'alice', overlayId, expiresAt, isFirst: true })
    return { answer, committed, issuance, made: { overlayId, expiresAt, createdAt } }
  }
  const spending = writeOf('spending', 'alice', 'tickets')

  test.each([{}, { name: 'Main scene' }])(
    'is valid for a day, and makes the overlay, its place and its name (%j) at once',
    async (body) => {
      const { answer, committed, issuance, made } = await create(body)

      expect(answer).toEqual({
        overlayId: anId,
        ticket: aSecret,
        overlayUrl: `https://api.example/overlay#ticket=${answer.ticket}`,
        webSocketUrl: 'wss://live.example',
        expiresAt: '2026-03-02T18:30:00.000Z',
      })
      const creation = writeOf('creation', 'alice', { ...made, ...body })
      expect(committed).toStrictEqual([
        [issuance, creation, writeOf('place', 'alice', 'overlays', made.overlayId), spending],
      ])
    },
  )

  test('takes the place of an overlay that has ended', async () => {
    const overlay = (overlayId: string, expiresAt: number) => ({
      recipientId: 'alice',
      overlayId,
      createdAt,
      expiresAt,
    })
    const known = [overlay('waiting', seconds + 1), overlay('ended', seconds)]

    const { committed, issuance, made } = await create({}, known, true)

    expect(committed[1]).toEqual([
      issuance,
      writeOf('creation', 'alice', made),
      writeOf('placesInstead', 'alice', 'overlays', taken, ['waiting', made.overlayId]),
      spending,
    ])
  })

  test('names the two addresses of the deployment', async () => {
    vi.spyOn(documentClient, 'send').mockImplementation(async () => ({}))

    const { statusCode, body } = await handler(httpEvent('POST', '/overlays/commands/create-ticket', { body: {} }))

    expect(statusCode).toBe(200)
    const { ticket, overlayUrl, webSocketUrl } = JSON.parse(body)
    expect([overlayUrl, webSocketUrl]).toEqual([`https://api.test/overlay#ticket=${ticket}`, 'wss://live.test'])
  })
})

describe('the next ticket of an overlay', () => {
  const renew = async (secondsLeft: number | undefined, spend = async (): Promise<void> => undefined) => {
    const [asked, committed]: [unknown[], (readonly Write[])[]] = [[], []]
    const told = (...given: readonly unknown[]) => void asked.push(given)
    const key =
      secondsLeft === undefined
        ? undefined
        : { keyHash: 'k', recipientId: 'alice', overlayId: 'o', expiresAt: seconds + secondsLeft }
    const find = async (...given: readonly unknown[]) => {
      told('find', ...given)
      return key
    }
    const rates = {
      spend: async (...given: readonly unknown[]) => {
        told('spend', ...given)
        await spend()
      },
    }
    const keys = { find, extension: making('extension') }
    const handle = renewTicket(
      keys,
      { find: async () => undefined },
      { creation: making('issuance') },
      rates,
      'wss://live.example',
      () => now,
    )
    const pending = handle({ requestId: 'r', body: { key: 'secret' } } as never, async (writes, given) => {
      committed.push(writes)
      return given
    })
    return { pending, asked, committed, key }
  }
  const find = ['find', secretHash('secret'), seconds]

  test.each([
    [45 * day, false],
    [45 * day - 1, true],
    [1, true],
  ])('is valid for a minute; a key that has %i s left is extended: %s', async (secondsLeft, isExtended) => {
    const { pending, asked, committed, key } = await renew(secondsLeft)
    const answer = await pending

    expect(answer).toEqual({
      ticket: aSecret,
      webSocketUrl: 'wss://live.example',
      expiresAt: '2026-03-01T18:31:00.000Z',
    })
    expect(asked).toEqual([find, ['spend', 'alice', 'renewals']])
    const ticket = {
      ...newSecretKey('alice', answer.ticket),
      recipientId: 'alice',
      overlayId: 'o',
      expiresAt: seconds + 60,
    }
    const extension = writeOf('extension', key, seconds + 90 * day)
    expect(committed).toEqual([[writeOf('issuance', ticket), ...(isExtended ? [extension] : [])]])
  })

  test('is not made for a key that is not known', async () => {
    const { pending, asked, committed } = await renew(undefined)

    await expect(pending).rejects.toMatchObject({ code: 'overlay_key_rejected' })
    expect([asked, committed]).toEqual([[find], []])
  })

  test('is not answered beyond the rate', async () => {
    const { pending } = await renew(1, () => Promise.reject(new Error('too many')))

    await expect(pending).rejects.toThrow('too many')
  })
})
