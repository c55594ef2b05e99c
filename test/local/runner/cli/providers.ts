import type { StandInOptions, StandIns, Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

/** Whether functions call the external providers themselves or their stand-ins. */
export type Providers = 'sandbox' | 'real'

/** The stand-ins are the default of a project that has some. */
export const providersFrom = (
  value: string | undefined,
  { startStandIns }: Pick<Toolchain, 'startStandIns'>,
): Providers => {
  const hasStandIns = startStandIns !== undefined
  if (value === undefined) return hasStandIns ? 'sandbox' : 'real'
  if (value === 'sandbox' && !hasStandIns) throw new UsageError('--providers sandbox: this project has no stand-ins')
  if (value === 'sandbox' || value === 'real') return value
  throw new UsageError(`--providers: expected sandbox or real, got '${value}'`)
}

/** Starts the stand-ins, unless the real providers are to be called. */
export const startProviders = async (
  providers: Providers,
  { startStandIns }: Pick<Toolchain, 'startStandIns'>,
  options: StandInOptions,
): Promise<StandIns> => {
  const isSandbox = providers === 'sandbox' && startStandIns !== undefined
  return isSandbox ? startStandIns(options) : { options: {}, logUrl: undefined, stop: async () => {} }
}
