import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { request, tokenFor } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { justNow, someMilliseconds } from '../../../support/expected.ts'
import {
  donate,
  gatewayOf,
  newOverlayUrl,
  type OverlayOptions,
  type OverlayPage,
  online,
  openOverlay,
  overlayStep,
  pay,
  remove,
} from './overlayPage.ts'

const executable = inject('browser')
const patience = { timeout: 120_000, interval: 50 }

let browser: Browser
const overlays: OverlayPage[] = []
let recipients = 0
const newRecipient = () => `overlay-${process.pid}-${++recipients}`

beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterEach(async () => {
  await Promise.all(overlays.splice(0).map((overlay) => overlay.close()))
})
afterAll(() => browser?.close())

const open = async (options: OverlayOptions): Promise<OverlayPage> => {
  const overlay = await openOverlay(browser, options)
  overlays.push(overlay)
  return overlay
}

const opened = async (options: OverlayOptions): Promise<OverlayPage> => {
  const overlay = await open(options)
  await online(overlay)
  return overlay
}

/** An alert that is looked at stays until the test is over, however slow the machine. */
const lasting = 'seconds=60&volume=0'

const light = ({ page }: OverlayPage) => page.locator('#light')

describe.skipIf(executable === '')('the overlay', () => {
  test('two overlays follow the show: paused with ten waiting, skipped, cleared, and after a reload', async () => {
    const recipient = newRecipient()
    const token = await tokenFor(recipient)
    const both = await Promise.all([1, 2].map(() => opened({ recipient, settings: lasting })))
    const cards = () => Promise.all(both.map(({ page }) => page.locator('.alert .nickname').allTextContents()))
    const command = (name: string) =>
      request('POST', '/alerts/commands/control-show', { token, body: { command: name } })
    const raise = (...names: readonly string[]) => {
      const event = { system: 'Manual', event: 'payment', timestamp: '2026-03-01T18:30:00Z', triggerAlert: true }
      const items = names.map((nickname) => ({ ...event, nickname, originId: nickname }))
      return request('POST', '/history/commands/add-items', { token, body: { items } })
    }
    await raise('on screen')
    await expect.poll(cards, patience).toEqual([['on screen'], ['on screen']])
    await command('pause')
    await raise(...Array.from({ length: 10 }, (_, index) => `waiting ${index + 1}`))

    await command('skip')
    await expect.poll(cards, patience).toEqual([[], []])
    await Promise.all(both.map(({ page }) => page.reload()))
    await Promise.all(both.map(online))
    await both[0]?.page.waitForTimeout(500)
    const { body } = await request('GET', '/alerts/show', { token })
    expect([body, await cards()]).toMatchObject([{ paused: true, waiting: 10 }, [[], []]])
    await command('skip')
    await command('resume')
    await expect.poll(cards, patience).toEqual([['waiting 2'], ['waiting 2']])
    await command('clear')
    await command('skip')
    await raise('after all')

    await expect.poll(cards, patience).toEqual([['after all'], ['after all']])
    expect(both.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  test('overlays show the bar of a goal as its look says, with each donation, deletion and reload', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, settings: lasting })
    const token = await tokenFor(recipient)
    const bar = () => overlay.page.locator('.goal').allInnerTexts()
    const ask = (path: string, body: object) => request('POST', path, { token, body })
    const target = { major: 100, minor: 0, currency: 'EUR' }
    await ask('/goals/commands/set-goal', { title: 'Microphone', target, since: '2026-01-01T00:00:00Z' })
    await expect.poll(bar, patience).toEqual(['Microphone\n€0 / €100'])
    const item = { system: 'Manual', event: 'payment', timestamp: '2026-03-01T18:30:00Z', triggerAlert: true }
    const items = [{ ...item, originId: 'goal', nickname: 'Mira', amount: { ...target, major: 40 } }]
    const { body } = await ask('/history/commands/add-items', { items })
    await expect.poll(bar, patience).toEqual(['Microphone\n€40 / €100'])
    await overlay.page.screenshot({ path: '.screenshots/overlay-goal.png' })

    await remove(recipient, body.added[0].id)
    await expect.poll(bar, patience).toEqual(['Microphone\n€0 / €100'])
    await request('PUT', '/config', { token, body: { name: 'overlay', value: { goals: { position: 'bottom' } } } })
    await overlay.page.reload()
    await online(overlay)

    await expect.poll(bar, patience).toEqual(['Microphone\n€0 / €100'])
    expect(await overlay.page.locator('#goals').getAttribute('data-position')).toBe('bottom')
    expect(overlay.complaints).toEqual([])
  })

  test('a reopened overlay shows missed donations, and the trace tells when, or that the overlay is off', async () => {
    const recipient = newRecipient()
    const { context, url, page, shown } = await opened({ recipient })
    const wasShown = { state: 'done', at: justNow, milliseconds: someMilliseconds, reason: null }
    const first = await pay(recipient, 'seen')
    await expect.poll(shown, patience).toEqual(['seen'])
    await expect.poll(() => overlayStep(recipient, first), patience).toMatchObject(wasShown)
    await page.close()
    const second = await pay(recipient, 'while away')
    const isOff = { state: 'waiting', at: null, reason: 'disconnected' }
    await expect.poll(() => overlayStep(recipient, second), patience).toMatchObject(isOff)

    const later = await opened({ url, context })

    await expect.poll(later.shown, patience).toEqual(['while away'])
    expect(await later.appeared()).toEqual(['while away'])
    await expect.poll(() => overlayStep(recipient, second), patience).toMatchObject(wasShown)
  })

  test('the overlay resumes after a dropped connection, in the middle of an alert or between two', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient })
    await donate(recipient, 'one')
    await expect.poll(overlay.appeared, patience).toEqual(['one'])

    await overlay.disconnect()
    await donate(recipient, 'two')
    await donate(recipient, 'three')
    await overlay.page.waitForTimeout(500)
    overlay.reconnect()

    await expect.poll(overlay.shown, patience).toEqual(['one', 'two', 'three'])
    await overlay.disconnect()
    overlay.reconnect()
    await donate(recipient, 'four')
    await expect.poll(overlay.shown, patience).toEqual(['one', 'two', 'three', 'four'])
    expect(await overlay.appeared()).toEqual(['one', 'two', 'three', 'four'])
  })

  test('the overlay takes a donation off the screen that is refunded, and gives one the texts that come later', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, settings: lasting })
    const [report, gatewayId] = [await gatewayOf(recipient), 'order-1']
    await report('payment.completed', { gatewayId })
    const card = overlay.page.locator('.alert')
    await card.waitFor()

    await report('payment.completed', { gatewayId, nickname: 'late', message: 'Better late' })
    await expect.poll(() => card.locator('.nickname').textContent(), patience).toBe('late')
    expect(await card.locator('.message').textContent()).toBe('Better late')

    await report('payment.refunded', { gatewayId })
    await expect.poll(() => card.count(), patience).toBe(0)
    expect(overlay.complaints).toEqual([])
  })

  test('the overlay, opened twice, is shown once: the second page waits for the first to close', async () => {
    const recipient = newRecipient()
    const first = await opened({ recipient })
    const second = await open({ url: first.url, context: first.context })
    await second.page.waitForSelector('body[data-state=standby]')

    await donate(recipient, 'bob')
    await expect.poll(first.shown, patience).toEqual(['bob'])
    await first.page.close()
    await online(second)
    await donate(recipient, 'carol')

    await expect.poll(second.shown, patience).toEqual(['carol'])
    expect(await second.appeared()).toEqual(['carol'])
  })

  test('the overlay shows by its light that it is offline, until it is back, and only where its address asks for it', async () => {
    const overlay = await opened({ recipient: newRecipient(), settings: 'lamp=on&volume=0' })
    const onStream = await opened({ recipient: newRecipient() })
    expect(await light(overlay).isVisible()).toBe(false)

    for (const each of [onStream, overlay]) {
      await each.disconnect()
      await each.page.waitForSelector('body[data-state=offline]')
    }

    const opacity = (of: OverlayPage) => light(of).evaluate((element) => getComputedStyle(element).opacity)
    await expect.poll(() => opacity(overlay), patience).toBe('1')
    expect(await light(overlay).textContent()).toBe('offline · reconnecting')
    expect(await opacity(onStream)).toBe('0')
    overlay.reconnect()
    await online(overlay)
    await light(overlay).waitFor({ state: 'hidden' })
  })

  test('the overlay says that its address was used by another page', async () => {
    const recipient = newRecipient()
    const url = await newOverlayUrl(recipient)
    await opened({ url })

    const other = await open({ url })

    await other.page.waitForSelector('body[data-state=rejected]', { timeout: 120_000 })
    expect(await light(other).textContent()).toContain('used up')
    await light(other).waitFor()
    await donate(recipient, 'bob')
    expect(await other.appeared()).toEqual([])
  })
})

