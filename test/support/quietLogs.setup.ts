/** Log lines of functions under test, and happy-dom's stack for each frame that it does not load. */
const noise = /^\{"level":|Iframe page loading is disabled/

/** Keeps these off the terminal. A test of log lines replaces `write` itself. */
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream)
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]): boolean =>
    typeof chunk === 'string' && noise.test(chunk) ? true : write(chunk, ...rest)) as typeof stream.write
}
