const notSet = (): undefined => undefined

/** Endpoints by account need an account id among the credentials, which a function's environment does not hold. */
export const NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS = {
  environmentVariableSelector: notSet,
  configFileSelector: notSet,
  default: 'disabled',
}

export const resolveAccountIdEndpointModeConfig = <Config>(config: Config): Config => config
