/** No client is given extensions. */
export const resolveRuntimeExtensions = <Config>(config: Config): Config => config
