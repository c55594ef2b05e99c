export const CONFIG_PREFIX_SEPARATOR = '.'

/** There is no `~/.aws` in a function; not looking for it saves file accesses at every start. */
export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })
