// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Card } from '../../../shared/overlayPage/card.ts'
import { emblemOf } from '../../../shared/overlayPage/look.ts'
import { stageIn } from '../../../shared/overlayPage/stage.ts'
import { one, openPage } from './openPage.ts'

const texts = { nickname: 'Mira', phrase: 'cheers 5', message: 'Hello', amount: '€5', level: 'gold' }
const card: Card = { texts, event: 'cheer', level: 'gold', sequence: 7, test: false }
const saying = (message: string): Card => ({ ...card, texts: { ...texts, message } })

const stage = () => stageIn(one('#stage'), one('#alert') as HTMLTemplateElement)
const cards = () => document.querySelectorAll('#stage .alert')
/** Notes each image that is made. */
const stubImages = (made: HTMLImageElement[]): void => {
  class NotedImage extends Image {
    constructor() {
      super()
      made.push(this)
    }
  }
  vi.stubGlobal('Image', NotedImage)
}
const textOf = (name: string) => one(`#stage .${name}`).textContent

beforeEach(() => {
  vi.useFakeTimers()
  openPage()
})

test('a card has its texts, emblem, level, event, sequence and the colour of its level', () => {
  stage().preview(card, {})

  for (const [name, text] of Object.entries(texts)) expect(textOf(name)).toBe(text)
  expect(one('#stage path').getAttribute('d')).toBe(emblemOf('cheer'))
  expect({ ...one('#stage .alert').dataset }).toEqual({ level: 'gold', event: 'cheer', sequence: '7' })
  expect(one('#stage .alert').style.getPropertyValue('--hue')).toBe('44')
})

test('texts of viewers stay text, also when they look like markup', () => {
  stage().preview(saying('<img src=x onerror=alert(1)>'), {})

  expect(textOf('message')).toBe('<img src=x onerror=alert(1)>')
  expect(document.querySelector('#stage img')).toBeNull()
})

test('only a test is marked as one', () => {
  stage().preview(card, {})
  expect(document.querySelector('#stage .test')).toBeNull()

  stage().preview({ ...card, test: true }, {})
  expect(textOf('test')).toBe('test')
})

test.each([
  [180, false],
  [181, true],
])('a message of %i characters is set smaller: %s', (length, isLong) => {
  stage().preview(saying('x'.repeat(length)), {})

  expect(one('#stage .message').hasAttribute('data-long')).toBe(isLong)
})

test('a card stays for its seconds, leaves, and is gone at the end', async () => {
  const ended = vi.fn()
  void stage().show(card, {}, 6).then(ended)
  const shown = one('#stage .alert')
  expect(shown.style.getPropertyValue('--duration')).toBe('6s')
  expect(shown.className).toBe('alert')

  await vi.advanceTimersByTimeAsync(5999)
  expect(shown.classList.contains('leaving')).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(shown.classList.contains('leaving')).toBe(true)
  await vi.advanceTimersByTimeAsync(449)
  expect(cards()).toHaveLength(1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(cards()).toHaveLength(0)
  expect(ended).toHaveBeenCalledOnce()
})

test('a card gets other texts while it stands, and is gone at once when it is taken away, which lets the next one follow', async () => {
  const [ended, { show, rewrite, clear }] = [vi.fn(), stage()]
  void show(saying('x'.repeat(200)), {}, 6).then(ended)
  rewrite(saying('better'))
  expect([textOf('message'), one('#stage .message').hasAttribute('data-long')]).toEqual(['better', false])

  clear()
  await vi.advanceTimersByTimeAsync(0)
  expect([cards().length, ended.mock.calls.length]).toEqual([0, 1])

  clear()
  rewrite(card)
  void show(saying('next'), {}, 6)
  await vi.advanceTimersByTimeAsync(5999)
  expect(textOf('message')).toBe('next')
})

test('a preview stays, does not move, and makes room for the next card', async () => {
  stage().preview(card, {})
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(one('#stage .alert').classList.contains('still')).toBe(true)

  void stage().show(saying('next'), {}, 6)

  expect(textOf('message')).toBe('next')
  expect(one('#stage .alert').classList.contains('still')).toBe(false)
})

test('an image takes the place of the emblem when it has arrived, and sends its host no referrer', () => {
  const images: HTMLImageElement[] = []
  stubImages(images)
  stage().preview(card, { image: 'https://images.test/a.png' })
  const [image] = images
  expect(one('#stage .emblem').tagName.toLowerCase()).toBe('svg')

  image?.dispatchEvent(new Event('load'))

  expect(images).toHaveLength(1)
  expect(one('#stage .emblem')).toBe(image)
  expect(image).toMatchObject({ src: 'https://images.test/a.png', alt: '', referrerPolicy: 'no-referrer' })
})

test('a template without a part shows the others', () => {
  const images: HTMLImageElement[] = []
  stubImages(images)
  one('#alert').innerHTML = '<article class="alert"><b class="amount"></b></article>'

  stage().preview(card, { image: 'https://images.test/a.png' })
  images[0]?.dispatchEvent(new Event('load'))

  expect(one('#stage .alert').innerHTML).toBe('<b class="amount">€5</b>')
})
