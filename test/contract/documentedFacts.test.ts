import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { socketFolder, workerFolder } from '../../infra/build/functionEntries.ts'
import { savedQueries } from '../../infra/observability/savedQueries.ts'
import { lastingTables } from '../../infra/operators/restore/restoredTables.ts'
import { moderated } from '../../shared/alerts/moderation.ts'
import { raisedEventsFromConfig, raisesAlert } from '../../shared/alerts/raisedEvents.ts'
import { putConfig } from '../../shared/config/contract.ts'
import { languages } from '../../shared/contract/languages.ts'
import { isReplayable } from '../../shared/contract/operation.ts'
import { mostViolations } from '../../shared/contract/problem.ts'
import { problems, problemType } from '../../shared/contract/problems.ts'
import { keys, tables } from '../../shared/contract/resources.ts'
import { eventTypes } from '../../shared/endpoints/eventTypes.ts'
import { getPrint } from '../../shared/history/printContract.ts'
import { donationText } from '../../shared/messenger/donationText.ts'
import { webhookChat } from '../../shared/messenger/webhookAddress.ts'
import { isCurrencyName } from '../../shared/money/currency.ts'
import { operations } from '../../shared/operations.ts'
import { settingsFrom } from '../../shared/overlayPage/settings.ts'
import { OverlayLook } from '../../shared/overlays/overlayLook.ts'
import { ListedGateway, setGateway } from '../../shared/payments/contract.ts'
import { canonicalTrigger } from '../../shared/platforms/triggers.ts'
import { stripeExponent } from '../../shared/providers/stripeExponent.ts'
import { ChangeMessage } from '../../shared/realtime/serverMessages.ts'
import { platformSignIns } from '../../shared/recipients/platformSignIns.ts'
import { sealedFields } from '../../shared/secrets/encryptionContexts.ts'
import { standardWebhookHeaders } from '../../shared/webhooks/standardWebhooks.ts'
import { workers } from '../../shared/workerRegistry.ts'
import { addStartOptions } from '../harness/cli/startOptions.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const blocksOf = (path: string, language: string): readonly string[] =>
  [...read(path).matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)
const guides = globSync(
  '{CHANGELOG,README,SECURITY,infra/RUNBOOK,{infra,infra/lasting,shared,test/harness}/README,shared/providers/*}.md',
).map((path) => read(path).replaceAll(/\s+/g, ' '))

const choices = (member: 'theme' | 'language' | 'position'): string =>
  OverlayLook.shape[member].def.innerType.options.join()
const settings = (hash: string) => settingsFrom({ search: '', hash })
const secondsOf = (given: string) => settings(`#seconds=${given}`).look.seconds
const signIns = platformSignIns({} as never, {})
const scopesOf = (name: string) => signIns.find(({ platform }) => platform === name)?.scopes.join()
const takesAnySecret = (gateway: string): boolean =>
  setGateway.body.safeParse({ gateway, type: 'fiat', secret: '?'.repeat(40) }).success
const donated = { nickname: '', message: 'Hi', amount: { major: 12, minor: 34, currency: 'EUR' } }
const announced = donationText('{nickname} {amount} {message}', donated)
const wanted = raisedEventsFromConfig({ events: { follow: false, cheer: 100 } })
const raised = [raisesAlert('follow', 1, wanted), ...[99, 100].map((bits) => raisesAlert('cheer', bits, wanted))]
const names = ['AB', 'ABC', 'A2345678901C', 'A23456789012C', 'ЕВР']
const formats = ['stripe', 'kofi', 'yookassa', 'manual', 'paypal']
const summariesOf = (...ids: readonly string[]) => ids.map((id) => operations.find((each) => each.id === id)?.summary)
const { lastEvent, lastRefused } = ListedGateway.shape
const webhookMembers = [lastEvent, lastRefused].map(({ def }) => Object.keys(def.innerType.shape).join(' '))
const keptBy = (query: 'request' | 'recipient') => /(?<=^filter )\w+/.exec(savedQueries[query])
const keyed = [...new Set(operations.filter(isReplayable).map(({ method }) => method))].toSorted()
const printStates = getPrint.success.body.shape.status.options
const { port } = addStartOptions(new Command()).opts<{ readonly port: number }>()
const lasting = (...names: readonly string[]) => names.filter((name) => lastingTables.some((each) => each === name))
const donationPath = operations.find(({ id }) => id === 'getDonationPage')?.path
const isLampOn = (hash: string) => (settings(hash).lamp ? 'on' : 'off')
const signed = standardWebhookHeaders(['whsec_a2V5'], '1', 2, '3')['webhook-signature']
const isSignedText = (text: string) => signed === `v1,${createHmac('sha256', 'key').update(text).digest('base64')}`
const sealed = Object.keys(sealedFields).filter((name) => /gateways.secret|tokens.refresh/.test(name))

