import { type Say, textsOfPage } from '../pageTexts.ts'
import type { panelTexts } from './panelTexts.ts'

export type TextName = keyof typeof panelTexts

export const say: Say<TextName> = textsOfPage<TextName>()
