interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Counts work in one line of a terminal. Elsewhere it writes the first and the last count, each on a line. */
export const counter =
  (what: string, total: number, output: Terminal = process.stderr) =>
  (count: number): void => {
    const text = `${what} ${count} of ${total}`
    if (output.isTTY) output.write(`\r${text}${count === total ? '\n' : ''}`)
    else if (count === 0 || count === total) output.write(`${text}\n`)
  }
