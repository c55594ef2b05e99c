import { expect, test } from 'vitest'
import { SocketFunction } from '../../../infra/socketFunction.ts'
import type { SocketRoute } from '../../../shared/realtime/contract.ts'
import { bareStack, surroundingsOf, synthesized } from './bareStack.ts'

const identity = { issuer: 'https://id.example.com', audience: ['web', 'mobile'], scope: undefined, outputs: {} }

const templateWith = (route: Partial<SocketRoute>, scope?: string) => {
  const stack = bareStack()
  const definition = { id: 'open', routeKey: '$connect', summary: 'Opens', access: {}, ...route } as const
  const props = { ...surroundingsOf('open'), identity: { ...identity, scope }, recipientClaim: 'streamer' }
  new SocketFunction(stack, definition, props)
  return synthesized(stack)
}

const variablesOf = (...[route, scope]: Parameters<typeof templateWith>) =>
  templateWith(route, scope).one('AWS::Lambda::Function').Properties['Environment']

test('a function that verifies tokens itself knows whose are accepted', () => {
  const said = {
    MALLOC_ARENA_MAX: '1',
    ISSUER: 'https://id.example.com',
    AUDIENCE: 'web,mobile',
    RECIPIENT_CLAIM: 'streamer',
  }

  expect(variablesOf({ verifiesTokens: true })).toEqual({ Variables: said })
  expect(variablesOf({ verifiesTokens: true }, 'tools')).toEqual({ Variables: { ...said, SCOPE: 'tools' } })
})

test('others know nothing of tokens, and have what their route says', () => {
  const template = templateWith({ access: { chats: ['GetItem'] } }, 'tools')

  expect(template.one('AWS::Lambda::Function', 'open').Properties['Environment']).toEqual({
    Variables: { MALLOC_ARENA_MAX: '1', CHATS_TABLE: 'Chats', OPEN_CHATS: 'false' },
  })
  expect(template.one('AWS::Logs::LogGroup').id).toMatch(/^realtimeLogs/)
})
