import type { Card } from './card.ts'
import type { Look } from './levelStyle.ts'

/** Speech that takes longer is cut off, so that the next alert can follow. */
const longestMilliseconds = 60_000

const joined = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator)

export const stopSpeech = (): void => {
  if ('speechSynthesis' in globalThis) speechSynthesis.cancel()
}

/** Reads an alert aloud, if the look asks for it and the browser can; resolves at its end, or at once. */
export const speak = async (texts: Card['texts'], { speech, language, volume }: Look): Promise<void> => {
  if (speech === undefined || volume === 0 || !('speechSynthesis' in globalThis)) return
  const { nickname, phrase, amount, message } = texts
  const utterance = new SpeechSynthesisUtterance(joined('. ', joined(' ', nickname, phrase, amount), message))
  const voices = speechSynthesis.getVoices()
  if (voices.length === 0) return
  const voice =
    voices.find(({ name }) => name === speech.voice) ?? voices.find(({ lang }) => lang.startsWith(language ?? ' '))
  if (voice !== undefined) utterance.voice = voice
  if (language !== undefined) utterance.lang = language
  utterance.rate = speech.rate ?? 1
  utterance.volume = volume ?? 1
  await new Promise<void>((resolve) => {
    const impatience = setTimeout(() => speechSynthesis.cancel(), longestMilliseconds)
    const end = (): void => {
      clearTimeout(impatience)
      resolve()
    }
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    speechSynthesis.speak(utterance)
  })
}
