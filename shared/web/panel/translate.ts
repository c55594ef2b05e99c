import { type Translate, textsOfPage } from '../pageTexts.ts'
import type { panelSentences } from './panelSentences.ts'
import type { panelTexts } from './panelTexts.ts'

export type TextName = keyof typeof panelTexts | keyof typeof panelSentences.en

export const translate: Translate<TextName> = textsOfPage<TextName>()
