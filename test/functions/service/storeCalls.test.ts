import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import { type FunctionsUnderTest, startFunctions } from '../../support/functionsUnderTest.ts'

/** What each fixture asks of the store. A transaction costs twice what the same writes cost alone, and every call is time. */
const storeCalls: Readonly<Record<string, string>> = {
  'getExternalPlaylist: one that is not remembered': 'PutItem PutItem Query UpdateItem',
  'getExternalPlaylist: one that the provider does not know': 'PutItem PutItem Query UpdateItem',
  'getVideos: one and an unknown one': 'BatchGetItem',
  'markAllListened: all': 'UpdateItem',
  'createPlaylist: one': 'TransactWriteItems',
  'deletePlaylist: one': 'GetItem TransactWriteItems',
  'deletePlaylist: an unknown one': 'GetItem TransactWriteItems',
  'listPlaylists: one of two': 'Query',
  'linkKick: an account': 'TransactWriteItems UpdateItem',
  'linkKick: a rejected code': 'UpdateItem',
  'getVkLiveToken: an account': 'TransactWriteItems UpdateItem',
  'linkKick: one too many': 'TransactWriteItems UpdateItem',
  'linkKick: too often': 'UpdateItem',
  'toggleToken: off': 'UpdateItem',
  'unlinkToken: of Kick': 'GetItem TransactWriteItems',
  'unlinkToken: of VK Video Live': 'GetItem TransactWriteItems',
  'unlinkToken: an unknown one': 'GetItem',
  'toggleToken: an unknown one': 'UpdateItem',
  'getAccessToken: one that lives': 'GetItem',
  'getAccessToken: an expired one of Kick': 'GetItem UpdateItem UpdateItem',
  'getAccessToken: an expired one of VK Video Live': 'GetItem UpdateItem UpdateItem',
  'listTokens: one of two': 'Query',
  'createOneTimeCode: one': 'PutItem UpdateItem',
  'exchangeOneTimeCode: in the header': 'UpdateItem',
  'exchangeOneTimeCode: in the body, unknown': 'UpdateItem',
  'exchangeOneTimeCode: malformed': '',
  'createTicket: one': 'TransactWriteItems',
  'listOverlays: one of two': 'Query',
  'revokeOverlay: one with a key': 'Query TransactWriteItems',
  'revokeOverlay: all of them': 'Query TransactWriteItems',
  'revokeOverlay: an unknown one': 'Query',
  'renewTicket: with a key that lives for long': 'GetItem PutItem UpdateItem',
  'renewTicket: with a key that ends soon': 'GetItem TransactWriteItems UpdateItem',
  'getOverlay: the page': '',
  'setGateway: a new one': 'TransactWriteItems',
  'setGateway: a new secret': 'Query TransactWriteItems',
  'setGateway: another type for one that is enabled': 'Query TransactWriteItems',
  'setGateway: new settings': 'Query UpdateItem',
  'setGateway: a new secret that ends the old one': 'Query UpdateItem',
  'deleteGateway: one that is enabled': 'Query TransactWriteItems',
  'deleteGateway: an unknown one': 'Query',
  'toggleGateway: in the place of another': 'Query TransactWriteItems',
  'toggleGateway: off': 'Query TransactWriteItems',
  'listGateways: one of two': 'Query',
  'receiveWebhook: of one’s own bridge': 'GetItem UpdateItem',
  'receiveWebhook: of a refund that comes first': 'GetItem UpdateItem',
  'receiveWebhook: of Stripe': 'GetItem UpdateItem',
  'receiveWebhook: of Ko-fi': 'GetItem UpdateItem',
  'receiveWebhook: of YooKassa, which has to be asked': 'GetItem UpdateItem',
  'receiveWebhook: with a wrong signature': 'GetItem',
  'getPayment: one that a webhook told of': 'GetItem',
  'getPayment: an unknown one': 'GetItem',
  'listPayments: one of two': 'GetItem Query',
  'listPayments: refunded ones': 'Query',
  'receivePlatformWebhook: a start, of Twitch': 'GetItem GetItem GetItem TransactWriteItems',
  'receivePlatformWebhook: a start, of one’s own bot': 'GetItem TransactWriteItems',
  'receivePlatformWebhook: the challenge of a new subscription': '',
  'receivePlatformWebhook: of an account that nobody has linked, of Kick': 'GetItem',
  'receivePlatformWebhook: with a wrong signature': '',
  'updateAnnouncers: every kind of change': 'TransactWriteItems',
  'updateAnnouncers: one addition': 'TransactWriteItems',
  'updateAnnouncers: one removal': 'TransactWriteItems',
  'updateAnnouncers: an unknown id': 'TransactWriteItems',
  'addAnnouncer: with a button': 'TransactWriteItems',
  'addAnnouncer: one too many': 'TransactWriteItems',
  'listAnnouncers: two': 'Query',
  'getAnnouncer: one that has announced': 'GetItem GetItem Query',
  'getAnnouncer: an unknown one': 'GetItem Query',
  'testAnnouncement: one': 'GetItem TransactWriteItems',
  'testAnnouncement: an unknown one': 'GetItem',
  'addActions: a known and a new one': 'BatchGetItem TransactWriteItems TransactWriteItems',
  'addActions: a single one': 'BatchGetItem TransactWriteItems UpdateItem',
  'addActions: a single known one': 'UpdateItem',
  'addActions: one that outgrows what it has reserved': 'BatchGetItem TransactWriteItems UpdateItem',
  'deleteAction: one': 'BatchGetItem TransactWriteItems',
  'deleteAction: an unknown one': 'BatchGetItem',
  'listActions: one of two': 'Query',
  'putConfig: a new record': 'TransactWriteItems UpdateItem',
  'putConfig: a new record, only if there is none': 'TransactWriteItems UpdateItem',
  'putConfig: there already': 'UpdateItem',
  'putConfig: a known record, unchanged since it was read': 'UpdateItem',
  'putConfig: another name for a record': 'Query TransactWriteItems UpdateItem',
  'putConfig: a third name for a record': 'Query TransactWriteItems UpdateItem',
  'putConfig: a name that another record has left': 'TransactWriteItems UpdateItem',
  'putConfig: changed since it was read': 'UpdateItem',
  'putConfig: a known record that outgrows what it has reserved': 'TransactWriteItems UpdateItem',
  'changeAgreement: another gateway for a page that there is': 'UpdateItem',
  'changeAgreement: a known gateway': 'TransactWriteItems UpdateItem',
  'changeAgreement: the gateway of a credential': 'Query TransactWriteItems UpdateItem',
  'changeAgreement: after the page has got another name': 'TransactWriteItems UpdateItem',
  'deleteConfig: one': 'Query TransactWriteItems',
  'deleteConfig: a renamed one': 'Query TransactWriteItems',
  'deleteConfig: one whose first name another has got': 'Query TransactWriteItems',
  'deleteConfig: one with the first name of another': 'Query TransactWriteItems',
  'deleteConfig: an unknown one': 'Query',
  'listConfigs: one of two': 'Query',
  'addNews: for oneself': 'TransactWriteItems',
  'addNews: for everyone': 'TransactWriteItems',
  'deleteNews: one’s own': 'TransactWriteItems',
  'deleteNews: a global one': 'GetItem TransactWriteItems',
  'deleteNews: an unknown one': 'GetItem TransactWriteItems',
  'listNews: one of two': 'Query Query',
  'addHistoryItems: with and without alerts, one known': 'BatchGetItem TransactWriteItems UpdateItem',
  'deleteHistoryItem: an item with an alert': 'GetItem TransactWriteItems',
  'deleteHistoryItem: an item without an alert': 'GetItem TransactWriteItems',
  'deleteHistoryItem: a test': 'GetItem TransactWriteItems',
  'deleteHistoryItem: an unknown item': 'GetItem',
  'restoreHistoryItem: an item with an alert': 'GetItem TransactWriteItems',
  'restoreHistoryItem: an item without an alert': 'GetItem TransactWriteItems',
  'restoreHistoryItem: a test': 'GetItem TransactWriteItems',
  'restoreHistoryItem: an unknown item': 'GetItem',
  'repeatAlert: an item with an alert': 'BatchGetItem TransactWriteItems',
  'repeatAlert: an item without an alert': 'BatchGetItem TransactWriteItems',
  'repeatAlert: a test': 'BatchGetItem TransactWriteItems',
  'repeatAlert: an unknown item': 'BatchGetItem',
  'repeatAlert: a deleted item without an alert': 'BatchGetItem TransactWriteItems',
  'listHistory: the newest': 'GetItem Query',
  'listHistory: filtered': 'Query',
  'listHistory: a page far from the beginning': 'GetItem Query Query',
  'printCsv: everything': 'TransactWriteItems',
  'printCsv: in the place of one that has ended': 'GetItem GetItem TransactWriteItems TransactWriteItems',
  'printCsv: too often': 'TransactWriteItems',
  'getPrint: queued': 'GetItem',
  'getPrint: an unknown one': 'GetItem',
  'listAlerts: the newest': 'GetItem Query',
  'listAlerts: the next page, by its cursor': 'GetItem Query',
  'listAlerts: filtered and sorted': 'Query',
  'listAlerts: a later page': 'GetItem',
  'testAlert: a donation': 'BatchGetItem TransactWriteItems',
  'getHealth: healthy': '',
  'getOpenApi: the document': '',
}

