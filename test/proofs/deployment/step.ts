/** Does a step, and writes what came of it and how long it took. */
export type Step = <Result>(
  name: string,
  act: () => Promise<Result>,
  remark?: (result: Result) => string,
) => Promise<Result>

/** The columns of the table of steps. */
const [nameWidth, timeWidth] = [72, 8]

export const lineOf = (name: string, time: string, remark: string): string =>
  `| ${name.padEnd(nameWidth)} | ${time.padStart(timeWidth)} | ${remark} |`

export const stepsOf =
  (write: (line: string) => void): Step =>
  async (name, act, remark = () => 'done') => {
    const startedAt = Date.now()
    const result = await act()
    write(lineOf(name, `${((Date.now() - startedAt) / 1000).toFixed(1)} s`, remark(result)))
    return result
  }
