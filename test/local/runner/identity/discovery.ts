/** Where the issuer's endpoints are, below its URL, as in a Cognito user pool and its sign-in page. */
export const paths = {
  discovery: '/.well-known/openid-configuration',
  keys: '/.well-known/jwks.json',
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  endSession: '/logout',
} as const

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
export const discoveryDocument = (issuer: string): Record<string, unknown> => ({
  issuer,
  jwks_uri: `${issuer}${paths.keys}`,
  authorization_endpoint: `${issuer}${paths.authorization}`,
  token_endpoint: `${issuer}${paths.token}`,
  end_session_endpoint: `${issuer}${paths.endSession}`,
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  response_types_supported: ['code', 'token'],
  code_challenge_methods_supported: ['S256'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['none'],
})
