import type { StandIn } from './standIn.ts'

/**
 * A recipient's receiver of webhooks: `…/<name>` accepts them, `…/answers/<status>` answers with the status. Whoever
 * looks at what has come reads the sandbox's log.
 */
export const createReceiver = (): StandIn => ({
  bases: { ENDPOINTS_TRUSTED_URL: 'receiver.example.com' },
  parameters: {},
  answer: ({ path }) => {
    const [, status = '204'] = /^\/answers\/(\d{3})$/.exec(path) ?? []
    return {
      status: Number(status),
      ...(status.startsWith('3') && { headers: { location: '/receiver.example.com/other' } }),
    }
  },
})
