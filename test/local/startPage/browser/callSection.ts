import type { Overview } from '../overview.ts'
import { byId } from './dom.ts'
import { ask } from './server.ts'

/** Selects the text, so that it can be copied by hand where the clipboard is denied. */
const copy = async (button: HTMLButtonElement): Promise<void> => {
  const source = byId<HTMLTextAreaElement>(button.dataset['copies'] ?? '')
  const label = button.textContent ?? ''
  source.select()
  const isCopied = await navigator.clipboard.writeText(source.value).then(
    () => true,
    () => false,
  )
  button.textContent = isCopied ? 'Copied' : 'Press Ctrl-C'
  setTimeout(() => {
    button.textContent = label
  }, 1500)
}

/** A token to copy, for any recipient, and a first request. */
export const showCallSection = async ({ recipientId, firstRequest, hasReference }: Overview): Promise<void> => {
  const form = byId<HTMLFormElement>('token-form')
  const recipient = form.elements.namedItem('recipient') as HTMLInputElement
  const token = byId<HTMLTextAreaElement>('token')
  const request = byId<HTMLTextAreaElement>('request')
  recipient.value = recipientId
  const renew = async (): Promise<void> => {
    const made = await ask<{ readonly token: string }>('token', { recipient: recipient.value })
    token.value = made.token
    request.value = firstRequest.replace('$TOKEN', made.token)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void renew()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]'))
    button.addEventListener('click', () => void copy(button))
  byId('reference').hidden = !hasReference
  await renew()
}
