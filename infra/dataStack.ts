import { type App, Stack } from 'aws-cdk-lib'
import { type Addresses, addAddresses } from './addresses.ts'
import { addKeys, type Keys } from './encryption.ts'
import { addIdentity, type Identity } from './identity.ts'
import type { Settings } from './settings.ts'
import { addStorage, type Storage } from './storage.ts'

/**
 * The stack of all that has to outlive the service: data, keys, users and the addresses that others store. It depends
 * on settings and on the contract's resources alone, and knows nothing of who uses it.
 */
export class DataStack extends Stack {
  readonly storage: Storage
  readonly keys: Keys
  readonly identity: Identity
  readonly addresses: Addresses

  constructor(app: App, settings: Settings) {
    const stackName = `${settings.stackName}-data`
    super(app, stackName, {
      stackName,
      description: 'Data, users and addresses of a streamer’s toolset',
      tags: { application: 'streaming-support', deployment: settings.stackName },
      terminationProtection: !settings.removeData,
    })
    this.storage = addStorage(this, settings)
    this.keys = addKeys(this, settings)
    this.identity = addIdentity(this, settings)
    this.addresses = addAddresses(this, settings)
    for (const value of this.exported()) this.exportValue(value)
  }

  /**
   * The values that the service may use, whether it does or not: a value that is no longer used would otherwise leave
   * the template before the service has let go of it. The list only grows.
   */
  private exported(): readonly string[] {
    const { storage, keys, identity, addresses } = this
    const { http, live } = addresses
    return [
      ...Object.values(storage.tables).flatMap(({ tableName, tableArn, tableStreamArn }) => [
        tableName,
        tableArn,
        ...(tableStreamArn === undefined ? [] : [tableStreamArn]),
      ]),
      ...Object.values(storage.buckets).flatMap(({ bucketName, bucketArn }) => [bucketName, bucketArn]),
      ...Object.values(keys).map(({ keyArn }) => keyArn),
      ...identity.exported,
      http.api.ref,
      http.api.attrApiEndpoint,
      live.api.ref,
      ...[http, live].flatMap(({ domain }) =>
        domain === undefined ? [] : [domain.ref, domain.attrRegionalDomainName],
      ),
    ]
  }
}
