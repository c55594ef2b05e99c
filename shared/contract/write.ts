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

/** A change that a repository proposes. Nothing happens until it is committed. */
export interface Write {
  readonly operation: WriteOperation
  /**
   * Whether applying it twice has the same result as applying it once, its condition included. The SDK repeats a single
   * write whose acknowledgement was lost. A write that is not repeatable is therefore sent as a transaction, whose
   * token makes the repetition safe.
   */
  readonly repeatable: boolean
  /** The error for a failed condition, from the found item. Without it, that is an internal error. */
  readonly refusal?: (found: Item | undefined) => Error
}
