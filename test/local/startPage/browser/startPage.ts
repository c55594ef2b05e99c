import type { ActivitySince } from '../activity.ts'
import type { Overview } from '../overview.ts'
import type { FeedEntry } from '../panels.ts'
import { showActivity } from './activitySection.ts'
import { showCallSection } from './callSection.ts'
import { byId, element } from './dom.ts'
import { showPanels } from './panelSection.ts'
import { read } from './server.ts'

interface News extends ActivitySince {
  readonly startedAt: number
  readonly feeds: Readonly<Record<string, readonly FeedEntry[]>>
}

const pollMilliseconds = 1000

const setState = (state: 'running' | 'stopped'): void => {
  if (document.body.dataset['state'] === state) return
  document.body.dataset['state'] = state
  byId('state').textContent = state
}

const showFacts = ({ name, facts }: Overview): void => {
  document.title = `${name}, local`
  byId('name').textContent = name
  const entries = facts.map((fact) =>
    element(
      'div',
      {},
      element('dt', {}, fact.name),
      element('dd', {}, element('code', {}, fact.value), element('small', {}, fact.note)),
    ),
  )
  byId('facts').replaceChildren(...entries)
}

const showContents = (): void => {
  const links = [...document.querySelectorAll('section.card')].map((section) =>
    element('a', { href: `#${section.id}` }, section.querySelector('h2')?.textContent ?? ''),
  )
  byId('contents').replaceChildren(...links)
}

const start = async (): Promise<void> => {
  const overview = await read<Overview>('overview.json')
  showFacts(overview)
  await showCallSection(overview)
  const takeFeeds = showPanels(overview.panels)
  showContents()
  // The keyboard scrolls what has the focus.
  for (const region of document.querySelectorAll<HTMLElement>('.scroll')) region.tabIndex = 0
  const takeActivity = showActivity(new Set(overview.scheduled))
  let last = 0

  const poll = async (): Promise<void> => {
    const news = await read<News>(`activity.json?after=${last}`)
    // Another start may have other addresses and panels.
    if (news.startedAt !== overview.startedAt) return location.reload()
    last = news.last
    takeFeeds(news.feeds)
    takeActivity(news)
    setState('running')
  }

  for (;;) {
    if (document.visibilityState === 'visible') await poll().catch(() => setState('stopped'))
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
  }
}

start().catch((error: unknown) => {
  byId('state').textContent = error instanceof Error ? error.message : String(error)
})
