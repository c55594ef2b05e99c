import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The first has no window to draw, which saves a third of the processor time. */
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The executable of a Chromium: the one that `CHROMIUM` names, or an installed one. It is empty if there is none, which one line reports;
 * with `BROWSER_REQUIRED` that is an error.
 */
export const findBrowser = (): string => {
  const { CHROMIUM: named, BROWSER_REQUIRED: required } = process.env
  const found = [...(named ? [named] : []), ...paths].find((path) => existsSync(path))
  if (found !== undefined) return found
  const advice = 'install Chromium (apt-get install chromium-headless-shell), or name one by CHROMIUM=<path>'
  if (required) throw new Error(`the tests of the overlay and the start page need a browser: ${advice}`)
  process.stderr.write(
    `The tests of the overlay and the start page are skipped, there is no browser: ${advice}, and run npm test again.\n`,
  )
  return ''
}

/** A headless browser that makes no requests by itself. */
export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
