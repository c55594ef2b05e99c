/** The links by which files were loaded since the page was opened, by the address without the signature. */
const loaded = new Map<string, string>()

const addressOf = (link: string): string => (link.includes('X-Amz-Signature=') ? (link.split('?')[0] ?? link) : link)

/**
 * The links to try, one after the other. The file of an upload never changes, and each `resume` brings a newer link to
 * it: the one by which it was loaded finds it in the browser, also when it has ended.
 */
export const linksTo = (link: string): readonly string[] => [...new Set([loaded.get(addressOf(link)) ?? link, link])]

export const rememberLoaded = (link: string): void => void loaded.set(addressOf(link), link)
