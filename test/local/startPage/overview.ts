import { relative } from 'node:path'
import type { Subject } from 'serve-assembly/cli/startPage'
import { firstRequest } from './firstRequest.ts'
import type { Panel, PanelField, PanelFrame } from './panels.ts'

export interface Overview {
  readonly name: string
  /** Epoch milliseconds, which differ from start to start. */
  readonly startedAt: number
  readonly recipientId: string
  readonly facts: readonly Fact[]
  readonly hasReference: boolean
  /** Functions that schedules start. */
  readonly scheduled: readonly string[]
  /** A request that works when it is pasted after the token. */
  readonly firstRequest: string
  readonly panels: readonly ShownPanel[]
}

export interface Fact {
  readonly name: string
  readonly value: string
  readonly note: string
}

export interface ShownPanel extends Pick<Panel, 'id' | 'title' | 'description'> {
  readonly frame: Pick<PanelFrame, 'title' | 'action'> | undefined
  readonly isGreeted: boolean
  readonly fields: readonly PanelField[] | undefined
  readonly action: string | undefined
  /** The panel whose frame shows what the form describes. */
  readonly previewsIn: string | undefined
  readonly hasFeed: boolean
}

export interface OverviewOptions extends Subject {
  readonly startedAt: number
  readonly hasReference: boolean
  readonly panels: readonly Panel[]
}

const factsOf = ({ api, dataFolder, sandboxLog }: OverviewOptions): readonly Fact[] => {
  const { routes, cors } = api.deployment.httpApi
  const data = dataFolder === 'memory' ? 'in memory' : relative(process.cwd(), dataFolder) || '.'
  return [
    { name: 'API', value: api.api, note: `${routes.length} routes${cors ? ', CORS as deployed' : ''}` },
    ...(api.websocket === undefined ? [] : [{ name: 'WebSocket', value: api.websocket, note: 'at the next port' }]),
    { name: 'Issuer', value: api.issuer, note: 'of the access tokens' },
    { name: 'DynamoDB', value: api.dynamodb, note: `${api.deployment.tables.length} tables, past every permission` },
    { name: 'S3', value: api.s3, note: 'also KMS and SSM, for functions' },
    { name: 'Functions', value: `${api.deployment.functions.length} processes on demand`, note: 'on this machine' },
    { name: 'Data', value: data, note: dataFolder === 'memory' ? 'gone at the end' : 'kept until you delete it' },
    sandboxLog === undefined
      ? { name: 'Providers', value: 'the real ones', note: 'they are called' }
      : { name: 'Providers', value: sandboxLog, note: 'stand-ins, and the log of their requests' },
  ]
}

const shown = ({ id, title, description, frame, form, feed }: Panel): ShownPanel => ({
  id,
  title,
  description,
  frame: frame && { title: frame.title, action: frame.action },
  isGreeted: frame?.greeting !== undefined,
  hasFeed: feed !== undefined,
  fields: form?.fields,
  action: form?.action,
  previewsIn: form?.preview?.in,
})

/** What the page shows of the deployment that runs. */
export const overviewOf = (options: OverviewOptions): Overview => {
  const { api, recipientId, startedAt, hasReference, panels } = options
  const { stackName, functions, schedules, httpApi } = api.deployment
  const idOf = new Map(functions.map(({ logicalId, id }) => [logicalId, id]))
  return {
    name: stackName,
    startedAt,
    recipientId,
    hasReference,
    facts: factsOf(options),
    scheduled: schedules.map(({ functionLogicalId }) => idOf.get(functionLogicalId) ?? functionLogicalId),
    firstRequest: firstRequest({ httpApi }, api.api),
    panels: panels.map(shown),
  }
}
