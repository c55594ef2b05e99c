/** A function has no EC2 instance metadata; its region comes from the environment. */
export const getInstanceMetadataRegion = async (): Promise<undefined> => undefined
