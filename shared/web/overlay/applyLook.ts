import type { Look } from './levelStyle.ts'

/** Gives the page the look, whose values a schema has checked; the browser takes each as one property's value. */
export const applyLook = ({ body, documentElement }: Document, look: Look): void => {
  const { theme = 'glass', layout = 'card', position = 'bottom', align = 'center' } = look
  Object.assign(body.dataset, { theme, layout, position, align })
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
