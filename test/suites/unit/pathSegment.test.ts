import { expect, test } from 'vitest'
import { idFromSegment, segmentFromId } from '../../../shared/contract/pathSegment.ts'

test.each(['alice', 'a_b-C9', '0'])('an id that is safe in every path stays as it is: %s', (id) => {
  expect(segmentFromId(id)).toBe(id)
  expect(idFromSegment(id)).toBe(id)
})

test.each([
  ['a/b', '~YS9i'],
  ['../a', '~Li4vYQ'],
  ['a/..', '~YS8uLg'],
  ['~YS9i', '~fllTOWk'],
  ['a?ä~', '~YT_DpH4'],
  ['', '~'],
])('any other id is hidden in paths: %s', (id, segment) => {
  expect(segmentFromId(id)).toBe(segment)
  expect(idFromSegment(segment)).toBe(id)
})

test('only the beginning of a segment says that it is hidden', () => {
  expect(idFromSegment('YS9i~')).toBe('YS9i~')
})
