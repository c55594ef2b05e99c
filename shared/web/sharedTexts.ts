import type { Language } from '../contract/languages.ts'

/** Texts by their names, each in the order of the languages. */
export type TextTable = Readonly<Record<string, readonly [string, string, string, string]>>

/** Texts by their names, those of each language apart. */
export type SentenceTable = Readonly<Record<Language, Readonly<Record<string, string>>>>

/** The texts of both pages, in English, German, Spanish and Russian. */
export const sharedTexts = {
  languages: ['Language', 'Sprache', 'Idioma', 'Язык'],
  loading: ['Loading …', 'Lädt …', 'Cargando …', 'Загрузка …'],
  failed: ['That failed: {reason}', 'Fehlgeschlagen: {reason}', 'Ha fallado: {reason}', 'Не получилось: {reason}'],
  amount: ['Amount', 'Betrag', 'Importe', 'Сумма'],
  currency: ['Currency', 'Währung', 'Moneda', 'Валюта'],
  noAmount: [
    'This is not an amount. Write it like 1000 or 12.50.',
    'Das ist kein Betrag. Schreibe ihn wie 1000 oder 12,50.',
    'Esto no es un importe. Escríbelo como 1000 o 12,50.',
    'Это не сумма. Напишите её как 1000 или 12,50.',
  ],
  message: ['Message', 'Nachricht', 'Mensaje', 'Сообщение'],
  actions: ['Actions', 'Aktionen', 'Acciones', 'Действия'],
} as const satisfies TextTable
