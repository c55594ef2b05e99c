import type { Parts } from './part.ts'

/** What is deployed, how it is built and documented, and what maintains it. */
export const deploymentParts: Parts = {
  grants: {
    goal: 95,
    mutate: [
      'infra/{encryption,gatewayRole,grants,operationFunction,processEnvironment,queues,serviceFunction,socketFunction,workers}.ts',
    ],
    tests: [
      'test/unit/infra/{encryption,gatewayRole,grants,operationFunction,serviceFunction,socketFunction,workers}.test.ts',
    ],
  },
  stack: {
    goal: 85,
    mutate: [
      'infra/{acknowledgements,creationOrder,customDomain,httpApi,identity,regions,serviceApp,serviceStack,webSocketApi}.ts',
    ],
    tests: [
      'test/unit/infra/{acknowledgements,creationOrder,deploymentSettings,httpApi,identity,serviceApp,webSocketApi}.test.ts',
    ],
  },
  storage: {
    goal: 95,
    mutate: ['infra/storage.ts', 'shared/contract/{resources,variables}.ts'],
    tests: ['test/unit/infra/storage.test.ts', 'test/unit/contract/resources.test.ts'],
  },
  settings: {
    goal: 85,
    mutate: ['infra/{deploymentSettings,settings}.ts'],
    tests: ['test/unit/infra/{deploymentSettings,settings}.test.ts'],
  },
  alarms: {
    goal: 85,
    mutate: ['infra/observability/*.ts'],
    tests: ['test/unit/infra/observability/*.test.ts'],
  },
  build: {
    goal: 85,
    mutate: ['infra/build/*.ts'],
    tests: ['test/unit/infra/build/*.test.ts'],
  },
  leanBundles: {
    goal: 85,
    mutate: ['infra/build/bundle/*.ts'],
    tests: ['test/unit/infra/build/bundle/*.test.ts'],
  },
  documents: {
    goal: 85,
    mutate: ['infra/documents/**/*.ts'],
    tests: ['test/unit/infra/documents/**/*.test.ts'],
  },
  importing: {
    goal: 85,
    mutate: ['infra/maintenance/import/*.ts'],
    tests: ['test/unit/infra/maintenance/import/*.test.ts', 'test/infra/donationFiles.test.ts'],
  },
  restoring: {
    goal: 95,
    mutate: ['infra/maintenance/{restore/*,replayDue,stack*}.ts'],
    tests: [
      'test/unit/infra/maintenance/{replayDue,restore/*}.test.ts',
      'test/infra/{restoredTables,serviceGate,stackResources,stackTables}.test.ts',
    ],
  },
  settingUp: {
    goal: 85,
    mutate: ['infra/maintenance/{setup/*,awsCall,examineAws}.ts'],
    tests: [
      'test/unit/infra/maintenance/{examineAws,firstUser,questions,storeSecrets}.test.ts',
      'test/infra/{awsCall,setUp}.test.ts',
    ],
  },
}