/** Statements of documents that no other test compares: the words, the behaviour of the code, and the expected one by hand. */
test.each([
  ['is 3 to 12 Latin letters or digits, and is answered', names.map(isCurrencyName), 'false,true,true,false,false'],
  ['is 3 to 12 Latin letters or digits, kept in capitals', names.map(isCurrencyName), 'false,true,true,false,false'],
  ['`theme` is `glass`, `paper` or `neon`', choices('theme'), 'glass,paper,neon'],
  ['`language` one of `en`, `de`, `es` and `ru`', choices('language'), 'en,de,es,ru'],
  ['in English, German, Spanish and Russian', languages, 'en,de,es,ru'],
  ['| `position` | `top`, `center`, `bottom` | `bottom` |', choices('position'), 'top,center,bottom'],
  ['| `seconds` | 0.5 to 60:', ['0.4', '61'].map(secondsOf), '0.5,60'],
  ['| `lamp` | `on`: a lost connection is shown', ['#lamp=on', ''].map(isLampOn), 'on,off'],
  ['shown on the page, and so on the stream | off |', isLampOn(''), 'off'],
  ['`links` are `drop`ped from messages by default', moderated({ message: 'A http://b.c D' }, {}).message, 'A D'],
  ['(`Somebody` without one), `{amount}` (`12.34 EUR`)', announced, 'Somebody 12.34 EUR Hi'],
  ['`stream.online` and `stream.offline` are', canonicalTrigger('stream.online'), 'STREAM_STARTED'],
  ['triggers `STREAM_STARTED` and `STREAM_ENDED`. Any', canonicalTrigger('stream.offline'), 'STREAM_ENDED'],
  ['but `stripe`, `kofi` and `yookassa` speaks this', formats.map(takesAnySecret), 'true,true,true,false,false'],
  [
    '`events` in the configuration record `alerts`: `{"follow": false, "cheer": 100}` raises none for a follow, and one for a cheer of at least 100 Bits',
    raised,
    'false,false,true',
  ],
  ['yen have no decimals, Kuwaiti dinars three, and ISK', ['jpy', 'kwd', 'isk'].map(stripeExponent), '0,3,2'],
  ['ISK and UGX are counted in hundredths', stripeExponent('ugx'), '2'],
  [
    'are `oauth-user-show` and `oauth-donation-index`',
    scopesOf('donationAlerts'),
    'oauth-user-show,oauth-donation-index',
  ],
  ['The scope is `donations.read`', scopesOf('streamlabs'), 'donations.read'],
  ['No scope is needed, and there is no PKCE', scopesOf('vkLive'), ''],
  ['`user:read`, `events:subscribe` and `kicks:read`;', scopesOf('kick'), 'user:read,events:subscribe,kicks:read'],
  ['for Kick also with `code_challenge`', signIns.map(({ codeChallengeMethod: method }) => method), 'S256,,,,'],
  [
    '`request`, `recipient`, `slowest`, `cold-starts`)',
    Object.keys(savedQueries).slice(1),
    'request,recipient,slowest,cold-starts',
  ],
  [
    '`toggle-token` interrupts the link, `unlink-token` ends it',
    summariesOf('toggleToken', 'unlinkToken'),
    'Enable or disable a token,Remove the link of an account',
  ],
  [
    'the last genuine webhook (`lastEvent`) and the last refused one (`lastRefused`)',
    webhookMembers,
    'at type,at reason',
  ],
  ['that was refused, with its reason (`lastRefused`)', webhookMembers, 'at type,at reason'],
  [
    '(all functions, by operation, worker and code), `request` (all lines of one `requestId`',
    keptBy('request'),
    'requestId',
  ],
  ['included), `recipient` (all of one recipient), `slowest`', keptBy('recipient'), 'recipientId'],
  [
    '`/<stack>/workers` those of the workers, `/<stack>/realtime` those',
    [workerFolder, socketFolder],
    'workers,realtime',
  ],
  ['narrowed to the log group `/<stack>/realtime`', socketFolder, 'realtime'],
  ['Send an **`Idempotency-Key`** with any `POST` or `PUT`', keyed, 'POST,PUT'],
  ['`Idempotency-Key` on every `POST` and `PUT`', keyed, 'POST,PUT'],
  ['`errors` lists up to 100 violations at once', mostViolations, '100'],
  ['stable codes, up to 100 violations of a request', mostViolations, '100'],
  ['| chosen by the operator | `discord:<id of the webhook>` |', webhookChat({ id: '7' }).accountId, 'discord:7'],
  ['| `chatId` | of Telegram | of MAX | 1 |', webhookChat({ id: '7' }).chatId, '1'],
  ['`running`, and then `ready` with a `url`, or `failed`', printStates, 'queued,running,ready,failed,expired'],
  ['the free ports 3000 and 3001', [port, port + 1], '3000,3001'],
  ['`/panel`, and the page of donors at `/donate/<recipientId>`', donationPath, '/donate/{recipientId}'],
  [
    'Messages, codes, rates and receipts stay',
    lasting('announcements', 'oneTimeCodes', 'rates', 'erasureReceipts'),
    '',
  ],
  ['link accounts again whose tokens were renewed', lasting('tokens'), 'tokens'],
  ['`secrets` seals, and roles name fields', keys.secrets.kind, 'symmetric'],
  ['`aws kms describe-key` on the key `secrets`', keys.secrets.kind, 'symmetric'],
  ["of that recipient in the table's index `byDue`", Object.keys(tables.payments.globalIndexes), 'byDue'],
  ['`cursors` derives one secret', keys.cursors.kind, 'hmac'],
  ['the base64 of the HMAC-SHA256 of `id.timestamp.body`', ['1.2.3', '2.1.3'].map(isSignedText), 'true,false'],
  ['(`gateways.secret`, `tokens.refreshToken`, …)', sealed, 'tokens.refreshToken,gateways.secret'],
])('a guide says “%s”, and so it is', (words, actual, expected) => {
  expect(guides.filter((guide) => guide.includes(words))).toHaveLength(1)
  expect(String(actual)).toBe(expected)
})

