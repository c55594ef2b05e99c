import { type ServiceClient, serviceClient } from 'streaming-support-client'
import type { Alert } from 'streaming-support-client/api'
import { formatMoney } from 'streaming-support-client/formatMoney'

const element = <Kind extends HTMLElement>(selector: string) => document.querySelector(selector) as Kind
const say = (text: string) => {
  element('output').textContent = text
}
addEventListener('error', ({ message }) => say(message))
addEventListener('unhandledrejection', ({ reason }) => say(reason.message))

const submitted = (selector: string, send: (fields: Record<string, string>) => void) => {
  element<HTMLFormElement>(selector).onsubmit = (event) => {
    event.preventDefault()
    send(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>)
  }
}

const service = await new Promise<ServiceClient>((signIn) =>
  submitted('#sign-in', ({ url = '', token = '' }) => signIn(serviceClient({ url, token }))),
)
element('#sign-in').hidden = true
element('main').hidden = false

const rowOf = ({ id, historyItemId, nickname, amount, message }: Alert) => {
  const known = document.getElementById(id)
  if (known !== null) return known
  const row = Object.assign(document.createElement('li'), { id })
  const again = Object.assign(document.createElement('button'), { textContent: 'Show again' })
  again.onclick = async () => {
    const { error } = await service.POST('/history/commands/repeat-alert', { body: { historyItemId } })
    say(error === undefined ? '' : error.code === 'not_found' ? 'It was deleted' : error.detail)
  }
  const sum = amount === null ? '' : ` ${formatMoney(amount, navigator.language)}`
  row.append(`${nickname || 'Somebody'}${sum}: ${message}`, again)
  return row
}

service.watchAlerts({
  changed: (state) => {
    element('#state').textContent = state
  },
  show: (message) => {
    if (message.type === 'alert' && !message.alert.hidden) element('ul').prepend(rowOf(message.alert))
    if (message.type === 'change' && message.change.hidden) document.getElementById(message.change.id)?.remove()
  },
})

for await (const alert of service.each('/alerts')) {
  element('ul').append(rowOf(alert))
  if (element('ul').childElementCount >= 50) break
}

submitted('#test', async ({ nickname = '', message = '' }) => {
  const amount = { major: 5, minor: 0, currency: 'EUR' }
  const { error } = await service.POST('/alerts/commands/test-alert', { body: { nickname, message, amount } })
  say(error?.detail ?? '')
})

const finished = async (printId: string) => {
  for (;;) {
    const { data: print, error } = await service.GET('/history/prints/{printId}', { params: { path: { printId } } })
    if (error !== undefined) throw new Error(error.detail)
    if (print.status !== 'queued' && print.status !== 'running') return print
    Object.assign(element('progress'), { value: print.rows ?? 0, max: print.rowsExpected ?? 1 })
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

element('#print').onclick = async () => {
  const { data, error } = await service.POST('/history/commands/print-csv', { body: {} })
  if (error !== undefined) return say(error.detail)
  element('progress').hidden = false
  const { status, url } = await finished(data.printId)
  element('progress').hidden = true
  if (url === null) return say(`The print is ${status}`)
  element('#file').replaceChildren(Object.assign(document.createElement('a'), { href: url, textContent: 'Download' }))
}
