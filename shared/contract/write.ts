export type Item = Readonly<Record<string, unknown>>

interface Conditional {
  readonly TableName: string
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: Record<string, string>
  readonly ExpressionAttributeValues?: Record<string, unknown>
}

/** One change of one item, in the shape of a `TransactWriteItems` entry. */
export type WriteOperation =
  | { readonly Put: Conditional & { readonly Item: Item } }
  | { readonly Update: Conditional & { readonly Key: Item; readonly UpdateExpression: string } }
  | { readonly Delete: Conditional & { readonly Key: Item } }
  | { readonly ConditionCheck: Conditional & { readonly Key: Item; readonly ConditionExpression: string } }

/** A change that a repository proposes; nothing happens until it is committed. */
export interface Write {
  readonly operation: WriteOperation
  /**
   * Whether applying it twice is the same as applying it once, its condition included. A lost acknowledgement makes the SDK send a
   * single write again; one that is not repeatable is therefore sent as a transaction, whose token makes the repetition safe.
   */
  readonly repeatable: boolean
  /** What to raise when its condition does not hold, given the item that was found instead. Without it, that is a failure of ours. */
  readonly refusal?: (found: Item | undefined) => Error
}
