import { vi } from 'vitest'

/** Collects the log lines of functions instead of printing them. */
export const takeLogLines = () => {
  const lines: string[] = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  return {
    /** The lines since the last call. */
    take: (): readonly string[] => lines.splice(0),
    stop: () => void vi.restoreAllMocks(),
  }
}

export type LogLines = ReturnType<typeof takeLogLines>
