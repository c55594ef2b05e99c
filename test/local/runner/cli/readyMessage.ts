import { relative } from 'node:path'
import type { Deployment, RouteResource } from '../deployment.ts'
import type { LocalApi } from '../localApi.ts'
import type { Link } from './toolchain.ts'

export interface ReadyState extends Pick<LocalApi, 'api' | 'websocket' | 'issuer' | 'audience' | 'dynamodb' | 's3'> {
  readonly recipientId: string
  readonly token: string
}

export interface ReadyMessageOptions {
  readonly state: ReadyState
  readonly links: readonly Link[]
  readonly deployment: Pick<Deployment, 'stackName' | 'functions' | 'httpApi'>
  readonly dataFolder: string | 'memory'
  readonly milliseconds: number
  /** The address of the page about what runs; undefined when there is none. */
  readonly startPage: string | undefined
  /** Whether the project has stand-ins of its providers, and calls the real ones. */
  readonly callsProviders: boolean
  /** See `Toolchain`. */
  readonly command: string | undefined
}

const hasJwt = ({ authorizer }: RouteResource): boolean => authorizer !== undefined && 'issuer' in authorizer

const tokenCommand = (command: string | undefined, recipientId: string): string =>
  command === 'npm run'
    ? `npm run --silent token -- --recipient ${recipientId}`
    : `${command ?? 'npx serve-assembly'} token --recipient ${recipientId}`

const dataLine = (dataFolder: string | 'memory'): string =>
  dataFolder === 'memory'
    ? 'Data are in memory and end with it.'
    : `Data stay in ${relative(process.cwd(), dataFolder) || '.'}.`

/** The message of `start`, of at most eight lines: addresses, those to look at first. The rest is on the start page. */
export const readyMessage = (options: ReadyMessageOptions): string => {
  const { state, links, deployment, dataFolder, milliseconds, startPage, callsProviders, command } = options
  const { functions, httpApi, stackName } = deployment
  const { routes } = httpApi
  const seconds = (milliseconds / 1000).toFixed(1)
  const named: readonly (readonly [string, string | undefined])[] = [
    ['Start page', startPage],
    ...links.map(({ title, url }) => [title, url] as const),
    ['API', routes.length === 0 ? undefined : state.api],
    ['WebSocket', state.websocket],
    ['Token', routes.some(hasJwt) ? tokenCommand(command, state.recipientId) : undefined],
    ['Providers', callsProviders ? 'the real ones' : undefined],
  ]
  return [
    `${stackName}: ${routes.length} routes, ${functions.length} functions, ready in ${seconds} s`,
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(10)}  ${value}`])),
    `${dataLine(dataFolder)} Ctrl-C stops it.`,
    '',
  ].join('\n')
}
