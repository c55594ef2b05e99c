const write = process.stdout.write.bind(process.stdout)

/** Keeps the log lines of functions under test off the terminal. A test of log lines replaces `write` itself. */
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]): boolean =>
  typeof chunk === 'string' && chunk.startsWith('{"level":')
    ? true
    : write(chunk, ...rest)) as typeof process.stdout.write
