// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { applyLook } from '../../../../shared/web/overlay/applyLook.ts'
import { openPage } from './openPage.ts'

const property = (name: string) => document.documentElement.style.getPropertyValue(name)

beforeEach(() => {
  openPage()
  document.documentElement.lang = 'en'
})

test('a page without a look has a card of glass at the bottom, in the middle', () => {
  applyLook(document, {})

  expect({ ...document.body.dataset }).toEqual({
    state: 'connecting',
    theme: 'glass',
    layout: 'card',
    position: 'bottom',
    align: 'center',
  })
  expect(['--backdrop', '--words', '--size', '--font'].map(property)).toEqual(['', '', '', ''])
  expect(document.documentElement.lang).toBe('en')
})

test('a look is that of the whole page, and the next one replaces it', () => {
  applyLook(document, {
    ...({ theme: 'paper', layout: 'above', position: 'top', align: 'left', language: 'de' } as const),
    background: '#101010',
    text: '#fefefe',
    size: 1.5,
    font: 'My "Font\\"',
  })
  expect(document.body.dataset).toMatchObject({ theme: 'paper', layout: 'above', position: 'top', align: 'left' })
  expect(['--backdrop', '--words', '--size', '--font'].map(property)).toEqual([
    '#101010',
    '#fefefe',
    '1.5',
    '"My Font"',
  ])
  expect(document.documentElement.lang).toBe('de')

  applyLook(document, {})

  expect(['--backdrop', '--words', '--size', '--font'].map(property)).toEqual(['', '', '', ''])
  expect(document.documentElement.lang).toBe('de')
})
