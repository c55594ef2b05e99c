import { type Import, importsOf, reachableImports, valueNames } from '../imports.ts'
import { breachOfImport, forbidImports, type Rule } from '../rule.ts'
import { isCode, type SourceFile, within } from '../sourceFile.ts'

const registry = 'shared/operations.ts'
const isBelow = (file: string | undefined, ...places: readonly string[]): boolean =>
  file !== undefined && within(...places)({ path: file, text: '' })

/** The specification of the harness is left out, because it synthesizes its own app with the CDK. */
const isHarness = (file: SourceFile): boolean => within('test/harness')(file) && !within('test/harness/spec')(file)

const isContract = (path: string): boolean =>
  path.startsWith('shared/contract/') || /^shared\/.*contract\.ts$/i.test(path)

/** The area of a file of `shared`: its folder there, or itself. Folders within an area are parts of it. */
const areaOf = (path: string): string => path.split('/', 2).join('/')

/** The imports of `shared` that lead from one area into another. */
const importsBetweenAreas = (files: readonly SourceFile[]): readonly Import[] =>
  files
    .filter(within('shared'))
    .flatMap(importsOf)
    .filter(({ from, file }) => file?.startsWith('shared/') && areaOf(file) !== areaOf(from))

/** The imports from whose area a chain of further imports leads back to it. */
const importsInCircles = (files: readonly SourceFile[]): readonly Import[] => {
  const imports = importsBetweenAreas(files)
  const areas = Map.groupBy(imports, ({ from }) => areaOf(from))
  const reachedFrom = (area: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const { file = '' } of areas.get(area) ?? []) {
      const next = areaOf(file)
      if (seen.has(next)) continue
      seen.add(next)
      reachedFrom(next, seen)
    }
    return seen
  }
  return imports.filter(({ from, file = '' }) => reachedFrom(areaOf(file)).has(areaOf(from)))
}

/** Programs that set up, fill, examine and repair a deployed stack, and the stack itself. */
const isOperators = (path: string): boolean =>
  /^bin\/(?:app|import|replay|restore|settings|setup)\.ts$/.test(path) || path.startsWith('infra/')

const isSigner = (name: string): boolean => /Signature$|^webhookSecretOf$/.test(name)

