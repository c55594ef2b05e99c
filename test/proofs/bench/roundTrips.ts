import type { TracedCall } from '../../local/runner/aws/trace.ts'
import type { Figure } from './figure.ts'
import { type OperationTrace, operationTraces } from './operationTraces.ts'
import { listPriceOf } from './requestPrice.ts'
import { dollarsPerMillion } from './statistics.ts'

/** The operations of the interface's specification; the others are companions. */
const specified = 22

/** Why an operation makes more than one round trip, as its own code has it. */
const reasons: Readonly<Record<string, string>> = {
  addActions:
    'the first write finds that an action is new; what is stored of the others has to be known before it is counted',
  putConfig: 'the first write finds that the record is new, the second one counts it',
  changeAgreement: 'the first write finds that the record is new, the second one counts it',
  getAnnouncer: 'what it announced last is found by an index of keys',
  linkChat: 'the rate is spent before the messenger is asked',
  listSources: 'which accounts there are stands in the tokens',
  listChats: 'which chats there are is found by an index of keys',
  receiveMessengerWebhook: 'whose code it is has to be known first',
  testAnnouncement: 'where the message goes stands in the announcer',
  linkKick: 'the rate is spent before the platform is asked',
  linkSource: 'the rate is spent before the service is asked',
  linkTwitch: 'the rate is spent before the platform is asked',
  getVkLiveToken: 'the rate is spent before the platform is asked',
  createOneTimeCode: 'the rate is spent before a code is kept',
  deletePlaylist: 'the bytes that it gives back stand in the playlist',
  rotateWebhookUrl: 'the webhook follows the address that is stored',
  deleteGateway: 'whether it is enabled stands in the credential',
  unlinkToken: 'the account, whose claim goes with it, stands in the record',
  revokeOverlay: 'the key that goes with it stands in the overlay',
  toggleGateway: 'what is flipped has to be known first, and the type that it is exclusive in',
  addHistoryItems: 'which items exist, and the position of their alerts, have to be known before anything is written',
  testAlert: 'the level and the position among the deliveries have to be known before the alert is written',
  deleteHistoryItem: 'the item says where its alert is; then come the totals, and last the sums of leaders',
  restoreHistoryItem: 'the item says where its alert is; then come the totals, and last the sums of leaders',
  repeatAlert: 'where the alert is, and the position among the deliveries, have to be known before it is shown',
  renewTicket: 'the ticket has to name the overlay whose key this is',
  receivePlatformWebhook: 'whose account it is, and whether its stream is on air, have to be known one after the other',
  deletePrint: 'the key of its file stands in the print',
  setGoal: 'the rate is spent first; the totals are read before the history is counted, so that no donation is missed',
  deleteGoal: 'the goals are one attribute of the totals, which the write requires to be unchanged',
  listLeaders: 'only the first question of a period counts the history; later ones take one round trip',
  controlShow: 'the state before, and the position among the deliveries, have to be known',
  decideAlert: 'whether the alert is held stands in the item, and the position among the deliveries in the totals',
  deleteAction: 'the bytes that it gives back stand in the action',
  completeAction: 'all actions of an item are one attribute, which the write requires to be unchanged',
  deleteConfig: 'the record may have been renamed, so all names are read',
  changeNews: 'what is left out of a change stays as it is stored',
  tracePayment: 'the payment names its history item, and that one its alert and its videos',
  linkVkLive: 'the rate is spent before the platform is asked',
  listVideos: 'which videos are ready is decided by the present epoch',
  skipVideo: 'the state of the video and the position among the deliveries have to be known',
  changePlaylist: 'what is left out of a change stays as it is stored',
  getDonorPage: 'whether there is a page is known before the rest is read',
  beginPayment: 'the rates of the visitor and of all are spent before anything that costs more',
  getDonorPayment: 'the rates of the visitor and of all are spent before the gateway is asked',
  setEndpoint: 'the rate is spent before a key is used; the types of all endpoints are one attribute of the totals',
  deleteEndpoint: 'the types of all endpoints are one attribute of the totals',
  testEndpoint: 'whether there is such an endpoint is known before a message is stored',
  acceptInvitation: 'the invitation has to be valid before anything else is read, as whether this was a member before',
  removeMember: 'a member can open pages until its membership ends, so they are looked for afterwards',
  beginUpload: 'all uploads are one list, which the write requires to be unchanged',
  checkUpload: 'all uploads are one list, which the write requires to be unchanged',
  deleteUpload: 'the file goes first, so that a deletion that failed can be repeated',
  receiveWebhook: 'the secret that verifies the signature stands in the credential',
}

const callsOf = (calls: readonly TracedCall[]): string =>
  calls.map(({ service, action }) => (service === 'dynamodb' ? action : `${service} ${action}`)).join(' + ')

const row = (trace: OperationTrace) => [
  trace.operation,
  trace.path,
  callsOf(trace.calls),
  String(trace.roundTrips),
  String(trace.readUnits),
  String(trace.writeUnits),
  dollarsPerMillion(listPriceOf(trace)),
  trace.roundTrips > 1 ? (reasons[trace.operation] ?? '?') : '',
]

export const roundTrips: Figure = {
  name: 'roundTrips',
  title: 'Sequential DynamoDB round trips on the normal path of each operation',
  goal: '1 for each of the 22',
  field: 'n + 1: one read for a list, and one for each of its items; a read before each write',
  before: { on: '2026-11-21', found: '1, but for toggleGateway (2)' },
  measure: async () => {
    const traces = await operationTraces()
    const several = traces.slice(0, specified).filter((trace) => trace.roundTrips > 1)
    return {
      measured:
        several.length === 0
          ? `at most 1 for ${traces.length} operations`
          : `1, but for ${several.map(({ operation, roundTrips: count }) => `${operation} (${count})`).join(', ')}`,
      met: several.length === 0,
      values: { operations: traces.map(({ calls, ...trace }) => ({ ...trace, calls: callsOf(calls) })) },
      details: {
        columns: ['operation', 'way', 'calls', 'round trips', 'RRU', 'WRU', '$ per million', 'why'],
        rows: traces.map(row),
      },
    }
  },
}
