import { relative } from 'node:path'
import type { Deployment } from '../deployment.ts'
import { firstRequest } from '../firstRequest.ts'
import type { Link } from './toolchain.ts'

export interface ReadyState {
  readonly api: string
  readonly websocket: string | undefined
  readonly issuer: string
  readonly audience: string
  readonly dynamodb: string
  readonly s3: string
  readonly recipientId: string
  readonly token: string
}

export interface ReadyMessageOptions {
  readonly state: ReadyState
  readonly links: readonly Link[]
  readonly deployment: Pick<Deployment, 'stackName' | 'functions' | 'httpApi'>
  readonly dataFolder: string | 'memory'
  readonly milliseconds: number
  /** The address of the page about what runs. */
  readonly startPage: string
  /** Where the requests to the providers' stand-ins can be read; undefined where the real providers are called. */
  readonly sandboxLog: string | undefined
}

/** The message of `start`: the address, a token, and a first request that works when pasted. */
export const readyMessage = (options: ReadyMessageOptions): string => {
  const { state, links, deployment, dataFolder, milliseconds, startPage, sandboxLog } = options
  const { functions, httpApi, stackName } = deployment
  const seconds = (milliseconds / 1000).toFixed(1)
  const data = dataFolder === 'memory' ? 'in memory, gone at the end' : relative(process.cwd(), dataFolder) || '.'
  return [
    `${stackName}: ${httpApi.routes.length} routes, ${functions.length} functions, ready in ${seconds} s`,
    '',
    `  Start page ${startPage}`,
    `  API        ${state.api}`,
    ...(state.websocket === undefined ? [] : [`  WebSocket  ${state.websocket}`]),
    `  Issuer     ${state.issuer}`,
    `  DynamoDB   ${state.dynamodb}`,
    `  Data       ${data}`,
    `  Providers  ${sandboxLog === undefined ? 'the real ones' : `stand-ins, with their log at ${sandboxLog}; --providers real calls the real ones`}`,
    '',
    `A token for the recipient '${state.recipientId}' (others: npm run --silent token -- --recipient alice), and a first request:`,
    '',
    `  TOKEN=${state.token}`,
    `  ${firstRequest(deployment, state.api)}`,
    '',
    ...links.flatMap(({ title, url }) => [`${title}:`, '', `  ${url}`, '']),
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}
