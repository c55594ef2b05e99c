import { randomBytes } from 'node:crypto'
import type { Deployment, EventSourceMappingResource, FunctionResource, TableResource } from '../deployment.ts'
import { lambdaRecord } from '../events/lambdaRecord.ts'
import { scheduledEvent } from '../events/scheduledEvent.ts'
import type { AttributeValue, StreamRecord } from '../events/streamsApi.ts'
import {
  connectEvent,
  disconnectEvent,
  messageEvent,
  newSocketId,
  type SocketOrigin,
} from '../webSocket/socketEvents.ts'

/** Placeholders for key values, to be replaced in the printed event. */
const placeholders: Readonly<Record<string, AttributeValue>> = {
  S: { S: 'example' },
  N: { N: '1' },
  B: { B: Buffer.from('example').toString('base64') },
}

/** An event of the trigger that invokes the function: a table's stream, a schedule or a WebSocket route. */
export const triggerEvent = (deployment: Deployment, { logicalId }: FunctionResource): unknown => {
  const isOfFunction = ({ functionLogicalId }: { readonly functionLogicalId: string }) =>
    functionLogicalId === logicalId
  const mapping = deployment.eventSourceMappings.find(isOfFunction)
  if (mapping !== undefined) return streamEvent(deployment, mapping)
  const schedule = deployment.schedules.find(isOfFunction)
  if (schedule !== undefined) return scheduledEvent(schedule, deployment, Date.now())
  const route = deployment.webSocketApi?.routes.find(isOfFunction)
  return route === undefined ? undefined : socketEvent(deployment, route.routeKey)
}

const streamEvent = (deployment: Deployment, { tableLogicalId }: EventSourceMappingResource): unknown => {
  const table = deployment.tables.find((each) => each.logicalId === tableLogicalId)
  if (table === undefined) throw new Error(`the template has no table ${tableLogicalId}`)
  const arn = `${table.arn}/stream/2026-01-01T00:00:00.000`
  return { Records: [lambdaRecord(insertInto(table), deployment.region, arn)] }
}

/** A stream record of an insert that has only the item's keys; the rest is to be completed by hand. */
const insertInto = ({ partitionKey, sortKey, attributeTypes, streamViewType }: TableResource): StreamRecord => {
  const names = sortKey === undefined ? [partitionKey] : [partitionKey, sortKey]
  const item = Object.fromEntries(
    names.map((name) => [name, placeholders[attributeTypes[name] ?? 'S'] ?? { S: 'example' }]),
  )
  const image = streamViewType === 'NEW_IMAGE' || streamViewType === 'NEW_AND_OLD_IMAGES' ? { NewImage: item } : {}
  return {
    eventName: 'INSERT',
    dynamodb: {
      ...image,
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: item,
      SequenceNumber: '100000000000000000001',
      SizeBytes: 100,
      StreamViewType: streamViewType ?? 'KEYS_ONLY',
    },
  }
}

const socketEvent = (deployment: Deployment, routeKey: string): unknown => {
  const { webSocketApi } = deployment
  if (webSocketApi === undefined) throw new Error('the template has no WebSocket API')
  const api = { ...deployment, webSocketApi }
  const now = Date.now()
  const key = randomBytes(16).toString('base64')
  const origin: SocketOrigin = {
    connectionId: newSocketId(),
    connectedAt: now,
    request: {
      method: 'GET',
      target: '/',
      body: Buffer.alloc(0),
      protocol: 'HTTP/1.1',
      sourceIp: '127.0.0.1',
      port: 443,
      headers: [
        ['Host', '127.0.0.1'],
        ['Sec-WebSocket-Key', key],
        ['Sec-WebSocket-Version', '13'],
      ],
    },
    query: [],
  }
  if (routeKey === '$connect') return connectEvent(api, origin)
  if (routeKey === '$disconnect') return disconnectEvent(api, origin, { code: 1000, reason: '', now })
  return messageEvent(api, origin, { routeKey, data: Buffer.from('{}'), isBinary: false, now })
}
