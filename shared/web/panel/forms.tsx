import { Component, type ComponentChildren, createRef, type InputHTMLAttributes } from 'preact'
import { decimalFromMoney } from '../../runtime/money/decimal.ts'
import { givenMoneyOfAny } from '../givenMoney.ts'
import { ActionButton, type ButtonAction, type Show } from './actionButtons.tsx'
import { may } from './channel.ts'
import type { Money } from './formats.ts'
import { type TextName, translate } from './translate.ts'

export type Fields = Readonly<Record<string, string>>

interface FormOptions extends Pick<ButtonAction, 'name' | 'done' | 'needs'> {
  readonly send: (fields: Fields, show: Show) => Promise<unknown>
  /** Gets the fields whenever one changes. */
  readonly input?: (fields: Fields) => void
  /** Whether the fields stay after a success. */
  readonly keep?: boolean
  /** The fields of the form, which may depend on those that are filled in. */
  readonly children: ComponentChildren | ((fields: Fields) => ComponentChildren)
}

const fieldsOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Fields

/** A form that sends its fields, and keeps them if that fails. */
export class Form extends Component<FormOptions, { readonly fields: Fields }> {
  override state = { fields: {} }

  readonly #form = createRef<HTMLFormElement>()

  override componentDidMount() {
    if (this.#form.current !== null) this.setState({ fields: fieldsOf(this.#form.current) })
  }

  readonly #update = ({ currentTarget }: { readonly currentTarget: HTMLFormElement }): void => {
    const fields = fieldsOf(currentTarget)
    this.props.input?.(fields)
    this.setState({ fields })
  }

  readonly #send: ButtonAction['act'] = async (show, form) => {
    const { send, keep } = this.props
    await send(fieldsOf(form), show)
    if (keep) return
    form.reset()
    this.setState({ fields: fieldsOf(form) })
  }

  override render({ name, done = 'saved', needs, children }: FormOptions, { fields }: { readonly fields: Fields }) {
    if (needs && !may(needs)) return null
    return (
      <form ref={this.#form} onInput={this.#update}>
        {typeof children === 'function' ? children(fields) : children}
        <ActionButton main sends name={name} done={done} act={this.#send} />
      </form>
    )
  }
}

interface FieldOptions
  extends Pick<InputHTMLAttributes, 'required' | 'placeholder' | 'maxLength' | 'inputMode' | 'accept'> {
  readonly name: string
  /** The name of its text, if it is another one. */
  readonly label?: TextName
  /** The label itself, where it has a name in it. */
  readonly text?: string
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'color' | 'url' | 'checkbox' | 'file' | 'lines'
  /** The value at first: what was typed stays when it changes. */
  readonly value?: string | undefined
  /** Labels by values. */
  readonly choices?: Readonly<Record<string, string>> | undefined
}

export const Field = ({
  name,
  label = name as TextName,
  text = translate(label),
  type = 'text',
  value,
  choices,
  ...rest
}: FieldOptions) => {
  if (choices)
    return (
      <label>
        {text}
        <select name={name}>
          {Object.entries(choices).map(([key, choice]) => (
            <option key={key} value={key} selected={key === value}>
              {choice}
            </option>
          ))}
        </select>
      </label>
    )
  if (type === 'checkbox')
    return (
      <label>
        <input type="checkbox" name={name} value="true" defaultChecked={value === 'true'} />
        {text}
      </label>
    )
  if (type === 'lines')
    return (
      <label class="wide">
        {text}
        <textarea name={name} defaultValue={value} rows={4} dir="auto" {...(rest as object)} />
      </label>
    )
  return (
    <label>
      {text}
      <input type={type as 'text'} name={name} defaultValue={value} autocomplete="off" step="any" {...rest} />
    </label>
  )
}

/** An amount with its currency. */
export const MoneyFields = ({
  label = 'amount',
  of,
  value = of && decimalFromMoney(of),
}: Pick<FieldOptions, 'label' | 'value'> & { readonly of?: Money | undefined }) => (
  <>
    <Field name="amount" label={label} value={value} inputMode="decimal" required />
    <Field name="currency" value={of?.currency ?? 'EUR'} maxLength={12} required />
  </>
)

/** The amount of a form. */
export const moneyOf = ({ amount = '', currency = '' }: Fields) => {
  const money = givenMoneyOfAny(amount, currency.trim().toUpperCase())
  if (money === undefined) throw new Error(translate('noAmount'))
  return money
}
