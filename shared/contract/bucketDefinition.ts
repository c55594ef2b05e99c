/** A bucket; every object is private, and its key begins with `prefix`. */
export interface BucketDefinition {
  readonly prefix: string
  /** The beginning of the keys whose objects expire after the days given. */
  readonly expiring: string
  readonly expirationDays: number
  /** Pages of any origin may send a file by a signed link. */
  readonly takesFiles?: true
}
