import {
  connectionsUrlVariable,
  parameterPrefixVariable,
  publicUrlVariable,
  webSocketUrlVariable,
} from '../../../shared/contract/environmentNames.ts'
import { providerVariables, resourceVariables } from '../../support/resourceVariables.ts'

const itself = (name: string): string => name

/** What any function needs to load: a name for every resource, and credentials of nobody. */
export const functionEnvironment: Readonly<Record<string, string>> = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_SESSION_TOKEN: 'bench',
  [parameterPrefixVariable]: '/bench',
  [publicUrlVariable]: 'https://api.example',
  [webSocketUrlVariable]: 'wss://live.example',
  [connectionsUrlVariable]: 'https://live.example',
  ISSUER: 'https://issuer.example',
  AUDIENCE: 'bench',
  SIGN_IN_URL: 'https://sign-in.example',
  CLIENT_ID: 'bench',
  ...resourceVariables({ table: itself, bucket: itself, key: itself, queue: itself }),
  ...providerVariables(itself),
}
