import { expect, test } from 'vitest'
import {
  bucketVariable,
  connectionsUrlVariable,
  keyVariable,
  openChatsVariable,
  parameterPrefixVariable,
  publicUrlVariable,
  tableVariable,
  urlVariable,
  webSocketUrlVariable,
} from '../../../../shared/contract/environmentNames.ts'

test('an environment variable is named by what it names', () => {
  expect([
    tableVariable('externalPlaylists'),
    bucketVariable('prints'),
    keyVariable('cursors'),
    urlVariable('vkLive', 'api'),
    urlVariable('kick', 'some-other.url'),
  ]).toEqual(['EXTERNAL_PLAYLISTS_TABLE', 'PRINTS_BUCKET', 'CURSORS_KEY', 'VK_LIVE_API_URL', 'KICK_SOME_OTHER_URL_URL'])
  expect([
    parameterPrefixVariable,
    openChatsVariable,
    publicUrlVariable,
    webSocketUrlVariable,
    connectionsUrlVariable,
  ]).toEqual(['PARAMETER_PREFIX', 'OPEN_CHATS', 'PUBLIC_URL', 'WEBSOCKET_URL', 'CONNECTIONS_URL'])
})
