/** Collects the log lines of functions instead of printing them, through all tests of a file. */
export const takeLogLines = () => {
  const lines: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
  for (const { stream } of streams) stream.write = (chunk: string | Uint8Array) => lines.push(String(chunk)) > 0
  return {
    /** The lines since the last call. */
    take: (): readonly string[] => lines.splice(0),
    stop: () => {
      for (const { stream, write } of streams) stream.write = write
    },
  }
}

export type LogLines = ReturnType<typeof takeLogLines>
