import { expect, test } from 'vitest'
import { counter } from '../../../../bin/commandLine/counter.ts'

const written = (isTTY: boolean): string => {
  let text = ''
  const count = counter('Building functions', 3, { isTTY, write: (each) => (text += each) })
  for (const done of [0, 1, 2, 3]) count(done)
  return text
}

test('work is counted in one line of a terminal', () => {
  expect(written(true)).toBe(
    '\rBuilding functions 0 of 3\rBuilding functions 1 of 3\rBuilding functions 2 of 3\rBuilding functions 3 of 3\n',
  )
})

test('work is counted in a file by its begin and its end', () => {
  expect(written(false)).toBe('Building functions 0 of 3\nBuilding functions 3 of 3\n')
})
