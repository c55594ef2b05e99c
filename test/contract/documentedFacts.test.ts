import { globSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { socketFolder, workerFolder } from '../../infra/build/functionEntries.ts'
import { savedQueries } from '../../infra/observability/savedQueries.ts'
import { moderated } from '../../shared/alerts/moderation.ts'
import { putConfig } from '../../shared/config/contract.ts'
import { languages } from '../../shared/contract/languages.ts'
import { isReplayable } from '../../shared/contract/operation.ts'
import { mostViolations } from '../../shared/contract/problem.ts'
import { problems, problemType } from '../../shared/contract/problems.ts'
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
import { workers } from '../../shared/workerRegistry.ts'
import { addStartOptions } from '../harness/cli/startOptions.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const blocksOf = (path: string, language: string): readonly string[] =>
  [...read(path).matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)
const guides = globSync('{CHANGELOG,README,infra/RUNBOOK,{infra,shared}/README,shared/providers/*}.md').map((path) =>
  read(path).replaceAll(/\s+/g, ' '),
)

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
const names = ['AB', 'ABC', 'A2345678901C', 'A23456789012C', 'ЕВР']
const formats = ['stripe', 'kofi', 'yookassa', 'manual', 'paypal']
const summariesOf = (...ids: readonly string[]) => ids.map((id) => operations.find((each) => each.id === id)?.summary)
const { lastEvent, lastRefused } = ListedGateway.shape
const webhookMembers = [lastEvent, lastRefused].map(({ def }) => Object.keys(def.innerType.shape).join(' '))
const keptBy = (query: 'request' | 'recipient') => /(?<=^filter )\w+/.exec(savedQueries[query])
const keyed = [...new Set(operations.filter(isReplayable).map(({ method }) => method))].toSorted()
const printStates = getPrint.success.body.shape.status.options
const { port } = addStartOptions(new Command()).opts<{ readonly port: number }>()
const isLampOn = (hash: string) => (settings(hash).lamp ? 'on' : 'off')

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
])('a guide says “%s”, and so it is', (words, actual, expected) => {
  expect(guides.filter((guide) => guide.includes(words))).toHaveLength(1)
  expect(String(actual)).toBe(expected)
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
})
