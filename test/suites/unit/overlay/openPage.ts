import { readFileSync } from 'node:fs'

/** Gives the document the overlay's markup, which has no script and no style before it is built. */
export const openPage = (): void => {
  const html = readFileSync('shared/web/overlay/page.html', 'utf8').replace('{{webSocketUrl}}', 'wss://live.test')
  const inside = (name: 'head' | 'body') => html.match(new RegExp(`<${name}[^>]*>(.*)</${name}>`, 's'))?.[1] ?? ''
  document.head.innerHTML = inside('head')
  document.body.innerHTML = inside('body').replace(/<script.*<\/script>/, '')
  document.body.dataset['state'] = 'connecting'
}

/** The one element that matches. */
export const one = (selector: string): HTMLElement => {
  const [found, ...others] = document.querySelectorAll<HTMLElement>(selector)
  if (found === undefined || others.length > 0) throw new Error(`${selector} matches ${others.length + 1} elements`)
  return found
}
