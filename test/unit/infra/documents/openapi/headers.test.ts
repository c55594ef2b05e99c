import { expect, test } from 'vitest'
import { headerName } from '../../../../../infra/documents/openapi/headers.ts'

test.each([
  ['etag', 'ETag'],
  ['link', 'Link'],
  ['if-match', 'If-Match'],
  ['x-etag', 'X-Etag'],
])('%s is documented as %s', (lowerCase, name) => {
  expect(headerName(lowerCase)).toBe(name)
})
