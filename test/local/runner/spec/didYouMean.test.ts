import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../didYouMean.ts'

const names = ['addNews', 'listNews', 'getAlert']

test.each([
  ['a letter too many', 'addNewss', 'addNews'],
  ['a letter too few', 'adNews', 'addNews'],
  ['another letter', 'listNewz', 'listNews'],
  ['another case', 'getalert', 'getAlert'],
  ['a third of its letters', 'listNeXYZ', 'listNews'],
])('a slip is recognized: %s', (_title, slip, meant) => {
  expect(nearest(slip, names)).toBe(meant)
})

test('a name that is near to none is no slip: all names are listed', () => {
  expect(nearest('liXXNewX', names)).toBeUndefined()
  expect(didYouMean('payments', names)).toBe('there are: addNews, listNews, getAlert')
})
