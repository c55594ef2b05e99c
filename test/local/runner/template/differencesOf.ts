import { imitatedServices } from '../aws/accessControl.ts'
import type { Deployment } from '../deployment.ts'

type Parts = Pick<Deployment, 'functions' | 'roles' | 'tables'>

/** Lambda itself writes logs and traces with the role of a function. */
const usedByPlatform = new Set(['logs', 'xray'])

/** The actions of services that are not imitated, with the functions that may call them. */
const grantsElsewhere = ({ functions, roles }: Parts): string[] => {
  const grants = new Map<string, string[]>()
  for (const { id, roleLogicalId } of functions) {
    const statements = roles.find(({ logicalId }) => logicalId === roleLogicalId)?.statements ?? []
    const actions = statements.flatMap((statement) => (statement.effect === 'Allow' ? statement.actions : []))
    for (const action of new Set(actions)) {
      const [service = ''] = action.toLowerCase().split(':')
      if (service === '*' || imitatedServices.has(service) || usedByPlatform.has(service)) continue
      grants.set(action, [...(grants.get(action) ?? []), id])
    }
  }
  const named = [...grants].map(([action, ids]) => `${action} (${ids.join(', ')})`).join(', ')
  return named === '' ? [] : [`no function can call ${named}: such calls are answered with an error`]
}

const sharedFolder = ({ functions }: Parts): string[] =>
  functions.length === 0 ? [] : ['all functions share /tmp of this machine: on Lambda each environment has its own']

const unexpired = ({ tables }: Parts): string[] => {
  const names = tables.filter(({ timeToLiveAttribute }) => timeToLiveAttribute !== undefined)
  if (names.length === 0) return []
  return [`expired items of ${names.map(({ logicalId }) => logicalId).join(', ')} stay: AWS deletes them within days`]
}

/** One line for each thing that is other here than on AWS and not refused: the closed list of the README. */
export const differencesOf = (parts: Parts): string[] => [
  ...sharedFolder(parts),
  ...unexpired(parts),
  ...grantsElsewhere(parts),
]
