import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { mostFaceBytes } from '../../../../shared/areas/donors/mostFaceBytes.ts'
import { languages } from '../../../../shared/contract/languages.ts'
import { gzip } from '../../../../shared/mechanisms/http/gzipped.ts'
import { translatedPage } from '../../../../shared/mechanisms/http/webPage.ts'
import { donationSentences, donationTexts } from '../../../../shared/web/donation/donationTexts.ts'
import donation from '../../../../shared/web/donation/page.json' with { type: 'json' }
import { reasonTexts } from '../../../../shared/web/import/reasonTexts.ts'
import panel from '../../../../shared/web/panel/page.json' with { type: 'json' }
import { panelSentences } from '../../../../shared/web/panel/panelSentences.ts'
import { panelTexts } from '../../../../shared/web/panel/panelTexts.ts'

const pages = { panel, donation }

/** Letters, endings and words that no text of a language has, but many of the others, and names that all have. */
const foreign = {
  en: /[äöüßáéíóúñ¿¡а-я]|sch|(?:ung|ieren|chen|hlen|ado)(?!\p{L})|\b(?:der|die|das|ist|nicht|und|ein|las?|una?|del?|von)\b/iu,
  de: /[áéíóúñ¿¡а-я]|th|(?:ing|ed|ad[ao]|[dzt]ar|os|aje)(?!\p{L})|\b(?:the|is|of|and|your|not|el|las?|una|del?)\b/iu,
  es: /[äößа-я]|[kw]|sch|tt|ss|th|(?:ung|ing|ed|ly|ten|ben|gern|den|t)(?!\p{L})|(?<!\p{L})(?:is|of|your|not|der|die|das|und|ein)\b/iu,
  ru: /^[^а-я]*$/iu,
}
const names = /\{\w+\}|https|webhooks?|bot|chat|whsec_|rk_|WebP|WAV/gi

/** The bytes of a page's first answer, as browsers receive it. */
const mostBytes = { panel: 60_000, donation: 12_000 }

test.each(languages)('each page as it is sent in %s is small enough to be read on a phone', (language) => {
  const values = { face: '', issuer: 'https://issuer.test', clientId: 'panel', scope: 'service/alerts' }
  for (const [name, page] of Object.entries(pages)) {
    const serve = translatedPage(page, values, { images: 'data:', ancestors: "'none'" })
    const { body } = serve({ query: { language }, headers: {} })

    expect(gzip(body).length, name).toBeLessThanOrEqual(mostBytes[name as keyof typeof pages])
    expect(body).not.toContain('{{')
  }
})

test.each(languages)('the donation page in %s has 33 KB with the largest face in itself', (language) => {
  const serve = translatedPage(donation, {}, { images: 'data:', ancestors: "'none'" })
  const face = `data:image/jpeg;base64,${randomBytes(mostFaceBytes).toString('base64')}`

  const { body } = serve({ query: { language }, headers: {} }, () => ({ face }))

  expect(gzip(body).length).toBeLessThanOrEqual(33_000)
})

test.each(Object.entries(pages))('the page %s has no parts elsewhere', (_name, { html }) => {
  expect(html).not.toMatch(/(?:src|href)="(?!data:,)/)
})

test.each(Object.entries(pages))(
  'the page %s says everything in each language, with the same values and numbers in its texts',
  (_name, page) => {
    const valuesIn = (texts: object) =>
      Object.entries(texts).map(([name, text]) => [
        name,
        [
          ...String(text)
            .replaceAll(/(?<=\d),(?=\d)/g, '.')
            .matchAll(/\{\w+\}|[\d.]*\d/g),
        ]
          .flat()
          .toSorted(),
      ])
    const { en, ...others } = page.texts

    for (const texts of Object.values(others)) expect(valuesIn(texts)).toEqual(valuesIn(en))
    for (const texts of Object.values(page.texts)) expect(Object.values(texts)).not.toContain('')
  },
)

test.each(languages)('no text of a page is in another language than %s', (language) => {
  const index = ['en', 'de', 'es', 'ru'].indexOf(language)
  const short = [panelTexts, donationTexts, reasonTexts].flatMap((table) =>
    Object.values(table).map((texts) => texts[index] ?? ''),
  )
  const long = [panelSentences, donationSentences].flatMap((table) => Object.values<string>(table[language]))
  const built = Object.values(pages).flatMap((page) => Object.values<string>(page.texts[language]))

  const texts = [...new Set([...short, ...long, ...built])]
  expect(texts.length).toBeGreaterThan(200)
  expect(texts.filter((text) => foreign[language].test(text.replaceAll(names, '')))).toEqual([])
})
