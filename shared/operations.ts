import { addActions, completeAction, deleteAction, listActions, toggleAction } from './actions/contract.ts'
import { listAlerts, testAlert } from './alerts/contract.ts'
import { controlShow, decideAlert, getShow } from './alerts/showContract.ts'
import { changeAgreement, deleteConfig, listConfigs, putConfig } from './config/contract.ts'
import type { Operation } from './contract/operation.ts'
import { beginPayment, getDonationPage, getDonorPage, getDonorPayment } from './donors/contract.ts'
import {
  deleteEndpoint,
  listEndpointMessages,
  listEndpoints,
  resendEndpointMessage,
  rotateEndpointSecret,
  setEndpoint,
  testEndpoint,
} from './endpoints/contract.ts'
import {
  addHistoryItems,
  deleteHistoryItem,
  getHistoryItem,
  listHistory,
  repeatAlert,
  restoreHistoryItem,
} from './history/contract.ts'
import { deleteGoal, listGoals, setGoal } from './history/goalContract.ts'
import { listLeaders } from './history/leaderContract.ts'
import { deletePrint, getPrint, listPrints, printCsv } from './history/printContract.ts'
import { getExternalPlaylist, getVideos, markAllListened } from './media/contract.ts'
import { changePlaylist, createPlaylist, deletePlaylist, listPlaylists } from './media/playlistContract.ts'
import { listVideos, markVideo, skipVideo } from './media/queueContract.ts'
import { linkChat, listBots, listChats, receiveMessengerWebhook, unlinkChat } from './messenger/chatContract.ts'
import { addAnnouncer, getAnnouncer, listAnnouncers, testAnnouncement, updateAnnouncers } from './messenger/contract.ts'
import { addNews, changeNews, deleteNews, listNews } from './news/contract.ts'
import { createOneTimeCode, exchangeOneTimeCode } from './otp/contract.ts'
import {
  checkOverlays,
  createTicket,
  getOverlay,
  listOverlays,
  renameOverlay,
  renewTicket,
  revokeOverlay,
} from './overlays/contract.ts'
import {
  deleteGateway,
  getPayment,
  listGateways,
  listPayments,
  rotateWebhookUrl,
  setGateway,
  toggleGateway,
} from './payments/contract.ts'
import { tracePayment } from './payments/traceContract.ts'
import { receiveWebhook } from './payments/webhookContract.ts'
import { eraseData, exportData, getErasure, getExport } from './personalData/contract.ts'
import { listSources, receivePlatformWebhook } from './platforms/contract.ts'
import {
  getAccessToken,
  getVkLiveToken,
  linkKick,
  linkTwitch,
  listPlatforms,
  listTokens,
  toggleToken,
  unlinkToken,
} from './recipients/contract.ts'
import { getHealth, getOpenApi, getPanel } from './service/contract.ts'
import { linkSource } from './sources/contract.ts'

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
  getHealth,
  getOpenApi,
  getPanel,
]
