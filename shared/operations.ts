import type { Operation } from './contract/operation.ts'
import { addAnnouncer, listAnnouncers, updateAnnouncers } from './messenger/contract.ts'

/** The registry: every operation of the interface. Routes, functions, permissions, the OpenAPI document and test tables come from here. */
export const operations: readonly Operation[] = [updateAnnouncers, addAnnouncer, listAnnouncers]