/** Reads of what is kept to spare work alone, and of an index that is never consistent: a moment's delay does not matter. */
const eventuallyConsistent: ReadonlySet<string> = new Set(['getAnnouncer', 'getExternalPlaylist'])

interface Read {
  readonly ConsistentRead?: boolean
}
interface Command {
  readonly action: string
  readonly input: Read & { readonly RequestItems?: Readonly<Record<string, Read>> }
}

let functions: FunctionsUnderTest
const commands: Command[] = []

beforeAll(async () => {
  functions = await startFunctions()
  const { documentClient } = await import('../../../shared/aws/documentClient.ts')
  documentClient.middlewareStack.add(
    (next, { commandName = '' }) =>
      (given) => {
        commands.push({ action: commandName.replace('Command', ''), input: given.input as Command['input'] })
        return next(given)
      },
    { step: 'initialize', name: 'noteCommands' },
  )
})
afterAll(() => functions.stop())

const isRead = ({ action }: Command): boolean => /Get|Query/.test(action)
const isConsistent = ({ input: { RequestItems, ...read } }: Command): boolean =>
  Object.values(RequestItems ?? { read }).every(({ ConsistentRead }) => ConsistentRead === true)

test.each(
  fixtures
    .filter(({ large }) => large !== true)
    .map((fixture) => [`${fixture.operation}: ${fixture.name}`, fixture] as const),
)('%s', async (name, { operation, request }) => {
  const scene = functions.newScene()
  const prepared = await request(scene)
  commands.length = 0

  await functions.call(operation, { recipient: scene.recipient, ...prepared })

  const reads = commands.filter(isRead)
  expect(
    commands
      .map(({ action }) => action)
      .toSorted()
      .join(' '),
  ).toBe(storeCalls[name])
  expect(reads.every(isConsistent)).toBe(reads.length === 0 || !eventuallyConsistent.has(operation))
})
