const notSet = (): undefined => undefined

/** DynamoDB's regional endpoints need no discovery; it is off unless an environment variable asks for it. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: notSet,
  configFileSelector: notSet,
  default: undefined,
}

export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config
