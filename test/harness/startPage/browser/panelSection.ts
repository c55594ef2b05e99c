import type { ShownPanel } from '../overview.ts'
import type { FeedEntry, PanelField, PanelValues } from '../panels.ts'
import { element, timeText } from './dom.ts'
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

/** Shows the form's lines as they come, or what went wrong. */
const run = async (panelId: string, values: PanelValues, output: HTMLOutputElement): Promise<void> => {
  output.replaceChildren()
  output.classList.remove('failed')
  try {
    for await (const line of linesOf(`panels/${panelId}/run`, values)) output.append(`${line}\n`)
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

/** The frame's address is kept for this browser, because a page in it may have a place and a secret of its own. */
const frameOf = (panel: ShownPanel, title: string, startedAt: number, frames: Frames): HTMLElement => {
  const frame = element('iframe', { title, allow: 'autoplay' })
  frames.set(panel.id, frame)
  const place = `start-page:${panel.id}:${startedAt}`
  const open = async (isNew: boolean): Promise<void> => {
    const kept = isNew ? null : localStorage.getItem(place)
    const url = kept ?? (await ask<{ readonly url: string }>(`panels/${panel.id}/frame`)).url
    localStorage.setItem(place, url)
    frame.src = 'about:blank'
    frame.src = new URL(url, location.href).pathname + new URL(url).search + new URL(url).hash
  }
  const failed = element('p', { class: 'failed', role: 'alert' })
  const opened = (isNew: boolean) => open(isNew).catch((error: Error) => failed.replaceChildren(error.message))
  const renew = element('button', { type: 'button', class: 'quiet' }, 'Open another one')
  renew.addEventListener('click', () => void opened(true))
  void opened(false)
  return element('div', { class: 'framed' }, element('div', { class: 'scene' }, frame), failed, renew)
}

/** Shows the project's panels; returns what takes the entries of their feeds. */
export const showPanels = (place: HTMLElement, panels: readonly ShownPanel[], startedAt: number) => {
  const frames: Frames = new Map()
  const feeds = new Map<string, HTMLElement>()
  for (const panel of panels) {
    const heading = element('h2', { id: `${panel.id}-title` }, panel.title)
    const section = element(
      'section',
      { class: 'card wide', id: panel.id, 'aria-labelledby': `${panel.id}-title` },
      heading,
    )
    section.append(element('p', { class: 'about' }, panel.description))
    if (panel.frameTitle !== undefined) section.append(frameOf(panel, panel.frameTitle, startedAt, frames))
    if (panel.fields !== undefined) section.append(formOf(panel, panel.fields, frames))
    if (panel.hasFeed) {
      const list = element('ol', { class: 'feed', reversed: true })
      feeds.set(panel.id, list)
      const region = { class: 'scroll', role: 'region', 'aria-label': `List: ${panel.title}` }
      section.append(element('div', region, list, element('p', { class: 'empty' }, 'Nothing yet.')))
    }
    place.append(section)
  }
  return (entries: Readonly<Record<string, readonly FeedEntry[]>>): void => {
    for (const [id, list] of feeds) showFeed(list, entries[id] ?? [])
  }
}

const showFeed = (list: HTMLElement, entries: readonly FeedEntry[]): void => {
  const key = `${entries.length}:${entries.at(-1)?.at}`
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
