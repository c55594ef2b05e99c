import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readReleasedSchema } from '../../../infra/compatibility/releasedSchema.ts'
import { problems } from '../../../shared/contract/problems.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import harness from '../../local/runner/package.json' with { type: 'json' }
import startPage from '../../local/startPage/package.json' with { type: 'json' }
import { scriptOutcomes } from '../../support/scriptOutcomes.ts'
import { readSourceFiles } from '../architecture/sourceFile.ts'

const project = new URL('../../..', import.meta.url).pathname
const documents = readSourceFiles(project).filter(({ path }) => path.endsWith('.md'))
const textOf = (path: string): string => documents.find((each) => each.path === path)?.text ?? expect.fail(path)
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '')
const blocksOf = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)
const inlineCodeOf = (text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, code = '']) => code)

/** As GitHub makes it from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

const brokenLinksOf = (path: string, text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const linked = join(dirname(path), file)
      if (file !== '' && !existsSync(join(project, linked))) return true
      return anchor !== undefined && !anchorsOf(file === '' ? text : textOf(linked)).includes(anchor)
    })

test.each(documents)('every link of $path leads somewhere', ({ path, text }) => {
  expect(brokenLinksOf(path, text)).toEqual([])
})

test('a broken link to a file or heading is found', () => {
  const text = '# One `two`, three\n[a](#one-two-three) [b](#none) [c](../README.md#two-commands) [d](none.md)'
  expect(brokenLinksOf('test/README.md', text)).toEqual(['#none', 'none.md'])
})

test.each(documents)('every path that $path names exists', ({ path, text }) => {
  const named = inlineCodeOf(text).filter((code) =>
    /^(?:bin|functions|infra|shared|test|\.\w+)\/[\w./{,}-]+$/.test(code),
  )
  const missing = named.filter((code) => globSync([code, join(dirname(path), code)], { cwd: project }).length === 0)
  expect(missing.filter((code) => !/^\.(?:local|build)\//.test(code))).toEqual([])
})

/** Names of AWS, of other services, and of libraries that this project does without; and forms of names. */
const foreign = new Set(
  `
  $webhookHeader $webhookName $webhookPayload 75bec220 AWS_SAM_LOCAL AllViewer ApiDomainTarget CachingDisabled
  Commission DescribeParameters EAGER IS_OFFLINE KeyError LiveDomainTarget Mutator PICTURE PICTURES PLprivate Retain
  RetainExceptOnCreate SYSTEM SuccessfulRequestLatency ThrottledRequests Unreleased acacia addNote1A2B3C4D
  apigatewayv2 backup-type cancel-key-deletion cancel-update-stack confirmationToken debug-port delete-route-settings describe-key diagnose orphan
  enable-key given-up index-name list-stack-resources img2webp link-vklive list-backups minimalAmount no-git-tag-version noAuth oda-payment-page
  oda-widget-page pi_ preferred_username rand scan rapidoc receive-message redoc reloadHandler restore-table-from-backup
  rollback-trigger-alarm-arns sbp snake_case start-api streaming-support-data streaming-support-dev swagger-ui-dist
  api-reference table-name throttled-webhooks update-continuous-backups update-table update-time-to-live
  warm-containers linkify-it api-id stage-name route-key printf $secret sha256sum X-Origin-Secret xFromY Enum DISPUTE custom_id PAYPAL-CERT-URL PAYPAL-TRANSMISSION-SIG PAYPAL-TRANSMISSION-TIME PAYPAL-TRANSMISSION-ID
  NODE_EXTRA_CA_CERTS NotResource SetStackPolicy EROFS ERR_ACCESS_DENIED create-backup-vault backup-vault-name encryption-key-arn
  update-region-settings resource-type-opt-in-preference resource-type-management-preference csvFormat csvMemory
  LOAD_TESTS PRINT_ENGINE PRINT_ROWS asyncio brew httpPort openssl rev-parse sam vscode workflows yml
  approvedBy banned billing_details cancellation_details charity_campaign cumulative_total custom_power_up
  custom_power_up_redemption discord_userid discord_username duration_months embeddable followed_at income_amount
  is_subscription_payment is_verified paymentMethod pinned_time_seconds privacyStatus reward transfers
  `.match(/\S+/g),
)
const namesIn = (text: string): readonly string[] => text.match(/[\w$]+(?:-[\w$]+)*/g) ?? []
const suites = /^test\/suites\//
const known = new Set(
  readSourceFiles(project)
    .filter(({ path }) => !/\.md$|page\.json$|^package-lock\.json$|\/generated\//.test(path))
    .flatMap(({ path, text }) => namesIn(suites.test(path) ? path : `${path} ${text}`)),
)
/** CHANGELOG names the commit of the last release. */
known.add(readReleasedSchema().commit?.slice(0, 8) ?? '')
const unknownIn = (text: string): readonly string[] =>
  inlineCodeOf(text.replace(/^## Written by hand[\s\S]*?(?=^## )/m, ''))
    .flatMap(namesIn)
    .filter((name) => !known.has(name) && !foreign.has(name) && !/^[\d-]+$/.test(name))

const frontEnds = 'shared/areas/service/openDonationAssistant.md'
const ours = documents.filter(({ path }) => path !== frontEnds)

test.each(ours)('every name that $path has as code is one of the sources, or of somebody else', ({ text }) => {
  expect(unknownIn(text)).toEqual([])
})

test('a name that no source has is found', () => {
  expect(unknownIn('Answers `409` and `limit_reachd`; `create-ticket`, `--recipient`, `STREAM_STARTD`')).toEqual([
    'limit_reachd',
    'STREAM_STARTD',
  ])
})

/** Documents in one line, without generated tables; the requests of another service are tested with its table. */
const linesOf = ours.map(({ path, text }) => ({
  path,
  line: withoutBlocks(text)
    .replaceAll(/^<!-- ([\w-]+) -->$[\s\S]*?^<!-- \/\1 -->$/gm, '')
    .replaceAll(/\s+/g, ' '),
}))

test('every request that a document names is an operation', () => {
  const routes = operations.map(
    ({ method, path }) =>
      new RegExp(`^(?:${method} |<ApiUrl>)${path.replaceAll(/\{\w+\}/g, '(?:\\{\\w+\\}|[\\w-]+)')}$`),
  )
  const named = linesOf.flatMap(
    ({ line }) => line.match(/(?<=`)(?:(?:GET|POST|PUT|DELETE) |<ApiUrl>)\/[^` ?#]*/g) ?? [],
  )

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((request) => !routes.some((route) => route.test(request)))).toEqual([])
})

/** Statuses that a document gives to a problem which has another one. */
const wrongStatusesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b([45]\d\d) `(\w+)`/g)].flatMap(([pair, status, code]) => {
    const problem = problems[code as keyof typeof problems]
    return problem === undefined || problem.status === Number(status) ? [] : [pair]
  })

test('every problem that a document names with a status has that status', () => {
  expect(linesOf.flatMap(({ path, line }) => wrongStatusesIn(line).map((pair) => `${path}: ${pair}`))).toEqual([])
})

test('a problem with the status of another is found', () => {
  expect(wrongStatusesIn('409 `limit_reached`, 404 `limit_reached`, 404')).toEqual(['404 `limit_reached`'])
})

interface Command {
  readonly script: string
  readonly options: readonly string[]
}

/** The commands of npm in shell blocks and inline code; `\` continues a line, and a `#` begins a comment. */
const commandsOf = (text: string): readonly Command[] =>
  [
    ...blocksOf(text, 'sh').flatMap((block) => block.replaceAll('\\\n', ' ').split('\n')),
    ...inlineCodeOf(text).map((code) => code.replaceAll('\n', ' ')),
  ]
    .flatMap((line) => line.split(/&&|\$\(/))
    .flatMap((line) => {
      const [, run, short, rest = ''] = /\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)([^#)]*)/.exec(line) ?? []
      const script = run ?? short
      if (script === undefined) return []
      const options = rest.match(/(?<=[\s[])--\w[\w-]*/g) ?? []
      return [{ script, options: options.filter((option) => option !== '--silent') }]
    })

const commands = documents.flatMap(({ path, text }) => commandsOf(text).map((command) => ({ path, ...command })))

test('the commands of a document are found', () => {
  const text =
    'Use `npm start -- --json` or `npm run x [-- --a <b>]`.\n```sh\nT=$(npm run --silent token -- \\\n --c d)\n```\n'
  expect(commandsOf(text)).toEqual([
    { script: 'token', options: ['--c'] },
    { script: 'start', options: ['--json'] },
    { script: 'x', options: ['--a'] },
  ])
})

test('every script that a document names is one of package.json', () => {
  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter(({ script }) => scripts[script] === undefined)).toEqual([])
})

test('every script of package.json is named in a guide', () => {
  const named = new Set(commands.filter(({ path }) => path !== 'CHANGELOG.md').map(({ script }) => script))

  expect(Object.keys(scripts).filter((script) => !named.has(script))).toEqual([])
})

/** The options that scripts explain; those that run a tool of somebody else are left out. */
const explainedOptions = async (names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const calls = names.flatMap((script) => {
    const [, program, words = ''] = /^(?:exec )?node (?:--\S+ )*(bin\/\w+\.ts)(.*)$/.exec(scripts[script] ?? '') ?? []
    const args = words.split(' ').filter((word) => word !== '')
    return program === undefined ? [] : [{ script, program, args: [...args, '--help'] }]
  })
  const outcomes = await scriptOutcomes(calls)
  return new Map(calls.map(({ script }, index) => [script, outcomes[index]?.stdout.match(/--[\w-]+/g) ?? []]))
}

test('every option that a document names is explained by its script', async () => {
  const options = /^- `(--[\w-]+)/gm
  const listed = [...textOf('test/local/runner/README.md').matchAll(options)].map(([, option = '']) => option)
  const asked = [...commands, { path: 'test/local/runner/README.md', script: 'start', options: listed }]
  const named = asked.filter((command) => command.options.length > 0)
  const explained = await explainedOptions([...new Set(named.map(({ script }) => script))])

  expect(listed.length).toBeGreaterThan(8)
  for (const { path, script, options: given } of named)
    expect(explained.get(script) ?? given, `${path}: npm run ${script}`).toEqual(expect.arrayContaining([...given]))
})

test('every program that a document runs by npx is installed, or packed by this project', () => {
  const programs = documents.flatMap(({ text }) =>
    [...blocksOf(text, 'sh'), ...inlineCodeOf(text)].flatMap((code) => code.match(/(?<=\bnpx )[a-z][\w-]*/g) ?? []),
  )

  expect(programs.length).toBeGreaterThan(3)
  const packed = Object.keys(harness.bin)
  const installed = (name: string): boolean => existsSync(join(project, 'node_modules/.bin', name))
  expect(programs.filter((name) => !packed.includes(name) && !installed(name))).toEqual([])
})

test('the client has a version of the API in the table of CHANGELOG, and so have the commands that install it', () => {
  const versionOf = (path: string): string => JSON.parse(readFileSync(join(project, path), 'utf8')).version
  const client = versionOf('shared/web/client/package.json')
  const installed = documents.flatMap(({ text }) => text.match(/(?<=streaming-support-client-)[\d.]+(?=\.tgz)/g) ?? [])

  const minorOf = (version: string): string => version.split('.', 2).join('.')
  expect(textOf('CHANGELOG.md')).toMatch(new RegExp(`^\\| ${minorOf(client)} \\| \\d`, 'm'))
  expect(new Set(installed)).toEqual(new Set([client]))
})

test('the start page and the install commands have the version of serve-assembly', () => {
  const installed = documents.flatMap(
    ({ text }) => text.match(/(?<=serve-assembly(?:-start-page)?-)\d[\d.]+(?=\.tgz)/g) ?? [],
  )

  expect([startPage.version, startPage.peerDependencies['serve-assembly']]).toEqual([harness.version, harness.version])
  expect(installed.length).toBeGreaterThan(3)
  expect(new Set(installed)).toEqual(new Set([harness.version]))
})

test('the diagram of the README names functions of this service', () => {
  const readme = textOf('README.md')
  const ids = new Set([...operations, ...workers, ...socketRoutes].map(({ id }) => id))
  const names = blocksOf(readme, 'mermaid')[0]?.match(/\b[a-z]+[A-Z]\w+\b/g) ?? []

  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !ids.has(name))).toEqual([])
})
