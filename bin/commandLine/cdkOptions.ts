import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'

interface CdkOption {
  readonly type: 'string' | 'number' | 'boolean' | 'array'
  readonly desc?: string
  readonly alias?: string
  readonly negativeAlias?: string
  readonly choices?: readonly string[]
}

type CdkOptions = Readonly<Record<string, CdkOption>>

interface Registry {
  readonly globalOptions: CdkOptions
  readonly commands: { readonly deploy: { readonly options: CdkOptions } }
}

/** The options of the project's own CDK as data. Its parser ignores an unknown option, so this one has to know all. */
const registryFile = new URL('../../node_modules/aws-cdk/lib/cli/cli-type-registry.json', import.meta.url)

/**
 * Options that a checked deployment has itself (`context`, `output`, `profile`, `exclusively`), that choose another app
 * or other stacks, or that change functions without CloudFormation.
 */
const withheld =
  /^(?:app|build|context|output|profile|all|exclusively|ignore-no-stacks|watch|logs|hotswap.*|execute|.*color|version-reporting)$/

/** A prepared change set is executed without a synthesis, so nothing could be compared. */
const unchecked = 'execute-change-set'

const optionsOf = (name: string, { type, desc = '', alias = '', negativeAlias, choices }: CdkOption): Option[] => {
  const short = (letter = '') => (letter.length === 1 ? `-${letter}, ` : '')
  if (type === 'boolean')
    return [
      new Option(`${short(alias)}--${name}`, desc),
      new Option(`${short(negativeAlias)}--no-${name}`, `the opposite of --${name}`),
    ]
  const option = new Option(`${short(alias)}--${name} ${type === 'array' ? '<values...>' : '<value>'}`, desc)
  return [choices === undefined ? option : option.choices(choices.filter((choice) => choice !== unchecked))]
}

/** Adds every option of `cdk deploy` that leaves the deployment checked. The CDK's own help describes them. */
export const addCdkOptions = (program: Command): Command => {
  const { globalOptions, commands } = JSON.parse(readFileSync(registryFile, 'utf8')) as Registry
  for (const [name, option] of Object.entries({ ...globalOptions, ...commands.deploy.options }))
    if (!(withheld.test(name) || program.options.some((own) => own.long === `--${name}`)))
      for (const each of optionsOf(name, option)) program.addOption(each.hideHelp())
  return program
}

/** The words of the CDK's options that were given, for its own command line. */
export const cdkWords = (program: Command, own: readonly string[]): readonly string[] =>
  program.options.flatMap((option) => {
    const name = option.attributeName()
    if (own.includes(name) || program.getOptionValueSource(name) !== 'cli') return []
    const value: unknown = program.getOptionValue(name)
    if (typeof value === 'boolean') return option.negate === !value ? [String(option.long)] : []
    return [value].flat().flatMap((each) => [String(option.long), String(each)])
  })
