import { expect, test } from 'vitest'
import { defaultTemplate } from './defaultTemplate.ts'
import { templateText } from './templateText.ts'

test('the deployment without settings is the reviewed one', async () => {
  await expect(templateText(await defaultTemplate())).toMatchFileSnapshot('template.txt')
})
