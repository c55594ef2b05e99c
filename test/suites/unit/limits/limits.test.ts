import { expect, test } from 'vitest'
import { type Cap, caps, type Rate, rates } from '../../../../shared/mechanisms/limits/limits.ts'
import { replayBytes } from '../../../../shared/mechanisms/limits/replayBytes.ts'

test.each([
  [4096, []],
  [4097, [4097]],
])('an answer of %i bytes that is kept for a key counts %j', (bytes, expected) => {
  const spending = (_recipientId: string, _kind: string, cost?: number) => cost as never

  expect(replayBytes({ spending })('alice', 'x'.repeat(bytes))).toEqual(expected)
})

test('a recipient may keep so many items, and bytes', () => {
  const stated = Object.entries<Cap>(caps).map(([name, { items, bytes }]) =>
    `${name} ${[items, bytes].join(' ')}`.trim(),
  )

  expect(stated.sort().join(', ')).toBe(
    `accounts 20, actions 2000 5000000, announcers 100, chats 100, configs 500 5000000, dataJobs 2, endpoints 5, \
gateways 20, globalNews 100, memberSessions 40, members 20, memberships 20, news 100, overlays 20, playlists 500 5000000, prints 2, programs 20, sessions 10, uploads 50 50000000`,
  )
})

test('a recipient may do so many costly things in so many minutes, at most a day', () => {
  const stated = Object.entries<Rate>(rates).map(([kind, { limit, seconds }]) => `${kind} ${limit}/${seconds / 60}`)

  expect(stated.sort().join(', ')).toBe(
    `actions 6000/10, announcers 3000/10, chatCodes 20/10, dataJobs 10/1440, donorAddresses 10/1, \
donorCheckAddresses 60/1, donorCheckReserve 600/1, donorChecks 600/1, donorPayments 120/1, donorReserve 120/1, \
endpointChanges 30/10, endpointMessages 60/10, externalPlaylists 250/1440, \
gatewayKeys 20/10, gatewayQuestionAddresses 30/1, gatewayQuestionReserve 120/1, gatewayQuestions 120/1, goals 30/10, \
historyItems 6000/1, idleMessages 30/0.16666666666666666, keptBytes 20000000/60, links 20/10, oneTimeCodes 10/10, overlayChecks 60/10, prints 100/1440, \
renewals 600/10, resumes 600/1, sharedPlaylists 4000/1440, showCommands 120/1, testAlerts 60/1, \
testAnnouncements 20/10, tickets 60/60, uploads 200/1440`,
  )
})
