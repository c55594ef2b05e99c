import { expect, test } from 'vitest'
import openApi from '../../../../shared/areas/service/openapi.json' with { type: 'json' }
import { ApiDocument } from '../../../local/demo/apiDocument.ts'
import { faultsOf, reasons, resourceTable, tableLines } from '../../../local/demo/resourceTable.ts'

const { endpoints } = new ApiDocument(openApi)

test('every resource can be created, read, listed, changed and removed, or it is said why not', () => {
  const rows = resourceTable(endpoints)

  expect(faultsOf(rows)).toEqual({ gaps: [], idle: [] })
  expect(rows.flatMap(({ operations }) => Object.values(operations).flat()).length).toBeGreaterThan(50)
  expect(tableLines(rows).join('\n')).not.toContain('MISSING')
})

test.each([
  ['deletePlaylist', 'playlist remove'],
  ['changeNews', 'news change'],
  ['getAnnouncer', 'announcer read'],
  ['listTokens', 'token list'],
])('without %s there is a gap', (id, gap) => {
  const rows = resourceTable(endpoints.filter((endpoint) => endpoint.id !== id))

  expect(faultsOf(rows).gaps).toContain(gap)
})

test('a reason is needed for what has no operation alone', () => {
  const rows = resourceTable([...endpoints, { id: 'deleteVideo', takesId: false }])

  expect(faultsOf(rows).idle).toEqual(['video remove'])
  expect(Object.keys(reasons)).toContain('video remove')
})
