/** Where the issuer's endpoints are, below its URL; the first two as in a Cognito user pool. */
export const paths = {
  discovery: '/.well-known/openid-configuration',
  keys: '/.well-known/jwks.json',
  token: '/oauth2/token',
} as const

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
export const discoveryDocument = (issuer: string): Record<string, unknown> => ({
  issuer,
  jwks_uri: `${issuer}${paths.keys}`,
  token_endpoint: `${issuer}${paths.token}`,
  grant_types_supported: ['client_credentials', 'refresh_token'],
  response_types_supported: ['token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['none'],
})
