import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../shared/areas/endpoints/README.md', import.meta.url), 'utf8')

/** The members of `data` in the README's example of a webhook of this type, sorted. */
export const documentedMembers = (type: string): readonly string[] => {
  const examples = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
  return Object.keys(examples.find((example) => example.type === type).data).toSorted()
}
