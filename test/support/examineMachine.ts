import { statfsSync } from 'node:fs'
import type { Finding } from '../../infra/operators/awsCli.ts'
import { missingNode } from '../local/runner/cli/leastNode.ts'
import { messageOf } from '../local/runner/cli/runProgram.ts'
import { findEngine, type Machine, thisMachine } from '../local/runner/engines/findEngine.ts'
import { listensAt } from '../local/runner/loopback.ts'

const examineNode = (version: string): Finding => {
  const least = missingNode(version)
  const subject = 'Node.js'
  if (least !== undefined) return { subject, state: 'missing', text: `${version}: install ${least} or newer` }
  return version.startsWith('v24.')
    ? { subject, state: 'good', text: version }
    : { subject, state: 'optional', text: `${version}: it works; deployed functions run on 24` }
}

const examinePlatform = ({ platform, arch }: Machine): Finding => {
  const subject = 'Platform'
  if (platform === 'win32') return { subject, state: 'missing', text: 'Windows: work in WSL 2 or in a container' }
  const lacks = platform === 'linux' ? '' : ': without /proc, memory limits are not imitated'
  return { subject, state: lacks === '' ? 'good' : 'optional', text: `${platform}-${arch}${lacks}` }
}

const examineEngine = (machine: Machine): Finding => {
  const subject = 'DynamoDB engine'
  try {
    const engine = findEngine(undefined, machine)
    const found = { dynoxide: 'dynoxide', java: "Amazon's DynamoDB Local", url: 'url' in engine ? engine.url : '' }
    return { subject, state: 'good', text: found[engine.kind] }
  } catch (error) {
    return { subject, state: 'missing', text: messageOf(error) }
  }
}

const examineJava = ({ javaMajor, variables }: Machine): Finding => {
  const major = javaMajor(variables['JAVA_HOME'] ? `${variables['JAVA_HOME']}/bin/java` : 'java')
  const text = major === undefined ? 'none; --engine java would need 17 or newer' : `${major}, for --engine java`
  return { subject: 'Java', state: major === undefined ? 'optional' : 'good', text }
}

const examinePort = async (port: number, what: string): Promise<Finding> => {
  const subject = `Port ${port}`
  if (!(await listensAt(port))) return { subject, state: 'good', text: `free for the ${what}` }
  return { subject, state: 'optional', text: `in use: stop what listens there, or start with --port` }
}

const leastFreeBytes = 1_000_000_000

const examineDisk = (folder: string): Finding => {
  const { bavail, bsize } = statfsSync(folder)
  const gigabytes = ((bavail * bsize) / 1_000_000_000).toFixed(1)
  const isEnough = bavail * bsize >= leastFreeBytes
  return {
    subject: 'Disk',
    state: isEnough ? 'good' : 'missing',
    text: `${gigabytes} GB free${isEnough ? '' : ': 1 GB is needed'}`,
  }
}

/** Checks whether this machine has what serving an assembly needs. */
export const examine = async (projectFolder: string, machine: Machine = thisMachine): Promise<readonly Finding[]> => [
  examinePlatform(machine),
  examineNode(process.version),
  examineEngine(machine),
  examineJava(machine),
  await examinePort(3000, 'HTTP API'),
  await examinePort(3001, 'WebSocket API'),
  examineDisk(projectFolder),
  { subject: 'Docker', state: 'good', text: 'not needed' },
]
