const same = (...values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value]))

export interface LookField {
  readonly name: string
  readonly kind: 'choice' | 'color' | 'check' | 'text' | 'number' | 'url'
  readonly value: string
  readonly choices?: Readonly<Record<string, string>>
}

/** The members of an overlay's look that a form shows, and the values that they have without one. */
export const lookFields = [
  { name: 'theme', kind: 'choice', value: 'glass', choices: same('glass', 'paper', 'neon') },
  { name: 'accent', kind: 'color', value: '#8d6bff' },
  { name: 'ownColours', kind: 'check', value: '' },
  { name: 'background', kind: 'color', value: '#14101f' },
  { name: 'text', kind: 'color', value: '#ffffff' },
  { name: 'font', kind: 'text', value: '' },
  { name: 'size', kind: 'number', value: '1' },
  { name: 'position', kind: 'choice', value: 'bottom', choices: same('top', 'center', 'bottom') },
  { name: 'align', kind: 'choice', value: 'center', choices: same('left', 'center', 'right') },
  {
    name: 'language',
    kind: 'choice',
    value: 'en',
    choices: { en: 'English', de: 'Deutsch', es: 'Español', ru: 'Русский' },
  },
  { name: 'image', kind: 'url', value: '' },
  { name: 'sound', kind: 'url', value: '' },
  { name: 'speech', kind: 'check', value: '' },
] as const satisfies readonly LookField[]

/** The look that the fields describe, unchecked; what is left empty keeps its default. */
export const lookFromFields = ({
  size = '',
  speech,
  ownColours,
  background = '',
  text = '',
  ...rest
}: Readonly<Record<string, string>>): Record<string, unknown> => {
  const texts = ownColours === 'true' ? { ...rest, background, text } : rest
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(size !== '' && { size: Number(size) }),
    ...(speech === 'true' && { speech: {} }),
  }
}
