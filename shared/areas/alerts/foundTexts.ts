import { topLevelDomains } from './topLevelDomains.ts'

/** A text in the form in which it is searched, and where each of its characters comes from. */
interface Normal {
  readonly text: string
  /** For each UTF-16 unit of `text`, where its character begins in the source; one more for the end. */
  readonly from: readonly number[]
}

/** What a reader does not see: marks on letters, and characters that have no width. */
const unseen = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu

/** A letter of another form is its usual one; the ideographic dots are dots (UTS 46). */
const normalCharacter = (character: string): string =>
  character.toLowerCase().normalize('NFKD').replaceAll(unseen, '').replaceAll('。', '.')

const normal = (source: string): Normal => {
  let text = ''
  const from: number[] = []
  let place = 0
  for (const character of source) {
    const letters = normalCharacter(character)
    text += letters
    for (let count = 0; count < letters.length; count++) from.push(place)
    place += character.length
  }
  return { text, from: [...from, place] }
}

const comparable = (source: string): string => normal(source).text

let known: ReadonlySet<string> | undefined

/** Made when a name is first looked up: most messages have none. */
const isTopLevel = (label: string): boolean => {
  known ??= new Set(topLevelDomains.trim().split(/\s/).map(comparable))
  return known.has(label) || label.startsWith('xn--')
}

/**
 * Top-level domains that begin sentences. Behind a dot without a blank, one with a capital letter is the next sentence
 * ("stream.Now we go"), unless more of an address follows.
 */
const words = new Set(
  'am as at be best call click cool day do fun game games got here hot how in is it live love me my next no now one open play post quest read room run save show sky so song stream to today top us watch win work world wow you zero'.split(
    ' ',
  ),
)

/** Addresses whose last label is such a word. */
const shorteners = new Set('amzn.to dlvr.it fb.me lnkd.in m.me pin.it redd.it t.me twitch.tv wa.me youtu.be'.split(' '))

const schemes = /[a-z][a-z\d+-]*:\/\/\S+|(?<![\p{L}\p{N}])www\.\S+/gu
const names = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+(?:[/:?#]\S*)?/gu

/** The label, or what of it is Latin before another script begins, as in `evil.comпривет`. */
const topLevelIn = (label: string): string | undefined =>
  [label, /^[a-z\d-]+(?=[^a-z\d-])/.exec(label)?.[0]].find((part) => part !== undefined && isTopLevel(part))

const isCapitalized = (source: string): boolean => /^\p{Lu}\P{Lu}*$/u.test(source)

/** How much of a name with dots is an address; 0 where it is prose. */
const addressLength = (name: string, sourceOf: (start: number, end: number) => string): number => {
  const end = name.search(/[/:?#]/)
  const labels = (end < 0 ? name : name.slice(0, end)).split('.')
  for (let index = labels.length - 1; index > 0; index--) {
    const label = labels[index] as string
    const found = topLevelIn(label)
    if (found === undefined) continue
    const start = labels.slice(0, index).join('.').length + 1
    const isLast = index === labels.length - 1
    const isPath = isLast && end >= 0 && name.length > end + 1
    const before = labels[index - 1] as string
    const isProse =
      words.has(found) &&
      !isPath &&
      !shorteners.has(`${before}.${found}`) &&
      (!isLast || /^\d+$/.test(before) || isCapitalized(sourceOf(start, start + label.length)))
    if (!isProse) return isLast && found === label ? name.length : start + found.length
  }
  return 0
}

/** The parts of a text that are links, by their places in it. */
const linksIn = (source: string): readonly (readonly [number, number])[] => {
  const { text, from } = normal(source)
  const place = (index: number): number => from[index] as number
  const found: [number, number][] = []
  for (const { index, 0: match } of text.matchAll(schemes)) found.push([index, index + match.length])
  for (const { index, 0: match } of text.matchAll(names)) {
    const length = addressLength(match, (start, end) => source.slice(place(index + start), place(index + end)))
    if (length > 0) found.push([index, index + length])
  }
  return found.map(([start, end]) => [place(start), place(end)] as const).toSorted(([left], [right]) => left - right)
}

export const hasLink = (source: string): boolean => linksIn(source).length > 0

/** The sender's own text without its links. */
export const withoutLinks = (source: string): string => {
  const links = linksIn(source)
  if (links.length === 0) return source
  let [kept, end] = ['', 0]
  for (const [start, next] of links) {
    if (start > end) kept += source.slice(end, start)
    end = Math.max(end, next)
  }
  return (kept + source.slice(end)).replaceAll(/\s{2,}/g, ' ').trim()
}

const tableOf = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map([...from].map((letter, index) => [letter, to[index] as string]))

/** Letters that look like a Latin one as small letters or small capitals do (UTS 39), and those that do as capitals. */
const lookAlikes = tableOf('аеорсухіјѕһԁԛԝѵӏвкмнт' + 'αορνιυγ' + 'օսոհց', 'aeopcyxijshdqwvlbkmht' + 'aopviuy' + 'ounhg')
const capitals = tableOf('АВЕЅІЈКМНОРСТУХ' + 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abesijkmhopctyx' + 'abezhikmnoptyx')

const skeleton = (source: string, hasCapitals: boolean): string => {
  const read = hasCapitals ? [...source].map((letter) => capitals.get(letter) ?? letter).join('') : source
  return [...comparable(read)].map((letter) => lookAlikes.get(letter) ?? letter).join('')
}

/** Scripts without blanks: their words are found anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const patternOf = (word: string): RegExp => {
  const isOpen = word.length > 1 && word.endsWith('*')
  const letters = isOpen ? word.slice(0, -1) : word
  const escaped = letters.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const [start, end] = unspaced.test(letters) ? ['', ''] : ['(?<!\\p{L})', '(?!\\p{L})']
  return new RegExp(`${start}${escaped}${isOpen ? '' : end}`, 'u')
}

/** Shorter words look like too many others. */
const leastLetters = 4

/**
 * Whether one of the words is in a text. A word ends where no letter follows, and with `*` anywhere; from four letters
 * on, letters of other scripts that look alike do not hide it.
 */
export const hasWord = (source: string, searched: readonly string[]): boolean => {
  if (searched.length === 0) return false
  const plain = comparable(source)
  const alike = [skeleton(source, false), skeleton(source, true)]
  return searched.some((word) => {
    const letters = comparable(word)
    if (letters === '' || letters === '*') return false
    if (patternOf(letters).test(plain)) return true
    if (letters.replaceAll(/\P{L}/gu, '').length < leastLetters) return false
    const pattern = patternOf(skeleton(word, false))
    return alike.some((text) => pattern.test(text))
  })
}
