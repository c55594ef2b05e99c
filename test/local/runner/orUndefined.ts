/** The result, or undefined where the function throws. */
export const orUndefined = <Result>(run: () => Result): Result | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}
