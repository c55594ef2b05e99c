import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answersFrom, askAnswers, askTerminal } from '../../../../../infra/operators/setup/questions.ts'

test('a file of answers has those of a user, of secrets, and of bots that it names', () => {
  const answers = { email: 'you@example.com', password: 'x', 'youtube/api-key': 'k', 'max/bots/main': 't' }

  expect(answersFrom(JSON.stringify(answers))).toEqual(answers)
})

test.each([
  ['[]', 'expected an object'],
  ['null', 'expected an object'],
  ['7', 'expected an object'],
  ['{"youtube/key":"x"}', 'youtube/key: nothing of this name is asked'],
  ['{"telegram/bots":"x"}', 'telegram/bots: nothing of this name is asked'],
  ['{"my/telegram/bots/":"x"}', 'my/telegram/bots/: nothing of this name is asked'],
  ['{"email":1}', 'email: expected a text'],
])('a file of answers that is %s is refused', (text, message) => {
  expect(() => answersFrom(text)).toThrow(new Error(message))
})

test('a file of answers answers questions by their names, and names each bot of a folder once', async () => {
  const ask = askAnswers({ 'max/bots/main': 'first', 'max/bots/second': 'other', email: 'a@b' })
  const answers: string[] = []
  for (const name of ['email', 'password', 'max/bots', 'max/bots/main', 'max/bots', 'max/bots/second', 'max/bots'])
    answers.push(await ask({ name, text: '' }))

  expect(answers).toEqual(['a@b', '', 'main', 'first', 'second', 'other', ''])
})

/** What a terminal shows of a text, if what clears the screen does so from the beginning of the last line. */
const onScreen = (text: string): string =>
  text
    .split('\u001b[')
    .reduce((shown, part) =>
      part.startsWith('0J') ? shown.replace(/[^\n]*$/, '') + part.slice(2) : shown + part.replace(/^\d+G/, ''),
    )

const terminal = () => {
  const keyboard = new PassThrough()
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(keyboard as unknown as typeof process.stdin),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
    vi.spyOn(process, 'exit').mockReturnValue(undefined as never),
  ] as const
  const { ask, close } = askTerminal()
  onTestFinished(() => {
    close()
    for (const spy of spies) spy.mockRestore()
  })
  const [, screen, exit] = spies
  const shown = () => onScreen(screen.mock.calls.map(([chunk]) => String(chunk)).join(''))
  return { ask, close, keyboard, exit, shown }
}

test('a question and its answer are seen, regression: readline cleared the line of the question', async () => {
  const { ask, keyboard, shown } = terminal()
  const answer = ask({ name: 'email', text: 'E-mail' })
  keyboard.write(' a@b \r')

  expect(await answer).toBe('a@b')
  expect(shown()).toBe('E-mail:  a@b \r\n')
})

test('a hidden answer is never shown, and the next one is seen again', async () => {
  const { ask, keyboard, shown } = terminal()
  const hidden = ask({ name: 'password', text: 'Password', isHidden: true })
  keyboard.write('secret\r')
  expect(await hidden).toBe('secret')
  expect(shown()).toBe('Password: \n')

  const next = ask({ name: 'email', text: 'E-mail', isHidden: false })
  keyboard.write('a@b\r')

  expect(await next).toBe('a@b')
  expect(shown()).toBe('Password: \nE-mail: a@b\r\n')
})

test('an arrow brings no earlier answer back, regression: a password could be seen in the next question', async () => {
  const { ask, keyboard, shown } = terminal()
  const hidden = ask({ name: 'password', text: 'Password', isHidden: true })
  keyboard.write('secret\r')
  await hidden
  const next = ask({ name: 'email', text: 'E-mail' })
  keyboard.write('\u001b[A\r')

  expect(await next).toBe('')
  expect(shown()).not.toContain('secret')
})

test('Ctrl-C at a question ends the program as it does elsewhere', async () => {
  const { ask, keyboard, exit } = terminal()
  void ask({ name: 'email', text: 'E-mail' }).catch(() => {})
  keyboard.write('\x03')

  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[130]]))
})

test('a closed terminal listens to nothing any more', () => {
  const { close, keyboard } = terminal()

  close()

  expect(keyboard.isPaused()).toBe(true)
})
