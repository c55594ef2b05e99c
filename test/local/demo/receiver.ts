interface ReceivedWebhook {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver of webhooks among the stand-ins. */
export interface Receiver {
  readonly url: string
  /** The webhooks that have come, the oldest first. */
  received(): Promise<readonly ReceivedWebhook[]>
}

export const receiverAt = (sandboxLog: string, name: string): Receiver => ({
  url: new URL(`/receiver.example.com/${name}`, sandboxLog).href,
  received: async () => {
    const log = (await (await fetch(sandboxLog)).json()) as readonly ReceivedWebhook[]
    return log.filter(({ path }) => path === `/${name}`)
  },
})
