import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import donation from '../../../shared/webPages/donation/page.json' with { type: 'json' }
import panel from '../../../shared/webPages/panel/page.json' with { type: 'json' }

const pages = { panel, donation }
/** A page with its longest texts, as it is sent. */
const sent = ({ html, texts }: typeof panel | typeof donation): string => html + Object.values(texts.ru).join('\n')
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

test('both pages together have at most 90 KB, and 35 KB of gzip, in any language', () => {
  const texts = Object.values(pages).map(sent)

  expect(sum(texts.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(90_000)
  expect(sum(texts.map((text) => gzipSync(text, { level: 9 }).length))).toBeLessThanOrEqual(35_000)
})

test.each(Object.entries(pages))('the page %s has no parts elsewhere', (_name, { html }) => {
  expect(html).not.toMatch(/(?:src|href)="(?!data:,)/)
})

test.each(Object.entries(pages))(
  'the page %s says everything in each language, with the same values in its texts',
  (_name, page) => {
    const valuesIn = (texts: object) =>
      Object.entries(texts).map(([name, text]) => [name, [...String(text).matchAll(/\{\w+\}/g)].flat().toSorted()])
    const { en, ...others } = page.texts

    for (const texts of Object.values(others)) expect(valuesIn(texts)).toEqual(valuesIn(en))
    for (const texts of Object.values(page.texts)) expect(Object.values(texts)).not.toContain('')
  },
)