/** The rules about which part of the project may import which (house rules 1 to 4). */
export const layerRules: readonly Rule[] = [
  {
    name: 'functions import shared only',
    reason: 'a function is bundled and deployed alone; what two of them need belongs to shared',
    check: forbidImports(
      within('functions'),
      ({ file }) => file !== undefined && (!isBelow(file, 'shared') || file === registry),
    ),
    bad: [
      { 'functions/news/addNews.ts': "import { handle } from './listNews.ts'" },
      { 'functions/news/addNews.ts': "import { bundle } from '../../infra/build/bundle.ts'" },
      { 'functions/news/addNews.ts': "import { operations } from '../../shared/operations.ts'" },
      { 'functions/news/addNews.ts': "import type { Thing } from '../../test/harness/thing.ts'" },
    ],
    good: [{ 'functions/news/addNews.ts': "import { addNews } from '../../shared/news/contract.ts'" }],
  },
  {
    name: 'shared imports shared only',
    reason: 'shared is the ground that functions and infra stand on',
    check: forbidImports(within('shared'), ({ file }) => file !== undefined && !isBelow(file, 'shared')),
    bad: [
      { 'shared/news/rules.ts': "import { handle } from '../../functions/news/addNews.ts'" },
      { 'shared/news/rules.ts': "import { table } from '../../infra/storage.ts'" },
    ],
  },
  {
    name: 'the client is a package of its own: it imports nothing of the service but backoff, chance, clock and currencies',
    reason: 'it is installed by front ends, with types that come from the documents and not from schemas',
    check: forbidImports(
      within('shared/client'),
      ({ file }) =>
        file !== undefined &&
        !isBelow(
          file,
          'shared/client',
          'shared/backoffMs.ts',
          'shared/chance.ts',
          'shared/money/currency.ts',
          'shared/time/clock.ts',
        ),
    ),
    bad: [{ 'shared/client/live/feed.ts': "import type { Alert } from '../../alerts/contract.ts'" }],
    good: [{ 'shared/client/live/connection.ts': "import { backoffMs } from '../../backoffMs.ts'" }],
  },
  {
    name: 'no circle leads through the areas of shared',
    reason: 'an area is read, tested and changed with the areas that it imports; in a circle that is all of them',
    check: (files) => importsInCircles(files).map((each) => breachOfImport(each)),
    bad: [
      {
        'shared/news/rules.ts': "import { levels } from '../alerts/rules.ts'",
        'shared/alerts/rules.ts': "import type { Config } from '../config/rules.ts'",
        'shared/config/rules.ts': "import { newest } from '../news/newsRepository.ts'",
      },
      {
        'shared/news/print/rules.ts': "import { levels } from '../../alerts/rules.ts'",
        'shared/alerts/rules.ts': "import { newest } from '../news/newsRepository.ts'",
      },
    ],
    good: [
      {
        'shared/news/rules.ts': "import { levels } from '../alerts/rules.ts'",
        'shared/news/newsRepository.ts': "import { newest } from './rules.ts'",
        'shared/alerts/rules.ts': "import { env } from '../env.ts'",
        'shared/env.ts': "import { limit } from './config/rules.ts'",
      },
    ],
  },
  {
    name: 'contracts are data: they reach no SDK, no middy, no environment',
    reason: 'infra, the OpenAPI document and the tests read the registry where no function runs',
    check: (files) =>
      reachableImports(files, ({ path }) => path === registry || isContract(path))
        .filter(
          ({ specifier, file }) =>
            /^@aws-sdk\/|^@smithy\/|^@middy\//.test(specifier) ||
            isBelow(file, 'shared/env.ts', 'shared/http', 'shared/aws', 'shared/store'),
        )
        .map((each) => breachOfImport(each)),
    bad: [
      { 'shared/contract/write.ts': "import type { Put } from '@aws-sdk/client-dynamodb'" },
      { 'shared/news/contract.ts': "import { env } from '../env.ts'" },
      {
        'shared/operations.ts': "import { addNews } from './news/contract.ts'",
        'shared/news/contract.ts': "import { limit } from './rules.ts'",
        'shared/news/rules.ts': "import middy from '@middy/core'",
      },
    ],
  },
  {
    name: 'infra imports no function',
    reason: 'infra computes entry paths from the registry; importing a function would run it while synthesizing',
    check: forbidImports(within('infra'), ({ file }) => isBelow(file, 'functions')),
    bad: [{ 'infra/httpApi.ts': "const { handler } = await import('../functions/news/addNews.ts')" }],
  },
  {
    name: "operators' programs reach nothing of test",
    reason:
      'whoever deploys the service needs neither its tests nor the local API; doctor loads these for a developer alone',
    check: (files) =>
      reachableImports(files, ({ path }) => isOperators(path))
        .filter(({ file }) => isBelow(file, 'test'))
        .map((each) => breachOfImport(each)),
    bad: [
      { 'bin/restore.ts': "import { runProgram } from '../test/harness/cli/runProgram.ts'" },
      {
        'bin/import.ts': "import { localApi } from './commandLine/localApi.ts'",
        'bin/commandLine/localApi.ts': "import { runningApis } from '../../test/harness/cli/runningApis.ts'",
      },
    ],
    good: [{ 'bin/demo.ts': "import { walk } from '../test/demo/walk.ts'" }],
  },
  {
    name: 'the harness is a package of its own: it imports no file of the service',
    reason: 'it can be published as it is, and what it needs of a project is handed in',
    check: forbidImports(within('test/harness'), ({ file }) => file !== undefined && !isBelow(file, 'test/harness')),
    bad: [
      { 'test/harness/localApi.ts': "import { startSandbox } from '../sandbox/sandbox.ts'" },
      { 'test/harness/spec/localApi.test.ts': "import { copyProject } from '../../support/copyProject.ts'" },
    ],
    good: [{ 'test/harness/spec/localApi.test.ts': "import { startLocalApi } from '../localApi.ts'" }],
  },
  {
    name: 'the start page is a package of its own: it imports no file, and from serve-assembly types alone',
    reason: 'it is installed beside serve-assembly, which hands it the running API and runs without it as well',
    check: forbidImports(
      (file) => isCode(file) && within('test/startPage')(file) && !within('test/startPage/spec')(file),
      ({ file, specifier, isTypeOnly }) =>
        (file !== undefined && !isBelow(file, 'test/startPage')) ||
        (specifier.startsWith('serve-assembly') && !isTypeOnly),
    ),
    bad: [
      { 'test/startPage/panels.ts': "import type { LocalApi } from '../harness/localApi.ts'" },
      { 'test/startPage/commands.ts': "import { startLocalApi } from 'serve-assembly'" },
    ],
    good: [{ 'test/startPage/commands.ts': "import type { LocalApi } from 'serve-assembly'" }],
  },
  {
    name: 'the harness knows neither CDK nor the registry nor infra',
    reason: 'it reads only what synthesis wrote, so that it can contradict the registry and catch a bug in infra',
    check: (files) =>
      reachableImports(files, (file) => isHarness(file) && isCode(file))
        .filter(
          ({ specifier, file }) =>
            /^(?:aws-cdk-lib|constructs)\b/.test(specifier) ||
            isBelow(file, 'infra', 'functions', registry) ||
            (file !== undefined && isContract(file)),
        )
        .map((each) => breachOfImport(each)),
    bad: [
      { 'test/harness/localApi.ts': "import { App } from 'aws-cdk-lib'" },
      { 'test/harness/localApi.ts': "import { operations } from '../../shared/operations.ts'" },
      { 'test/harness/localApi.ts': "import { bundle } from '../../infra/build/bundle.ts'" },
      {
        'test/harness/localApi.ts': "import { routes } from './routes.ts'",
        'test/harness/routes.ts': "import { tables } from '../../shared/contract/resources.ts'",
      },
    ],
  },
  {
    name: 'what a test sends is signed by others than those who verify it',
    reason: 'a mistake that both make is one that no test sees',
    check: forbidImports(
      (file) => within('test')(file) && !within('test/harness')(file),
      (each) => each.specifier === 'jose' || (isBelow(each.file, 'shared') && valueNames(each).some(isSigner)),
    ),
    bad: [
      { 'test/unit/news/a.test.ts': "import { SignJWT } from 'jose'" },
      { 'test/sandbox/max.ts': "import { webhookSecretOf } from '../../shared/messenger/chatMessenger.ts'" },
      { 'test/sandbox/twitch.ts': "import { twitchSignature } from '../../shared/providers/twitchEvents.ts'" },
    ],
    good: [
      { 'test/unit/news/a.test.ts': "import { verifiedStandardWebhook } from '../../../shared/webhooks/news.ts'" },
      { 'test/sandbox/twitch.ts': "import { stripeWebhook } from '../support/gatewayWebhooks.ts'" },
    ],
  },
]
