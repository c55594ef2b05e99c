import { isDeepStrictEqual } from 'node:util'

export type JsonObject = Readonly<Record<string, unknown>>

/** The sections of `components` that are filled while the operations are converted. */
type Section = 'schemas' | 'responses'

/**
 * The shared parts of a document, each under one name. A second shape under the same name is a contradiction in the
 * contract, so it is refused rather than numbered.
 */
export class Components {
  readonly #sections: Record<Section, Map<string, JsonObject>> = { schemas: new Map(), responses: new Map() }

  /** Adds a component and returns a reference to it. */
  add(section: Section, name: string, component: JsonObject): JsonObject {
    const known = this.#sections[section].get(name)
    if (known !== undefined && !isDeepStrictEqual(known, component))
      throw new Error(
        `${section} ${name} has two shapes: one schema cannot serve requests and answers if it has defaults`,
      )
    this.#sections[section].set(name, component)
    return { $ref: `#/components/${section}/${name}` }
  }

  /** The components of a section by name, in alphabetical order. */
  section(section: Section): JsonObject {
    return Object.fromEntries([...this.#sections[section]].sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}
