/** Types as the interface specification words them. `object` is an object whose contents it does not show. */
export type Shape =
  | 'string'
  | 'date-time'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'object'
  | { readonly array: Shape }
  | { readonly map: Shape }
  | { readonly nullable: Shape }
  /** A string enumeration of which these values occur. */
  | { readonly occurring: readonly string[] }
  /** A string enumeration of these values and no others. */
  | { readonly values: readonly string[] }
  | Members

/** An object with declared fields. `required` is given where the specification, or a decision on what it leaves open, names them. */
export interface Members {
  readonly members: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

export const object = (members: Readonly<Record<string, Shape>>, required?: readonly string[]): Members => ({
  members,
  ...(required && { required }),
})

export const array = (element: Shape): Shape => ({ array: element })

/** An object all of whose fields may be null. */
export const nullableMembers = (members: Readonly<Record<string, Shape>>): Members =>
  object(Object.fromEntries(Object.entries(members).map(([name, shape]) => [name, { nullable: shape }])))
