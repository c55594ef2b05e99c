import { beforeEach, expect, test, vi } from 'vitest'
import { createChime } from '../../../../shared/web/overlay/chime.ts'

interface Sounding {
  readonly frequency: number
  readonly times: readonly unknown[]
}

let contexts: AudioContextStub[]
let sounds: Sounding[]
let gains: { readonly gain: number; readonly envelope: unknown[]; out?: unknown }[]
let state: 'running' | 'suspended'

class AudioContextStub {
  readonly currentTime = 10
  readonly destination = 'speakers'
  readonly state = state
  readonly resume = vi.fn(() => Promise.reject(new Error('not before a click')))
  constructor() {
    contexts.push(this)
  }
}

/** A node that notes its output and its times. */
class Gain {
  readonly made: (typeof gains)[number]
  readonly gain: Record<string, (...given: number[]) => void>
  constructor(_context: unknown, { gain }: { gain: number }) {
    this.made = { gain, envelope: [] }
    gains.push(this.made)
    const note =
      (kind: string) =>
      (...given: number[]) =>
        void this.made.envelope.push([kind, ...given])
    this.gain = {
      setValueAtTime: note('set'),
      linearRampToValueAtTime: note('rise'),
      exponentialRampToValueAtTime: note('fall'),
    }
  }
  connect(out: unknown) {
    this.made.out = out
    return out
  }
}

class Oscillator {
  readonly #sounding: Sounding & { times: unknown[] }
  constructor(_context: unknown, { frequency, type }: { frequency: number; type: string }) {
    this.#sounding = { frequency, times: [type] }
    sounds.push(this.#sounding)
  }
  connect(envelope: Gain) {
    this.#sounding.times.push(envelope.made.envelope)
    return envelope
  }
  start(at: number) {
    this.#sounding.times.push(at)
  }
  stop(at: number) {
    this.#sounding.times.push(at)
  }
}

beforeEach(() => {
  ;[contexts, sounds, gains, state] = [[], [], [], 'running']
  vi.stubGlobal('AudioContext', AudioContextStub)
  vi.stubGlobal('GainNode', Gain)
  vi.stubGlobal('OscillatorNode', Oscillator)
})

const roots = () => sounds.filter((_, index) => index % 8 === 0).map(({ frequency }) => frequency)

test('a chime is a major chord of bells, one after the other, each with its overtone', () => {
  createChime()(120, 0.5)

  const [root = 0] = roots()
  const notes = [0, 7, 12, 16].map((semitones) => root * 2 ** (semitones / 12))
  expect(root).toBe(392)
  expect(sounds.map(({ frequency }) => frequency)).toEqual(notes.flatMap((note) => [note, note * 2.76]))
  const starts = sounds.map(({ times }) => times[2])
  expect(starts).toEqual([0, 0, 1, 1, 2, 2, 3, 3].map((note) => 10 + note * 0.085))
})

test('a bell swells within a moment, fades, and ends; its overtone is softer', () => {
  createChime()(120, 0.5)

  const envelope = (loudness: number) => [
    ['set', 0, 10],
    ['rise', loudness, 10.012],
    ['fall', 0.0001, 11.4],
  ]
  expect(sounds[0]?.times).toEqual(['sine', envelope(0.5), 10, 11.4])
  expect(sounds[1]?.times).toEqual(['sine', envelope(0.12), 10, 11.4])
})

test('the volume belongs to the whole sound, which goes to the speakers', () => {
  createChime()(120, 0.5)

  const [all, ...bells] = gains
  expect(all).toMatchObject({ gain: 0.2, out: 'speakers' })
  expect(bells).toHaveLength(8)
  for (const bell of bells) {
    expect(bell.gain).toBe(0)
    expect((bell.out as Gain).made).toBe(all)
  }
})

test('levels of other colours sound lower and higher', () => {
  const chime = createChime()
  for (const hue of [0, 120, 360]) chime(hue, 1)

  expect(roots()).toEqual([392 * 2 ** (-2 / 12), 392, 392 * 2 ** (4 / 12)])
  expect(contexts).toHaveLength(1)
})

test('nothing sounds without volume, not even a first time', () => {
  createChime()(120, 0)

  expect(contexts).toEqual([])
})

test('a suspended sound is resumed, and a refusal before the first click does no harm', async () => {
  state = 'suspended'
  createChime()(120, 1)
  await Promise.resolve()
  expect(contexts[0]?.resume).toHaveBeenCalledOnce()

  state = 'running'
  createChime()(120, 1)

  expect(contexts[1]?.resume).not.toHaveBeenCalled()
})

test('a browser without sound throws nothing, regression: its alert was begun again for ever', () => {
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new DOMException('no device', 'NotSupportedError')
      }
    },
  )

  expect(() => createChime()(120, 1)).not.toThrow()
  expect(sounds).toEqual([])
})
