import type { ActivitySince, InvocationEntry, LogEntry, RequestEntry } from '../activity.ts'
import { byId, element, timeText } from './dom.ts'

const shownRows = 100
const shownLines = 400

/** An invocation, and the request that caused it, if one did. */
interface Run {
  readonly at: number
  readonly request: RequestEntry | undefined
  readonly invocation: InvocationEntry | undefined
}

const number = (value: number | undefined, digits: number): string => (value === undefined ? '' : value.toFixed(digits))

const units = (value: number | undefined): string => (value ? String(value) : '')

const titleOf = ({ request, invocation }: Run): string =>
  request === undefined ? (invocation?.functionId ?? '') : `${request.method} ${request.target}`

const resultOf = ({ request, invocation }: Run): string =>
  request === undefined ? (invocation?.outcome ?? '') : String(request.status)

const hasFailed = ({ request, invocation }: Run): boolean =>
  request === undefined ? invocation?.outcome !== 'success' : request.status >= 400

/** The last invocations as a table, and the log lines, both updated by what happened since. */
export const showActivity = (scheduled: ReadonlySet<string>) => {
  const runs: Run[] = []
  const logs: LogEntry[] = []
  const waiting = new Map<string, RequestEntry>()
  const open = new Set<string>()

  const detailsOf = ({ invocation }: Run): HTMLElement => {
    if (invocation === undefined) return element('pre', {}, 'No function ran.')
    const { invocationId: id, calls } = invocation
    const lines = logs.filter(({ invocationId }) => id !== undefined && invocationId === id)
    const text = [...calls, ...(lines.length > 0 ? ['', ...lines.map((line) => line.text)] : [])].join('\n')
    return element('pre', {}, text || 'It called no service and wrote no line.')
  }

  const rowsOf = (run: Run): readonly HTMLElement[] => {
    const { at, request, invocation } = run
    const id = `run-${invocation?.sequence ?? `r${request?.sequence}`}`
    const isOpen = open.has(id)
    const button = element('button', { type: 'button', class: 'reveal', 'aria-expanded': String(isOpen) }, titleOf(run))
    button.addEventListener('click', () => {
      if (!open.delete(id)) open.add(id)
      renderRows()
      byId(id).querySelector('button')?.focus()
    })
    const origin =
      request === undefined || invocation === undefined ? [] : [element('small', {}, invocation.functionId)]
    const row = element(
      'tr',
      { id, class: hasFailed(run) ? 'failed' : undefined },
      element('td', {}, timeText(at)),
      element('th', { scope: 'row' }, button, ...origin),
      element('td', {}, resultOf(run)),
      element('td', { class: 'number' }, number(invocation?.milliseconds ?? request?.milliseconds, 0)),
      element('td', { class: 'number' }, units(invocation?.readUnits)),
      element('td', { class: 'number' }, units(invocation?.writeUnits)),
      element('td', { class: 'number' }, number(invocation?.dollarsPerMillion, 2)),
    )
    return isOpen ? [row, element('tr', { class: 'details' }, element('td', { colspan: '7' }, detailsOf(run)))] : [row]
  }

  const renderRows = (): void => {
    const isWanted = (id: string, isOfThatKind: boolean) => !isOfThatKind || byId<HTMLInputElement>(id).checked
    const shown = runs.filter(
      ({ request, invocation }) =>
        isWanted('scheduled', scheduled.has(invocation?.functionId ?? '')) && isWanted('own', request?.isOwn === true),
    )
    byId('rows').replaceChildren(...shown.slice(0, shownRows).flatMap(rowsOf))
  }

  const renderLogs = (): void => {
    const source = byId<HTMLSelectElement>('source').value
    const needle = byId<HTMLInputElement>('needle').value.toLowerCase()
    const lines = byId('lines')
    const isAtEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 4
    const shown = logs.filter(
      (line) => (source === '' || line.source === source) && line.text.toLowerCase().includes(needle),
    )
    lines.replaceChildren(
      ...shown
        .slice(-shownLines)
        .map(({ at, source: from, text }) =>
          element('p', {}, element('time', {}, timeText(at)), element('b', {}, from), element('span', {}, text)),
        ),
    )
    if (isAtEnd) lines.scrollTop = lines.scrollHeight
  }

  const addSource = (name: string): void => {
    const select = byId<HTMLSelectElement>('source')
    if (![...select.options].some(({ value }) => value === name)) select.append(element('option', {}, name))
  }

  for (const id of ['scheduled', 'own']) byId(id).addEventListener('change', renderRows)
  byId('source').addEventListener('change', renderLogs)
  byId('needle').addEventListener('input', renderLogs)

  return ({ requests, invocations, logs: lines }: Pick<ActivitySince, 'requests' | 'invocations' | 'logs'>): void => {
    for (const request of requests) {
      if (request.invocationId === undefined) runs.unshift({ at: request.at, request, invocation: undefined })
      else waiting.set(request.invocationId, request)
    }
    // An invocation is traced before the gateway has answered its request, which may therefore come later.
    for (const invocation of invocations) runs.unshift({ at: invocation.at, request: undefined, invocation })
    for (const [index, run] of runs.entries()) {
      const request = waiting.get(run.invocation?.invocationId ?? '')
      if (request === undefined) continue
      runs[index] = { ...run, request }
      waiting.delete(request.invocationId ?? '')
    }
    runs.splice(shownRows * 3)
    logs.push(...lines)
    logs.splice(0, logs.length - 1000)
    for (const { source } of lines) addSource(source)
    if (requests.length + invocations.length + lines.length > 0) renderRows()
    if (lines.length > 0) renderLogs()
  }
}