test.each([
  ['generates 120 requests for each operation', 'test/fuzz/operations.ts', 'generatedRuns(120, 2000)'],
  ['has 2,000 requests, 504 sequences', 'test/model/model.test.ts', 'runs(108, 504)'],
  [
    '| `PLdemo` | 120 entries',
    'test/sandbox/youtubeCatalogue.ts',
    "PLdemo: { title: 'Demo playlist', videos: videosOf(120) }",
  ],
  ['with 2 after a mistake in its command line', 'bin/commandLine/runProgram.ts', 'error.exitCode === 0 ? 0 : 2'],
])('the reference of the tests says “%s”, as %s has it', (words, path, source) => {
  expect(read('test/REFERENCE.md').replaceAll(/\s+/g, ' ')).toContain(words)
  expect(read(path)).toContain(source)
})

test('the example of a problem is one, and those of configuration records are as they are read', () => {
  const [problem, look, alerts, ...others] = blocksOf('shared/README.md', 'json').map((block) => JSON.parse(block))
  const { status, title } = problems[problem.code as keyof typeof problems]

  expect(others).toEqual([])
  expect(problem).toMatchObject({ status, title, type: problemType(problem.code) })
  for (const record of [look, alerts]) expect(putConfig.body.safeParse(record).error).toBeUndefined()
  expect(OverlayLook.parse(look.value)).toEqual(look.value)
})

test('a request in a shell block has the body of its operation', () => {
  const blocks = ['README.md', 'shared/endpoints/README.md'].flatMap((path) => blocksOf(path, 'sh'))
  const requests = blocks.flatMap((block) => [
    ...block.matchAll(/-d '(\{.+\})' \\\n +http:\/\/127\.0\.0\.1:3000(\S+)/g),
  ])

  expect(requests).toHaveLength(2)
  for (const [, body = '', path] of requests) {
    const { body: schema } = operations.find((each) => each.path === path) as { readonly body?: z.ZodMiniType }
    expect(schema?.parse(JSON.parse(body)), path).toMatchObject(JSON.parse(body))
  }
})

const codesIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const firstCells = (path: string, head: string): readonly string[] => {
  const [, table = ''] = read(path).split(`\n| ${head} |`)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(1)
    .flatMap((row) => codesIn(row.split('|')[1] ?? ''))
}

