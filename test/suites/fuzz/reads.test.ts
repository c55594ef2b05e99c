import { operations } from '../../../shared/operations.ts'
import { testWithAnyEvent } from './operations.ts'

testWithAnyEvent(operations.filter(({ method }) => method === 'GET'))
