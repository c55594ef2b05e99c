import { type Say, textsOfPage } from '../pageTexts.ts'
import type { panelSentences } from './panelSentences.ts'
import type { panelTexts } from './panelTexts.ts'

export type TextName = keyof typeof panelTexts | keyof typeof panelSentences.en

export const say: Say<TextName> = textsOfPage<TextName>()
