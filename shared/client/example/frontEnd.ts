import { type ServiceClient, serviceClient } from 'streaming-support-client'
import type { Alert } from 'streaming-support-client/api'

const element = (name: string) => document.querySelector(name) as HTMLElement
const [output, list] = [element('output'), element('ul')]

const rowOf = (service: ServiceClient, { id, historyItemId, nickname, message }: Alert): HTMLElement => {
  const known = document.getElementById(id)
  if (known !== null) return known
  const row = Object.assign(document.createElement('li'), { id })
  const button = Object.assign(document.createElement('button'), { textContent: 'Show again' })
  button.onclick = async () => {
    const { error } = await service.POST('/history/commands/repeat-alert', { body: { historyItemId } })
    output.textContent = error === undefined ? '' : error.code === 'not_found' ? 'It was deleted' : error.detail
  }
  row.append(`${nickname}: ${message} `, button)
  return row
}

element('form').onsubmit = async (event) => {
  event.preventDefault()
  const fields = new FormData(event.currentTarget as HTMLFormElement)
  const service = serviceClient({ url: String(fields.get('url')), token: String(fields.get('token')) })
  service.connectAlerts({
    name: 'example',
    changed: (state) => (output.textContent = state),
    show: (message) => message.type === 'alert' && list.prepend(rowOf(service, message.alert)),
  })
  for await (const alert of service.each('/alerts')) list.append(rowOf(service, alert))
}
