import { type Import, importsOf, reachableImports, valueNames } from '../imports.ts'
import { breachOfImport, forbidImports, type Rule } from '../rule.ts'
import { isCode, type SourceFile, within } from '../sourceFile.ts'

const registry = 'shared/operations.ts'
const isBelow = (file: string | undefined, ...places: readonly string[]): boolean =>
  file !== undefined && within(...places)({ path: file, text: '' })

/** The specification of the harness is left out, because it synthesizes its own app with the CDK. */
const isHarness = (file: SourceFile): boolean =>
  within('test/local/runner')(file) && !within('test/local/runner/spec')(file)

const isContract = (path: string): boolean =>
  path.startsWith('shared/contract/') || /^shared\/.*contract\.ts$/i.test(path)

/** The rooms of `shared` from the ground up: a room imports itself and those before it. */
const rooms = ['contract', 'runtime', 'mechanisms', 'areas', 'providers']
/** The pages run in browsers, beside the mechanisms; the registries list what areas and mechanisms declare. */
const besides: Readonly<Record<string, readonly string[]>> = {
  web: ['web', 'contract', 'runtime', 'areas'],
  registry: ['registry', 'contract', 'mechanisms', 'areas'],
}
const roomOf = (path = ''): string =>
  /^shared\/(?:(\w+)\/)?/.test(path) ? (/^shared\/(\w+)\//.exec(path)?.[1] ?? 'registry') : 'outside'
const reachableFrom = (room: string): readonly string[] => besides[room] ?? rooms.slice(0, rooms.indexOf(room) + 1)

/** A folder of a room, or one of its files; what contracts and providers have in common are not folders but the room. */
const areaOf = (path: string): string =>
  path.split('/', /^shared\/(?:contract|providers)\//.test(path) ? 2 : 3).join('/')

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
      { 'functions/news/addNews.ts': "import { bundle } from '../../infra/bundling/bundle.ts'" },
      { 'functions/news/addNews.ts': "import { operations } from '../../shared/operations.ts'" },
      { 'functions/news/addNews.ts': "import type { Thing } from '../../test/local/runner/thing.ts'" },
    ],
    good: [{ 'functions/news/addNews.ts': "import { addNews } from '../../shared/areas/news/contract.ts'" }],
  },
  {
    name: 'shared imports downwards: contract ← runtime ← mechanisms ← areas ← providers, and web beside them',
    reason: 'a room is read and changed with those below it and without those above it',
    check: forbidImports(
      within('shared'),
      ({ from, file }) => file !== undefined && !reachableFrom(roomOf(from)).includes(roomOf(file)),
    ),
    bad: [
      { 'shared/areas/news/rules.ts': "import { handle } from '../../../functions/news/addNews.ts'" },
      { 'shared/areas/news/rules.ts': "import { table } from '../../../infra/storage.ts'" },
      { 'shared/contract/values.ts': "import { env } from '../runtime/env.ts'" },
      { 'shared/runtime/log.ts': "import { send } from '../mechanisms/aws/send.ts'" },
      { 'shared/mechanisms/page/cursor.ts': "import type { News } from '../../areas/news/contract.ts'" },
      { 'shared/areas/news/rules.ts': "import { kick } from '../../providers/kick.ts'" },
      { 'shared/areas/news/rules.ts': "import { text } from '../../web/pageTexts.ts'" },
      { 'shared/web/panel/app.tsx': "import { httpHandler } from '../../mechanisms/http/httpHandler.ts'" },
      { 'shared/strays/rules.ts': "import { env } from '../runtime/env.ts'" },
    ],
    good: [
      { 'shared/providers/kick.ts': "import { outbound } from '../mechanisms/outbound/http.ts'" },
      { 'shared/operations.ts': "import { addNews } from './areas/news/contract.ts'" },
      { 'shared/web/overlay/look.ts': "import { look } from '../../areas/overlays/overlayLook.ts'" },
    ],
  },
  {
    name: 'the client is a package of its own: it imports nothing of the service but backoff, chance, clock and currencies',
    reason: 'it is installed by front ends, with types that come from the documents and not from schemas',
    check: forbidImports(
      within('shared/web/client'),
      ({ file }) =>
        file !== undefined &&
        !isBelow(
          file,
          'shared/web/client',
          'shared/runtime/backoffMs.ts',
          'shared/runtime/chance.ts',
          'shared/runtime/money/currency.ts',
          'shared/runtime/time/clock.ts',
        ),
    ),
    bad: [{ 'shared/web/client/live/feed.ts': "import type { Alert } from '../../../areas/alerts/contract.ts'" }],
    good: [{ 'shared/web/client/live/connection.ts': "import { backoffMs } from '../../../runtime/backoffMs.ts'" }],
  },
  {
    name: 'no circle leads through the areas of shared',
    reason: 'an area is read, tested and changed with the areas that it imports; in a circle that is all of them',
    check: (files) => importsInCircles(files).map((each) => breachOfImport(each)),
    bad: [
      {
        'shared/areas/news/rules.ts': "import { levels } from '../alerts/rules.ts'",
        'shared/areas/alerts/rules.ts': "import type { Config } from '../config/rules.ts'",
        'shared/areas/config/rules.ts': "import { newest } from '../news/newsRepository.ts'",
      },
      {
        'shared/areas/news/print/rules.ts': "import { levels } from '../../alerts/rules.ts'",
        'shared/areas/alerts/rules.ts': "import { newest } from '../news/newsRepository.ts'",
      },
    ],
    good: [
      {
        'shared/areas/news/rules.ts': "import { levels } from '../alerts/rules.ts'",
        'shared/areas/news/newsRepository.ts': "import { newest } from './rules.ts'",
        'shared/areas/alerts/rules.ts': "import { env } from '../../runtime/env.ts'",
        'shared/runtime/env.ts': "import { limit } from '../areas/config/rules.ts'",
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
            isBelow(
              file,
              'shared/runtime/env.ts',
              'shared/mechanisms/http',
              'shared/mechanisms/aws',
              'shared/mechanisms/store',
            ),
        )
        .map((each) => breachOfImport(each)),
    bad: [
      { 'shared/contract/write.ts': "import type { Put } from '@aws-sdk/client-dynamodb'" },
      { 'shared/areas/news/contract.ts': "import { env } from '../../runtime/env.ts'" },
      {
        'shared/operations.ts': "import { addNews } from './areas/news/contract.ts'",
        'shared/areas/news/contract.ts': "import { limit } from './rules.ts'",
        'shared/areas/news/rules.ts': "import middy from '@middy/core'",
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
      { 'bin/restore.ts': "import { runProgram } from '../test/local/runner/cli/runProgram.ts'" },
      {
        'bin/import.ts': "import { localApi } from './commandLine/localApi.ts'",
        'bin/commandLine/localApi.ts': "import { runningApis } from '../../test/local/runner/cli/runningApis.ts'",
      },
    ],
    good: [{ 'bin/demo.ts': "import { walk } from '../test/local/demo/walk.ts'" }],
  },
  {
    name: 'the harness is a package of its own: it imports no file of the service',
    reason: 'it can be published as it is, and what it needs of a project is handed in',
    check: forbidImports(
      within('test/local/runner'),
      ({ file }) => file !== undefined && !isBelow(file, 'test/local/runner'),
    ),
    bad: [
      { 'test/local/runner/localApi.ts': "import { startSandbox } from '../sandbox/sandbox.ts'" },
      { 'test/local/runner/spec/localApi.test.ts': "import { copyProject } from '../../../support/copyProject.ts'" },
    ],
    good: [{ 'test/local/runner/spec/localApi.test.ts': "import { startLocalApi } from '../localApi.ts'" }],
  },
  {
    name: 'the start page is a package of its own: it imports no file, and from serve-assembly types alone',
    reason: 'it is installed beside serve-assembly, which hands it the running API and runs without it as well',
    check: forbidImports(
      (file) => isCode(file) && within('test/local/startPage')(file) && !within('test/local/startPage/spec')(file),
      ({ file, specifier, isTypeOnly }) =>
        (file !== undefined && !isBelow(file, 'test/local/startPage')) ||
        (specifier.startsWith('serve-assembly') && !isTypeOnly),
    ),
    bad: [
      { 'test/local/startPage/panels.ts': "import type { LocalApi } from '../runner/localApi.ts'" },
      { 'test/local/startPage/commands.ts': "import { startLocalApi } from 'serve-assembly'" },
    ],
    good: [{ 'test/local/startPage/commands.ts': "import type { LocalApi } from 'serve-assembly'" }],
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
      { 'test/local/runner/localApi.ts': "import { App } from 'aws-cdk-lib'" },
      { 'test/local/runner/localApi.ts': "import { operations } from '../../../shared/operations.ts'" },
      { 'test/local/runner/localApi.ts': "import { bundle } from '../../../infra/bundling/bundle.ts'" },
      {
        'test/local/runner/localApi.ts': "import { routes } from './routes.ts'",
        'test/local/runner/routes.ts': "import { tables } from '../../../shared/contract/resources.ts'",
      },
    ],
  },
  {
    name: 'what a test sends is signed by others than those who verify it',
    reason: 'a mistake that both make is one that no test sees',
    check: forbidImports(
      (file) => within('test')(file) && !within('test/local/runner')(file),
      (each) => each.specifier === 'jose' || (isBelow(each.file, 'shared') && valueNames(each).some(isSigner)),
    ),
    bad: [
      { 'test/suites/unit/news/a.test.ts': "import { SignJWT } from 'jose'" },
      {
        'test/local/sandbox/max.ts':
          "import { webhookSecretOf } from '../../../shared/areas/messenger/chatMessenger.ts'",
      },
      { 'test/local/sandbox/twitch.ts': "import { twitchSignature } from '../../../shared/providers/twitchEvents.ts'" },
    ],
    good: [
      {
        'test/suites/unit/news/a.test.ts':
          "import { verifiedStandardWebhook } from '../../../../shared/mechanisms/webhooks/news.ts'",
      },
      { 'test/local/sandbox/twitch.ts': "import { stripeWebhook } from '../../support/gatewayWebhooks.ts'" },
    ],
  },
]
