import { positionAt } from '../alerts/sequences.ts'

/** A program that catches up sends as many acknowledgements at once, and a later one may overtake the others. */
const overtakenAlerts = 200
/** Connections that are remembered at a time, and acknowledgements of each. */
const mostConnections = 1000
const mostSequences = 1000

/**
 * Decides whether an acknowledgement that changed nothing is idle, by the higher one that is stored. One that was
 * overtaken is not, the first time that an execution environment sees it.
 */
export const idleAcknowledgements = () => {
  const seen = new Map<string, Set<number>>()
  return (connectionId: string, sequence: number, stored: number): boolean => {
    if (sequence === stored || positionAt(stored) - positionAt(sequence) > overtakenAlerts) return true
    const own = seen.get(connectionId) ?? new Set()
    if (own.has(sequence)) return true
    if (seen.size >= mostConnections) seen.clear()
    if (own.size >= mostSequences) own.clear()
    seen.set(connectionId, own.add(sequence))
    return false
  }
}
