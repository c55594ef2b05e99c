import { languageNames } from '../../contract/languages.ts'

const same = (...values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value]))

export interface LookField {
  readonly name: string
  readonly type?: 'color' | 'checkbox' | 'number' | 'url'
  readonly value: string
  readonly choices?: Readonly<Record<string, string>>
}

/** The members of an overlay's look that a form shows, and the values that they have without one. */
export const lookFields = [
  { name: 'theme', value: 'glass', choices: same('glass', 'paper', 'neon') },
  { name: 'accent', type: 'color', value: '#8d6bff' },
  { name: 'ownColours', type: 'checkbox', value: '' },
  { name: 'background', type: 'color', value: '#14101f' },
  { name: 'text', type: 'color', value: '#ffffff' },
  { name: 'font', value: '' },
  { name: 'size', type: 'number', value: '1' },
  { name: 'position', value: 'bottom', choices: same('top', 'center', 'bottom') },
  { name: 'align', value: 'center', choices: same('left', 'center', 'right') },
  { name: 'language', value: 'en', choices: languageNames },
  { name: 'image', type: 'url', value: '' },
  { name: 'sound', type: 'url', value: '' },
  { name: 'speech', type: 'checkbox', value: '' },
] as const satisfies readonly LookField[]

/** The look that the fields describe, unchecked; what is left empty keeps its default. */
export const lookFromFields = (
  { size = '', speech, ownColours, background = '', text = '', ...rest }: Readonly<Record<string, string>>,
  voice: unknown = {},
): Record<string, unknown> => {
  const texts = ownColours === 'true' ? { ...rest, background, text } : rest
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(size !== '' && { size: Number(size) }),
    ...(speech === 'true' && { speech: voice }),
  }
}
