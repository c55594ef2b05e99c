/** A video host's description of a video. Deleted and private videos have none. */
export interface VideoDescription {
  readonly title?: string | undefined
  readonly thumbnail?: string | undefined
}

export interface VideoHost {
  /** Reads the descriptions of videos by the host's ids. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, VideoDescription>>
}
