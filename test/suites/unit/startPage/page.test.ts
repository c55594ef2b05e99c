// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../../local/startPage/browser/startPage.html'), 'utf8')
const [, body = ''] = /<body>(.*)<\/body>/s.exec(source) ?? []

const overview = {
  name: 'tools',
  startedAt: 1,
  recipientId: 'demo',
  facts: [{ name: 'API', value: 'http://h', note: 'one route' }],
  hasReference: false,
  scheduled: ['everyMinute'],
  firstRequest: 'curl -H "Authorization: Bearer $TOKEN" http://h/news',
  panels: [
    {
      id: 'overlay',
      title: 'Overlay',
      description: 'What viewers see.',
      frame: { title: 'The overlay', action: 'Open' },
      isGreeted: true,
      fields: [
        { name: 'amount', label: 'Amount', kind: 'number', value: '5' },
        { name: 'side', label: 'Side', kind: 'choice', value: 'right', choices: { left: 'Left', right: 'Right' } },
        { name: 'loud', label: 'Loud', kind: 'check', value: 'true' },
      ],
      previewsIn: 'overlay',
      action: 'Donate',
      hasFeed: true,
    },
  ],
}
const nothing = { startedAt: 1, last: 0, requests: [], invocations: [], logs: [], feeds: {} }
const request = { sequence: 1, at: 0, method: 'GET', target: '/a', status: 200, milliseconds: 3, isOwn: false }
const invocation = { sequence: 2, at: 0, functionId: 'a', outcome: 'success', milliseconds: 2, readUnits: 0, calls: [] }
const line = { sequence: 3, at: 0, source: 'a', invocationId: 'i', text: 'first' }

/** The page on a server with these answers, by their paths; one that is absent fails. What is posted is remembered. */
const openPage = async (given: Readonly<Record<string, unknown>> = {}) => {
  vi.useFakeTimers()
  vi.resetModules()
  document.body.innerHTML = body
  delete document.body.dataset['state']
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
  const answers: Record<string, unknown> = {
    'overview.json': overview,
    'activity.json': nothing,
    token: { token: 't1' },
    'panels/overlay/frame': { url: `${location.origin}/overlay#ticket=1` },
    'panels/overlay/greeting': { alert: null },
    'panels/overlay/preview': { size: 5 },
    ...given,
  }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: { readonly body: string }) => {
    asked.push(`${path} ${init?.body ?? ''}`)
    const answer = answers[path.slice('/_local/'.length).split('?')[0] ?? '']
    if (answer === undefined) return new Response('it has ended', { status: 503 })
    if (answer instanceof Response) return answer
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  })
  onTestFinished(() => {
    // Its polls end with the timers.
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    localStorage.clear()
  })
  await import('../../../local/startPage/browser/startPage.ts')
  const pass = async (milliseconds: number) => void (await vi.advanceTimersByTimeAsync(milliseconds))
  await pass(10)
  /** What has happened since, which the page learns of by its next poll. */
  const happen = async (news: object) => {
    answers['activity.json'] = { ...nothing, ...news }
    await pass(1000)
    answers['activity.json'] = nothing
  }
  return { answers, asked, reload, pass, happen }
}

const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)]
const textsOf = (selector: string) => all(selector).map(({ textContent }) => textContent)
const set = (id: string, change: object, event: string) => {
  const [field] = all(`#${id}`)
  Object.assign(field ?? {}, change)
  field?.dispatchEvent(new Event(event))
}

test('the page has the facts, its contents and a first request with the token, and no way to a reference that the project does not have', async () => {
  const { asked } = await openPage()

  expect([document.title, ...textsOf('#name'), ...textsOf('#facts')]).toEqual([
    'tools, local',
    'tools',
    'APIhttp://hone route',
  ])
  expect(textsOf('#contents a')).toEqual(['Overlay', 'Try the API', 'Last invocations', 'Logs', 'Addresses'])
  expect(asked).toContain('/_local/token {"recipient":"demo"}')
  expect(all<HTMLTextAreaElement>('textarea').map(({ value }) => value)).toEqual([
    't1',
    'curl -H "Authorization: Bearer t1" http://h/news',
  ])
  expect(all('#reference')[0]?.hidden).toBe(true)
})

test('a button says whether it has copied', async () => {
  const { pass } = await openPage()
  const copied: string[] = []
  const writeText = async (text: string) =>
    copied.length > 0 ? Promise.reject(new Error('denied')) : copied.push(text)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const [button] = all('[data-copies=token]')

  const said: (string | undefined | null)[] = []
  for (let press = 0; press < 2; press++) {
    button?.click()
    await pass(10)
    said.push(button?.textContent)
    await pass(1500)
  }

  expect([...said, button?.textContent]).toEqual(['Copied', 'Press Ctrl-C', 'Copy the token'])
  expect(copied).toEqual(['t1'])
})

