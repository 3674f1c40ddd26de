// Loaded into the server when it takes the place of the set-up. Ends it in order when its terminal closes, and when npm is killed,
// which sends no signal.
const PARENT_CHECK_EVERY_MS = 1_000

const end = () => process.kill(process.pid, 'SIGTERM')
process.once('SIGHUP', end)
const parent = process.ppid
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, PARENT_CHECK_EVERY_MS).unref()
