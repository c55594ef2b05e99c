import type { Parts } from './part.ts'

const streams = 'functions/workers/{announceStream,sendAnnouncement,wakeDueAnnouncements,wakePostponed}.ts'
const watching = 'functions/workers/{keepSubscriptions,subscribeEvents,watchVkLive}.ts'

/** The areas of the interface that are not about payments or a recipient's own data. */
export const areaParts: Parts = {
  actions: {
    goal: 85,
    mutate: ['shared/actions/{actionRepository,naturalKey}.ts', 'functions/actions/*.ts'],
    tests: ['test/unit/actions/*.test.ts'],
  },
  records: {
    goal: 85,
    mutate: [
      'shared/config/{configRepository,configValueStore,retiredNames}.ts',
      'shared/news/newsRepository.ts',
      'shared/media/playlists/playlistRepository.ts',
      'functions/{config,news}/*.ts',
      'functions/media/{changePlaylist,createPlaylist,deletePlaylist,listPlaylists}.ts',
    ],
    tests: ['test/unit/{config,news}/*.test.ts', 'test/unit/media/playlists.test.ts'],
  },
  announcers: {
    goal: 85,
    mutate: [
      'shared/messenger/announcer{Details,Repository}.ts',
      'functions/messenger/{addAnnouncer,getAnnouncer,listAnnouncers,testAnnouncement,updateAnnouncers}.ts',
    ],
    tests: ['test/unit/messenger/announcer*.test.ts'],
  },
  chats: {
    goal: 95,
    mutate: [
      'shared/messenger/{botNameParameters,botParameters,chatCodeStore,chatCommands,chatLinkStore,chatMessenger,chatRepository,chatRights,chatTexts}.ts',
      'functions/messenger/{linkChat,listBots,listChats,receiveMessengerWebhook,unlinkChat}.ts',
    ],
    tests: [
      'test/unit/messenger/botParameters.test.ts',
      'test/functions/messenger/{bots,chatOwners,chats,openChats}.test.ts',
    ],
    functions: ['functions/messenger/*.ts'],
  },
  sending: {
    goal: 95,
    mutate: [
      'shared/messenger/{announceEvent,announcement,announcementRepository,announcementWork,sendingSlotStore}.ts',
      'shared/wakeUps/wakeUpQueue.ts',
      streams,
    ],
    tests: [
      'test/unit/messenger/{announce,sending}*.test.ts',
      'test/functions/messenger/sendingSlots.test.ts',
      'test/functions/platforms/{announcements,fairness}.test.ts',
    ],
  },
  platforms: {
    goal: 95,
    mutate: [
      'shared/platforms/{accountOwnerStore,source*,stream*,takeEvent,watchChannels,watchedChannel*}.ts',
      'shared/providers/manualEvents.ts',
      'functions/platforms/*.ts',
      watching,
    ],
    tests: [
      'test/unit/platforms/{listSources,receivePlatformWebhook,sources,streams,takeEvent,watch*}.test.ts',
      'test/unit/providers/manualEvents.test.ts',
    ],
  },
  subscriptionKeeper: {
    goal: 85,
    mutate: ['shared/platforms/subscriptionKeeper.ts'],
    tests: ['test/unit/platforms/subscriptionKeeper.test.ts'],
  },
  history: {
    goal: 85,
    mutate: [
      'shared/events/historyEvent.ts',
      'shared/history/{actionCompletion,additions,history*,shownChange,softDeletion}.ts',
      'functions/history/{addHistoryItems,deleteHistoryItem,getHistoryItem,listHistory,restoreHistoryItem}.ts',
    ],
    tests: ['test/unit/events/historyEvent.test.ts', 'test/unit/history/{actionCompletion,additions,history*}.test.ts'],
  },
  csv: { goal: 95, mutate: ['shared/history/print/csv.ts'], tests: ['test/unit/history/csv.test.ts'] },
  prints: {
    goal: 85,
    mutate: [
      'shared/history/print/{printJob,rowRepository}.ts',
      'functions/history/{deletePrint,getPrint,listPrints,printCsv}.ts',
      'functions/workers/writePrint.ts',
    ],
    tests: ['test/unit/history/{print,row}*.test.ts'],
  },
  media: {
    goal: 85,
    mutate: [
      'shared/media/{handledVideos,listenedMark,videoLists,videoRepository}.ts',
      'functions/media/{getVideos,listVideos,markAllListened,markVideo,skipVideo}.ts',
      'functions/workers/readyVideos.ts',
    ],
    tests: ['test/unit/media/video*.test.ts', 'test/unit/workers/readyVideos.test.ts'],
  },
  externalPlaylists: {
    goal: 85,
    mutate: ['shared/media/externalPlaylist*.ts', 'functions/media/getExternalPlaylist.ts'],
    tests: ['test/unit/media/{externalPlaylist,externalPlaylistFunction,externalPlaylistStore}.test.ts'],
  },
}
