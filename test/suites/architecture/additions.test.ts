import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { editsOf } from '../../support/editedCopy.ts'

const project = new URL('../../..', import.meta.url).pathname
const parts = [
  'bin',
  'functions',
  'infra',
  'shared',
  'test',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'DECISIONS.md', 'SECURITY.md', 'biome.json']

const knownTypes = '.local/additions.tsbuildinfo'

const copy = mkdtempSync(join(tmpdir(), 'additions-'))
const { append, create, edit } = editsOf(copy)

const run = (...command: readonly string[]): string => {
  try {
    return execFileSync(process.execPath, command, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command.join(' ')}:\n${stdout}\n${stderr}`)
  }
}

beforeAll(() => {
  for (const part of [...parts, ...documents]) cpSync(join(project, part), join(copy, part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'dir')
  // The findings of the last run, so that only the additions and later changes are checked.
  if (existsSync(join(project, knownTypes))) cpSync(join(project, knownTypes), join(copy, knownTypes))
})

/** Does the steps of CONTRIBUTING's "Add an operation", and nothing else. */
const addOperation = (): void => {
  append(
    'shared/areas/news/contract.ts',
    `
export const countNews = operation({
  id: 'countNews',
  area: 'news',
  role: 'owner',
  method: 'GET',
  path: '/news/count',
  summary: 'The number of news entries',
  description: "Counts the caller's own and the global entries.",
  success: { body: z.object({ count: z.int() }) },
  problems: [],
  access: { news: ['Query'] },
  examples: [{ name: 'one', answer: { count: 1 } }],
})`,
  )
  edit('shared/operations.ts', (text) =>
    text.replace('{ addNews,', '{ addNews, countNews,').replace('\n  listNews,', '\n  listNews,\n  countNews,'),
  )
  create(
    'functions/news/countNews.ts',
    `
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { countNews } from '../../shared/areas/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/areas/news/newsRepository.ts'

export const handle =
  (news: Pick<NewsRepository, 'list'>): Handle<typeof countNews> =>
  async ({ recipientId }) => ({ count: (await news.list(recipientId)).length })

export const handler = httpHandler(countNews, handle(newsRepository(documentClient)))`,
  )
  edit('test/support/fixtures/ownDataFixtures.ts', (text) =>
    text.replace(/\]\n$/, "  way('countNews', 'none', { storeCalls: 'Query Query' }, () => ({})),\n]\n"),
  )
}

/** Does the steps of CONTRIBUTING's "Add a worker", and nothing else. */
const addWorker = (): void => {
  create(
    'shared/areas/news/workers.ts',
    `
import { worker } from '../../contract/worker.ts'

export const countGlobalNews = worker({
  id: 'countGlobalNews',
  summary: 'Counts the global news, every day',
  source: { schedule: 'rate(1 day)' },
  access: { news: ['Query'] },
  timeoutSeconds: 30,
  memoryMb: 512,
})`,
  )
  edit('shared/workers.ts', (text) =>
    text
      .replace(
        'import { projectPayments',
        "import { countGlobalNews } from './areas/news/workers.ts'\nimport { projectPayments",
      )
      .replace('  writePrint,\n', '  writePrint,\n  countGlobalNews,\n'),
  )
  create(
    'functions/workers/countGlobalNews.ts',
    `
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { type NewsRepository, newsRepository } from '../../shared/areas/news/newsRepository.ts'
import { countGlobalNews } from '../../shared/areas/news/workers.ts'
import { type Run, scheduleHandler } from '../../shared/mechanisms/workers/scheduleHandler.ts'

export const handle =
  (news: Pick<NewsRepository, 'list'>): Run =>
  async () =>
    (await news.list('')).length

export const handler = scheduleHandler(countGlobalNews, handle(newsRepository(documentClient)))`,
  )
  edit('test/support/fixtures/workerFixtures.ts', (text) =>
    text.replace(
      'workerFixtures: readonly WorkerFixture[] = [',
      "$&\n  batch('countGlobalNews', 'none', {}, async () => undefined),",
    ),
  )
}

test('an operation and a worker cost what CONTRIBUTING says: the rest is derived from them', () => {
  addOperation()
  addWorker()

  run('bin/openapi.ts')
  run('bin/docs.ts')
  run(
    'node_modules/typescript/bin/tsc',
    '-p',
    '.',
    '--preserveSymlinks',
    '--incremental',
    '--tsBuildInfoFile',
    knownTypes,
  )
  cpSync(join(copy, knownTypes), join(project, knownTypes))
  const suites = [
    'architecture/architecture',
    'contract/examples',
    'contract/bounds',
    'infra/stack',
    'infra/workers',
    'infra/alarms',
    'infra/templateText',
  ].map((name) => `test/suites/${name}.test.ts`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--project', 'suites']
  run(...vitest, '-u', ...suites)
  run(...vitest, 'test/suites/functions/service/storeCalls.test.ts', '-t', 'every operation|countNews|countGlobalNews')

  expect(run('bin/openapi.ts', '--check')).toBe('')
  expect(readFileSync(join(copy, 'test/suites/infra/template.txt'), 'utf8')).toContain('RouteKey GET /news/count')
  expect(JSON.parse(readFileSync(join(copy, 'shared/areas/service/openapi.json'), 'utf8')).paths).toHaveProperty([
    '/news/count',
    'get',
  ])
  expect(readFileSync(join(copy, 'shared/README.md'), 'utf8')).toContain('/news/count')
})
