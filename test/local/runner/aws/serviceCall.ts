import type { EngineResponse } from './engineHandler.ts'

/** A call on its way to an engine. */
export interface ServiceCall {
  readonly service: string
  /** `PutItem` */
  readonly action: string
  readonly functionId: string | undefined
  readonly body: Buffer | string
}

/** Sends a body, the call's own or a part of it, to the engine. */
export type Send = (body: Buffer | string) => Promise<EngineResponse>

/** An answer, or the connection's end without one. */
export type Outcome = EngineResponse | 'reset'
