import { addActions, listActions } from './actions/contract.ts'
import { listConfigs, putConfig } from './config/contract.ts'
import type { Operation } from './contract/operation.ts'
import { addAnnouncer, listAnnouncers, updateAnnouncers } from './messenger/contract.ts'
import { addNews, listNews } from './news/contract.ts'

/**
 * The registry: every operation of the interface, in the order of its specification, companions after. Routes, functions,
 * permissions, the OpenAPI document and test tables come from here.
 */
export const operations: readonly Operation[] = [
  updateAnnouncers,
  addActions,
  putConfig,
  addAnnouncer,
  addNews,
  listAnnouncers,
  listActions,
  listConfigs,
  listNews,
]
