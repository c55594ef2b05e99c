/** Where no region is set, the client says so. */
export const getInstanceMetadataRegion = async (): Promise<undefined> => undefined
