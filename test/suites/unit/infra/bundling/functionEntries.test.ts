import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { functionEntries, projectFolder } from '../../../../../infra/bundling/functionEntries.ts'

test('operations are in the folder of their area, workers and routes of the socket in one each', () => {
  const entries = functionEntries([{ id: 'addNews', area: 'news' }], [{ id: 'makePrint' }], [{ id: 'connect' }])

  expect(projectFolder).toBe(process.cwd())
  expect(entries).toEqual([
    { id: 'addNews', file: resolve('functions/news/addNews.ts') },
    { id: 'makePrint', file: resolve('functions/workers/makePrint.ts') },
    { id: 'connect', file: resolve('functions/realtime/connect.ts') },
  ])
})
