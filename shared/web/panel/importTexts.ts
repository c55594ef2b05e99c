import type { TextTable } from '../sharedTexts.ts'

/** What the import of a file says, in English, German, Spanish and Russian. */
export const importTexts = {
  import: ['Import', 'Importieren', 'Importar', 'Импорт'],
  file: ['File', 'Datei', 'Archivo', 'Файл'],
  time: ['Time', 'Zeit', 'Fecha', 'Время'],
  identifier: ['ID', 'Id', 'Id', 'Идентификатор'],
  encoding: ['Encoding', 'Zeichensatz', 'Codificación', 'Кодировка'],
  dateOrder: ['05/04/2026 is', '05/04/2026 ist', '05/04/2026 es', '05/04/2026 – это'],
  dayFirst: ['5 April', '5. April', '5 de abril', '5 апреля'],
  monthFirst: ['4 May', '4. Mai', '4 de mayo', '4 мая'],
  decimal: ['1,234 is', '1,234 ist', '1,234 es', '1,234 – это'],
  decimalPoint: ['one thousand …', 'eintausend …', 'mil …', 'одна тысяча …'],
  decimalComma: ['a little over one', 'etwas mehr als eins', 'algo más que uno', 'чуть больше единицы'],
  timeZone: ['Time zone', 'Zeitzone', 'Zona horaria', 'Часовой пояс'],
  importFound: [
    '{count} can be imported.',
    '{count} sind lesbar.',
    '{count} listos para importar.',
    'Распознано: {count}.',
  ],
  importRefused: [
    'Not imported: {count}',
    'Nicht importiert: {count}',
    'Sin importar: {count}',
    'Не импортируется: {count}',
  ],
  importLine: ['Line {line}: {reason}', 'Zeile {line}: {reason}', 'Línea {line}: {reason}', 'Строка {line}: {reason}'],
  importCut: [
    'Long texts that are cut: {count}',
    'Lange Texte, die gekürzt werden: {count}',
    'Textos largos que se recortan: {count}',
    'Длинных текстов обрезано: {count}',
  ],
  importDone: ['Imported', 'Importiert', 'Importado', 'Импортировано'],
  importResult: [
    '{added} added, {present} there already, {refused} not imported',
    '{added} neu, {present} schon da, {refused} nicht importiert',
    '{added} nuevos, {present} ya estaban, {refused} sin importar',
    'новых: {added}, уже были: {present}, не импортировано: {refused}',
  ],
} as const satisfies TextTable
