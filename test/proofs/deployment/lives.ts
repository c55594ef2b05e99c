import { isDeepStrictEqual } from 'node:util'
import { templateResources } from '../../../infra/operators/stackResources.ts'
import { dataStackName } from '../../../infra/settings.ts'
import { expectThat } from '../../local/demo/expectations.ts'
import { changedVersion, dropStream, gone, refusals, renamed, spoil } from './changedVersions.ts'
import { expectHeld, holdDonation, showHeld } from './heldDonation.ts'
import { change, destroyAndDeploy, expectStatus, type Life, type Trial, tryDeployment } from './trial.ts'
import { lastRelease, tree } from './versions.ts'

/** The route of donors' payments, which has a rate of its own and which 1.0.0 lacks, answers; a form is refused. */
const expectDonorsRoute = ({ service }: Life): Promise<string> =>
  expectStatus(service, '/donors/nobody/payments', 400, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

/** The last release is updated to the tree, taken back and updated again, and the service is destroyed and deployed. */
export const tryRelease = async (trial: Trial, beforeDestruction?: () => Promise<void>): Promise<void> => {
  const found = await lastRelease(trial.folder)
  if (typeof found === 'string') trial.write(`The tree stands for the last release: ${found}`)
  const release = typeof found === 'string' ? tree : found
  const live = async (life: Life) => {
    await change(life, `update to ${tree.name}`, () => life.deploy(tree))
    await expectDonorsRoute(life)
    const donor = await life.step('a donation is held', () => holdDonation(life))
    await change(life, `back to ${release.name}`, () => life.goBackTo(release))
    await change(life, `forward to ${tree.name}`, () => life.deploy(tree))
    await expectDonorsRoute(life)
    await life.step('it is held still, and shown then', async () => {
      await expectHeld(life, donor)
      await showHeld(life, donor)
    })
    await destroyAndDeploy(life, tree)
  }
  await tryDeployment(trial, release, live, beforeDestruction)
}

const addRemark = async ({ service }: Life, remarks: number): Promise<void> => {
  const request = { headers: { authorization: `Bearer ${service.token}` } }
  const answer = await expectStatus(service, '/remarks', 200, request)
  expectThat(answer === JSON.stringify({ remarks, gateways: 1 }), `/remarks answers ${answer}`)
}

/** @returns the lines of the refusal, of which there is one for each loss */
const refusalOf = async (
  { trial, deploy }: Life,
  spoiled: Parameters<Life['deploy']>[0],
): Promise<readonly string[]> => {
  const deployed = () => templateResources(trial.client, dataStackName(trial.stackName))
  const before = await deployed()
  const said = await deploy(spoiled).then(
    () => 'it was deployed',
    (error: Error) => error.message,
  )
  expectThat(isDeepStrictEqual(await deployed(), before), 'nothing was deployed')
  const [, lines = said] = said.split('Nothing was deployed:\n')
  return lines.split('\n')
}

/**
 * The tree is updated to all that an update may bring, taken back and updated again; and refused what it may not bring.
 */
export const tryChanges = (trial: Trial): Promise<void> =>
  tryDeployment(trial, tree, async (life) => {
    const changed = changedVersion(trial.folder)
    const forward = () => life.deploy(changed)
    await change(life, 'update: table, index, attribute, operation, area, …', forward, gone)
    await addRemark(life, 1)
    await expectStatus(life.service, renamed, 401)
    await change(life, `back to ${tree.name}`, () => life.goBackTo(tree))
    await change(life, 'forward again', forward, gone)
    await addRemark(life, 2)
    dropStream(changed)
    await change(life, 'update: a stream dropped', forward, gone)
    spoil(changed)
    await life.step(
      'refused: key, index, logical id, context',
      async () => {
        const said = await refusalOf(life, changed)
        const isAsWanted =
          said.length === refusals.length && refusals.every((line) => said.some((each) => line.test(each)))
        if (!isAsWanted) throw new Error(`The refusal says:\n${said.join('\n')}`)
        return said.length
      },
      (lines) => `${lines} lines, nothing deployed`,
    )
  })
