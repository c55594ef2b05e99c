import { type CfnStack, NestedStack } from 'aws-cdk-lib'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { SocketRoute } from '../shared/areas/realtime/contract.ts'
import type { Operation } from '../shared/contract/operation.ts'
import type { Worker } from '../shared/contract/worker.ts'
import { socketFolder, workerFolder } from './bundling/functionEntries.ts'
import { createInLanes, createInSequence, type RoutedStack, type RouteResources } from './creationOrder.ts'
import { addRoutes, type Endpoint, type RoutesProps } from './httpApi.ts'
import { OperationFunction, type OperationFunctionProps } from './operationFunction.ts'
import { SocketFunction, type SocketFunctionProps } from './socketFunction.ts'
import { addSocketRoutes, type SocketEndpoint } from './webSocketApi.ts'
import { addWorkers, type WorkerEndpoint } from './workers.ts'

/**
 * A nested stack with the functions of one area, their log group and their routes. It is updated and rolled back with
 * its root as one operation, and has a limit of 500 resources of its own.
 */
class AreaStack extends NestedStack {
  constructor(scope: Construct, area: string) {
    super(scope, area)
    // The generated names of its functions and roles begin with those of the root and of the area.
    const resource = this.nestedStackResource as CfnStack
    resource.overrideLogicalId(area)
  }
}

export interface AreaProps extends OperationFunctionProps, SocketFunctionProps, RoutesProps {
  readonly operations: readonly Operation[]
  readonly workers: readonly Worker[]
  readonly socketRoutes: readonly SocketRoute[]
  /** The id of the WebSocket API. */
  readonly liveApiId: string
  readonly deadLetters: Queue
}

/** A nested stack with the functions that it serves. */
interface Area<Served> extends RoutedStack {
  readonly endpoints: readonly Served[]
}

const areaOf = <Served>(
  stack: NestedStack,
  endpoints: readonly Served[],
  routes: readonly RouteResources[],
): Area<Served> => {
  createInSequence(routes)
  return { stack, endpoints, routes: routes.length }
}

const addOperations = (
  scope: Construct,
  area: string,
  operations: readonly Operation[],
  props: AreaProps,
): Area<Endpoint> => {
  const stack = new AreaStack(scope, area)
  const endpoints = operations.map((operation) => ({
    operation,
    lambda: new OperationFunction(stack, operation, props),
  }))
  return areaOf(stack, endpoints, addRoutes(stack, endpoints, props))
}

const addSocketFunctions = (scope: Construct, props: AreaProps): Area<SocketEndpoint> => {
  const stack = new AreaStack(scope, socketFolder)
  const endpoints = props.socketRoutes.map((route) => ({ route, lambda: new SocketFunction(stack, route, props) }))
  return areaOf(stack, endpoints, addSocketRoutes(stack, props.liveApiId, endpoints))
}

const addWorkerFunctions = (scope: Construct, { workers, ...props }: AreaProps): Area<WorkerEndpoint> => {
  const stack = new AreaStack(scope, workerFolder)
  return areaOf(stack, addWorkers(stack, workers, props, props.deadLetters), [])
}

/** All functions of the service, and the nested stacks in which they are. */
export interface Areas {
  readonly stacks: readonly NestedStack[]
  readonly endpoints: readonly Endpoint[]
  readonly socketEndpoints: readonly SocketEndpoint[]
  readonly workerEndpoints: readonly WorkerEndpoint[]
}

/** A nested stack for each area of the interface, one for the WebSocket API, and one for the workers. */
export const addAreas = (scope: Construct, props: AreaProps): Areas => {
  const byArea = Object.entries(Object.groupBy(props.operations, ({ area }) => area))
  const areas = byArea.map(([area, operations]) => addOperations(scope, area, operations, props))
  const realtime = addSocketFunctions(scope, props)
  createInLanes([...areas, realtime])
  const workers = props.workers.length === 0 ? [] : [addWorkerFunctions(scope, props)]
  return {
    stacks: [...areas, realtime, ...workers].map(({ stack }) => stack),
    endpoints: areas.flatMap(({ endpoints }) => endpoints),
    socketEndpoints: realtime.endpoints,
    workerEndpoints: workers.flatMap(({ endpoints }) => endpoints),
  }
}
