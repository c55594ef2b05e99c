/**
 * The version of the messages in both directions. Members are only added to a version, and receivers ignore unknown
 * ones. It has a file of its own, because the overlay's page must not load the schemas.
 */
export const messageVersion = 1
