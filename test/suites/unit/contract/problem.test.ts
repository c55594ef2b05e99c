import { expect, test } from 'vitest'
import { pointerFromPath, unknownId } from '../../../../shared/contract/problem.ts'

test('an unknown id is not found, at its place in the body', () => {
  const errors = (pointer: string) => [{ in: 'body', pointer, code: 'unknown', detail: 'unknown print' }]

  expect(unknownId('print', 'printId')).toMatchObject({
    code: 'not_found',
    message: 'There is no such print.',
    errors: errors('/printId'),
  })
  expect(unknownId('print').errors).toEqual(errors('/id'))
})

test.each([
  [[], ''],
  [['items', 0, 'name'], '/items/0/name'],
  [['a/b', 'c~d', '~1'], '/a~1b/c~0d/~01'],
  [[''], '/'],
])('the pointer for the path %j is %j', (path, pointer) => {
  expect(pointerFromPath(path)).toBe(pointer)
})
