import { connectionsClient } from '../../shared/aws/connectionsClient.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { configValueStore } from '../../shared/config/configRepository.ts'
import { messageRepository } from '../../shared/endpoints/messageRepository.ts'
import { tableName } from '../../shared/env.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { connectionStore } from '../../shared/realtime/connectionStore.ts'
import { receiveMessage } from '../../shared/realtime/contract.ts'
import { deliveryRepository } from '../../shared/realtime/deliveryRepository.ts'
import { messageResponder, type ResponderPorts } from '../../shared/realtime/messageResponder.ts'
import { shownInformer } from '../../shared/realtime/shownInformer.ts'
import { type SocketHandle, socketHandler } from '../../shared/realtime/socketHandler.ts'
import { socketSender } from '../../shared/realtime/socketSender.ts'
import { totalsRepository } from '../../shared/totals/totalsRepository.ts'

export const handle = (ports: ResponderPorts): SocketHandle => messageResponder(ports)

const deliveries = deliveryRepository(documentClient, {
  deliveries: tableName('deliveries'),
  alerts: tableName('alerts'),
})

export const handler = socketHandler(
  receiveMessage,
  handle({
    connections: connectionStore(documentClient, tableName('connections')),
    overlays: overlayRepository(documentClient, tableName('overlays')),
    deliveries,
    totals: totalsRepository(documentClient, tableName('recipients')),
    configs: configValueStore(documentClient, tableName('configs')),
    rates: rateRepository(documentClient, tableName('rates')),
    sender: socketSender(connectionsClient),
    informShown: shownInformer(deliveries, messageRepository(documentClient, tableName('endpointMessages'))),
  }),
)
