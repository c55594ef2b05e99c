interface Config {
  readonly defaultUserAgentProvider: () => Promise<readonly (readonly [string, string?])[]>
}

interface Arguments {
  readonly request: { readonly headers: Record<string, string> }
}

type Next = (args: Arguments) => Promise<unknown>

interface Stack {
  add(middleware: (next: Next) => Next, options: object): void
}

export const getUserAgentMiddlewareOptions = {
  name: 'getUserAgentMiddleware',
  step: 'build',
  priority: 'low',
  tags: ['SET_USER_AGENT', 'USER_AGENT'],
  override: true,
} as const

/** Names SDK and Node, as CloudTrail shows them; without the SDK's statistics of which of its features are in use. */
export const userAgentMiddleware =
  ({ defaultUserAgentProvider }: Config) =>
  (next: Next): Next =>
  async (args) => {
    const pairs = await defaultUserAgentProvider()
    args.request.headers['user-agent'] = pairs
      .map(([name, version]) =>
        (version === undefined ? name : `${name}/${version}`).replaceAll(/[^\w!#$%&'*+./^`|~-]/g, '-'),
      )
      .join(' ')
    return next(args)
  }

export const getUserAgentPlugin = (config: Config) => ({
  applyToStack: (stack: Stack): void => stack.add(userAgentMiddleware(config), getUserAgentMiddlewareOptions),
})