test('a request and the invocation that it caused are one row, whichever is reported first, and one that failed is marked', async () => {
  const { happen } = await openPage()

  await happen({ invocations: [{ ...invocation, invocationId: 'i' }] })
  await happen({ requests: [{ ...request, sequence: 4, invocationId: 'i', status: 400 }] })
  const logs = [{ sequence: 6, at: 0, source: 'a', text: 'of no invocation' }]
  await happen({ requests: [{ ...request, sequence: 5, target: '/b' }], logs })
  const units = { readUnits: 0.5, writeUnits: 2, dollarsPerMillion: 1.236 }
  await happen({ invocations: [{ ...invocation, functionId: 'd', outcome: 'timeout' }] })
  await happen({ invocations: [{ ...invocation, functionId: 'c', sequence: 9, ...units }] })

  expect(textsOf('#rows tr button')).toEqual(['c', 'd', 'GET /b', 'GET /a'])
  expect(all('#rows tr').map(({ className }) => className)).toEqual(['', 'failed', '', 'failed'])
  expect(textsOf('#rows tr:first-child td').slice(1)).toEqual(['success', '2', '0.5', '2', '1.24'])
  expect(textsOf('#rows tr:last-child td').slice(1)).toEqual(['400', '2', '', '', ''])
  expect(textsOf('#rows tr:nth-child(3) td').slice(1)).toEqual(['200', '3', '', '', ''])
  all('#rows tr:nth-child(3) button')[0]?.click()
  all('#rows tr:first-child button')[0]?.click()
  expect(textsOf('.details pre')).toEqual(['It called no service and wrote no line.', 'No function ran.'])
})

test('invocations of schedules and of the page itself are shown on request, and push nothing else out', async () => {
  const { happen } = await openPage()
  const own = Array.from({ length: 150 }, (_, index) => ({
    ...request,
    sequence: index + 2,
    isOwn: true,
    target: '/own',
  }))

  await happen({ requests: [request, ...own], invocations: [{ ...invocation, functionId: 'everyMinute' }] })

  expect(textsOf('#rows tr button')).toEqual(['GET /a'])
  set('scheduled', { checked: true }, 'change')
  expect(textsOf('#rows tr button')).toEqual(['everyMinute', 'GET /a'])
  set('own', { checked: true }, 'change')
  expect(textsOf('#rows tr button')).toHaveLength(100)
})

test('log lines are those of a source with a text, and an opened row has its own', async () => {
  const { happen } = await openPage()

  const other = { ...line, source: 'b', invocationId: 'j', text: 'Second' }
  await happen({ invocations: [{ ...invocation, invocationId: 'i' }], logs: [line, other] })
  const press = () => all('#rows button')[0]?.click()
  press()
  expect([...textsOf('.details pre'), document.activeElement?.textContent]).toEqual(['\nfirst', 'a'])
  await happen({ logs: [{ ...line, text: 'first again' }] })

  expect(textsOf('#lines span')).toEqual(['first', 'Second', 'first again'])
  expect(all<HTMLOptionElement>('#source option').map(({ value }) => value)).toEqual(['', 'a', 'b'])
  expect(textsOf('.details pre')).toEqual(['\nfirst\nfirst again'])
  press()
  expect(textsOf('.details pre')).toEqual([])
  set('needle', { value: 'SEC' }, 'input')
  expect(textsOf('#lines span')).toEqual(['Second'])
  set('source', { value: 'a' }, 'change')
  expect(textsOf('#lines span')).toEqual([])
})

test('the log keeps its last thousand lines, and shows the last one unless somebody reads those above', async () => {
  const { happen } = await openPage()
  const place = all('#lines')[0] ?? expect.fail('no lines')
  Object.defineProperties(place, { clientHeight: { value: 100 }, scrollHeight: { value: 500 } })
  await happen({ logs: [line, line] })
  expect(place.scrollTop).toBe(0)
  place.scrollTop = 399
  await happen({ logs: [line] })
  expect(place.scrollTop).toBe(500)

  await happen({ logs: Array.from({ length: 1001 }, (_, number) => ({ ...line, text: `<${number}>` })) })

  expect(textsOf('#lines span').at(-1)).toBe('<1000>')
  set('needle', { value: '<0>' }, 'input')
  expect(textsOf('#lines span')).toEqual([])
  set('needle', { value: '<1>' }, 'input')
  expect(textsOf('#lines span')).toEqual(['<1>'])
})

test('a feed has the last entry first, also when it is full, and two of one moment', async () => {
  const { happen } = await openPage()
  const entries = (...times: number[]) => ({
    feeds: { overlay: times.map((at) => ({ at, title: `${at}`, text: '' })) },
  })

  await happen(entries(1, 2))
  expect(textsOf('.feed b')).toEqual(['2', '1'])
  await happen(entries(2, 3))
  expect(textsOf('.feed b')).toEqual(['3', '2'])
  await happen(entries(2, 3, 3))
  expect(textsOf('.feed b')).toEqual(['3', '3', '2'])
  await happen(entries(3, 3, 3))

  expect(textsOf('.feed b')).toEqual(['3', '3', '3'])
})

