import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A way to work a page. */
export interface Hands {
  readonly press: (control: Locator) => Promise<void>
  readonly write: (field: Locator, text: string) => Promise<void>
  readonly tick: (box: Locator) => Promise<void>
  readonly choose: (list: Locator, label: string) => Promise<void>
  /** Chooses a file, as in the window that the system would open. */
  readonly attach: (field: Locator, file: ChosenFile) => Promise<void>
}

interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export const pointer = (): Hands => ({
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
  tick: (box) => box.check(),
  choose: async (list, label) => {
    await list.selectOption({ label })
  },
  attach: (field, file) => field.setInputFiles(file),
})

/** The pointer of a phone. */
export const finger = (): Hands => ({ ...pointer(), press: (control) => control.tap() })

/** More stops than a view has: whoever has not arrived by then is caught, or walks in a circle. */
const mostStops = 120

/** The element that has the focus and neither an outline nor a place on the screen; empty where there is none. */
const unseenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.tagName === 'IFRAME') return ''
    const { top, bottom } = focused.getBoundingClientRect()
    const isSeen = getComputedStyle(focused).outlineStyle !== 'none' && bottom > 0 && top < innerHeight
    return isSeen ? '' : focused.outerHTML
  })

/** Walks from control to control as somebody does who has no pointer, and sees at each stop where they are. */
export const keyboard = (page: Page): Hands => {
  const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)
  const reach = async (control: Locator) => {
    await control.waitFor()
    for (let stops = 0; !(await hasFocus(control)); stops++) {
      expect(stops, `stops on the way to ${control}`).toBeLessThan(mostStops)
      await page.keyboard.press('Tab')
      await expect.poll(() => unseenFocus(page), { message: `on the way to ${control}` }).toBe('')
    }
  }
  return {
    press: async (control) => {
      await reach(control)
      await page.keyboard.press('Enter')
    },
    write: async (field, text) => {
      await reach(field)
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
    },
    tick: async (box) => {
      await reach(box)
      await page.keyboard.press('Space')
      expect(await box.isChecked()).toBe(true)
    },
    choose: async (list, label) => {
      await reach(list)
      await page.keyboard.press('Home')
      while ((await list.locator('option:checked').textContent()) !== label) {
        const before = await list.inputValue()
        await page.keyboard.press('ArrowDown')
        expect(await list.inputValue(), `${label} is no choice`).not.toBe(before)
      }
    },
    attach: async (field, file) => {
      await reach(field)
      await field.setInputFiles(file)
    },
  }
}
