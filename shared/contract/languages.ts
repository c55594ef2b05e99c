/** The languages of the pages. */
export const languages = ['en', 'de', 'es', 'ru'] as const
export type Language = (typeof languages)[number]
