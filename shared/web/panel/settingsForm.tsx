import { Component, type ComponentChildren, Fragment } from 'preact'
import { explained } from './explained.ts'
import { Field, type Fields, Form } from './forms.tsx'
import { configure, configured } from './service.ts'
import { type SettingField, textsFromValue, type Value, valueWith } from './settingFields.ts'
import { type TextName, translate } from './translate.ts'
import { UploadField } from './uploadField.tsx'

/** Gives a record another value, made of the one that it has now: what others have changed meanwhile stays. */
export const changeRecord = async (
  name: Parameters<typeof configure>[0],
  changed: (value: Value) => Value,
): Promise<unknown> => configure(name, changed(((await configured(name))?.value ?? {}) as Value))

interface SettingsOptions {
  readonly fields: readonly SettingField[]
  /** Before the names of fields in the names of their texts. */
  readonly prefix: string
  readonly value: Value
  readonly save: (changed: (value: Value) => Value) => Promise<unknown>
  /** Gets the value whenever a field changes. */
  readonly tried?: (value: Value) => void
  /** Whether the form is for another value after each save. */
  readonly another?: boolean
}

const kinds = { switch: 'checkbox', lines: 'lines', amounts: 'lines', linked: 'url' } as const

const choicesOf = ({ choices = [] }: SettingField, prefix: string) => ({
  '': translate('automatic'),
  ...Object.fromEntries(choices.map((choice) => [choice, translate(`${prefix}choice_${choice}` as TextName)])),
})

/** A part of a configuration value. A save changes those members alone whose field was changed. */
export class SettingsForm extends Component<SettingsOptions> {
  /** As the fields were when they came, or were saved last. */
  #before: Fields = textsFromValue(this.props.fields, this.props.value)

  /** Counts the values, each of which has new fields. */
  #values = 0

  readonly #changed =
    (given: Fields) =>
    (value: Value): Value => {
      const { fields } = this.props
      // What a browser does not send is off.
      const after = Object.fromEntries(fields.map(({ name }) => [name, given[name] ?? '']))
      return explained(() => valueWith(fields, value, this.#before, after))
    }

  readonly #save = async (given: Fields): Promise<void> => {
    await this.props.save(this.#changed(given))
    if (this.props.another) this.#values += 1
    else
      this.#before = {
        ...this.#before,
        ...Object.fromEntries(this.props.fields.map(({ name }) => [name, given[name] ?? ''])),
      }
  }

  readonly #field = (field: SettingField): ComponentChildren => {
    const label = `${this.props.prefix}${field.name}` as TextName
    const { name, kind } = field
    if (kind === 'linked' && this.#before[name] === '') return null
    if (kind === 'image' || kind === 'sound')
      return <UploadField key={name} name={name} label={label} kind={kind} value={this.#before[name]} />
    return (
      <Field
        key={field.name}
        name={field.name}
        label={label}
        type={field.kind in kinds ? kinds[field.kind as keyof typeof kinds] : (field.kind as 'text')}
        value={this.#before[field.name]}
        choices={field.kind === 'choice' ? choicesOf(field, this.props.prefix) : undefined}
      />
    )
  }

  override render({ fields, value, tried, another = false }: SettingsOptions) {
    const isShown = (given: Fields, { on }: SettingField) => on === undefined || given[on] === 'true'
    const groups = fields.reduce<SettingField[][]>((all, field) => {
      if (field.group !== undefined || all.length === 0) all.push([])
      all.at(-1)?.push(field)
      return all
    }, [])
    return (
      <Form
        name="save"
        send={this.#save}
        {...(tried && { input: (given) => tried(this.#changed(given)(value)) })}
        keep={!another}
      >
        {(given) => {
          const present = Object.keys(given).length === 0 ? this.#before : given
          const parts = groups.map((group) => {
            const shown = group.filter((field) => isShown(present, field)).map(this.#field)
            const title = group[0]?.group
            if (title === undefined) return shown
            return (
              <fieldset key={title}>
                <legend>{translate(title as TextName)}</legend>
                {shown}
              </fieldset>
            )
          })
          return <Fragment key={this.#values}>{parts}</Fragment>
        }}
      </Form>
    )
  }
}
