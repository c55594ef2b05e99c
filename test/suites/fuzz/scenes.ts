import type { Operation } from '../../../shared/contract/operation.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import type { FunctionsUnderTest } from '../../support/functionsUnderTest.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import type { Scenes } from './candidates.ts'
import { signedSenders } from './signedSenders.ts'

/** The number of candidates that share a scene. Later ones get a new scene, in which nothing is used up. */
const lifetime = 25

const atIndex = <Member>(members: readonly Member[], index: number): Member => {
  const member = members[index % members.length]
  if (member === undefined) throw new Error('nothing to choose from')
  return member
}

/** A fixture's request. Each has its own recipient, so that fixtures do not disturb each other. */
const ownRequest = async ({ newScene }: FunctionsUnderTest, { request }: Fixture): Promise<TestRequest> => {
  const scene = newScene()
  return { recipient: scene.recipient, ...(await request(scene)) }
}

const newScenes = (functions: FunctionsUnderTest, { id }: Operation): Scenes => {
  const scene = functions.newScene()
  const isWay = ({ operation, large, status = 200 }: Fixture) => operation === id && !large && status < 500
  const ways = fixtures.filter(isWay)
  const senders = signedSenders.filter(({ operation }) => operation === id)
  const requests = new Map<unknown, Promise<TestRequest>>()
  const signs = new Map<unknown, Promise<(payload: unknown) => TestRequest>>()
  return {
    scene,
    fixtureRequest: (index) => {
      const fixture = atIndex(ways, index)
      const pending = requests.get(fixture) ?? ownRequest(functions, fixture)
      requests.set(fixture, pending)
      return pending
    },
    signedRequest: async (index, payload) => {
      const sender = atIndex(senders, index)
      const pending = signs.get(sender) ?? sender.prepare(scene)
      signs.set(sender, pending)
      return (await pending)(payload)
    },
  }
}

/** Makes scenes for one operation, a new one after some candidates. */
export const scenesOf = (functions: FunctionsUnderTest, operation: Operation): (() => Scenes) => {
  let uses = 0
  let current = newScenes(functions, operation)
  return () => {
    if (uses++ % lifetime === 0) current = newScenes(functions, operation)
    return current
  }
}
