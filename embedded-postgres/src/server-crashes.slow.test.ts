import { afterEach, test } from 'vitest'
import { expectStartAfterKills, expectStartedAgain } from './crash-harness.ts'
import { endEverything } from './server-harness.ts'

afterEach(endEverything)

test.each(['SIGQUIT', 'SIGABRT'] as const)('a server that ends by %s is started again', expectStartedAgain)

test.skipIf(process.platform !== 'linux')(
  'the first start succeeds after kill -9 at ten moments of an earlier start',
  () => expectStartAfterKills(Array.from({ length: 10 }, (_, round) => round * 40)),
)
