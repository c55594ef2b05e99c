import { connectedFixtures } from '../../support/fixtures/fixtures.ts'
import { testCrashPoints } from './crashPoints.ts'

testCrashPoints(connectedFixtures)
