import type { Parts } from './part.ts'

/** What stands under the areas: the store, jobs, limits, secrets and the handlers of workers. */
export const storeParts: Parts = {
  boundedList: { goal: 95, mutate: ['shared/store/boundedList.ts'], tests: ['test/unit/store/boundedList.test.ts'] },
  reads: {
    goal: 95,
    mutate: ['shared/store/{batchGet,getItem,query*,precondition,setExpression,timeIndex}.ts'],
    tests: [
      'test/unit/store/*.test.ts',
      'test/functions/{config,news}/*.test.ts',
      'test/functions/alerts/alerts.test.ts',
    ],
    functions: ['functions/{alerts,config,news}/*.ts'],
  },
  store: {
    goal: 95,
    mutate: ['shared/store/{commit,dueStore,postponedStore,retryOnConflict,retryUntilStored,streamRecord}.ts'],
    tests: ['test/unit/store/*.test.ts', 'test/unit/workers/*.test.ts'],
  },
  jobs: {
    goal: 95,
    mutate: ['shared/jobs/*.ts'],
    tests: ['test/unit/jobs/*.test.ts'],
  },
  limits: {
    goal: 85,
    mutate: ['shared/limits/*.ts'],
    tests: ['test/unit/limits/*.test.ts'],
  },
  secrets: { goal: 95, mutate: ['shared/secrets/*.ts'], tests: ['test/unit/secrets/*.test.ts'] },
  totals: { goal: 95, mutate: ['shared/totals/*.ts'], tests: ['test/unit/totals/*.test.ts'] },
  workers: {
    goal: 95,
    mutate: ['shared/workers/*.ts', 'shared/forEachConcurrently.ts'],
    tests: ['test/unit/workers/*.test.ts'],
  },
}
