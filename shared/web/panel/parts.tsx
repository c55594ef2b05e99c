import { Component, type ComponentChildren } from 'preact'
import type { paths } from '../client/generated/api.ts'
import { ActionButton, type ButtonAction } from './actionButtons.tsx'
import { may } from './channel.ts'
import { type Money, moneyText } from './formats.ts'
import { onChange } from './service.ts'
import { type TextName, translate } from './translate.ts'

interface Around {
  readonly children?: ComponentChildren
}

interface CardOptions extends Around {
  readonly title: TextName
  /** The operation that it needs: without the right to it there is no card. */
  readonly needs?: keyof paths | undefined
}

export const Card = ({ title, needs, children }: CardOptions) => {
  if (needs && !may(needs)) return null
  return (
    <section class="card">
      <h2>{translate(title)}</h2>
      {children}
    </section>
  )
}

interface LoadedOptions<Data> {
  readonly load: () => Promise<Data>
  /** It is read again when this is another value. */
  readonly by?: unknown
  /** Whether it is read again by the clock too, at growing intervals while the page is visible. */
  readonly asks?: boolean
  /** Whether nothing is shown until it is read, and no failure. */
  readonly quiet?: boolean
  readonly children: (data: Data) => ComponentChildren
}

interface LoadedState<Data> {
  readonly data?: Data
  readonly problem?: string
}

const firstAskMs = 30_000
const longestAskMs = 16 * 60_000

/** Data that are read from the service, and again whenever something was changed; or that they load, or what failed. */
export class Loaded<Data> extends Component<LoadedOptions<Data>, LoadedState<Data>> {
  #running: Promise<void> | undefined
  #following: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #forget = (): void => undefined

  readonly #read = async (): Promise<void> => {
    const next = await this.props.load().then(
      (data) => ({ data, problem: '' }),
      (cause: Error) => ({ problem: cause.message }),
    )
    this.setState(next)
    this.#running = undefined
  }

  /** One reading at a time: whoever asks meanwhile gets the next one. */
  readonly #load = (): Promise<void> => {
    if (this.#running === undefined) {
      this.#running = this.#read()
      return this.#running
    }
    this.#following ??= this.#running.then(() => {
      this.#following = undefined
      return this.#load()
    })
    return this.#following
  }

  readonly #askLater = (milliseconds: number): void => {
    this.#timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void this.#load()
      this.#askLater(Math.min(milliseconds * 2, longestAskMs))
    }, milliseconds)
  }

  override componentDidMount() {
    this.#forget = onChange(this.#load)
    if (this.props.asks) this.#askLater(firstAskMs)
    void this.#load()
  }

  override componentDidUpdate({ by, asks }: LoadedOptions<Data>) {
    if (by !== this.props.by) void this.#load()
    if (asks === this.props.asks) return
    clearTimeout(this.#timer)
    if (this.props.asks) this.#askLater(firstAskMs)
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
    this.#forget()
  }

  override render({ children, quiet }: LoadedOptions<Data>, { data, problem }: LoadedState<Data>) {
    if (quiet) return <>{data !== undefined && children(data)}</>
    return (
      <>
        {problem && (
          <p class="bad" role="alert">
            {problem}{' '}
            <button type="button" onClick={this.#load}>
              {translate('again')}
            </button>
          </p>
        )}
        {data === undefined ? !problem && <p class="soft loading">{translate('loading')}</p> : children(data)}
      </>
    )
  }
}

type Text = string | null | undefined | false

/** An item of a list: its name and worth, what more there is to say, and what can be done with it. */
export interface Item {
  readonly key: string
  readonly name?: string
  /** The name for people who hear the page. */
  readonly label?: string | undefined
  readonly amount?: Money | null | undefined
  readonly message?: Text
  readonly more?: ComponentChildren
  readonly good?: Text
  readonly soft?: Text
  readonly bad?: Text
  readonly buttons?: readonly ButtonAction[]
}

const ListItem = ({
  name = '',
  label = name,
  amount,
  message,
  more,
  good,
  soft,
  bad,
  buttons = [],
}: Omit<Item, 'key'>) => (
  <li>
    <div>
      <div>
        <b dir="auto">{name}</b> <b>{moneyText(amount)}</b>
      </div>
      {message && <div dir="auto">{message}</div>}
      {more}
      {good && <small class="good">{good}</small>}
      {soft && <small class="soft">{soft}</small>}
      {bad && <small class="bad">{bad}</small>}
    </div>
    <div class="acts">
      {Object.entries(buttons).map(([position, button]) => (
        <ActionButton key={position} label={label} {...button} />
      ))}
    </div>
  </li>
)

interface RowsOptions<Row> {
  readonly of: readonly Row[]
  readonly children: (row: Row) => Item
}

/** A list of items, or that there are none. */
export const Rows = <Row,>({ of: rows, children }: RowsOptions<Row>) => {
  if (rows.length === 0) return <p class="soft">{translate('nothing')}</p>
  return (
    <ul>
      {rows.map(children).map(({ key, ...item }) => (
        <ListItem key={key} {...item} />
      ))}
    </ul>
  )
}

interface ListCardOptions<Row>
  extends Omit<LoadedOptions<readonly Row[]>, 'children'>,
    Pick<RowsOptions<Row>, 'children'>,
    Pick<CardOptions, 'title' | 'needs'> {
  readonly before?: ComponentChildren
  readonly after?: ComponentChildren
}

/** A card with a list that is read from the service. */
export const ListCard = <Row,>({ title, needs, before, after, children, ...options }: ListCardOptions<Row>) => (
  <Card title={title} needs={needs}>
    {before}
    <Loaded {...options}>{(rows) => <Rows of={rows}>{children}</Rows>}</Loaded>
    {after}
  </Card>
)

/** What can be changed of an item, which is shown when it is wanted. */
export const Edit = ({ of, children }: Around & { readonly of: string }) => (
  <details class="edit">
    <summary aria-label={`${translate('edit')}: ${of}`}>{translate('edit')}</summary>
    {children}
  </details>
)

/** A text that is copied by a button; it can be selected too. */
export const CopyField = ({ text, label }: { readonly text: string; readonly label: TextName }) => (
  <div class="acts">
    <input
      readonly
      defaultValue={text}
      aria-label={translate(label)}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <ActionButton name="copy" act={() => navigator.clipboard.writeText(text)} done="copied" label={translate(label)} />
  </div>
)

/** A link to a page elsewhere. */
export const ExternalLink = ({ href, children }: Around & { readonly href: string }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
