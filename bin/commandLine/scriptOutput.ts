/** The option of a script whose result a program may read. */
export const jsonOption = ['--json', 'prints one JSON object; the lines go to stderr'] as const

export interface JsonFlag {
  readonly json?: true
}

/** Where a script writes. With `--json` its lines go to stderr, and its result goes to stdout as one JSON object. */
export const scriptOutput = ({ json }: JsonFlag) => {
  const lines: string[] = []
  return {
    lines: lines as readonly string[],
    line: (text: string) => {
      lines.push(text)
      ;(json ? process.stderr : process.stdout).write(`${text}\n`)
    },
    progress: (text: string) => void process.stderr.write(`${text}\n`),
    result: (value: unknown) => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`)
    },
  }
}
