import type { FunctionResource } from '../deployment.ts'

/**
 * The limits of V8's heap that `/var/runtime/bootstrap` of Lambda's managed Node.js derives from the function's memory: a twentieth for each
 * half of the young generation, nine tenths for the old one. Without them V8 goes by the memory of this machine.
 */
export const heapArguments = ({
  memoryMegabytes,
  environment,
}: Pick<FunctionResource, 'memoryMegabytes' | 'environment'>): readonly string[] =>
  /max.(?:semi|old).space.size/.test(environment['NODE_OPTIONS'] ?? '')
    ? []
    : [
        `--max-semi-space-size=${Math.floor(memoryMegabytes * 0.05)}`,
        `--max-old-space-size=${Math.floor(memoryMegabytes * 0.9)}`,
      ]
