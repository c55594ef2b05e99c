import type { TextTable } from '../sharedTexts.ts'

/** Why a row or a whole file is not imported, in English, German, Spanish and Russian. */
export const reasonTexts = {
  negativeAmount: [
    'amount: "{text}" is negative, and no donation',
    'Betrag: „{text}“ ist negativ, also keine Spende',
    'Importe: «{text}» es negativo, y no es una donación',
    'Сумма: «{text}» отрицательна, это не донат',
  ],
  noAmount: [
    'amount: "{text}" is no amount',
    'Betrag: „{text}“ ist kein Betrag',
    'Importe: «{text}» no es un importe',
    'Сумма: «{text}» не сумма',
  ],
  ambiguousAmount: [
    'amount: "{text}" can be read in two ways',
    'Betrag: „{text}“ lässt sich auf zwei Arten lesen',
    'Importe: «{text}» se puede leer de dos maneras',
    'Сумма: «{text}» читается двояко',
  ],
  emptyAmount: [
    'amount: nothing in {column}',
    'Betrag: Die Spalte {column} ist leer',
    'Importe: no hay nada en {column}',
    'Сумма: пусто в столбце {column}',
  ],
  amountRange: [
    'amount: "{text}" is finer than {currency} is, or too large',
    'Betrag: „{text}“ ist feiner, als {currency} erlaubt, oder zu hoch',
    'Importe: «{text}» es más fino que {currency}, o demasiado grande',
    'Сумма: «{text}» точнее, чем бывает {currency}, или слишком велика',
  ],
  otherCurrency: [
    'amount: "{text}" is not in {currency}',
    'Betrag: „{text}“ ist nicht in {currency}',
    'Importe: «{text}» no está en {currency}',
    'Сумма: «{text}» не в валюте {currency}',
  ],
  noCurrency: ['currency: missing', 'Währung: fehlt', 'Moneda: falta', 'Валюта: нет'],
  unknownCurrency: [
    'currency: "{text}" is no code of ISO 4217',
    'Währung: „{text}“ ist keine Abkürzung nach ISO 4217',
    'Moneda: «{text}» no es un código ISO 4217',
    'Валюта: «{text}» не код ISO 4217',
  ],
  emptyTime: [
    'timestamp: nothing in {column}',
    'Zeit: Die Spalte {column} ist leer',
    'Fecha: no hay nada en {column}',
    'Время: пусто в столбце {column}',
  ],
  noTime: [
    'timestamp: "{text}" is no time',
    'Zeit: „{text}“ ist keine Zeit',
    'Fecha: «{text}» no es una fecha',
    'Время: «{text}» не время',
  ],
  noSuchTime: [
    'timestamp: "{text}" is no time that there is',
    'Zeit: „{text}“ gibt es nicht',
    'Fecha: «{text}» no existe',
    'Время: «{text}» не бывает',
  ],
  ambiguousDate: [
    'timestamp: "{text}" can be read in two ways',
    'Zeit: „{text}“ lässt sich auf zwei Arten lesen',
    'Fecha: «{text}» se puede leer de dos maneras',
    'Время: «{text}» читается двояко',
  ],
  notReceived: [
    '{column} is {text}: no donation that was received',
    '{column} ist {text}: keine empfangene Spende',
    '{column} es {text}: no es una donación recibida',
    '{column}: {text}, донат не получен',
  ],
  undecided: [
    "{column} is {text}: import it after a moderator's decision",
    '{column} ist {text}: erst nach der Freigabe importieren',
    '{column} es {text}: impórtala cuando se haya decidido',
    '{column}: {text}, импортируйте после решения модератора',
  ],
  notTaken: [
    'the history does not take {members}',
    'Der Verlauf nimmt {members} so nicht an',
    'El historial no acepta {members}',
    'История не принимает {members}',
  ],
  noJson: ['this is not JSON', 'Das ist kein JSON', 'Esto no es JSON', 'Это не JSON'],
  noExport: [
    'this is no line of an export',
    'Das ist keine Zeile eines Exports',
    'Esto no es una línea de un archivo exportado',
    'Это не строка экспорта',
  ],
  brokenRow: [
    'the row cannot be read',
    'Die Zeile ist nicht lesbar: Anführungszeichen oder Zahl der Spalten',
    'No se puede leer la línea: comillas o número de columnas',
    'Строка не читается: кавычки или число столбцов',
  ],
  cutOff: [
    'The file ends in the middle: it was cut off',
    'Die Datei endet mittendrin: Sie ist unvollständig',
    'El archivo termina a la mitad: está incompleto',
    'Файл обрывается на середине',
  ],
  otherEncoding: [
    'The file is not in {encoding}',
    'Die Datei ist nicht in {encoding}',
    'El archivo no está en {encoding}',
    'Файл не в кодировке {encoding}',
  ],
  endlessLine: [
    'Line {line}: the line does not end, so the file is not JSON Lines',
    'Zeile {line} endet nicht, also ist die Datei kein JSON Lines',
    'La línea {line} no termina: el archivo no es JSON Lines',
    'Строка {line} не кончается: файл не JSON Lines',
  ],
  endlessRow: [
    'Line {line}: the row does not end: a quotation mark may be open',
    'Zeile {line} endet nicht: Vielleicht ist ein Anführungszeichen offen',
    'La línea {line} no termina: quizá falta cerrar unas comillas',
    'Строка {line} не кончается: возможно, не закрыта кавычка',
  ],
  endlessObject: [
    'Line {line}: the object does not end, so the file is not JSON',
    'Zeile {line}: Das Objekt endet nicht, also ist die Datei kein JSON',
    'Línea {line}: el objeto no termina, y el archivo no es JSON',
    'Строка {line}: объект не кончается, файл не JSON',
  ],
  noRows: [
    '{file} has no rows of {kind}',
    '{file} hat keine Zeilen in {kind}',
    '{file} no tiene líneas de {kind}',
    'В файле {file} нет строк {kind}',
  ],
  unknownColumns: [
    'The columns are not those of a known service: {columns}',
    'Die Spalten gehören zu keinem bekannten Dienst: {columns}',
    'Las columnas no son de un servicio conocido: {columns}',
    'Столбцы не похожи ни на один известный сервис: {columns}',
  ],
  missingColumn: [
    'There is no column {column} for the {member}',
    'Eine Spalte fehlt ({column}): {member}',
    'Falta una columna ({column}): {member}',
    'Нет столбца ({column}): {member}',
  ],
} as const satisfies TextTable

export type ReasonName = keyof typeof reasonTexts
