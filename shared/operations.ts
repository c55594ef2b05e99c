import { addActions, completeAction, deleteAction, listActions, toggleAction } from './areas/actions/contract.ts'
import { listAlerts, testAlert } from './areas/alerts/contract.ts'
import { controlShow, decideAlert, getShow } from './areas/alerts/showContract.ts'
import { changeAgreement, deleteConfig, listConfigs, putConfig } from './areas/config/contract.ts'
import { beginPayment, getDonationPage, getDonorPage, getDonorPayment } from './areas/donors/contract.ts'
import {
  deleteEndpoint,
  listEndpointMessages,
  listEndpoints,
  resendEndpointMessage,
  rotateEndpointSecret,
  setEndpoint,
  testEndpoint,
} from './areas/endpoints/contract.ts'
import { deleteGoal, listGoals, setGoal } from './areas/goals/goalContract.ts'
import {
  addHistoryItems,
  deleteHistoryItem,
  getHistoryItem,
  listHistory,
  repeatAlert,
  restoreHistoryItem,
} from './areas/history/contract.ts'
import { deletePrint, getPrint, listPrints, printCsv } from './areas/history/printContract.ts'
import { listLeaders } from './areas/leaders/leaderContract.ts'
import { getExternalPlaylist, getVideos, markAllListened } from './areas/media/contract.ts'
import { changePlaylist, createPlaylist, deletePlaylist, listPlaylists } from './areas/media/playlistContract.ts'
import { listVideos, markVideo, skipVideo } from './areas/media/queueContract.ts'
import {
  acceptInvitation,
  changeMember,
  getMembers,
  inviteMember,
  readInvitation,
  removeMember,
} from './areas/members/contract.ts'
import { linkChat, listBots, listChats, receiveMessengerWebhook, unlinkChat } from './areas/messenger/chatContract.ts'
import {
  addAnnouncer,
  getAnnouncer,
  listAnnouncers,
  testAnnouncement,
  updateAnnouncers,
} from './areas/messenger/contract.ts'
import { addNews, changeNews, deleteNews, listNews } from './areas/news/contract.ts'
import { createOneTimeCode, exchangeOneTimeCode } from './areas/otp/contract.ts'
import {
  checkOverlays,
  createTicket,
  getOverlay,
  listOverlays,
  renameOverlay,
  renewTicket,
  revokeOverlay,
} from './areas/overlays/contract.ts'
import { getPayment, listPayments } from './areas/payments/contract.ts'
import {
  deleteGateway,
  listGateways,
  rotateWebhookUrl,
  setGateway,
  toggleGateway,
} from './areas/payments/gatewayContract.ts'
import { tracePayment } from './areas/payments/traceContract.ts'
import { receiveWebhook } from './areas/payments/webhookContract.ts'
import { eraseData, exportData, getErasure, getExport } from './areas/personalData/contract.ts'
import { listSources, receivePlatformWebhook } from './areas/platforms/contract.ts'
import {
  getAccessToken,
  linkKick,
  linkTwitch,
  listPlatforms,
  listTokens,
  toggleToken,
  unlinkToken,
} from './areas/recipients/contract.ts'
import { getVkLiveToken, linkVkLive } from './areas/recipients/vkLiveContract.ts'
import { getHealth, getOpenApi, getPanel, getPanelPart } from './areas/service/contract.ts'
import { linkSource } from './areas/sources/contract.ts'
import { beginUpload, checkUpload, deleteUpload, getUploads } from './areas/uploads/contract.ts'
import type { Operation } from './contract/operation.ts'

/**
 * The registry: every operation of the interface, first those of the specification in its order, then the added ones.
 * Routes, functions, permissions, the OpenAPI document and test tables are derived from it.
 */
export const operations: readonly Operation[] = [
  getExternalPlaylist,
  updateAnnouncers,
  addActions,
  putConfig,
  addAnnouncer,
  addNews,
  printCsv,
  linkKick,
  toggleToken,
  getAccessToken,
  deleteHistoryItem,
  repeatAlert,
  changeAgreement,
  toggleGateway,
  exchangeOneTimeCode,
  markAllListened,
  listPlaylists,
  listAlerts,
  getPayment,
  getVideos,
  listAnnouncers,
  getVkLiveToken,
  getAnnouncer,
  testAnnouncement,
  listBots,
  linkChat,
  listChats,
  unlinkChat,
  receiveMessengerWebhook,
  listHistory,
  getHistoryItem,
  addHistoryItems,
  restoreHistoryItem,
  getPrint,
  listPrints,
  deletePrint,
  setGoal,
  deleteGoal,
  listGoals,
  listLeaders,
  testAlert,
  controlShow,
  getShow,
  decideAlert,
  createTicket,
  renewTicket,
  listOverlays,
  renameOverlay,
  revokeOverlay,
  checkOverlays,
  getOverlay,
  listActions,
  toggleAction,
  deleteAction,
  completeAction,
  listConfigs,
  deleteConfig,
  listNews,
  changeNews,
  deleteNews,
  listPayments,
  tracePayment,
  listGateways,
  setGateway,
  rotateWebhookUrl,
  deleteGateway,
  receiveWebhook,
  receivePlatformWebhook,
  listSources,
  linkSource,
  linkTwitch,
  linkVkLive,
  listPlatforms,
  listTokens,
  unlinkToken,
  exportData,
  getExport,
  eraseData,
  getErasure,
  createOneTimeCode,
  listVideos,
  markVideo,
  skipVideo,
  createPlaylist,
  changePlaylist,
  deletePlaylist,
  getDonorPage,
  beginPayment,
  getDonorPayment,
  getDonationPage,
  setEndpoint,
  listEndpoints,
  rotateEndpointSecret,
  deleteEndpoint,
  testEndpoint,
  listEndpointMessages,
  resendEndpointMessage,
  inviteMember,
  readInvitation,
  acceptInvitation,
  getMembers,
  changeMember,
  removeMember,
  beginUpload,
  checkUpload,
  getUploads,
  deleteUpload,
  getHealth,
  getOpenApi,
  getPanel,
  getPanelPart,
]
