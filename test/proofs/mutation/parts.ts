import { globSync } from 'node:fs'
import { areaParts } from './parts/areaParts.ts'
import { deploymentParts } from './parts/deploymentParts.ts'
import type { Part, Parts } from './parts/part.ts'
import { paymentParts } from './parts/paymentParts.ts'
import { providerParts } from './parts/providerParts.ts'
import { recipientParts } from './parts/recipientParts.ts'
import { requestParts } from './parts/requestParts.ts'
import { storeParts } from './parts/storeParts.ts'

/** Together they have every file of `shared`, `functions` and `infra` that decides something, each in one part. */
export const parts: Parts = {
  ...requestParts,
  ...storeParts,
  ...paymentParts,
  ...providerParts,
  ...recipientParts,
  ...areaParts,
  ...deploymentParts,
}

/** Files that are not mutated, each with the reason. */
export const unmutated: Readonly<Record<string, string>> = {
  'shared/**/{chatContract,queueContract}.ts': 'schemas as data, which test/contract compares with the specification',
  'shared/!(page)/**/contract.ts': 'schemas as data, which test/contract compares with the specification',
  'shared/recipients/responseObject.ts':
    'a schema and a constant as data, which test/contract and the test of getVkLiveToken compare as a whole',
  'shared/**/workers.ts': 'declarations as data, which test/audit compares with what is called',
  'shared/{operations,socketRoutes}.ts': 'registries, from which suites are derived',
  'shared/contract/{handle,problems,providers,write}.ts': 'types, and a catalogue as data that the documents repeat',
  'shared/client/{example,generated}/*.ts': 'an example that is compiled, and what a generator writes',
  'shared/{names,realtime/messageVersion}.ts': 'names and a number, without a decision',
  'shared/media/videoHost.ts': 'types',
  'shared/messenger/messengerBot.ts': 'types',
  'shared/payments/paymentGateway.ts': 'types',
  'shared/platforms/{eventSubscriptions,platformEvents}.ts': 'types',
}

/** The paths that patterns match, in alphabetical order. */
export const filesOf = (patterns: readonly string[]): readonly string[] => [...new Set(globSync(patterns))].toSorted()

/** The part that the environment variable `PART` names. */
export const chosenPart = (): Part => {
  const part = parts[process.env['PART'] ?? '']
  if (part === undefined) throw new Error(`set PART to one of: ${Object.keys(parts).join(', ')}`)
  return part
}
