import { isDeepStrictEqual } from 'node:util'
import { isReplayable } from '../../../shared/contract/operation.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'
import type { Answer } from '../../support/operationCaller.ts'
import { operationOf, type Played, type Script } from './play.ts'
import { comparable } from './storedState.ts'

/** What an answer may have instead of the fixture's status: a dependency failed, or an attempt is running. */
const unavailable = [502, 503, 504]
const inProgress = 409
/** They pass a gateway's 429 on to the donor. */
const passThrottles: ReadonlySet<string> = new Set(['beginPayment', 'getDonorPayment'])

const expectedStatuses = ({ status = 200, repetition }: Fixture): readonly number[] => [
  status,
  ...(repetition?.effect === 'at most once' ? repetition.statuses : []),
  ...(repetition?.effect === 'told' ? [200] : []),
]

/** The answers that say that the request had its effect. */
const successesOf = ({ repetition }: Fixture, answers: readonly Answer[]): readonly Answer[] => {
  const refusal = repetition?.effect === 'at most once' ? repetition.refusal : undefined
  return answers.filter(({ status, body }) => status === 200 && !isDeepStrictEqual(body, refusal))
}

/** What a credential has by what its provider has said of a key, or has registered with it. */
const toldMembers =
  /"(?:keyState|masterKey|webhook\w+|secret|previousSecret\w*|settings)":(?:"(?:[^"\\]|\\.)*"|true|false|\d+),?/g

/** The state without what the provider has said. */
const untold = (state: readonly string[]): readonly string[] =>
  state.map((line) => line.replaceAll(toldMembers, '').replaceAll(',}', '}'))

/** The state with each of equal items once, also where they are neighbours in a list of one item. */
const onceEach = (state: readonly string[]): readonly string[] => [
  ...new Set(state.map((line) => line.replaceAll(/(\{[^{}]*\})(?:,\1)+/g, '$1'))),
]

/** Whether the effect equals that of a play without faults. */
const hasEffect = (fixture: Fixture, { answers, state }: Played, reference: Played): boolean => {
  const isSame = isDeepStrictEqual(state, reference.state)
  switch (fixture.repetition?.effect) {
    case undefined:
    case 'in parts':
      return isSame
    case 'told':
      // What the provider refuses is stored where it could not be asked.
      return (
        isDeepStrictEqual(untold(state), untold(reference.state)) ||
        (fixture.status !== undefined && successesOf(fixture, answers).length > 0)
      )
    case 'memory':
      return true
    case 'anew':
      return isDeepStrictEqual(onceEach(state), onceEach(reference.state))
    case 'at most once':
      return isSame || successesOf(fixture, answers).length === 0
  }
}

/** The effects of which an answer may tell otherwise than that of a play without faults. */
const toldApart: ReadonlySet<string | undefined> = new Set(['in parts', 'memory', 'told'])

/** Whether an answer equals that of a play without faults. */
const hasAnswer = ({ repetition }: Fixture, answer: Answer | undefined, reference: Played, names: RegExp): boolean => {
  if (answer === undefined || toldApart.has(repetition?.effect)) return true
  return isDeepStrictEqual(comparable(answer.body, names), comparable(reference.answers[0]?.body, names))
}

/** Whether every success of a keyed request is the same, byte for byte. */
const isReplayed = ({ fixture, keyed }: Script, successes: readonly Answer[]): boolean =>
  !keyed ||
  !isReplayable(operationOf(fixture)) ||
  successes.every(({ body }) => isDeepStrictEqual(body, successes[0]?.body))

/** Describes how many items there are, how many are expected, and which differ. */
export const differenceOf = (state: readonly string[], wanted: readonly string[]): string => {
  const extra = state.filter((line) => !wanted.includes(line))
  const missing = wanted.filter((line) => !state.includes(line))
  return `left ${state.length} items for ${wanted.length}; too many: [${extra}]; missing: [${missing}]`
}

/**
 * Describes how a play with a fault differs from one without it; undefined if it does not.
 *
 * @param names texts that differ between scenes
 */
export const complaint = (script: Script, played: Played, reference: Played, names: RegExp): string | undefined => {
  const { fixture, repeated } = script
  const expected = expectedStatuses(fixture)
  const statuses = played.answers.map(({ status }) => status)
  const failures = passThrottles.has(fixture.operation) ? [...unavailable, 429] : unavailable
  const isKnown = (status: number) => [...expected, ...failures, inProgress].includes(status)
  if (!statuses.every(isKnown)) return `answered ${statuses}`
  const last = statuses.at(-1) ?? 0
  if (repeated && !expected.includes(last)) return `came to no end: ${statuses}`
  const successes = successesOf(fixture, played.answers)
  if (!isReplayed(script, successes)) return `answered differently: ${statuses}`
  if (!hasAnswer(fixture, successes.at(-1), reference, names))
    return `answered ${JSON.stringify(successes.at(-1)?.body)}`
  const isInDoubt = !repeated && failures.includes(last)
  if (isInDoubt || hasEffect(fixture, played, reference)) return undefined
  return `after ${statuses} ${differenceOf(played.state, reference.state)}`
}
