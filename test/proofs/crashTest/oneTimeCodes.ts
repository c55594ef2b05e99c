import { randomUUID } from 'node:crypto'
import { rates } from '../../../shared/mechanisms/limits/limits.ts'
import type { Act } from './acts.ts'
import type { Answer, Client } from './client.ts'
import type { Sender } from './sender.ts'

interface Deposited {
  readonly otp: string
  readonly refreshToken: string
  /** Milliseconds of the clock. */
  readonly expiresAt: number
}

export interface CodeCounts {
  deposited: number
  exchanged: number
  /** Exchanges whose answer a kill took away: the code is used up, or the repetition gets the token. */
  unanswered: number
  /** Codes that were tried a second time, and refused. */
  refusedAgain: number
  /** Codes that were too old by the time. */
  outlived: number
}

export interface OneTimeCodes {
  readonly deposit: Act
  /** Exchanges a code that was deposited before. */
  readonly exchange: Act
  /** Exchanges all that are left. */
  exchangeAll(sender: Sender): Promise<void>
  readonly counts: CodeCounts
}

/** A code that is not valid is answered by an empty token. */
const isRejected = ({ status, body }: Answer): boolean => status === 200 && body.refreshToken === ''
/** Deposits of each recipient: fewer than the rate allows, as an attempt without an answer may count too. */
const depositsOfEach = Math.floor(rates.oneTimeCodes.limit / 2)

const postExchange = (client: Client, otp: string): Promise<Answer | undefined> => {
  const headers = () => ({ 'x-one-time-code': otp })
  return client.insist({ method: 'POST', path: '/otp/exchange', body: '{}', headers })
}

const postponements = (client: Client): number =>
  [...client.postponed().values()].reduce((sum, times) => sum + times, 0)

/** Deposits refresh tokens and exchanges their codes, so that most codes have lived through a kill before they are used. */
export const createOneTimeCodes = (): OneTimeCodes => {
  const deposited: Deposited[] = []
  const counts: CodeCounts = { deposited: 0, exchanged: 0, unanswered: 0, refusedAgain: 0, outlived: 0 }

  let deposits = 0

  const deposit: Act = async (sender) => {
    const refreshToken = randomUUID()
    const recipient = `codes-${Math.floor(deposits++ / depositsOfEach)}`
    const write = { method: 'POST', path: '/otp/create', recipient, mayBeGivenUp: true } as const
    const body = JSON.stringify({ refreshToken })
    const answer = await sender.client.write({ ...write, kind: 'one-time codes', claims: [], body })
    if (answer === undefined) return
    counts.deposited++
    deposited.push({ otp: answer.body.otp, refreshToken, expiresAt: Date.parse(answer.body.expiresAt) })
  }

  const exchangeOne = async ({ client, random, complain }: Sender, code: Deposited) => {
    if (Date.now() > code.expiresAt - 5_000) return void counts.outlived++
    const postponed = postponements(client)
    let isUnanswered = false
    let answer = await postExchange(client, code.otp)
    for (; answer === undefined; answer = await postExchange(client, code.otp)) {
      isUnanswered = true
      counts.unanswered++
    }
    // Who got no answer, or 503, cannot know whether the code is used up.
    if (isRejected(answer) && (isUnanswered || postponements(client) > postponed)) return
    if (answer.status !== 200) return complain(`a one-time code was answered ${answer.status} ${answer.text}`)
    counts.exchanged++
    if (answer.body.refreshToken !== code.refreshToken) complain('a one-time code gave a token of another')
    if (random() > 0.2) return
    const again = await postExchange(client, code.otp)
    if (again === undefined) return
    if (isRejected(again)) counts.refusedAgain++
    else complain(`a used one-time code was answered ${again.status} ${again.text}`)
  }

  return {
    deposit,
    counts,
    async exchange(sender) {
      // The older ones, so that a code waits for a kill or two.
      if (deposited.length < 40) return
      const code = deposited.shift()
      if (code !== undefined) await exchangeOne(sender, code)
    },
    async exchangeAll(sender) {
      for (let code = deposited.shift(); code !== undefined; code = deposited.shift()) await exchangeOne(sender, code)
    },
  }
}
