import type { Card } from './card.ts'
import { emblemOf } from './look.ts'
import { type Look, markOf } from './mark.ts'

const leavingMs = 450
/** Messages with more characters are set smaller. */
const longMessage = 180

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Puts the image in the place of the emblem, once it has arrived. */
const showImage = (card: HTMLElement, url: string): void => {
  const image = new Image()
  image.className = 'emblem'
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  image.addEventListener('load', () => card.querySelector('.emblem')?.replaceWith(image))
  image.src = url
}

/** Viewers' texts are only inserted as text, never as markup. */
const write = (card: HTMLElement, { texts }: Card): void => {
  for (const [name, text] of Object.entries(texts)) {
    const place = card.querySelector(`.${name}`)
    if (place !== null) place.textContent = text
  }
  card.querySelector<HTMLElement>('.message')?.toggleAttribute('data-long', texts.message.length > longMessage)
}

const builtFrom = (template: HTMLTemplateElement, shown: Card, look: Look) => {
  const { event, level, sequence, test } = shown
  const card = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  write(card, shown)
  if (!test) card.querySelector('.test')?.remove()
  card.querySelector('path')?.setAttribute('d', emblemOf(event))
  card.dataset['level'] = level
  card.dataset['event'] = event
  card.dataset['sequence'] = String(sequence)
  const { colours, image } = markOf(look, level)
  for (const [name, value] of Object.entries(colours)) card.style.setProperty(name, value)
  if (image !== undefined) showImage(card, image)
  return card
}

/** Shows cards in an element, one at a time. */
export const stageIn = (place: HTMLElement, template: HTMLTemplateElement) => {
  let standing: HTMLElement | undefined
  let end = (): void => undefined

  return {
    /** Shows a card, and resolves when it has left the screen. */
    show: async (shown: Card, look: Look, seconds: number): Promise<void> => {
      const card = builtFrom(template, shown, look)
      card.style.setProperty('--duration', `${seconds}s`)
      place.replaceChildren(card)
      standing = card
      const leaving = async () => {
        await pause(seconds * 1000)
        card.classList.add('leaving')
        await pause(leavingMs)
      }
      await Promise.race([leaving(), new Promise<void>((resolve) => (end = resolve))])
      standing = undefined
      card.remove()
    },
    /** Gives the card on the screen other texts. */
    rewrite: (shown: Card): void => {
      if (standing !== undefined) write(standing, shown)
    },
    clear: (): void => {
      standing?.remove()
      end()
    },
    /** Shows a card that stays and does not move, until another one takes its place. */
    preview: (shown: Card, look: Look): void => {
      const card = builtFrom(template, shown, look)
      card.classList.add('still')
      place.replaceChildren(card)
    },
  }
}
