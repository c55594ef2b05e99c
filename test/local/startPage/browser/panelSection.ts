import type { ShownPanel } from '../overview.ts'
import type { FeedEntry, PanelField, PanelValues } from '../panels.ts'
import { byId, element, timeText } from './dom.ts'
import { ask, linesOf } from './server.ts'

/** Frames by the ids of their panels. */
type Frames = Map<string, HTMLIFrameElement>

const inputOf = (field: PanelField, id: string): HTMLInputElement | HTMLSelectElement => {
  const { name, kind, value, choices = {} } = field
  if (kind === 'choice') {
    const options = Object.entries(choices).map(([key, label]) =>
      element('option', { value: key, selected: key === value }, label),
    )
    return element('select', { id, name }, ...options)
  }
  if (kind === 'check')
    return element('input', { id, name, type: 'checkbox', value: 'true', checked: value === 'true' })
  return element('input', {
    id,
    name,
    type: kind,
    value,
    step: kind === 'number' ? 'any' : undefined,
    autocomplete: 'off',
  })
}

const valuesOf = (form: HTMLFormElement, fields: readonly PanelField[]): PanelValues => {
  const data = new FormData(form)
  return Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '')]))
}

/** A line of an answer; an address leads where it says. */
const shownLine = (line: string): Node | string =>
  /^https?:\/\/\S+$/.test(line) ? element('a', { href: line, target: '_blank', rel: 'noreferrer' }, line) : line

/** Shows the form's lines as they come, or what went wrong. */
const run = async (panelId: string, values: PanelValues, output: HTMLOutputElement): Promise<void> => {
  output.replaceChildren()
  output.classList.remove('failed')
  try {
    for await (const line of linesOf(`panels/${panelId}/run`, values)) output.append(shownLine(line), '\n')
  } catch (error) {
    output.classList.add('failed')
    output.append(error instanceof Error ? error.message : String(error))
  }
}

const previewIn = async (panel: ShownPanel, values: PanelValues, frames: Frames): Promise<void> => {
  const message = await ask<unknown>(`panels/${panel.id}/preview`, values)
  frames.get(panel.previewsIn ?? '')?.contentWindow?.postMessage(message, location.origin)
}

const formOf = (panel: ShownPanel, fields: readonly PanelField[], frames: Frames): HTMLFormElement => {
  const labels = fields.map((field) => {
    const id = `${panel.id}-${field.name}`
    return element(
      'label',
      { for: id, class: `of-${field.kind}` },
      element('span', {}, field.label),
      inputOf(field, id),
    )
  })
  const button = element('button', {}, panel.action ?? '')
  const output = element('output', { 'aria-live': 'polite' })
  const form = element('form', { class: 'panel-form' }, element('div', { class: 'fields' }, ...labels), button, output)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    void run(panel.id, valuesOf(form, fields), output).finally(() => {
      button.disabled = false
    })
  })
  if (panel.previewsIn !== undefined)
    form.addEventListener('input', () => void previewIn(panel, valuesOf(form, fields), frames).catch(() => undefined))
  return form
}

/** The pixels of a stream's picture, which a page in a frame is laid out for, however small the frame is. */
const pictureWidth = 1280

/** The address is kept for this browser, because a page in the frame may have a storageKey and a secret of its own. */
const frameOf = (
  panel: ShownPanel,
  { title, action }: NonNullable<ShownPanel['frame']>,
  frames: Frames,
): HTMLElement => {
  const frame = element('iframe', { title, allow: 'autoplay' })
  frames.set(panel.id, frame)
  const storageKey = `start-page:${panel.id}`
  const addressOf = async (kept: string | null): Promise<string> => {
    const { url } = await ask<{ readonly url: string }>(`panels/${panel.id}/frame`, kept === null ? {} : { kept })
    return url
  }
  const open = async (): Promise<void> => {
    const url = new URL(await addressOf(localStorage.getItem(storageKey)), location.href)
    localStorage.setItem(storageKey, url.href)
    if (panel.isGreeted) frame.addEventListener('load', attempt(greet))
    frame.src = url.pathname + url.search + url.hash
  }
  const greet = async (): Promise<void> => {
    const message = await ask<unknown>(`panels/${panel.id}/greeting`)
    frame.contentWindow?.postMessage(message, location.origin)
  }
  const failed = element('p', { class: 'failed', role: 'alert' })
  const attempt = (action: () => Promise<void>) => () =>
    void action().catch((error: Error) => failed.replaceChildren(error.message))
  const other = element('button', { type: 'button', class: 'quiet' }, action)
  other.addEventListener(
    'click',
    attempt(async () => void window.open(await addressOf(null))),
  )
  attempt(open)()
  const scene = element('div', { class: 'scene' }, frame)
  new ResizeObserver(() => scene.style.setProperty('--scale', String(scene.clientWidth / pictureWidth))).observe(scene)
  return element('div', { class: 'framed' }, scene, failed, other)
}

const sectionOf = (panel: ShownPanel, frames: Frames, feeds: Map<string, HTMLElement>): HTMLElement => {
  const { id, title, description, frame, fields } = panel
  const section = element(
    'section',
    { class: frame === undefined ? 'card' : 'card wide', id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, title),
    element('p', { class: 'about' }, description),
  )
  const parts = element('div', { class: frame === undefined ? '' : 'beside' })
  if (frame !== undefined) parts.append(frameOf(panel, frame, frames))
  if (fields !== undefined) parts.append(formOf(panel, fields, frames))
  if (panel.hasFeed) {
    const list = element('ol', { class: 'feed', reversed: true })
    feeds.set(id, list)
    const region = { class: 'scroll', role: 'region', 'aria-label': `List: ${title}` }
    parts.append(element('div', region, list, element('p', { class: 'empty' }, 'Nothing yet.')))
  }
  section.append(parts)
  return section
}

/** Shows the project's panels, the first one at the top of the page; returns what takes the entries of their feeds. */
export const showPanels = (panels: readonly ShownPanel[]) => {
  const frames: Frames = new Map()
  const feeds = new Map<string, HTMLElement>()
  const [first, ...others] = panels.map((panel) => sectionOf(panel, frames, feeds))
  byId('first').replaceWith(...(first === undefined ? [] : [first]))
  byId('panels').replaceWith(...others)
  return (entries: Readonly<Record<string, readonly FeedEntry[]>>): void => {
    for (const [id, list] of feeds) showFeed(list, entries[id] ?? [])
  }
}

const showFeed = (list: HTMLElement, entries: readonly FeedEntry[]): void => {
  const key = JSON.stringify(entries)
  if (list.dataset['key'] === key) return
  list.dataset['key'] = key
  const items = entries
    .toReversed()
    .map(({ at, title, text }) =>
      element(
        'li',
        {},
        element('time', { datetime: new Date(at).toISOString() }, timeText(at)),
        element('b', {}, title),
        element('span', {}, text),
      ),
    )
  list.replaceChildren(...items)
}