describe.skipIf(executable === '')('the look of the overlay', () => {
  test('the look of the overlay is transparent but for the alert', async () => {
    const { page } = await opened({ recipient: newRecipient() })

    const backgrounds = await page.evaluate(() =>
      [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
    )

    expect(backgrounds).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
  })

  test('the look of the overlay keeps text from right to left, and overrides of it, in their place', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, settings: lasting })

    await donate(recipient, '\u202Eevil', { message: '\u202Eمرحبا hello \u2066', levelName: 'gold' })
    const card = overlay.page.locator('.alert')
    await card.waitFor()

    for (const part of ['.nickname', '.message']) {
      expect(await card.locator(part).evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('isolate')
    }
    expect(await card.locator('.amount').textContent()).toBe('€12.34')
    const [words, facts] = [await card.locator('.words').boundingBox(), await card.locator('.facts').boundingBox()]
    expect(facts?.x).toBeGreaterThan((words?.x ?? 0) + (words?.width ?? 0) - 1)
  })

  test('an alert stays within the picture, whatever is written', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, settings: lasting })

    await donate(recipient, '🔥'.repeat(32), { message: '😂'.repeat(500), levelName: 'x'.repeat(128) })
    const card = overlay.page.locator('.alert')
    await card.waitFor()
    await overlay.page.waitForTimeout(800)

    const box = await card.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1920)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1080)
  })

  test.each([
    [1920, 1080, 1 / 3],
    [640, 360, 1 / 3],
    [400, 200, 0.52],
  ])(
    'at %i by %i, a long message scrolls and stays inside its area, regression: half of it was cut',
    async (width, height, part) => {
      const recipient = newRecipient()
      const context = await browser.newContext({ viewport: { width, height } })
      const overlay = await opened({ recipient, context, settings: lasting })

      await donate(recipient, 'Mira', { message: 'A long story. '.repeat(70), levelName: 'gold' })
      const card = overlay.page.locator('.alert[data-message=passing]')
      await card.waitFor()
      await overlay.page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.currentTime = 59_000
      })

      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(height * part)
      const bottoms = await card.evaluate((element) =>
        ['.message', '.reading'].map((place) => element.querySelector(place)?.getBoundingClientRect().bottom ?? 0),
      )
      expect(bottoms[0]).toBeLessThanOrEqual((bottoms[1] ?? 0) + 1)
      await overlay.page.screenshot({ path: `.screenshots/overlay-long-${width}.png` })
      await context.close()
    },
  )

  test('each text of an alert has its own direction, Arabic and English side by side', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, settings: lasting })

    await donate(recipient, 'مريم', { message: 'Great stream! '.repeat(3), levelName: 'ذهب' })
    const card = overlay.page.locator('.alert')
    await card.waitFor()

    const directions = await card.evaluate((element) =>
      ['.headline', '.message', '.level'].map(
        (part) => getComputedStyle(element.querySelector(part) as Element).direction,
      ),
    )
    expect(directions).toEqual(['rtl', 'ltr', 'rtl'])
  })

  test('the look of the overlay is readable at 1080p', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, settings: lasting })

    await donate(recipient, 'bob')
    const card = overlay.page.locator('.alert')
    await card.waitFor()

    const pixels = (part: string) =>
      card.locator(part).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(await pixels('.nickname')).toBeGreaterThanOrEqual(48)
    expect(await pixels('.message')).toBeGreaterThanOrEqual(36)
  })

  test('the look of the overlay does not move where motion is to be reduced', async () => {
    const recipient = newRecipient()
    const overlay = await opened({ recipient, reducedMotion: true, settings: 'seconds=3&volume=0' })

    await donate(recipient, 'bob')
    const card = overlay.page.locator('.alert')
    await card.waitFor()

    expect(await card.evaluate((element) => getComputedStyle(element).animationName)).toBe('fade')
    expect(await card.locator('.emblem').evaluate((element) => getComputedStyle(element).animationName)).toBe('none')
    await expect.poll(overlay.shown, patience).toEqual(['bob'])
  })
})

