import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../client/formatMoney.ts'
import { say } from './say.ts'

interface Around {
  readonly children?: ComponentChildren
}

const locale = document.documentElement.lang

export const moneyText = (money: Parameters<typeof formatMoney>[0] | null | undefined): string =>
  money ? formatMoney(money, locale) : ''

const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

export const timeText = (at: string | null | undefined): string => (at ? times.format(new Date(at)) : '')

export const Card = ({ title, children }: Around & { readonly title: string }) => (
  <section class="card">
    <h2>{title}</h2>
    {children}
  </section>
)

/** The state of something that was begun: nothing is done before its promise is fulfilled. */
const useDeed = () => {
  const [state, setState] = useState<{ busy?: boolean; done?: string; problem?: string }>({})
  const isMounted = useRef(true)
  useEffect(
    () => () => {
      isMounted.current = false
    },
    [],
  )
  const run = (deed: () => Promise<unknown>, done = '') => {
    setState({ busy: true })
    deed().then(
      () => isMounted.current && setState({ done }),
      (cause: Error) => isMounted.current && setState({ problem: cause.message }),
    )
  }
  return { ...state, run }
}

const Outcome = ({ done, problem }: { readonly done?: string | undefined; readonly problem?: string | undefined }) => (
  <>
    {done ? (
      <span class="good" role="status">
        {done}
      </span>
    ) : null}
    {problem ? (
      <span class="bad" role="alert">
        {problem}
      </span>
    ) : null}
  </>
)

/** A button that does something, and then says that it is done, or what went wrong. */
export const Act = ({
  act,
  done,
  sure,
  main,
  label,
  children,
}: Around & {
  readonly act: () => Promise<unknown>
  readonly done?: string
  /** A question before something that cannot be undone. */
  readonly sure?: string
  readonly main?: boolean
  /** For people who hear the page, where a list has the same button in each row. */
  readonly label?: string
}) => {
  const deed = useDeed()
  const begin = () => (sure === undefined || confirm(sure)) && deed.run(act, done)
  return (
    <span class="act">
      <button
        type="button"
        class={main ? 'main' : ''}
        disabled={deed.busy ?? false}
        aria-label={label === undefined ? undefined : `${children}: ${label}`}
        onClick={begin}
      >
        {children}
      </button>
      <Outcome {...deed} />
    </span>
  )
}

export type Fields = Readonly<Record<string, string>>

/** A form that sends its fields, and keeps them if that fails. */
export const Form = ({
  send,
  action,
  done = say('saved'),
  input,
  keep,
  children,
}: Around & {
  readonly send: (fields: Fields) => Promise<unknown>
  readonly action: string
  readonly done?: string
  readonly input?: (fields: Fields) => void
  /** Whether the fields stay after a success. */
  readonly keep?: boolean
}) => {
  const deed = useDeed()
  const form = useRef<HTMLFormElement>(null)
  const fields = () => Object.fromEntries(new FormData(form.current ?? undefined)) as Fields
  const submit = (event: Event) => {
    event.preventDefault()
    deed.run(async () => {
      await send(fields())
      if (!keep) form.current?.reset()
    }, done)
  }
  return (
    <form ref={form} onSubmit={submit} onInput={() => input?.(fields())}>
      {children}
      <span class="act">
        <button type="submit" class="main" disabled={deed.busy ?? false}>
          {action}
        </button>
        <Outcome {...deed} />
      </span>
    </form>
  )
}

export const Field = ({
  label,
  name,
  type = 'text',
  ...rest
}: {
  readonly label: string
  readonly name: string
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'color' | 'url'
  readonly value?: string | undefined
  readonly required?: boolean
  readonly placeholder?: string
  readonly maxLength?: number
  readonly inputMode?: 'decimal'
}) => (
  <label>
    {label}
    <input name={name} type={type as 'text'} autocomplete="off" step="any" {...rest} />
  </label>
)

export const Choice = ({
  label,
  name,
  choices,
  value,
}: {
  readonly label: string
  readonly name: string
  /** Labels by values. */
  readonly choices: Readonly<Record<string, string>>
  readonly value?: string
}) => (
  <label>
    {label}
    <select name={name}>
      {Object.entries(choices).map(([key, text]) => (
        <option key={key} value={key} selected={key === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** Something that is read from the service, and again by `reload`. */
export const useLoaded = <Data,>(load: () => Promise<Data>, ...inputs: readonly unknown[]) => {
  const [state, setState] = useState<{ data?: Data; problem?: string }>({})
  const latest = useRef(0)
  const reload = async (): Promise<void> => {
    latest.current += 1
    const own = latest.current
    const next = await load().then(
      (data) => ({ data }),
      (cause: Error) => ({ problem: cause.message }),
    )
    if (own === latest.current) setState((before) => ({ ...before, problem: '', ...next }))
  }
  useEffect(() => {
    void reload()
    return () => {
      latest.current += 1
    }
  }, inputs)
  return { ...state, reload }
}

/** What is loaded, or that it loads, or what went wrong. */
export const Shown = <Data,>({
  of: { data, problem, reload },
  children,
}: {
  readonly of: { readonly data?: Data; readonly problem?: string; readonly reload: () => Promise<void> }
  readonly children: (data: Data) => ComponentChildren
}) => (
  <>
    {problem ? (
      <p class="bad" role="alert">
        {problem}{' '}
        <button type="button" onClick={() => void reload()}>
          {say('again')}
        </button>
      </p>
    ) : null}
    {data === undefined ? problem ? null : <p class="soft">{say('loading')}</p> : children(data)}
  </>
)

/** Rows, or that there are none. */
export const Rows = <Row,>({
  of: rows,
  children,
}: {
  readonly of: readonly Row[]
  readonly children: (row: Row) => ComponentChildren
}) => (rows.length === 0 ? <p class="soft">{say('nothing')}</p> : <ul class="rows">{rows.map(children)}</ul>)

/** A text that is copied by a button; it can be selected too. */
export const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <span class="copied">
    <input readonly value={text} aria-label={label} onFocus={({ currentTarget }) => currentTarget.select()} />
    <Act act={() => navigator.clipboard.writeText(text)} done={say('copied')} label={label}>
      {say('copy')}
    </Act>
  </span>
)
