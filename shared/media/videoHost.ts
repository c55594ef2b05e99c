/** What a video host says of a video; deleted and private ones are not described. */
export interface VideoDescription {
  readonly title?: string | undefined
  readonly thumbnail?: string | undefined
}

/** A host of videos: the port that its adapters fill. */
export interface VideoHost {
  /** Descriptions of up to 50 videos, by the host's own ids. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, VideoDescription>>
}
