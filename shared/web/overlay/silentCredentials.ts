import { Credentials } from '../client/live/credentials.ts'

/** Those of a source that shows no alerts: whoever waits for them is not to believe that they were shown. */
export class SilentCredentials extends Credentials {
  override readonly acknowledges = false
}
