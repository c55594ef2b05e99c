/** Semitones above the root, which form a major chord. */
const notes = [0, 7, 12, 16]
const noteGap = 0.085
const ring = 1.4

const partial = (context: AudioContext, out: AudioNode, frequency: number, at: number, loudness: number): void => {
  const oscillator = new OscillatorNode(context, { frequency, type: 'sine' })
  const envelope = new GainNode(context, { gain: 0 })
  envelope.gain.setValueAtTime(0, at)
  envelope.gain.linearRampToValueAtTime(loudness, at + 0.012)
  envelope.gain.exponentialRampToValueAtTime(0.0001, at + ring)
  oscillator.connect(envelope).connect(out)
  oscillator.start(at)
  oscillator.stop(at + ring)
}

/**
 * Synthesizes a sound, so that nothing has to be loaded: bells whose root depends on the alert's colour, so that levels
 * sound different. Browsers that require a click first stay silent; browser sources do not. Where a sound cannot be
 * made, an alert is shown without it.
 */
export const createChime = () => {
  let context: AudioContext | undefined

  const sound = (hue: number, volume: number): void => {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    const out = new GainNode(context, { gain: volume * 0.4 })
    out.connect(context.destination)
    const root = 392 * 2 ** ((Math.round(hue / 60) - 2) / 12)
    for (const [index, semitones] of notes.entries()) {
      const at = context.currentTime + index * noteGap
      const frequency = root * 2 ** (semitones / 12)
      partial(context, out, frequency, at, 0.5)
      partial(context, out, frequency * 2.76, at, 0.12)
    }
  }

  return (hue: number, volume: number): void => {
    if (volume === 0) return
    try {
      sound(hue, volume)
    } catch {}
  }
}
