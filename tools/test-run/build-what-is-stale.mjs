import { buildStalePackages } from '../setup/build.mjs'
import { withSetupLock } from '../setup/lock.mjs'

// For a test of what is built: in the order in which one is made from the other.
await withSetupLock(() => buildStalePackages())
