import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'

const isSlow = fuzzRuns(1) > 1

// `npm test` draws the same random cases each time, so that a change is refused for its own faults; `npm test -- --slow` draws new ones.
if (!isSlow) fc.configureGlobal({ seed: 20_261_123 })
