import { buildStalePackages } from '../setup/build.mjs'
import { withSetupLock } from '../setup/lock.mjs'

// For the tests of builds: in the order in which the packages need each other.
await withSetupLock(() => buildStalePackages())