test('a form shows its lines, an address as a link, or what went wrong, and can be sent again', async () => {
  const { answers, asked, pass } = await openPage()
  const send = async (lines: readonly object[] | Response) => {
    answers['panels/overlay/run'] =
      lines instanceof Response ? lines : lines.map((each) => `${JSON.stringify(each)}\n`).join('')
    all('.panel-form')[0]?.dispatchEvent(new Event('submit', { cancelable: true }))
    await pass(10)
    const [output] = all('output')
    return [output?.innerHTML, output?.className, all<HTMLButtonElement>('.panel-form button')[0]?.disabled]
  }

  const link = '<a href="http://h/" target="_blank" rel="noreferrer">http://h/</a>'
  expect(await send([{ line: 'given' }, { line: 'http://h/' }])).toEqual([`given\n${link}\n`, '', false])
  expect(await send([{ line: 'given' }, { error: 'refused' }])).toEqual(['given\nrefused', 'failed', false])
  expect(await send([{ line: 'https://h/a?b' }, { line: 'at http://h/' }])).toEqual([
    '<a href="https://h/a?b" target="_blank" rel="noreferrer">https://h/a?b</a>\nat http://h/\n',
    '',
    false,
  ])
  const inParts = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of ['{"line":"gi', 'ven"}\n']) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  expect((await send(new Response(inParts)))[0]).toBe('given\n')
  expect((await send(new Response('', { status: 502 })))[0]).toBe('answered 502')
  expect(asked).toContain('/_local/panels/overlay/run {"amount":"5","side":"right","loud":"true"}')
  set('overlay-loud', { checked: false }, 'change')
  await send([])
  expect(asked.at(-1)).toBe('/_local/panels/overlay/run {"amount":"5","side":"right","loud":""}')
  expect(all<HTMLInputElement>('#overlay-amount')[0]?.step).toBe('any')
})

test('the frame opens the address that this browser had, and its page is greeted, and shows changes of the form, as one of this origin alone', async () => {
  localStorage.setItem('start-page:overlay', 'http://before/')
  const { asked, pass } = await openPage()
  const [frame] = all<HTMLIFrameElement>('iframe')
  const posted: unknown[] = []
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage: (...given: unknown[]) => posted.push(given) } })

  frame?.dispatchEvent(new Event('load'))
  await pass(10)
  all('.panel-form')[0]?.dispatchEvent(new Event('input'))
  await pass(10)

  expect(asked).toContain('/_local/panels/overlay/frame {"kept":"http://before/"}')
  expect(localStorage.getItem('start-page:overlay')).toBe(`${location.origin}/overlay#ticket=1`)
  expect(posted).toEqual([
    [{ alert: null }, location.origin],
    [{ size: 5 }, location.origin],
  ])
})

test('a second panel keeps an address of its own, and asks for a greeting and a preview only where it has them', async () => {
  const [first] = overview.panels
  const second = { ...first, id: 'other', isGreeted: false, previewsIn: undefined }
  localStorage.setItem('start-page:other', 'http://other/')
  const { asked, pass } = await openPage({
    'overview.json': { ...overview, panels: [first, second] },
    'panels/other/frame': { url: `${location.origin}/overlay#ticket=2` },
  })

  all('#other iframe')[0]?.dispatchEvent(new Event('load'))
  all('#other form')[0]?.dispatchEvent(new Event('input'))
  await pass(10)

  expect(asked.filter((each) => each.includes('/other/'))).toEqual([
    '/_local/panels/other/frame {"kept":"http://other/"}',
  ])
  expect(localStorage.getItem('start-page:overlay')).toBe(`${location.origin}/overlay#ticket=1`)
})

test('a button opens another address in a tab, and what is wrong with the frame is said beside it', async () => {
  const { answers, asked, pass } = await openPage()
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  answers['panels/overlay/frame'] = { url: 'http://h/overlay#ticket=2' }

  all('.framed button')[0]?.click()
  await pass(10)
  answers['panels/overlay/frame'] = undefined
  all('.framed button')[0]?.click()
  await pass(10)

  expect(open.mock.calls).toEqual([['http://h/overlay#ticket=2']])
  expect(asked.at(-1)).toBe('/_local/panels/overlay/frame {}')
  expect(textsOf('.framed [role=alert]')).toEqual(['it has ended'])
})

test('the page says within a second that the API has stopped, asks nothing while it is hidden, and loads itself anew after another start', async () => {
  const { answers, asked, reload, pass, happen } = await openPage()
  const states = [textsOf('#state')[0]]

  await happen({ last: 7 })
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const before = asked.length
  await pass(5000)
  expect(asked.length).toBe(before)
  hidden.mockRestore()
  answers['activity.json'] = undefined
  await pass(1000)
  states.push(textsOf('#state')[0])
  await happen({})
  expect([...states, textsOf('#state')[0]]).toEqual(['running', 'stopped', 'running'])
  expect(asked).toContain('/_local/activity.json?after=7 ')
  expect(reload).not.toHaveBeenCalled()

  await happen({ startedAt: 2 })
  expect(reload).toHaveBeenCalled()
})
