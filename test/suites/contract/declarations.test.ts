import { expect, test } from 'vitest'
import { isReplayable, type Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'

const registry: readonly Operation[] = operations
const idsOf = (accepts: (operation: Operation) => boolean) =>
  registry
    .filter(accepts)
    .map(({ id }) => id)
    .sort()

test('only pages, health, the document, donor operations, signed webhooks and secret exchanges need no token', () => {
  const pages = ['getDonationPage', 'getOverlay', 'getPanel', 'getPanelPart', 'getHealth', 'getOpenApi']
  const ofDonors = ['beginPayment', 'getDonorPage', 'getDonorPayment']
  const webhooks = ['receiveMessengerWebhook', 'receivePlatformWebhook', 'receiveWebhook']
  const bySecret = ['exchangeOneTimeCode', 'readInvitation', 'renewTicket']

  expect(idsOf(({ auth }) => auth === 'none')).toEqual([...pages, ...ofDonors, ...webhooks, ...bySecret].sort())
})

test('an operation that spends an authorization code reserves its key, unless it returns a token', () => {
  const isSpending = ({ problems }: Operation) => problems.includes('authorization_code_rejected')

  expect(idsOf((each) => isSpending(each) && each.idempotency === 'never')).toEqual(['getVkLiveToken'])
  expect(idsOf(isSpending)).toEqual(['getVkLiveToken', 'linkKick', 'linkSource', 'linkTwitch', 'linkVkLive'])
  expect(idsOf(({ idempotency }) => idempotency === 'reserved')).toEqual([
    'linkKick',
    'linkSource',
    'linkTwitch',
    'linkVkLive',
  ])
})

test('every change of a caller honours its key, except those whose answer has a token, a code, a ticket or a secret', () => {
  const tokens = ['getAccessToken', 'getVkLiveToken']
  const secrets = [
    'createOneTimeCode',
    'createTicket',
    'inviteMember',
    'beginUpload',
    'linkChat',
    'rotateEndpointSecret',
    'setEndpoint',
  ]

  expect(idsOf((each) => each.method !== 'GET' && each.auth === undefined && !isReplayable(each))).toEqual(
    [...tokens, ...secrets].sort(),
  )
})

test('a read is a GET, and a change is a POST to a path that ends with a command', () => {
  const isCommand = ({ method, path }: Operation) => method === 'POST' && /\/commands\/[a-z-]+$/.test(path)
  const isRead = ({ id, method }: Operation) => method === 'GET' && /^(get|list|trace)/.test(id)
  const elsewhere = ['exchangeOneTimeCode', 'getAccessToken', 'getVkLiveToken', 'putConfig', 'toggleToken']
  const own = ['beginPayment', 'createOneTimeCode', 'unlinkToken']
  const webhooks = idsOf(({ path }) => path.includes('/webhooks/'))

  expect(idsOf((each) => !isCommand(each) && !isRead(each))).toEqual([...elsewhere, ...own, ...webhooks].sort())
  expect(webhooks).toEqual(idsOf(({ rawBody = false }) => rawBody))
})

test('operations that call platforms or messengers have a longer timeout, all others ten seconds', () => {
  const within = (seconds: number) => idsOf(({ timeoutSeconds }) => timeoutSeconds === seconds)

  expect(within(15)).toEqual(['getAccessToken', 'linkChat', 'receiveMessengerWebhook'])
  expect(within(20)).toEqual(['getVkLiveToken', 'linkKick', 'linkSource', 'linkTwitch', 'linkVkLive'])
  expect(within(29)).toEqual(['getExternalPlaylist'])
  expect(idsOf(({ timeoutSeconds }) => timeoutSeconds !== undefined)).toHaveLength(9)
})
