import { expect, test } from 'vitest'
import { newAnnouncement } from '../../../../shared/areas/messenger/announcement.ts'
import { announcedText } from '../../../../shared/areas/messenger/donationText.ts'

const target = { id: 'a', accountId: 'main', chatId: 1, announcerType: 'ANNOUNCE_STREAM' }
const donation = { trigger: 'PAYMENT_COMPLETED', channel: 'donations', sessionId: '7', eventId: '' }
const alert = { nickname: 'Mira', message: '', amount: null, hidden: false }

test.each([
  ['of a donation', {}, alert, 'Mira gave :'],
  ['of a donation whose alert is hidden by now', {}, { ...alert, hidden: true }, undefined],
  ['of a donation whose alert is gone by now', {}, undefined, undefined],
  ['of a bot’s own event of that name', { channel: 'manual#1' }, alert, '{nickname} gave {amount}: {message}'],
  ['of another trigger', { trigger: 'GOAL' }, alert, '{nickname} gave {amount}: {message}'],
])('the text %s with %j has the details of its alert: %s', async (_name, occasion, found, text) => {
  const announcement = newAnnouncement('alice', target, { ...donation, ...occasion }, 0)
  const textOf = announcedText({ list: async () => (found === undefined ? [] : [{ alert: found }]) as never })

  expect(await textOf(announcement, '{nickname} gave {amount}: {message}', undefined)).toBe(text)
})
