import { memoryIn } from './memory.ts'

const name = 'language'
const memory = memoryIn(() => localStorage, name)

/** Loads the page in the language that was chosen before, if it is another one; says whether it does. */
export const changeToKeptLanguage = (): boolean => {
  const kept = new URLSearchParams(location.search).get(name) ?? memory.read()
  if (kept === null || kept === document.documentElement.lang) return false
  chooseLanguage(kept)
  return true
}

/** Loads the page in another language; without storage, the address alone has it. */
export const chooseLanguage = (language: string): void => {
  memory.write(language)
  const url = new URL(location.href)
  url.searchParams.set(name, language)
  location.replace(url)
}
