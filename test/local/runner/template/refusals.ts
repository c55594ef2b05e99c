import type { ResourceEntry } from './template.ts'
import { type Refusal, TemplateError } from './templateError.ts'

/** Collects all that is refused, so that a person reads it at once, and leaves out the resources that are to be ignored. */
export class Refusals {
  readonly #ignore: readonly string[]
  readonly #resources = new Map<string, ResourceEntry>()
  /** Logical id → those that it refers to. */
  readonly #references = new Map<string, Set<string>>()
  readonly #refused = new Map<string, TemplateError>()
  /** Refusals that may be consequences of others. */
  readonly #unresolved = new Map<string, TemplateError>()
  /** The resources of those refusals. */
  readonly #unfit = new Set<string>()
  /** Resources that need an ignored one. */
  readonly #leftOut = new Set<string>()

  /** @param ignore resource types, logical ids or construct paths */
  constructor(ignore: readonly string[]) {
    this.#ignore = ignore
  }

  add(entry: ResourceEntry): void {
    this.#resources.set(entry.logicalId, entry)
  }

  isIgnored(entry: ResourceEntry): boolean {
    return this.#ignore.some((name) => namesOf(entry).includes(name))
  }

  /** Whether the resource is not there for others: ignored, or refused itself. */
  isAbsent(entry: ResourceEntry): boolean {
    return this.isIgnored(entry) || this.#refused.has(entry.logicalId)
  }

  /** Whether the resource is there, and nothing that it needs is ignored. */
  isServed(entry: ResourceEntry): boolean {
    return !this.isAbsent(entry) && !this.#leftOut.has(entry.logicalId)
  }

  /** Notes that the resource of a place refers to another one. */
  refer(place: string, { logicalId }: ResourceEntry): void {
    const id = this.#resourceAt(place)?.logicalId
    if (id !== undefined) this.#references.set(id, (this.#references.get(id) ?? new Set()).add(logicalId))
  }

  /** The result in a list, which is empty when the resource is refused by its own properties. */
  ofItself<Result>(logicalId: string, read: () => Result): readonly Result[] {
    return attempt(read, (error) => {
      if (!this.#refused.has(logicalId)) this.#refused.set(logicalId, error)
    })
  }

  /** The result in a list, which is empty when the resource does not fit to others, or needs an ignored one. */
  among<Result>(read: () => Result, logicalId?: string): readonly Result[] {
    return attempt(read, (error) => {
      const id = logicalId ?? this.#resourceAt(error.refusals[0].place)?.logicalId ?? ''
      const needed = this.#needs(id)
      if (needed.some((each) => this.#refused.has(each.logicalId) || this.#unfit.has(each.logicalId))) return
      if (needed.some((each) => this.isIgnored(each))) return void this.#leftOut.add(id)
      this.#unfit.add(id)
      this.#unresolved.set(error.message, error)
    })
  }

  /**
   * The notes about ignored resources, and about those that refer to them.
   *
   * @throws TemplateError with all that is refused, and with names that ignore nothing
   */
  end(): readonly string[] {
    const resources = [...this.#resources.values()]
    const useless = this.#ignore.filter((name) => !resources.some((entry) => namesOf(entry).includes(name)))
    const errors = [...this.#refused.values(), ...this.#unresolved.values()]
    const [first, ...more] = [
      ...useless.map((name) => ({ place: `--ignore ${name}`, problem: 'the app has no such resource' })),
      ...errors.flatMap(({ refusals }) => refusals).map((refusal) => this.#withPath(refusal)),
    ]
    if (first !== undefined) throw new TemplateError(first.place, first.problem, more)
    const leftOut = [...this.#leftOut].map((id) => nameOf(id, this.#resources.get(id)))
    const consequences = leftOut.length === 0 ? [] : [`left out too: ${leftOut.join('; ')}`]
    return [...resources.filter((entry) => this.isIgnored(entry)).map((entry) => this.#noteOf(entry)), ...consequences]
  }

  #noteOf(entry: ResourceEntry): string {
    const referring = [...this.#references].filter(([, ids]) => ids.has(entry.logicalId)).map(([id]) => id)
    const named = referring.map((id) => nameOf(id, this.#resources.get(id))).join('; ')
    return `${entry.type} ${nameOf(entry.logicalId, entry)}: ${named === '' ? 'nothing refers to it' : `it is referred to by ${named}`}`
  }

  #withPath({ place, problem }: Refusal): Refusal {
    const path = pathOf(this.#resourceAt(place))
    return { place, problem: path === undefined ? problem : `${problem} (${path})` }
  }

  #resourceAt(place: string): ResourceEntry | undefined {
    for (const { index } of `${place}.`.matchAll(/[.[]/g)) {
      const found = this.#resources.get(place.slice(0, index))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** What a resource refers to, directly or through others. */
  #needs(logicalId: string): readonly ResourceEntry[] {
    const needed = new Set([logicalId])
    for (const id of needed) for (const each of this.#references.get(id) ?? []) needed.add(each)
    needed.delete(logicalId)
    return [...needed].flatMap((id) => this.#resources.get(id) ?? [])
  }
}

/** The construct's path, without the child that a construct calls its resource. */
const pathOf = (entry: ResourceEntry | undefined): string | undefined =>
  entry?.constructPath?.replace(/\/(?:Resource|Default)$/, '')

const nameOf = (logicalId: string, entry: ResourceEntry | undefined): string => pathOf(entry) ?? logicalId

const namesOf = (entry: ResourceEntry): readonly (string | undefined)[] => [entry.type, entry.logicalId, pathOf(entry)]

const attempt = <Result>(read: () => Result, onRefused: (error: TemplateError) => void): readonly Result[] => {
  try {
    return [read()]
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    onRefused(error)
    return []
  }
}
