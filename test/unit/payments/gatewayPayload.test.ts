import { expect, test } from 'vitest'
import { jsonFrom } from '../../../shared/payments/gatewayPayload.ts'

test('half a character in a webhook is replaced, because the store refuses it and the gateway would send it for days', () => {
  const text = '{"id":"a\\ud835b","whole":"\\ud835\\udcb3 𝒳","nested":[{"deep":"\\uDCB3"}]}'

  expect(jsonFrom(text)).toEqual({ id: 'a\ufffdb', whole: '𝒳 𝒳', nested: [{ deep: '\ufffd' }] })
})
