import type { Card } from './card.ts'
import { type Look, levelStyleOf } from './levelStyle.ts'
import { linksTo, rememberLoaded } from './loadedLinks.ts'
import { emblemOf } from './look.ts'

const leavingMs = 450

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Puts the image in the place of the emblem, once it has arrived. */
const showImage = (card: HTMLElement, newest: string): void => {
  const links = linksTo(newest).values()
  const image = new Image()
  image.className = 'emblem'
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  const tryNext = (): void => {
    const { value: link } = links.next()
    if (link !== undefined) image.src = link
  }
  image.addEventListener('load', () => {
    rememberLoaded(image.src)
    card.querySelector('.emblem')?.replaceWith(image)
  })
  image.addEventListener('error', tryNext)
  tryNext()
}

/** Viewers' texts are only inserted as text, never as markup. */
const write = (card: HTMLElement, { texts }: Card): void => {
  for (const [name, text] of Object.entries(texts)) {
    const element = card.querySelector(`.${name}`)
    if (element !== null) element.textContent = text
  }
}

/** Sets a name and a message smaller that do not fit, and lets a message pass by that does not fit then. */
const fitTexts = (card: HTMLElement): void => {
  const [nickname, reading] = [card.querySelector('.nickname'), card.querySelector('.reading')]
  if (nickname === null || reading === null) return
  const hidden = (): number => reading.scrollHeight - reading.clientHeight
  Object.assign(card.dataset, { name: '', message: '' })
  if (nickname.scrollWidth > nickname.clientWidth) card.dataset['name'] = 'long'
  if (hidden() > 0) card.dataset['message'] = 'long'
  if (hidden() > 0) card.dataset['message'] = 'passing'
  card.style.setProperty('--hidden', `${hidden()}px`)
  // Without motion the parts of a text stand one after the other.
  card.style.setProperty('--parts', String(1 + Math.ceil(hidden() / Math.max(1, reading.clientHeight))))
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
  const { colours, image } = levelStyleOf(look, level)
  for (const [name, value] of Object.entries(colours)) card.style.setProperty(name, value)
  if (image !== undefined) showImage(card, image)
  return card
}

/** Shows cards in an element, one at a time. */
export const stageIn = (container: HTMLElement, template: HTMLTemplateElement) => {
  let shownCard: HTMLElement | undefined
  let end = (): void => undefined
  let others = ''

  const writeOthers = (): void => {
    const words = shownCard?.querySelector('.waiting')
    if (words != null) words.textContent = others
  }

  const put = (card: HTMLElement): void => {
    container.replaceChildren(card)
    fitTexts(card)
  }

  return {
    /** Shows a card, and resolves when it has left the screen. */
    show: async (shown: Card, look: Look, seconds: number): Promise<void> => {
      const card = builtFrom(template, shown, look)
      card.style.setProperty('--duration', `${seconds}s`)
      put(card)
      shownCard = card
      writeOthers()
      const leaving = async () => {
        await pause(seconds * 1000)
        card.classList.add('leaving')
        await pause(leavingMs)
      }
      await Promise.race([leaving(), new Promise<void>((resolve) => (end = resolve))])
      shownCard = undefined
      card.remove()
    },
    /** Gives the card on the screen other texts. */
    rewrite: (shown: Card): void => {
      if (shownCard === undefined) return
      write(shownCard, shown)
      fitTexts(shownCard)
    },
    /** Says on the card on the screen, and on later ones, that others wait. */
    announce: (words: string): void => {
      others = words
      writeOthers()
    },
    clear: (): void => {
      shownCard?.remove()
      end()
    },
    /** Shows a card that stays and does not move, until another one takes its place. */
    preview: (shown: Card, look: Look): void => {
      const card = builtFrom(template, shown, look)
      card.classList.add('still')
      put(card)
    },
  }
}
