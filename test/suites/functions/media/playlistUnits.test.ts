import { expect, test } from 'vitest'
import { everyone } from '../../../../shared/mechanisms/limits/limits.ts'
import type { Scene } from '../../../support/fixtures/fixture.ts'
import { useUpRate } from '../../../support/fixtures/limits.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())

const get = ({ recipient }: Scene, playlistId: string) =>
  functions.call('getExternalPlaylist', { recipient, params: { playlistId } })

/** The units that a recipient, or all together, have spent. */
const spentBy = async (recipientId: string): Promise<number> => {
  const uses = await itemsOf(functions.aws, 'rates')
  return uses.filter((use) => use['recipientId'] === recipientId).reduce((sum, { spent }) => sum + Number(spent), 0)
}

test('one recipient’s extra reads do not reduce another’s, regression: one account could spend the quota of all', async () => {
  const [greedy, late, other] = [functions.newScene(), functions.newScene(), functions.newScene()]
  const firstUnits = [await get(other, 'PLdemo'), await spentBy(other.recipient)]
  await useUpRate(greedy, 'externalPlaylists')

  const shared = await get(greedy, greedy.unique('PL'))
  const sharedUnits = await spentBy(everyone)
  await useUpRate({ ...greedy, recipient: everyone }, 'sharedPlaylists')
  const refused = await get(greedy, greedy.unique('PL'))
  const own = await get(late, late.unique('PL'))
  const cached = await get(greedy, 'PLdemo')

  expect(firstUnits).toMatchObject([{ status: 200 }, 7])
  expect([shared.status, sharedUnits]).toEqual([404, 3])
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400)
  expect([own.status, await spentBy(late.recipient)]).toEqual([404, 3])
  expect(cached.status).toBe(200)
})
