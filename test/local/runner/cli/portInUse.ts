export const portInUse = (port: number): Error =>
  new Error(
    `Port ${port}, or ${port + 1} for the WebSocket API, is in use: stop what listens there, or let --port 0 pick free ones`,
  )