/** What a keyframe may have besides its timing, so that the compositor alone moves it. */
const composited = new Set(['offset', 'computedOffset', 'easing', 'composite', 'opacity', 'transform'])
const gold = 'https://cdn.example.com/coin.svg'
const looks = {
  glass: { theme: 'glass', levels: [{ name: 'gold', image: gold }] },
  paper: { theme: 'paper', accent: '#c2410c', size: 1.15, position: 'top', align: 'left', language: 'de' },
  neon: { theme: 'neon', accent: '#19e3c4', position: 'center', align: 'right', font: 'monospace', language: 'ru' },
}

const configure = async (recipient: string, value: object): Promise<void> => {
  const answer = await request('PUT', '/config', {
    token: await tokenFor(recipient),
    body: { name: 'overlay', value },
  })
  expect(answer.status).toBe(200)
}

describe.skipIf(executable === '')('the look that a recipient has configured', () => {
  test.each(Object.entries(looks))('%s', async (theme, look) => {
    const recipient = newRecipient()
    await configure(recipient, look)
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    await context.route(gold, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="84" height="84"><circle cx="42" cy="42" r="40" fill="gold"/></svg>',
      }),
    )
    const overlay = await opened({ recipient, context, settings: lasting })

    await donate(recipient, 'Mira', { levelName: 'gold', message: 'Great stream! PogChamp Kappa :) <b>not bold</b>' })
    const card = overlay.page.locator('.alert')
    await card.waitFor()

    const body = overlay.page.locator(`body[data-theme=${theme}]`)
    await body.waitFor()
    if (theme === 'glass') await card.locator('img.emblem').waitFor()
    expect(await card.locator('.message').textContent()).toBe('Great stream! PogChamp Kappa :) <b>not bold</b>')
    // An animation of anything else would be laid out or painted on every frame.
    const animated = await overlay.page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame))),
    )
    expect(animated.filter((name) => !composited.has(name))).toEqual([])
    await overlay.page.evaluate(() => {
      document.body.style.background = 'linear-gradient(#33477a, #8d7f9f 56%, #3b4a45 57%, #1d2926)'
      for (const animation of document.querySelector('.alert')?.getAnimations({ subtree: true }) ?? [])
        animation.finish()
    })
    await overlay.page.screenshot({ path: `.screenshots/overlay-${theme}.png` })
    expect(overlay.complaints).toEqual([])
    await context.close()
  })
})
