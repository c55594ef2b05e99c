import { Stack } from 'aws-cdk-lib'
import { CfnBackupPlan, CfnBackupSelection } from 'aws-cdk-lib/aws-backup'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { lastingTables } from './operators/restore/restoredTables.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'

/**
 * Days for which a day's backup is kept: here until its copy is surely there, because point-in-time recovery keeps more
 * in this account, and in the other account.
 */
export const backupDays = { here: 2, there: 7 } as const

/** Copies the lasting tables every day into a vault of another account, through one of this account. */
export const addBackupPlan = (
  scope: Construct,
  { tables }: Storage,
  { backupVault, backupCopyVault }: Pick<Settings, 'backupVault' | 'backupCopyVault'>,
): void => {
  if (backupVault === undefined || backupCopyVault === undefined) return
  const plan = new CfnBackupPlan(scope, 'BackupPlan', {
    backupPlan: {
      backupPlanName: Stack.of(scope).stackName,
      backupPlanRule: [
        {
          ruleName: 'daily',
          targetBackupVault: backupVault,
          scheduleExpression: 'cron(0 5 * * ? *)',
          lifecycle: { deleteAfterDays: backupDays.here },
          copyActions: [
            { destinationBackupVaultArn: backupCopyVault, lifecycle: { deleteAfterDays: backupDays.there } },
          ],
        },
      ],
    },
  })
  const role = new Role(scope, 'BackupRole', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    // AWS adds here what backups of DynamoDB need; a list of our own would fail silently at night.
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
  })
  new CfnBackupSelection(scope, 'BackupSelection', {
    backupPlanId: plan.attrBackupPlanId,
    backupSelection: {
      selectionName: 'lasting-tables',
      iamRoleArn: role.roleArn,
      resources: lastingTables.map((name) => tables[name].tableArn),
    },
  })
}
