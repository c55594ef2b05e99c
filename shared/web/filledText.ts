/** Values of a text by the names of their placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** A text with values in the places of their names. */
export const filledText = (text: string, values: Values = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (_place, value: string) => String(values[value] ?? ''))
