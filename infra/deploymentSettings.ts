import { refuseForRegion } from './regions.ts'
import { defaultStackName, parseSettings, type Settings, SettingsError } from './settings.ts'

type Context = Readonly<Record<string, unknown>>

/** The CDK's own context: feature flags (`@aws-cdk/…`), switches (`aws:cdk:…`), cached look-ups (`kind:…`). */
const isForeign = (key: string): boolean => key.startsWith('@') || key.includes(':')

export interface DeploymentSettings {
  readonly settings: Settings
  /** The source of each setting that is not a default. */
  readonly sources: Readonly<Record<string, 'cdk.json' | 'stage' | 'command line'>>
}

const isRecord = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings of a stage; two stages are two stacks. */
const settingsOfStage = (stage: unknown, stages: unknown): Context => {
  if (stages !== undefined && !(isRecord(stages) && Object.values(stages).every(isRecord)))
    throw new SettingsError('stages: expected an object that has an object of settings for each stage')
  if (stage === undefined) return {}
  const names = Object.keys(stages ?? {})
  if (typeof stage !== 'string' || !names.includes(stage))
    throw new SettingsError(`unknown stage ${stage}; kept are ${names.join(', ') || 'none'}`)
  return { stackName: `${defaultStackName}-${stage}`, ...(stages as Record<string, Context>)[stage] }
}

/**
 * The settings of a deployment, by precedence: those of the command line (`-c name=value`), those of the stage
 * (`-c stage=name`), those in `cdk.json` for all stages.
 *
 * @param context the CDK's merged context of the command line and `cdk.json`
 * @param kept the context of `cdk.json` alone
 * @param region the stack's region, if it is known
 * @throws SettingsError one line that names every setting that is unknown or malformed
 */
export const deploymentSettings = (context: Context, kept: Context = {}, region?: string): DeploymentSettings => {
  const { stage, stages, ...own } = Object.fromEntries(Object.entries(context).filter(([key]) => !isForeign(key)))
  const isGiven = ([name, value]: [string, unknown]): boolean => String(kept[name]) !== String(value)
  const entries = Object.entries(own)
  const staged = settingsOfStage(stage, stages)
  const given = entries.filter(isGiven)
  const settings = parseSettings(Object.fromEntries([...entries, ...Object.entries(staged), ...given]))
  if (region !== undefined) refuseForRegion(settings, region)
  return {
    settings,
    sources: {
      ...Object.fromEntries(entries.map(([name]) => [name, 'cdk.json' as const])),
      ...Object.fromEntries(Object.keys(staged).map((name) => [name, 'stage' as const])),
      ...Object.fromEntries(given.map(([name]) => [name, 'command line' as const])),
    },
  }
}

/** The settings of the command line alone, which the next deployment without them would undo. */
export const forgettable = ({ sources }: DeploymentSettings): readonly string[] =>
  Object.keys(sources).filter((name) => sources[name] === 'command line')
