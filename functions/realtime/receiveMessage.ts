import { configValueStore } from '../../shared/areas/config/configRepository.ts'
import { messageRepository } from '../../shared/areas/endpoints/messageRepository.ts'
import { leaderPages } from '../../shared/areas/leaders/leaderPages.ts'
import { shownLeaders } from '../../shared/areas/leaders/shownLeaders.ts'
import { overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { connectionStore } from '../../shared/areas/realtime/connectionStore.ts'
import { receiveMessage } from '../../shared/areas/realtime/contract.ts'
import { deliveryRepository } from '../../shared/areas/realtime/deliveryRepository.ts'
import { messageResponder, type ResponderPorts } from '../../shared/areas/realtime/messageResponder.ts'
import { notifyAlertShown } from '../../shared/areas/realtime/notifyAlertShown.ts'
import { type SocketHandle, socketHandler } from '../../shared/areas/realtime/socketHandler.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import { uploadLinks } from '../../shared/areas/uploads/uploadLinks.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { tableName } from '../../shared/runtime/env.ts'

export const handle = (ports: ResponderPorts): SocketHandle => messageResponder(ports)

const overlays = overlayRepository(documentClient)
const deliveries = deliveryRepository(documentClient, undefined, undefined, uploadLinks())

export const handler = socketHandler(
  receiveMessage,
  handle({
    connections: connectionStore(documentClient),
    overlays,
    deliveries,
    totals: totalsRepository(documentClient),
    configs: configValueStore(documentClient),
    links: uploadLinks(),
    leaders: shownLeaders(leaderPages(documentClient, tableName('leaders'))),
    rates: rateRepository(documentClient),
    sender: socketSender(connectionsClient),
    notifyShown: notifyAlertShown(deliveries, messageRepository(documentClient), overlays),
  }),
)
