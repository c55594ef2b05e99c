import { Component, type ComponentChildren } from 'preact'
import type { paths, Violation } from '../client/generated/api.ts'
import { may } from './channel.ts'
import type { Refusal } from './service.ts'
import { type TextName, textOfCode, translate } from './translate.ts'

/** Shows how far something is, while it is done and after it. */
export type Show = (progress: ComponentChildren) => void

/** Something that a button does. */
export interface ButtonAction {
  /** The text of the button. */
  readonly name: TextName
  readonly act: (show: Show, form: HTMLFormElement) => Promise<unknown>
  /** The operation that it needs: without the right to it there is no button. */
  readonly needs?: keyof paths | undefined
  readonly done?: TextName | undefined
  /** A question before something that cannot be undone. */
  readonly sure?: TextName
  readonly main?: boolean
  /** For people who hear the page, where a list has the same button in each row. */
  readonly label?: string
  /** Whether the button sends the form in which it is. */
  readonly sends?: boolean
}

type Problem = Error & Partial<Refusal> & { readonly form?: HTMLFormElement | null }

interface Outcome {
  readonly busy?: boolean
  readonly done?: TextName | undefined
  readonly problem?: Problem | undefined
  readonly progress?: ComponentChildren
}

/** The label of the field that a pointer leads to: the innermost of its names that the form, or the page, knows. */
const labelAt = (pointer: string, form: HTMLFormElement | null): string => {
  for (const name of pointer.split('/').reverse()) {
    const label = form?.querySelector(`[name="${CSS.escape(name)}"]`)?.closest('label')
    const text = [...(label?.childNodes ?? [])].find(({ nodeType }) => nodeType === Node.TEXT_NODE)?.textContent
    const known = text ?? translate(name as TextName)
    if (known !== name) return known
  }
  return ''
}

const violationText = (violation: Violation, form: HTMLFormElement | null): string => {
  const { pointer, minimum, maximum } = violation
  const isEmpty = violation.code === 'too_short' && minimum === 1
  const code = isEmpty ? 'required' : (violation.code ?? 'not_allowed')
  const label = labelAt(pointer, form)
  return [
    label && `${label}:`,
    textOfCode('violation', code, translate('violation_not_allowed')),
    minimum !== undefined && !isEmpty && translate('bound_minimum', { bound: minimum }),
    maximum !== undefined && translate('bound_maximum', { bound: maximum }),
  ]
    .filter(Boolean)
    .join(' ')
}

const Failure = ({ of: { message, violations = [], form = null } }: { readonly of: Problem }) => (
  <div class="bad" role="alert">
    {[message, ...new Set(violations.map((violation) => violationText(violation, form)))].map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
)

/** A button that does something. Nothing is shown as done before it is. */
export class ActionButton extends Component<ButtonAction, Outcome> {
  readonly #begin = (event: Event): void => {
    const { act, done, sure, sends } = this.props
    const { form } = event.currentTarget as HTMLButtonElement & { readonly form: HTMLFormElement }
    if (sends) {
      event.preventDefault()
      if (!form.reportValidity()) return
    }
    if (this.state.busy) return
    if (sure !== undefined && !confirm(translate(sure))) return
    this.setState({ busy: true, done: undefined, problem: undefined, progress: undefined })
    act((progress) => this.setState({ progress }), form).then(
      () => this.setState({ busy: false, done }),
      (problem: Problem) => this.setState({ busy: false, problem: Object.assign(problem, { form }) }),
    )
  }

  override render(
    { name, main, label, sends, needs }: ButtonAction,
    { busy = false, done, problem, progress }: Outcome,
  ) {
    if (needs && !may(needs)) return null
    return (
      <div class="acts">
        <button
          type={sends ? 'submit' : 'button'}
          class={main ? 'main' : ''}
          // A disabled button would lose the focus.
          aria-disabled={busy}
          aria-label={label && `${translate(name)}: ${label}`}
          onClick={this.#begin}
        >
          {translate(name)}
        </button>
        {done && (
          <span class="good" role="status">
            {translate(done)}
          </span>
        )}
        {problem && <Failure of={problem} />}
        {progress && <div role="status">{progress}</div>}
      </div>
    )
  }
}

/** Switches something on or off. */
export const toggle = (
  enabled: boolean,
  change: (enabled: boolean) => Promise<unknown>,
  main = false,
): ButtonAction => ({
  name: enabled ? 'disable' : 'enable',
  act: () => change(!enabled),
  main,
})

/** Takes something away, after a question. */
export const removal = (act: ButtonAction['act'], changes: Partial<ButtonAction> = {}): ButtonAction => ({
  name: 'delete',
  sure: 'deleteSure',
  act,
  ...changes,
})
