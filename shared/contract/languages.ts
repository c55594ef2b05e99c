/** The languages of the pages. */
export const languages = ['en', 'de', 'es', 'ru'] as const
export type Language = (typeof languages)[number]

/** Each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  ru: 'Русский',
}
