import { valueNames } from '../imports.ts'
import { forbidCode, forbidImports, type Rule } from '../rule.ts'
import { type SourceFile, within } from '../sourceFile.ts'

const deployed = within('shared', 'functions')
/** The pages, and the client of front ends. */
const isBrowserProgram = within('shared/web/overlay', 'shared/web', 'shared/web/client')
const isClient = within('shared/mechanisms/aws')
/** Repositories, object stores, and the adapters of keys, parameters and connections. */
const isStore = ({ path }: SourceFile): boolean =>
  /^shared\/(?:mechanisms\/store\/|.*(?:[Rr]epository|[Ss]tore|[Kk]ey|[Cc]ipher|[Pp]arameters|[Ss]ender|[Qq]ueue)\.ts$)/.test(
    path,
  )

const outside =
  (selection: (file: SourceFile) => boolean) =>
  (file: SourceFile): boolean =>
    deployed(file) && !selection(file)

const isSdk = (specifier: string): boolean => specifier.startsWith('@aws-sdk/')
const zodImport = /^(?:type )?\* as z$/

/** Files that may name the loopback host, each with the reason. */
const knowsLoopback: Readonly<Record<string, string>> = {
  'shared/mechanisms/outbound/http.ts':
    'a provider is called over TLS, except on the loopback interface (as RFC 8252, section 8.3, has it)',
}

/** The rules about things that only one place may use (house rules 5 to 7). */
export const boundaryRules: readonly Rule[] = [
  {
    name: 'the SDK is used in clients and stores only',
    reason: 'a handler or rule that knows the SDK cannot be tested without it, and hides an access from review',
    check: forbidImports(
      outside((file) => isClient(file) || isStore(file)),
      (each) => isSdk(each.specifier) && !each.isTypeOnly,
    ),
    bad: [
      { 'functions/news/addNews.ts': "import { PutCommand } from '@aws-sdk/lib-dynamodb'" },
      { 'shared/areas/news/rules.ts': "import { type KMSClient, EncryptCommand } from '@aws-sdk/client-kms'" },
    ],
    good: [
      { 'shared/areas/news/rules.ts': "import type { KMSClient } from '@aws-sdk/client-kms'" },
      { 'shared/areas/news/newsRepository.ts': "import { QueryCommand } from '@aws-sdk/lib-dynamodb'" },
    ],
  },
  {
    name: 'shared/mechanisms/aws holds clients and sends no command',
    reason: 'one client a file, set up for its retries and deadlines, and nothing else; a rehearsed call is not sent',
    check: forbidImports(
      (file) => isClient(file) && file.path !== 'shared/mechanisms/aws/rehearse.ts',
      (each) => isSdk(each.specifier) && valueNames(each).some((name) => name.endsWith('Command')),
    ),
    bad: [{ 'shared/mechanisms/aws/kmsClient.ts': "import { KMSClient, EncryptCommand } from '@aws-sdk/client-kms'" }],
  },
  {
    name: 'clients are made in shared/mechanisms/aws only',
    reason: 'a second client has other retries and deadlines than those that the fault tests hold',
    check: forbidImports(
      outside(isClient),
      (each) => isSdk(each.specifier) && valueNames(each).some((name) => name.endsWith('Client')),
    ),
    bad: [{ 'shared/areas/news/newsRepository.ts': "import {\n  DynamoDBClient,\n} from '@aws-sdk/client-dynamodb'" }],
    good: [{ 'shared/areas/news/newsRepository.ts': "import { type DynamoDBClient } from '@aws-sdk/client-dynamodb'" }],
  },
  {
    name: "the projection of payments writes payments alone, and composes the other areas' writes",
    reason: 'the format of an item is known in the folder of its table; a change of it stays there',
    check: forbidCode(
      ({ path }) =>
        path.startsWith('shared/areas/payments/projection/') &&
        path !== 'shared/areas/payments/projection/projectionWrites.ts',
      /\b(?:Put|Update|Delete|ConditionCheck):/g,
    ),
    bad: [
      {
        'shared/areas/payments/projection/applyPaymentToItem.ts':
          'const hide = { Update: { TableName: alerts, Key: { position } } }',
      },
    ],
    good: [
      { 'shared/areas/payments/projection/applyPaymentToItem.ts': 'const hide = alertChange(alerts, id, 1, changes)' },
    ],
  },
  {
    name: 'process.env is read in shared/runtime/env.ts only',
    reason: 'the template declares what a function may know of its surroundings, and one file reads it',
    check: forbidCode(
      outside(within('shared/runtime/env.ts', 'shared/web/client/examples')),
      /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\benv\b[^'"`]*\bfrom ['"]node:process['"]/g,
    ),
    bad: [
      { 'shared/areas/news/rules.ts': "const table = process.env['NEWS_TABLE']" },
      { 'functions/news/addNews.ts': "import { env } from 'node:process'" },
    ],
    good: [{ 'shared/areas/news/rules.ts': '/** Never from process.env. */\nexport const limit = 1' }],
  },
  {
    name: 'no global is mentioned that loads a subsystem of Node',
    reason:
      'each takes about a millisecond and a megabyte of a cold start; Date.now() and node:crypto are loaded as it is',
    check: forbidCode(outside(isBrowserProgram), /(?<![.\w'"])(?:performance|crypto|fetch|ReadableStream)\s*[.(]/g),
    bad: [
      { 'shared/runtime/log.ts': 'const startedAt = performance.now()' },
      { 'shared/runtime/ids.ts': 'export const newId = () => crypto.randomUUID()' },
      { 'shared/providers/kick.ts': 'const answer = await fetch(url)' },
    ],
    good: [{ 'shared/runtime/ids.ts': 'const options = { fetch: send, startedAt: Date.now() }' }],
  },
  {
    name: 'middy is used in shared/mechanisms/http only',
    reason: 'there is one wrapper; a second one would answer differently',
    check: forbidImports(outside(within('shared/mechanisms/http')), ({ specifier }) => specifier.startsWith('@middy/')),
    bad: [{ 'functions/news/addNews.ts': "import middy from '@middy/core'" }],
  },
  {
    name: 'no function can tell that it runs locally',
    reason: 'what behaves differently on a laptop is not tested on one',
    check: forbidCode(
      outside((file) => file.path in knowsLoopback || within('shared/web/client/examples')(file)),
      /\b(?:IS_LOCAL|AWS_SAM_LOCAL|LOCALSTACK_\w+|NODE_ENV|VITEST|isLocal|isTest)\b|\blocalhost\b|\b127\.0\.0\.1\b/g,
    ),
    bad: [
      { 'shared/runtime/env.ts': "export const local = optionalEnv('IS_LOCAL')" },
      { 'shared/mechanisms/aws/kmsClient.ts': "new KMSClient({ endpoint: 'http://127.0.0.1:4566' })" },
    ],
  },
  {
    name: "zod is imported as `import * as z from 'zod/mini'`",
    reason: '`import { z }` bundles every locale, and the classic API another 70 KB',
    check: forbidImports(
      deployed,
      ({ specifier, clause }) =>
        /^zod\b/.test(specifier) &&
        !specifier.startsWith('zod/v4/locales/') &&
        (specifier !== 'zod/mini' || !zodImport.test(clause)),
    ),
    bad: [
      { 'shared/areas/news/contract.ts': "import { z } from 'zod/mini'" },
      { 'shared/areas/news/contract.ts': "import * as z from 'zod'" },
    ],
    good: [{ 'shared/areas/news/contract.ts': "import type * as z from 'zod/mini'" }],
  },
]
