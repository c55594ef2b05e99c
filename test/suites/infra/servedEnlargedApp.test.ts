import { expect, test } from 'vitest'
import { operations } from '../../../shared/operations.ts'
import { startLocalApi } from '../../local/runner/localApi.ts'
import { enlargedApp, enlargedOperations } from './enlargedApp.ts'

test('the local API serves a service with a hundred operations and twelve workers more', async () => {
  const options = { assemblyFolder: enlargedApp(), port: 0, dataFolder: 'memory', onLog: () => {} } as const
  const added = enlargedOperations
    .slice(operations.length)
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))

  const local = await startLocalApi(options)
  const headers = { authorization: `Bearer ${await local.token('demo')}` }
  const answers = await Promise.all(
    [added[0], added.at(-1)].map(async (operation) =>
      (await fetch(`${local.api}${operation?.path}`, { headers })).text(),
    ),
  ).finally(local.stop)

  expect(local.deployment.httpApi.routes).toHaveLength(operations.length + 100)
  expect(answers).toEqual([added[0]?.id, added.at(-1)?.id])
})
