interface AuthorizerEvent {
  readonly identitySource: readonly string[]
  readonly routeKey: string
}

interface GreetingEvent {
  readonly pathParameters: Readonly<Record<string, string>>
  readonly requestContext: { readonly authorizer: { readonly lambda: { readonly languages: readonly string[] } } }
}

export const authorize = async ({ identitySource: [key], routeKey }: AuthorizerEvent) => {
  console.log(`asked about ${key} for ${routeKey}`)
  if (key === 'broken') throw new Error('out of order')
  return { isAuthorized: key === 'open sesame', context: { languages: ['en', 'de'] } }
}

export const greet = async ({ pathParameters, requestContext }: GreetingEvent) => {
  const { languages } = requestContext.authorizer.lambda
  return { greeting: `Hello, ${pathParameters['name']}`, languages }
}
