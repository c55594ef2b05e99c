/** One part of a template that cannot be imitated. */
export interface Refusal {
  /** The logical id, and the path below it. */
  readonly place: string
  readonly problem: string
}

/** Reports parts of the template that the local API cannot imitate, each in one line with the place and the reason. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly refusals: readonly [Refusal, ...Refusal[]]

  constructor(place: string, problem: string, more: readonly Refusal[] = []) {
    const refusals = [{ place, problem }, ...more] as const
    super(refusals.map((each) => `${each.place}: ${each.problem}`).join('\n'))
    this.refusals = refusals
  }
}
