import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clientOf } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'

const executable = inject('browser')
const { api } = inject('localApi')

let browser: Browser
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterAll(() => browser?.close())

const opened = async (address: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(address)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const signIn = async (page: Page, recipient: string): Promise<void> => {
  await button(page, 'Sign in').click()
  await page.getByLabel('Recipient').fill(recipient)
  await button(page, 'Sign in').click()
  await page.getByRole('status').filter({ hasText: 'Panel connected' }).waitFor()
}

test.skipIf(executable === '')(
  'an invited moderator approves a held message and is sent back to the own channel when removed',
  { timeout: 240_000 },
  async () => {
    const streamer = clientOf('inviting-streamer')
    await streamer('PUT', '/config', { name: 'alerts', value: { moderation: { everything: true } } })
    const item = { system: 'Test', event: 'payment', originId: '1', nickname: 'Ada', message: 'Hello' }
    const items = [{ ...item, timestamp: new Date().toISOString(), triggerAlert: true }]
    expect(await streamer('POST', '/history/commands/add-items', { items })).toMatchObject({ status: 200 })

    const owner = await opened(`${api}/panel`)
    await signIn(owner, 'inviting-streamer')
    await owner.getByRole('link', { name: 'Members' }).click()
    await owner.getByLabel('Your name, as the person sees it').fill('Alice')
    await button(owner, 'Make the link').click()
    const link = await owner.getByRole('textbox', { name: 'Invitation link' }).inputValue()

    const member = await opened(link)
    await member.getByText('Alice invites you. Role: Moderator.').waitFor()
    expect(member.url()).not.toContain('invitation')
    await signIn(member, 'invited-moderator')
    await member.getByLabel('Your name, as Alice sees it').fill('Bob')
    await button(member, 'Accept').click()
    await member.getByText('You act for Alice as Moderator.').waitFor()
    await member.getByRole('status').filter({ hasText: 'Panel connected' }).waitFor()
    expect(await member.getByRole('navigation', { name: 'Views' }).getByRole('link').allTextContents()).toEqual([
      'Now',
      'History',
      'Requested videos',
    ])
    await button(member, 'Approve: Ada').click()
    await button(member, 'Approve: Ada').waitFor({ state: 'detached' })
    expect(await streamer('GET', '/alerts?held=true')).toMatchObject({ body: { totalSize: 0 } })

    await owner.getByRole('link', { name: 'Now' }).click()
    await owner.getByRole('link', { name: 'Members' }).click()
    await button(owner, 'Remove: Bob').click()
    await member.getByText('Your membership with Alice has ended. This is your own channel.').waitFor()
    await member.getByRole('link', { name: 'Payments' }).waitFor()
    expect(await streamer('GET', '/members')).toMatchObject({ body: { members: [], invitations: [] } })

    await member.goto(link)
    await member.getByText('This invitation is not valid any more.').waitFor()
    for (const page of [owner, member]) await page.context().close()
  },
)
