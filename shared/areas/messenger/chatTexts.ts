/** The most accounts that a text names, and the most characters of each. */
const [mostNames, longestName] = [5, 64]

const shown = (name: string): string => {
  const line = name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length <= longestName ? line : `${line.slice(0, longestName - 1)}…`
}

/** Whom the members of a chat know: the accounts that a recipient has proved to own. */
export const streamerFrom = (accounts: readonly string[]): string => {
  if (accounts.length === 0) return 'a streamer without a linked account'
  const more = accounts.length > mostNames ? ` and ${accounts.length - mostNames} more` : ''
  return accounts.slice(0, mostNames).map(shown).join(', ') + more
}

export const chatTexts = {
  linked: (streamer: string, mention: string) =>
    `This chat is linked to ${streamer}: announcements can be posted here. An administrator undoes it with /unlink${mention}`,
  requested: (streamer: string, owner: string) =>
    `Link this chat to ${streamer}? It is linked to ${owner} now, whose announcements would end here. An administrator may confirm within ten minutes; without that, nothing changes.`,
  confirm: 'Confirm',
  confirmed: 'The chat is linked.',
  notAnAdministrator: 'Only an administrator of this chat can confirm.',
  outdated: 'This request is over: get a new code.',
  unlinked: 'This chat is no longer linked: no announcements are posted here.',
  privateChat: 'A private chat cannot be linked here. Add the bot to a group or a channel, and send the code there.',
} as const