test('the tables of webhooks and of changes have a row for each type and member', () => {
  expect(firstCells('shared/endpoints/README.md', 'Type')).toEqual(eventTypes)
  expect(firstCells('shared/README.md', 'Member of `change`').toSorted()).toEqual(
    Object.keys(ChangeMessage.shape.change.shape).toSorted(),
  )
})

test('the diagram of the README leads each table’s stream to a worker of it', () => {
  const edges = [...read('README.md').matchAll(/store -- (\w+)' stream --> (\w+)/g)]

  expect(edges).toHaveLength(2)
  for (const [edge, stream, id] of edges)
    expect(workers.find((worker) => worker.id === id)?.source, edge).toMatchObject({ stream })
  const [, pusher] = /(\w+) -- WebSocket --> overlay/.exec(read('README.md')) ?? []
  expect(workers.find(({ id }) => id === pusher)?.access).toHaveProperty('socket:connections')
})

/** The claims of each issuer's tokens, by its own page, and which setting of administrators can read them. */
test.each([
  // https://www.keycloak.org/docs/latest/server_admin/#_client_scopes
  ['Keycloak', ['sub', 'adminScope']],
  // https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference: `sub` differs by application.
  ['Microsoft Entra ID', ['recipientClaim', 'oid', 'adminClaim', 'roles', 'admin']],
  // https://auth0.com/docs/get-started/apis/enable-role-based-access-control-for-apis
  ['Auth0', ['sub', 'adminScope']],
  // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
  ['an existing Cognito user pool', ['sub', 'adminClaim', 'cognito:groups', 'admin']],
])('SECURITY names the claims of %s', (issuer, claims) => {
  expect(codesIn(read('SECURITY.md').split(`\n| ${issuer} |`)[1]?.split('\n')[0] ?? '')).toEqual(claims)
})

/** Steps that must come in this order, for the reason that is given. */
const orders = `
CONTRIBUTING.md | The way of a request | nothing is stored before all parts are valid and the request is decided
  verifies the token; the body within its limits; every part; reports all violations; decides; ´commit´ applies; is sent
CONTRIBUTING.md | Expand, then contract | two versions run side by side, and one release may be taken back
  in release *n* write the new; *n*+1 on read; *n*+2 drop the old
infra/README.md | Deploying | a region without a bootstrap takes no deployment
  npm ci; export AWS_REGION; npx cdk bootstrap; npm run deploy
infra/README.md | Settings | tables keep the policy of the last deployment when their stack is deleted
  deploy once with ´true´; then ´npx cdk destroy
infra/README.md | Bringing data back | nothing waits for a closed function, and copies stay until everything agrees
  makes copies; closes the service; schedules rest; get a filter; concurrency of 0; writes the items; compares once more
  opens the service as; go to their workers; compares totals; deletes the copies
infra/README.md | Bringing data back | kept resources are in the stack before its deployment would make others
  npx cdk synth; npm run adopt; npx cdk import; npx cdk deploy --all
infra/RUNBOOK.md | throttled-webhooks | the record points to a distribution that is protected already
  Make a CloudFront distribution; attach a web ACL; then point the domain
infra/RUNBOOK.md | given-up | a replay reads the messages that a purge deletes
  Read the messages; Remove the cause; npm run replay; then purge
infra/RUNBOOK.md | Going back | the older code runs with its own packages
  git checkout; npm ci; --exclusively
infra/RUNBOOK.md | Replace or remove what is kept | an export can go when nobody imports it
  In the sources; npx cdk deploy <stack> --exclusively; npx cdk deploy --all
infra/RUNBOOK.md | A service beyond repair | a new stack has no triggers
  npx cdk destroy; npm run deploy; npm run setup -- --aws
infra/RUNBOOK.md | An unreadable secret | a key whose deletion was cancelled is disabled
  A disabled key is enabled (´enable-key´); to be deleted is kept (´cancel-key-deletion´; then ´enable-key´
infra/RUNBOOK.md | A table deleted by hand | the service imports from the data stack, which must be gone before the import
  Restore it; set them as; npx cdk destroy <stack>; switch off the termination; destroy that too; take up the kept data
infra/RUNBOOK.md | A flood of webhooks | the gateway can use an address only after it was renewed
  (´rotate-webhook-url´); gives the new one
infra/lasting/README.md | A release | the note and the tag name a commit that has the version, its documents and its shape
  get the version and the date; --no-git-tag-version; Commit.; shape -- --commit; Commit that; tag the release
test/harness/README.md | Options of ´start´ | an event is made before a function gets it
  generate-event -- addNews > event.json; invoke -- addNews --event event.json
`
const ordered = [...orders.matchAll(/^(\S+) \| (.+) \| (.+)\n((?: {2}.+\n)+)/gm)].map(([, ...groups]) => groups)

test.each(ordered)('%s: the steps of “%s” come in their order: %s', (path = '', heading, _reason, steps = '') => {
  const [, section = ''] = read(path).replaceAll('`', '´').split(`# ${heading}\n`)
  const text = section.split(/^## /m)[0]?.replaceAll(/\s+/g, ' ') ?? ''
  const wanted = steps.trim().split(/; |\n +/)

  expect(wanted.filter((step) => !text.includes(step))).toEqual([])
  expect(wanted.toSorted((left, right) => text.indexOf(left) - text.indexOf(right))).toEqual(wanted)
})

/** Sentences about behaviour, and the words by which the titles of their tests begin. */
const proofs = `
shared/client/README: only when they were over the rate = unit/client/retryingFetch: a command without a key is sent
shared/client/README: promise of ´show´ is fulfilled, and = unit/client/listen: the next delivery waits until the one
shared/client/README: ´corrected´ gets each change at once, = unit/client/listen: a change takes effect on waiting
shared/client/README: newer types are acknowledged and not = unit/client/listen: a delivery of a type that was made up
shared/client/README: not accept the token (401, 403) | it asks the service = unit/client/connectAlerts: a rejected token
shared/client/README: later after half a minute at the most; ´alerts.open()´ does at once | = unit/client/connection: the wait doubles after each
shared/client/README: it takes over when that one is gone | = unit/client/connection: a connection that a newer one has replaced asks
shared/client/README: at ´alerts.open()´, and goes on with that | = unit/client/connectAlerts: a rejected token is no lost
shared/client/README: it stays away; a reload begins a new one | = unit/client/connectAlerts: a listener that was away until its
shared/client/README: ´rejected´ when the ticket in its address was used up = unit/client/connection: a page whose only ticket
shared/client/README: others wait until it is closed. = unit/client/connectAlerts: a second page of the same name
shared/client/README: ´standby´ | another page listens under the same = unit/client/connection: a connection that a newer
shared/client/README: ´revoked´ | the recipient has revoked this listener | it stays = unit/client/connection: a revoked
infra/README: after comparing them; the next run uses them = infra/restoreTables: a dry run counts and changes nothing
infra/README: it leaves the service closed; the same = infra/restoreTables: a run that dies at any step leaves the
infra/README: configs´ brings back one table, whose caps and totals may = infra/restoreTables: a table alone comes back
infra/README: a mapping that is enabled again goes on where = infra/restoreTables: streams are read past before the
infra/README: at any time; it changes nothing that exists = infra/setUp: a second run keeps everything
infra/README: then belongs to the recipient who announced there first = functions/messenger/openChats: where chats are
infra/README: zone are UTC unless = unit/infra/operators/import/chosenReader: the zone of a file is UTC where
infra/README: known by its cells = unit/infra/operators/import/chosenReader: a row without an id has one of its cells
infra/README: below it (´live.´) of the WebSocket API. = infra/settings: a custom domain leads to both APIs
CONTRIBUTING: ´streamHandler´ (records one after another) = unit/workers/streamHandler: records are consumed one after
CONTRIBUTING: A single repeatable write without a key is sent alone = unit/store/commit: a repeatable %s goes alone
CONTRIBUTING: ´shared/operations.ts´. 3. = architecture/additions: an operation and a worker cost what
CONTRIBUTING: (or period) in ´test/infra/workers.test.ts´ = architecture/additions: an operation and a worker cost what
CONTRIBUTING: ´test/support/fixtures´. The suites for tokens = architecture/additions: an operation and a worker cost what
infra/RUNBOOK: ´-c rateLimit´ raises it for all. = infra/settings: limits, origins, retention and name go
SECURITY: by the HTTP API, which flattens it to a text, and by the WebSocket API, which does not = unit/http/caller: the claim %j names
SECURITY: A foreign id is answered exactly like an unknown one = e2e/isolation: a foreign id is answered exactly
SECURITY: | numbers and times, under a digest of recipient and erasure | = functions/personalData/jobs: the state of an erasure
CONTRIBUTING: ´batchHandler´ (a batch at once) = unit/workers/handlers: a batch is processed at once
SECURITY: messages, and by default private chats, link = functions/messenger/chatOwners: a private chat is not linked
SECURITY: redirects are refused; no message may mention = unit/providers/discordBot: a post waits for the id of its
shared/providers/README: | 403, or ´chat not found´ | 403 or 404 | 401 or 404 | = unit/providers/bots: an answer of Telegram
shared/providers/README: | an administrator presses a button there | the same | its owner unlinks it, or by a webhook of its own | = functions/messenger/chatOwners: a chat changes hands when an administrator presses
shared/providers/kick: ´user:read´ suffices for streams = unit/platforms/triggers: each platform that sends events
shared/providers/kick: Events are signed with Kick's public key, which the service fetches. = unit/providers/kick: the key is kept for an hour
shared/providers/twitch: One app may serve several deployments. = unit/providers/eventSubscriptions: the subscriptions of this deployment
shared/providers/twitch: Streams and raids need no scope; = unit/providers/eventSubscriptions: the start and the end of streams
shared/providers/twitch: Twitch has no PKCE, so a ´codeVerifier´ is 400. = functions/recipients/getVkLiveToken: a code verifier, regression
shared/providers/twitch: A rerun, a premiere or a watch party is no stream (´type´ other than ´live´). = unit/providers/twitchEvents: %s is not used
shared/providers/vkLive: only those whose owner has an enabled announcer = functions/messenger/conditions: an announcer whose enabled
shared/providers/vkLive: the account has to have a channel. = unit/providers/vkLive: VK Live tells of %j whose
shared/providers/telegram: a forwarded message does not count. = functions/messenger/chatOwners: a message that nobody typed
shared/providers/telegram: If it belongs to another streamer, the bot names both = functions/messenger/chatOwners: a chat of somebody else stays
shared/providers/telegram: ´/unlink´ of an administrator ends a link. = functions/messenger/chatOwners: /unlink of an administrator
shared/providers/telegram: A group that becomes a supergroup keeps its announcers. = functions/platforms/announcements: a group that has moved
shared/providers/telegram: may not write disables the announcer, with ´disabledReason´ = functions/platforms/announcements: a messenger whose bot
shared/providers/max: there is no link that adds the bot to a group = unit/providers/maxChats: an invitation links to the bot
shared/providers/max: so ´title´ is empty = unit/providers/maxChats: a member of a chat
shared/providers/max: since MAX shows administrators to nobody else = unit/providers/maxChats: nobody administers a chat that
shared/providers/discord: it is stored encrypted, and nothing answers it again. = functions/messenger/discord: the address of a webhook links
shared/providers/discord: linked is 409 ´chat_already_linked´ = functions/messenger/discord: a webhook stays with the recipient
shared/providers/discord: names and messages of donors are shown as they were typed. = functions/messenger/donations: a donor’s Markdown
shared/providers/discord: Nobody is mentioned, whatever a text says. = unit/providers/discordBot: a post waits for the id
shared/providers/discord: one whose address is no web address = unit/providers/discordBot: buttons are links in their order
shared/providers/discord: is unlinked and disables the announcer = functions/messenger/discord: a webhook that was deleted
shared/providers/discord: messages that are posted then stay. = functions/messenger/discord: nothing is posted in a channel
shared/providers/youtube: Videos of VK are requested alike, and have their address as title. = unit/workers/readyVideos: YouTube is asked once
shared/providers/youtube: and videos go on with their address as title = unit/workers/readyVideos: videos are ready with their
shared/providers/youtube: private playlists (404) = unit/providers/youtube: %s is not found, whether
shared/providers/manual: Any other ´type´ fires the announcers whose ´trigger´ it is. = functions/platforms/announcements: other triggers fire
`

test.each([...proofs.matchAll(/^(\S+): (.+) = (\S+): (.+)$/gm)].map(([, ...groups]) => groups))(
  '%s says “%s”, as a test of %s proves',
  (path, sentence = '', file, title) => {
    expect(read(`${path}.md`).replaceAll(/\s+/g, ' ')).toContain(sentence.replaceAll('´', '`'))
    expect(read(`test/${file}.test.ts`)).toContain(`'${title}`)
  },
)
