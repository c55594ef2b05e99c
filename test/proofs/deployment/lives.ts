import { isDeepStrictEqual } from 'node:util'
import { GetStackPolicyCommand } from '@aws-sdk/client-cloudformation'
import { keepsEverything } from '../../../infra/operators/stackPolicy.ts'
import { templateResources } from '../../../infra/operators/stackResources.ts'
import { dataStackName } from '../../../infra/settings.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { expectThat } from '../../local/demo/expectations.ts'
import { expectTrigger, setAlarm } from './alarm.ts'
import { changedVersion, dropStream, gone, refusals, renamed, retireTable, spoil } from './changedVersions.ts'
import { giveUpPayment } from './givenUpPayment.ts'
import { sectionOf } from './guide.ts'
import { expectHeld, holdDonation, showHeld } from './heldDonation.ts'
import { expectKept } from './keptData.ts'
import { type Operator, operatorOf, type Values } from './operator.ts'
import { endStream, expectEnded } from './pendingEnd.ts'
import { type Programs, programsOf } from './programs.ts'
import { exampleTime, restoreRecipient } from './restoredRecipient.ts'
import { stepsOf } from './step.ts'
import { change, expectStatus, type Life, type Trial, tryDeployment } from './trial.ts'
import { lastRelease, type Release, tree, treeRelease, type Version } from './versions.ts'

