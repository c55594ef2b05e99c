import { type App, Stack } from 'aws-cdk-lib'
import { type Addresses, addAddresses } from './addresses.ts'
import { addKeys, type Keys } from './encryption.ts'
import { addIdentity, type Identity } from './identity.ts'
import { dataStackName, type Settings } from './settings.ts'
import { addStorage, type Storage } from './storage.ts'

/**
 * The stack of all that has to outlive the service: data, keys, users and the addresses that others store. It depends
 * on settings and on the contract's resources alone. Its members are its exports: the service gets nothing else.
 */
export class DataStack extends Stack {
  readonly storage: Storage
  readonly keys: Keys
  readonly identity: Identity
  readonly addresses: Addresses

  constructor(app: App, settings: Settings) {
    const stackName = dataStackName(settings.stackName)
    super(app, stackName, {
      stackName,
      description: 'Data, users and addresses of a streamer’s toolset',
      tags: { application: 'streaming-support', deployment: settings.stackName },
      terminationProtection: !settings.removeData,
    })
    this.storage = addStorage(this, settings)
    this.keys = addKeys(this, settings)
    this.addresses = addAddresses(this, settings)
    this.identity = addIdentity(this, settings, this.addresses.ownUrl)
  }
}
