import { recordFixtures } from '../../support/fixtures/fixtures.ts'
import { testCrashPoints } from './crashPoints.ts'

testCrashPoints(recordFixtures)
