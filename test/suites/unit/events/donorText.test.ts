import { expect, test } from 'vitest'
import { donorText } from '../../../../shared/areas/events/donorText.ts'

test.each([
  ['nothing', undefined, undefined],
  ['null', null, undefined],
  ['empty', '', undefined],
  ['as long as may be', 'abcd', 'abcd'],
  ['longer', 'abcde', 'abcd'],
  ['markup', '<b>', '<b>'],
  ['a bidirectional override', '\u202eab', '\u202eab'],
  ['control characters', '\u0000\r\n', '\u0000\r\n'],
  ['a pair that would be cut', 'abc🦊', 'abc'],
  ['a mark that would be cut off its letter', 'abce\u0301', 'abc'],
  ['a flag that would be cut', 'ab🇩🇪', 'ab'],
  ['one character longer than all that fits', '👨‍👩‍👧', undefined],
  ['a lone surrogate', '\ud800', '\ufffd'],
])('the text of a donor: %s', (_name, text, kept) => {
  expect(donorText(text, 4)).toBe(kept)
})
