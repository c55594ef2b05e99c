const quote = 0x22
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The members of all objects of a JSON text, by colons behind a quote; those in texts may add to them. */
const mostMembersOf = (text: string): number => {
  let count = 0
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isBlank(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === quote) count++
  }
  return count
}

/** The members that are left. It is not recursive, because a gateway's text may be nested to any depth. */
const membersOf = (value: object): number => {
  let count = 0
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    if (next !== values) count += values.length
    for (const each of values) if (typeof each === 'object' && each !== null) open.push(each)
  }
  return count
}

/** An open object with its keys so far, or an open array with the index of its element. */
interface Open {
  readonly keys?: Set<string>
  step: string | number
  isKeyNext: boolean
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/g

/** The paths of keys that stand more than once in an object. */
function* repeatedKeys(text: string): Generator<readonly (string | number)[]> {
  const stack: Open[] = []
  for (const [found] of text.matchAll(token)) {
    const open = stack.at(-1)
    if (found === '{') stack.push({ keys: new Set(), step: '', isKeyNext: true })
    else if (found === '[') stack.push({ step: 0, isKeyNext: false })
    else if (found === '}' || found === ']') stack.pop()
    else if (open === undefined) continue
    else if (found !== ',') {
      if (!open.isKeyNext) continue
      open.step = JSON.parse(found) as string
      open.isKeyNext = false
      if (open.keys?.has(open.step)) yield stack.map(({ step }) => step)
      open.keys?.add(open.step)
    } else if (open.keys) open.isKeyNext = true
    else open.step = Number(open.step) + 1
  }
}

/**
 * The paths of keys that stand more than once in a JSON text. Parsers keep one of the values, and not all the same one
 * (RFC 8259, section 4). A text without such keys is only searched for colons.
 *
 * @param value the parsed text
 */
export const duplicateKeys = (text: string, value: unknown): Iterable<readonly (string | number)[]> =>
  typeof value !== 'object' || value === null || mostMembersOf(text) === membersOf(value) ? [] : repeatedKeys(text)
