/** What a call says of its request. */
export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is when it is a text. */
  readonly body?: unknown
  /** The status that is expected, 200 unless it is given. */
  readonly status?: number
}

/** Calls an operation by its id, shows request and answer, and fails when the answer is not as documented. */
export interface Call {
  // biome-ignore lint/suspicious/noExplicitAny: the document has verified the answer's shape
  (operationId: string, options?: CallOptions): Promise<any>
  readonly recipientId: string
  show(text: string): void
}

/** One thing that a streamer's toolset does, told by the calls that it makes. */
export interface Chapter {
  readonly title: string
  /** Whether it needs the stand-ins of the external providers. */
  readonly needsStandIns?: true
  readonly tell: (call: Call) => Promise<void>
}
