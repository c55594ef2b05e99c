/** A name of the application in the user agent, which the service does not set. */
export const DEFAULT_UA_APP_ID = undefined
export const resolveUserAgentConfig = <Config>(config: Config): Config => config
