import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Label } from '../../../../shared/contract/values.ts'
import { labels, textFromLabels } from '../../../../shared/mechanisms/page/labels.ts'

const Labels = labels(90)

test.each([
  ['Twitch', ['Twitch']],
  ['Twitch,Kick', ['Twitch', 'Kick']],
  [' Twitch , ,Kick,', ['Twitch', 'Kick']],
  ['"A,B"', ['A,B']],
  [' "A,B" , C', ['A,B', 'C']],
  ['" lead",""', [' lead']],
  ['"say ""hi"""', ['say "hi"']],
  ['5" disk,"open', ['5" disk', '"open']],
  ['', []],
])('the labels of %j', (text, expected) => {
  expect(Labels.parse(text)).toEqual(expected)
})

test('every label that an import takes can be filtered by', () => {
  const label = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => Label.safeParse(text).success)
  fc.assert(
    fc.property(fc.array(label, { maxLength: 5 }), (given) => {
      expect(Labels.parse(textFromLabels(given))).toEqual(given)
    }),
  )
})

test('a filter has at most 8192 characters, and as many labels as its list allows', () => {
  const texts = [','.repeat(8192), ','.repeat(8193), 'a,'.repeat(90), 'a,'.repeat(91)]

  expect(texts.map((text) => Labels.safeParse(text).success)).toEqual([true, false, true, false])
})
