import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { clientOf } from '../../../local/demo/recipientClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { openStartPage, recipientId } from './openStartPage.ts'

const executable = inject('browser')
const file = 'test/suites/e2e/startPage/donation.webp'
const patience = { timeout: 60_000 }

/** Notes what the page looks like, and for how long; the programs of libwebp make a moving picture of it. */
const filmOf = (page: Page) => {
  const folder = mkdtempSync(join(tmpdir(), 'film-'))
  const frames: string[] = []
  return {
    take: async (milliseconds: number): Promise<void> => {
      const path = join(folder, `${frames.length}.png`)
      await page.screenshot({ path })
      frames.push('-d', String(milliseconds), path)
    },
    save: () =>
      execFileSync('img2webp', ['-loop', '0', '-min_size', '-lossy', '-q', '72', '-m', '6', ...frames, '-o', file]),
  }
}

/** Puts the alert's animations at a time, so that the picture is smooth on a slow machine. */
const moveTo = (overlay: Frame, milliseconds: number) =>
  overlay.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = (animation as CSSAnimation).animationName === 'run-down' ? time * 9 : time
    }
  }, milliseconds)

test.runIf(process.env['PICTURE'] && executable)(
  'a donor donates and the alert appears: makes the moving picture of the README (PICTURE=1, with img2webp of Debian’s webp)',
  { timeout: 240_000 },
  async () => {
    const kept = { name: 'overlay', value: { seconds: 60 } }
    const { url, localApi, stop } = await openStartPage()
    await (await clientOf(localApi, recipientId))('PUT', '/config', kept)
    const browser = await startBrowser(executable)
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'dark' })
    await page.goto(url)
    const overlay = page.frameLocator('#overlay iframe')
    await overlay.locator('body[data-state=online] .alert.still').waitFor(patience)
    const inside = page.frames().at(-1) as Frame
    await inside.evaluate(() => document.querySelector('.alert')?.remove())
    const nickname = page.getByLabel('Nickname')
    await nickname.fill('')
    const film = filmOf(page)

    await film.take(700)
    for (const letter of 'Mira') {
      await nickname.press(letter)
      await film.take(130)
    }
    await page.getByRole('button', { name: 'Donate', exact: true }).click()
    await film.take(500)
    await page.locator('#overlay output', { hasText: 'alert' }).waitFor(patience)
    await overlay.locator('.nickname', { hasText: 'Mira' }).waitFor(patience)
    for (let time = 0; time < 4000; time += time < 1000 ? 50 : 125) {
      await moveTo(inside, time)
      await film.take(time < 1000 ? 50 : 125)
    }
    await film.take(1500)
    film.save()
    await browser.close()
    await stop()
  },
)
