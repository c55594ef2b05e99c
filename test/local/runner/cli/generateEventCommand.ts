import type { Command } from 'commander'
import type { Deployment } from '../deployment.ts'
import { didYouMean } from '../didYouMean.ts'
import { readDeployment } from '../template/readDeployment.ts'
import { exampleEvent } from './exampleEvent.ts'
import { readOperations } from './openApiDocument.ts'
import { demoRecipient } from './optionValues.ts'
import { ignoreOption, stackOption } from './startOptions.ts'
import { assemblyOf } from './synthesis.ts'
import type { Toolchain } from './toolchain.ts'
import { triggerEvent } from './triggerEvent.ts'
import { UsageError } from './usageError.ts'

interface Flags {
  readonly recipient: string
  readonly assembly?: string
  readonly stack?: string
  readonly ignore: readonly string[]
}

/** Prints an event with which `invoke` can run the function. */
export const addGenerateEvent = (program: Command, toolchain: Toolchain): void => {
  program
    .command('generate-event')
    .description(
      "prints an event for invoke: an operation's documented example, or what its trigger sends to a function",
    )
    .argument('<function>', 'an operation, or a function behind a stream, a schedule or a WebSocket route')
    .option('--recipient <id>', "the recipient of the request's token", demoRecipient)
    .option('--assembly <folder>', 'the assembly whose triggers are read (default: the one of the sources)')
    .addOption(stackOption())
    .addOption(ignoreOption())
    .action(async (id: string, flags: Flags) => {
      const event = (await operationEvent(id, flags, toolchain)) ?? (await functionEvent(id, flags, toolchain))
      process.stdout.write(`${JSON.stringify(event, null, 2)}\n`)
    })
}

const operationsOf = ({ openApiFile }: Toolchain) => (openApiFile === undefined ? [] : readOperations(openApiFile))

const operationEvent = async (id: string, { recipient }: Flags, toolchain: Toolchain): Promise<unknown> => {
  const operation = operationsOf(toolchain).find(({ operationId }) => operationId === id)
  return operation && exampleEvent({ operation, recipient })
}

const functionEvent = async (id: string, flags: Flags, toolchain: Toolchain): Promise<unknown> => {
  const deployment = await deploymentOf(toolchain, flags)
  const found = deployment.functions.find((each) => each.id === id || each.logicalId === id)
  const event = found && triggerEvent(deployment, found)
  if (event !== undefined) return event
  const triggered = deployment.functions.filter((each) => triggerEvent(deployment, each) !== undefined)
  const known = [...operationsOf(toolchain).map(({ operationId }) => operationId), ...triggered.map((each) => each.id)]
  throw new UsageError(`generate-event: no event is known for '${id}'; ${didYouMean(id, [...new Set(known)])}`)
}

const deploymentOf = async (toolchain: Toolchain, { assembly, stack, ignore }: Flags): Promise<Deployment> => {
  const { assemblyFolder, release } = await assemblyOf(toolchain, assembly)
  const logicalUrls = {
    httpApi: 'http://127.0.0.1',
    webSocketApi: 'ws://127.0.0.1',
    webSocketManagement: 'http://127.0.0.1',
  }
  try {
    return readDeployment(assemblyFolder, { issuer: 'http://127.0.0.1', audience: 'local', logicalUrls }, stack, ignore)
  } finally {
    release()
  }
}
