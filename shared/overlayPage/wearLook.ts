import type { Look } from './mark.ts'

/**
 * Gives the page the look; the values are those of a checked schema, and the browser takes each as the value of one
 * property.
 */
export const wearLook = ({ body, documentElement }: Document, look: Look): void => {
  const { theme = 'glass', position = 'bottom', align = 'center' } = look
  Object.assign(body.dataset, { theme, position, align })
  const properties = {
    '--backdrop': look.background,
    '--words': look.text,
    '--size': look.size?.toString(),
    '--font': look.font === undefined ? undefined : `"${look.font.replaceAll(/["\\]/g, '')}"`,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) documentElement.style.removeProperty(name)
    else documentElement.style.setProperty(name, value)
  }
  if (look.language !== undefined) documentElement.lang = look.language
}