/** The route of donors' payments, which has a rate of its own and which 1.0.0 lacks, answers; a form is refused. */
const expectDonorsRoute = ({ service }: Life): Promise<string> =>
  expectStatus(service, '/donors/nobody/payments', 400, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

/** `/health` names version and commit of the tree. */
const expectVersion = async ({ service }: Life, { commit }: Release): Promise<void> => {
  const health = JSON.parse(await expectStatus(service, '/health', 200))
  expectThat(
    health.version === manifest.version && commit.startsWith(health.commit),
    `/health says ${JSON.stringify(health)}, and ${manifest.version} of ${commit} was deployed`,
  )
}

/** Follows a section whose last command asks for the health of the service. */
const followToHealth = async ({ follow }: Operator, heading: string, values: Values): Promise<void> => {
  const health = (await follow(heading, values)).at(-1) ?? ''
  expectThat(JSON.parse(health).status === 'ok', `the service is well: ${health}`)
}

/** Makes a change while the end of a stream waits to be final. It is told then, by whichever version is there. */
const whileEnding = async (life: Life, act: () => Promise<void>): Promise<void> => {
  if (life.kept.links === undefined) return act()
  const announcerId = await life.step('a stream ends', () => endStream(life))
  await act()
  await life.step('  its end is announced', () => expectEnded(life, announcerId))
}

/** The first version of an operator's checkout. */
const deployFirst = async ({ run }: Operator, { commit }: Release): Promise<void> => {
  for (const command of [`git checkout --quiet ${commit}`, 'npm ci', 'npm run deploy -- --require-approval never'])
    await run(command)
}

/** The last hour of payments is brought back to the worker that gave one up. */
const replayHour = async (life: Life, operator: Operator): Promise<void> => {
  await life.step('a worker gives a payment up', () => giveUpPayment(life))
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const [shown = '', replayed = '', deleted = ''] = await operator.follow('Replaying', { [exampleTime]: since })
  expectThat(shown.includes('gave up'), `a dead letter is shown:\n${shown}`)
  expectThat(/payments: 1 due item /.test(replayed), `one payment is replayed:\n${replayed}`)
  expectThat(deleted.includes('gave up'), `the dead letter is deleted:\n${deleted}`)
  await life.step('  lists, webhooks, overlay, links', () => expectKept(life.service, life.kept))
}

/**
 * An operator deploys the last release, follows the guide to the tree, back and forward, restores a recipient, replays
 * an hour, and destroys and deploys the service.
 */
export const tryRelease = async (trial: Trial, beforeDestruction?: () => Promise<void>): Promise<void> => {
  const step = stepsOf(trial.write)
  const operator = await operatorOf(trial, step)
  const [found, updated] = [await lastRelease(), await treeRelease()]
  if (typeof found === 'string') trial.write(`The tree stands for the last release: ${found}`)
  const release = typeof found === 'string' ? updated : found
  const update = async (life: Life) => {
    const values = { '<release>': updated.commit, '<ApiUrl>': life.service.api }
    await change(life, `"Updating" to ${updated.name}`, () => followToHealth(operator, 'Updating', values))
    await expectVersion(life, updated)
    await expectDonorsRoute(life)
    await expectTrigger(life, true)
  }
  const live = async (life: Life) => {
    await update(life)
    const donor = await step('a donation is held', () => holdDonation(life))
    await step('the alarm failing rings', () => setAlarm(life, 'ALARM'))
    const back = { '<release before>': release.commit, '<ApiUrl>': life.service.api }
    await whileEnding(life, () =>
      change(life, `"Going back" to ${release.name}`, () => followToHealth(operator, 'Going back', back)),
    )
    await expectTrigger(life, false)
    await step('the alarm failing ends', () => setAlarm(life, 'OK'))
    await whileEnding(life, () => update(life))
    await step('it is held still, and shown then', async () => {
      await expectHeld(life, donor)
      await showHeld(life, donor)
    })
    await restoreRecipient(life, operator)
    await replayHour(life, operator)
    await step('"A service beyond repair"', () => operator.repair('A service beyond repair'))
    await change(life, 'donations afterwards', async () => {})
    await expectTrigger(life, true)
  }
  await tryDeployment(trial, {
    step,
    first: { name: release.name, folder: operator.folder },
    bootstrap: programsOf(trial).bootstrap,
    deploy: () => deployFirst(operator, release),
    destroy: (stacks) => operator.run(`npx cdk destroy ${stacks} --force --app cdk.out`),
    live,
    beforeDestruction,
  })
  trial.write(sectionOf('README.md', 'What the imitation cannot do'))
}

/** The new table counts what it was given, and the new index has the credentials that were there before it. */
const addRemark = async ({ service }: Life, expected: number): Promise<void> => {
  const request = { headers: { authorization: `Bearer ${service.token}` } }
  const answer = await expectStatus(service, '/remarks', 200, request)
  const { remarks, gateways } = JSON.parse(answer)
  expectThat(remarks === expected && gateways > 0, `/remarks answers ${answer}`)
}

/** @returns the lines of the refusal, of which there is one for each loss */
const refusalOf = async ({ trial }: Life, deploy: () => Promise<void>): Promise<readonly string[]> => {
  const deployed = () => templateResources(trial.client, dataStackName(trial.stackName))
  const before = await deployed()
  const said = await deploy().then(
    () => 'it was deployed',
    (error: Error) => error.message,
  )
  expectThat(isDeepStrictEqual(await deployed(), before), 'nothing was deployed')
  const [, lines = said] = said.split('Nothing was deployed:\n')
  return lines.split('\n')
}

/** A retired table leaves the data stack by "Replace or remove what is kept": the service lets it go, then it is named. */
const contract = async (life: Life, changed: Version, deploy: Programs['deploy']): Promise<void> => {
  const { client, stackName } = life.trial
  const name = dataStackName(stackName)
  const tableOf = async () => Object.keys(await templateResources(client, name)).find((id) => /^remarksTable/.test(id))
  const id = (await tableOf()) ?? ''
  retireTable(changed, id)
  await life.step('refused: a retired table that nobody names', async () => {
    const said = await refusalOf(life, () => deploy(changed))
    expectThat(said.length === 1 && said[0]?.endsWith(`-- --contract ${id}`) === true, `one line names it:\n${said}`)
  })
  await change(life, 'update: the service lets a table go', () => deploy(changed, '--exclusively'), gone)
  await change(life, 'update: --contract of the table', () => deploy(changed, '--contract', id), gone)
  expectThat((await tableOf()) === undefined, 'the data stack has let the table go')
  const { StackPolicyBody = '' } = await client.send(new GetStackPolicyCommand({ StackName: name }))
  expectThat(keepsEverything(StackPolicyBody), 'the stack policy keeps everything again')
}

/**
 * The tree is updated to all that an update may bring, taken back and updated again; and refused what it may not bring.
 */
export const tryChanges = (trial: Trial): Promise<void> => {
  const { bootstrap, deploy, goBackTo, destroy } = programsOf(trial)
  const live = async (life: Life): Promise<void> => {
    const changed = changedVersion(trial.folder)
    const forward = () => deploy(changed)
    await whileEnding(life, () => change(life, 'update: table, index, attribute, operation, area, …', forward, gone))
    await addRemark(life, 1)
    await expectStatus(life.service, renamed, 401)
    await whileEnding(life, () => change(life, `back to ${tree.name}`, () => goBackTo(tree)))
    await change(life, 'forward again', forward, gone)
    await addRemark(life, 2)
    dropStream(changed)
    await change(life, 'update: a stream dropped', forward, gone)
    await contract(life, changed, deploy)
    spoil(changed)
    await life.step(
      'refused: key, index, logical id, context',
      async () => {
        const said = await refusalOf(life, forward)
        const isAsWanted =
          said.length === refusals.length && refusals.every((line) => said.some((each) => line.test(each)))
        if (!isAsWanted) throw new Error(`The refusal says:\n${said.join('\n')}`)
        return said.length
      },
      (lines) => `${lines} lines, nothing deployed`,
    )
  }
  return tryDeployment(trial, {
    step: stepsOf(trial.write),
    first: tree,
    bootstrap,
    deploy: () => deploy(tree),
    destroy,
    live,
  })
}
