// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Card } from '../../../../shared/web/overlay/card.ts'
import { emblemOf } from '../../../../shared/web/overlay/look.ts'
import { stageIn } from '../../../../shared/web/overlay/stage.ts'
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
  expect(one('#stage .alert').dataset).toMatchObject({ level: 'gold', event: 'cheer', sequence: '7' })
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

/** Gives every element the width, and the height that texts have in a length of the message, where there is room for 100. */
const stubSizes = (height: (length: string) => number, width = 100): void => {
  const length = () => one('#stage .alert').dataset['message'] ?? ''
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => height(length()))
}
const sizes = () => {
  const { dataset, style } = one('#stage .alert')
  return [dataset['message'], style.getPropertyValue('--hidden'), style.getPropertyValue('--parts')]
}

test('a message that does not fit is set smaller, and passes by if it does not fit then', () => {
  const { preview } = stage()
  stubSizes(() => 100)
  preview(card, {})
  expect(sizes()).toEqual(['', '0px', '1'])

  stubSizes((length) => (length === '' ? 150 : 100))
  preview(card, {})
  expect(sizes()).toEqual(['long', '0px', '1'])

  stubSizes(() => 310)
  preview(card, {})
  expect(sizes()).toEqual(['passing', '210px', '4'])
})

test.each([
  [100, ''],
  [101, 'long'],
])('a name of %i pixels where there are 100 is set %j', (width, name) => {
  stubSizes(() => 100, width)
  stage().preview(card, {})

  expect(one('#stage .alert').dataset['name']).toBe(name)
})

test('the card on the screen and later ones say how many wait', async () => {
  const { show, announce } = stage()
  void show(card, {}, 6)
  announce('2 more')
  expect(textOf('waiting')).toBe('2 more')

  await vi.advanceTimersByTimeAsync(6450)
  void show(card, {}, 6)
  expect(textOf('waiting')).toBe('2 more')
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

test('a shown card takes new texts, and its removal lets the next one follow', async () => {
  const [ended, { show, rewrite, clear }] = [vi.fn(), stage()]
  void show(saying('worse'), {}, 6).then(ended)
  stubSizes(() => 150)
  rewrite(saying('better'))
  expect([textOf('message'), sizes()]).toEqual(['better', ['passing', '50px', '2']])

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

test('a newer link to a loaded upload is needed only where the former one brings nothing more', () => {
  const images: HTMLImageElement[] = []
  stubImages(images)
  const link = (day: string, id = '1') => `https://files.test/${id}?X-Amz-Date=${day}&X-Amz-Signature=${day}`
  const happens = (event: string) => images.at(-1)?.dispatchEvent(new Event(event))
  const { preview } = stage()
  preview(card, { image: link('first') })
  happens('load')

  preview(card, { image: link('second') })
  expect(images.at(-1)?.src).toBe(link('first'))
  happens('error')
  expect(images.at(-1)?.src).toBe(link('second'))
  happens('load')
  preview(card, { image: link('third') })
  expect(images.at(-1)?.src).toBe(link('second'))
  happens('error')
  happens('error')
  expect([images.at(-1)?.src, images.length]).toEqual([link('third'), 3])

  preview(card, { image: link('third', '2') })
  expect(images.at(-1)?.src).toBe(link('third', '2'))
  const own = ['https://cdn.test/?id=1', 'https://cdn.test/?id=2']
  for (const image of own) {
    preview(card, { image })
    happens('load')
  }
  expect(images.slice(-2).map(({ src }) => src)).toEqual(own)
})

test('a template without a part shows the others', () => {
  const images: HTMLImageElement[] = []
  stubImages(images)
  one('#alert').innerHTML = '<article class="alert"><b class="amount"></b></article>'

  stage().preview(card, { image: 'https://images.test/a.png' })
  images[0]?.dispatchEvent(new Event('load'))

  expect(one('#stage .alert').innerHTML).toBe('<b class="amount">€5</b>')
})
