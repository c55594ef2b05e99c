import { startSandbox } from '../../sandbox/sandbox.ts'
import type { LocalServicesOptions } from '../localServices.ts'
import { sandboxParameters } from '../providerParameters.ts'
import { UsageError } from './usageError.ts'

/** Whether functions call the external providers themselves or their stand-ins. */
export type Providers = 'sandbox' | 'real'

export function providersFrom(value: string): Providers {
  if (value === 'sandbox' || value === 'real') return value
  throw new UsageError(`--providers: expected sandbox or real, got '${value}'`)
}

export interface StartedProviders {
  /** How functions find them. */
  readonly options: Pick<LocalServicesOptions, 'overrides' | 'parameters'>
  /** Where the requests that the stand-ins got can be read; undefined where there are none. */
  readonly sandboxLog: string | undefined
  stop(): Promise<void>
}

/** Starts the stand-ins, unless the real ones are to be called. */
export async function startProviders(providers: Providers): Promise<StartedProviders> {
  if (providers === 'real') return { options: {}, sandboxLog: undefined, stop: async () => {} }
  const sandbox = await startSandbox()
  return {
    options: { overrides: sandbox.urls, parameters: sandboxParameters(sandbox) },
    sandboxLog: sandbox.logUrl,
    stop: sandbox.stop,
  }
}
