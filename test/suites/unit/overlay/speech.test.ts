import { beforeEach, expect, test, vi } from 'vitest'
import type { Look } from '../../../../shared/web/overlay/levelStyle.ts'
import { speak } from '../../../../shared/web/overlay/speech.ts'

class Utterance extends EventTarget {
  readonly text: string
  voice: { readonly name: string } | undefined
  lang = ''
  rate = 0
  volume = 0
  constructor(text: string) {
    super()
    this.text = text
  }
}

const voices = [
  { name: 'Ann', lang: 'en-GB' },
  { name: 'Jörg', lang: 'de-DE' },
  { name: 'Uwe', lang: 'de-AT' },
]
const texts = { nickname: 'Mira', phrase: 'cheers 5', message: 'Hello', amount: '€5', level: 'gold' }
let spoken: Utterance[]
let known: typeof voices
const cancel = vi.fn(() => spoken.at(-1)?.dispatchEvent(new Event('error')))

const saying = async (look: Look, said = texts): Promise<Utterance | undefined> => {
  const pending = speak(said, look)
  spoken.at(-1)?.dispatchEvent(new Event('end'))
  await pending
  return spoken.at(-1)
}

beforeEach(() => {
  spoken = []
  known = voices
  cancel.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', { getVoices: () => known, speak: (said: Utterance) => spoken.push(said), cancel })
})

test('an alert is read with nickname, phrase and amount, and then the message', async () => {
  expect(await saying({ speech: {} })).toMatchObject({
    text: 'Mira cheers 5 €5. Hello',
    voice: undefined,
    lang: '',
    rate: 1,
    volume: 1,
  })
  expect((await saying({ speech: {} }, { ...texts, phrase: '', message: '' }))?.text).toBe('Mira €5')
})

test('nothing is read without a setting, without volume, or without voices', async () => {
  await speak(texts, {})
  await speak(texts, { speech: {}, volume: 0 })
  known = []
  await speak(texts, { speech: {} })
  vi.stubGlobal('speechSynthesis', undefined)
  Reflect.deleteProperty(globalThis, 'speechSynthesis')
  await speak(texts, { speech: {} })

  expect(spoken).toEqual([])
})

test.each<readonly [string, Look, string | undefined]>([
  ['is the named one, in any language', { language: 'de', speech: { voice: 'Ann' } }, 'Ann'],
  ['is the first of the language', { language: 'de', speech: { voice: 'Nobody' } }, 'Jörg'],
  ['is left to the browser without a language', { speech: {} }, undefined],
  ['is left to the browser for a language without a voice', { language: 'ru', speech: {} }, undefined],
])('the voice %s', async (_title, look, name) => {
  expect((await saying(look))?.voice?.name).toBe(name)
})

test('the voice has the language, rate and volume of the look', async () => {
  expect(await saying({ language: 'de', speech: { rate: 1.5 }, volume: 0.3 })).toMatchObject({
    lang: 'de',
    rate: 1.5,
    volume: 0.3,
  })
})

test('speech that takes longer than a minute is cut off, and the next alert follows', async () => {
  const ended = vi.fn()
  void speak(texts, { speech: {} }).then(ended)

  await vi.advanceTimersByTimeAsync(59_999)
  expect(cancel).not.toHaveBeenCalled()
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(cancel).toHaveBeenCalledOnce()
  expect(ended).toHaveBeenCalledOnce()
})

test('finished speech is not cut off later, during the next one', async () => {
  await saying({ speech: {} })

  await vi.advanceTimersByTimeAsync(120_000)

  expect(cancel).not.toHaveBeenCalled()
})
