import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { InvocationTrace } from '../../invocationTraces.ts'
import { type LocalApi, type LocalApiOptions, startLocalApi } from '../../localApi.ts'
import { listen } from '../../loopback.ts'
import { visitsAssembly } from './visitsAssembly.ts'

const start = async (options: Partial<LocalApiOptions> = {}) => {
  const log: string[] = []
  const api = await startLocalApi({
    assemblyFolder: visitsAssembly(),
    port: 0,
    dataFolder: 'memory',
    onLog: ({ source, text }) => log.push(`${source}: ${text}`),
    ...options,
  })
  onTestFinished(() => api.stop())
  return { api, log }
}

const visit = async (api: LocalApi, token: string, query = '') => {
  const response = await fetch(`${api.api}/alerts/1${query}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a deployment on this machine', () => {
  test('answers a caller with a token and refuses one without', async () => {
    const { api } = await start()
    const token = await api.token('alice')

    expect(await visit(api, token)).toMatchObject({ status: 200, body: { visits: 1 } })
    expect(await visit(api, token)).toMatchObject({ status: 200, body: { visits: 2 } })
    expect(await visit(api, await api.token('bob'))).toMatchObject({ status: 200, body: { visits: 1 } })
    expect((await fetch(`${api.api}/alerts/1`)).status).toBe(401)
  })

  test('gives functions its own address, and stand-ins only where a variable is declared', async () => {
    const { api } = await start({ overrides: { PROVIDER_URL: 'http://127.0.0.1:1', OTHER: 'x' } })

    const { body } = await visit(api, await api.token('alice'))

    expect(body).toMatchObject({ apiUrl: api.api, providerUrl: 'http://127.0.0.1:1' })
  })

  test('invokes a function by its construct id, and knows no other', async () => {
    const { api } = await start()
    const event = { requestContext: { authorizer: { jwt: { claims: { sub: 'alice' } } } } }

    expect(await api.invoke('getAlert', event)).toMatchObject({ kind: 'success', payload: { visits: 1 } })
    await expect(api.invoke('getAlerts', event)).rejects.toThrow(
      "No function 'getAlerts' in the template; did you mean getAlert?",
    )
  })

  test('has its WebSocket API at the port after that of its HTTP API', async () => {
    const resources = {
      Live: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'live', ProtocolType: 'WEBSOCKET' } },
      LiveStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Live' }, StageName: 'live' } },
    }
    const assemblyFolder = visitsAssembly({ resources })

    // Another process may take one of the ports meanwhile.
    await vi.waitFor(async () => {
      const server = createServer()
      const port = await listen(server)
      await once(server.close(), 'close')
      const { api } = await start({ assemblyFolder, port })
      expect([api.api, api.websocket]).toEqual([`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port + 1}/live`])
    }, 30_000)
  })

  test('lets requests under way end when it is stopped', async () => {
    const { api } = await start()
    const token = await api.token('alice')
    await visit(api, token)
    const slow = visit(api, token, '?sleep=400')
    await delay(150)

    await api.stop()

    expect(await slow).toMatchObject({ status: 200, body: { visits: 2 } })
  })
})

describe('permissions', () => {
  test('an action that the role does not grant is refused, and the log names function, action and resource', async () => {
    const { api, log } = await start({ assemblyFolder: visitsAssembly({ actions: ['dynamodb:GetItem'] }) })

    expect((await visit(api, await api.token('alice'))).status).toBe(500)

    expect(log).toContainEqual(
      expect.stringMatching(
        /^aws: access denied: getAlert may not dynamodb:UpdateItem on arn:aws:dynamodb:.*:table\/.*Visits/,
      ),
    )
  })
})

describe('traces and faults', () => {
  test('every call is traced to the invocation that made it, also of concurrent ones', async () => {
    const traces: InvocationTrace[] = []
    const { api } = await start({ onTrace: (trace) => traces.push(trace) })
    const token = await api.token('alice')

    await Promise.all([visit(api, token, '?sleep=50'), visit(api, token, '?sleep=50'), visit(api, token, '?sleep=50')])

    expect(traces).toHaveLength(3)
    for (const trace of traces) {
      expect(trace).toMatchObject({
        functionId: 'getAlert',
        entrance: 'http',
        memoryMegabytes: 512,
        calls: [{ service: 'dynamodb', action: 'UpdateItem', writeUnits: 1, status: 200 }],
      })
      expect(trace.durationMilliseconds).toBeGreaterThan(45)
    }
  })

  test('a fault of the plan is met and survived', async () => {
    const traces: InvocationTrace[] = []
    const { api } = await start({
      onTrace: (trace) => traces.push(trace),
      faults: { rules: [{ match: { action: 'UpdateItem', nth: 1 }, fault: 'throttle' }] },
    })

    expect(await visit(api, await api.token('alice'))).toMatchObject({ status: 200, body: { visits: 1 } })

    api.setFaults({ rules: [] })
    expect(traces[0]?.calls.map(({ status, faults }) => ({ status, faults }))).toEqual([
      { status: 400, faults: ['throttle'] },
      { status: 200, faults: [] },
    ])
  })
})

describe('what cannot start', () => {
  test('a template with a resource that is not imitated, unless that is ignored', async () => {
    const assemblyFolder = visitsAssembly({ resources: { Crowd: { Type: 'AWS::ECS::Cluster' } } })

    await expect(start({ assemblyFolder })).rejects.toThrow(/^Crowd/)

    const { api, log } = await start({ assemblyFolder, ignore: ['AWS::ECS::Cluster'] })
    expect(await visit(api, await api.token('alice'))).toMatchObject({ status: 200 })
    expect(log).toContain('ignored: AWS::ECS::Cluster Crowd: nothing refers to it')
  })
})
