// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

vi.mock('../../../../shared/web/panel/translate.ts', () => ({
  translate: (name: string, values?: object) => (values ? `${name} ${JSON.stringify(values)}` : name),
}))
const { historyFileItems } = await import('../../../../shared/web/panel/historyFile.ts')
vi.doUnmock('../../../../shared/web/panel/translate.ts')

const [first, second] = [{ originId: '1' }, { originId: '2' }]
const lines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

test('the items of an export are those of its history', () => {
  const file = lines(
    { resource: 'format', data: { version: 1 } },
    { resource: 'history', data: first },
    { resource: 'alerts', data: { id: 'a' } },
    { resource: 'history', data: second },
  )
  expect(historyFileItems(`${file}\n`)).toEqual([first, second])
})

test('items come one in a line, or in an array', () => {
  expect(historyFileItems(lines(first, second))).toEqual([first, second])
  expect(historyFileItems(` [${JSON.stringify(first)}]`)).toEqual([first])
})

test.each([
  ['{"a":1}\n{', 'noJson {"line":2}'],
  ['[{', 'noJson {"line":1}'],
  ['', 'noItems'],
  ['{"resource":"alerts","data":{}}', 'noItems'],
])('%j is refused: %s', (text, reason) => {
  expect(() => historyFileItems(text)).toThrow(reason)
})
