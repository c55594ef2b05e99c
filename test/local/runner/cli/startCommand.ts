import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Command } from 'commander'
import { findEngine } from '../engines/findEngine.ts'
import { listen } from '../loopback.ts'
import { portInUse } from './portInUse.ts'
import { runningApiOn } from './runningApis.ts'
import { addStartOptions, startOptionsFrom } from './startOptions.ts'
import type { Toolchain } from './toolchain.ts'

/** Serves the local API until Ctrl-C or SIGTERM. */
export const addStart = (program: Command, toolchain: Toolchain): void => {
  addStartOptions(program.command('start').description('serves the API on this machine, without any account')).action(
    async (flags) => {
      const startedAt = performance.now()
      const options = startOptionsFrom(flags, toolchain)
      findEngine(options.engine)
      await refuseSharedData(toolchain.projectFolder, options.dataFolder)
      await refuseBusyPort(options.port)
      // The rest takes as long to load as all that a start does.
      process.stderr.write('Starting the local API\n')
      const { serve } = await import('./serve.ts')
      await serve(options, { ...toolchain, ...(flags.context && { context: flags.context }) }, startedAt)
    },
  )
}

/** Two engines on one database file would not see each other's writes. */
const refuseSharedData = async (projectFolder: string, dataFolder: string | 'memory'): Promise<void> => {
  const other = await runningApiOn(projectFolder, dataFolder)
  if (other === undefined) return
  throw new Error(
    `${dataFolder} is in use by the local API at ${other.api} (process ${other.pid}): stop it, or choose another --data`,
  )
}

/** A port that is in use is found before the synthesis, which takes its time. */
const refuseBusyPort = async (port: number): Promise<void> => {
  const server = createServer()
  await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portInUse(port) : error
  })
  await once(server.close(), 'close')
}
