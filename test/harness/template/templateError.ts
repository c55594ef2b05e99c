/** Reports a part of the template that the local API cannot imitate, in one line with the place and the reason. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'

  /** @param place the logical id, and the path below it */
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`)
  }
}
