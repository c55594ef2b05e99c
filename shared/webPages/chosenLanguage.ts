import type { Language } from '../contract/languages.ts'

/** Each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  ru: 'Русский',
}

const place = 'language'

/** The language that was chosen in this browser before, unless the address has one. */
const keptLanguage = (): string | null => {
  try {
    return new URLSearchParams(location.search).get(place) ?? localStorage.getItem(place)
  } catch {
    return null
  }
}

/** Loads the page in the language that was chosen before, if it is another one; says whether it does. */
export const changeToKeptLanguage = (): boolean => {
  const kept = keptLanguage()
  if (kept === null || kept === document.documentElement.lang) return false
  chooseLanguage(kept)
  return true
}

/** Loads the page in another language. */
export const chooseLanguage = (language: string): void => {
  try {
    localStorage.setItem(place, language)
  } catch {
    // Without storage, the address alone has the language.
  }
  const url = new URL(location.href)
  url.searchParams.set(place, language)
  location.replace(url)
}
