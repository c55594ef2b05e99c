import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { clientOf } from '../../support/apiClient.ts'
import { announceLocalApi } from './announceLocalApi.ts'

announceLocalApi()

const donate = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['bin/donate.ts', ...args, '--api', inject('localApi').api])).stdout

test('a donation on the command line is in payments, history and alerts, through one gateway', async () => {
  const client = clientOf('donate-e2e')
  const words = ['--amount', '12.34', '--currency', 'eur', '--message', 'Hello "there"', '--nickname', 'bob']

  const first = await donate('--recipient', 'donate-e2e', ...words)
  const second = await donate('--recipient', 'donate-e2e', '--amount', '500', '--currency', 'JPY')

  expect([first, second].map((text) => text.includes('donate-e2e is new to donations here'))).toEqual([true, false])
  expect(first).toContain('donation of 12.34 EUR from bob to donate-e2e: "Hello \\"there\\""')
  const lists = await Promise.all(
    ['/payments', '/history', '/alerts', '/payments/gateways'].map(async (path) => (await client('GET', path)).body),
  )
  expect(lists.map(({ totalSize }) => totalSize)).toEqual([2, 2, 2, 1])
  for (const line of [lists[0].content[1], lists[1].content[1], lists[2].content[1]]) expect(first).toContain(line.id)
})

test('a test is shown and not counted', async () => {
  const printed = await donate('--recipient', 'donate-e2e-test', '--test')

  expect(printed).toContain('test donation of 10.00 EUR')
  const client = clientOf('donate-e2e-test')
  const [, paymentId] = /payment {2}(\S+)/.exec(printed) ?? []
  expect((await client('GET', `/payments/${paymentId}`)).body.test).toBe(true)
  expect((await client('GET', '/payments')).body.totalSize).toBe(0)
})
