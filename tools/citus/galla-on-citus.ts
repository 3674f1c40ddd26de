import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Part, startPart } from '../cluster/cluster-processes.ts'

export const PORT = 45_750
export const ORIGIN = `http://127.0.0.1:${PORT}`
const READY_MS_MAX = 90_000

/** Starts the program as an installation does. */
export const startGalla = (folder: string, databaseUrl: string): Part =>
  startPart(process.execPath, [fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))], {
    env: {
      PORT: String(PORT),
      DATA_DIR: join(folder, 'galla'),
      FILES_URL: `file://${folder}/files`,
      DATABASE_URL: databaseUrl,
      APP_KEY: '07'.repeat(32),
      PUBLIC_URL: ORIGIN,
      TRIAL_QR_REQUESTS: '1000000',
      API_RATE_PER_SECOND: '1000',
      LOG_LEVEL: 'warn',
      HOME: folder,
    },
    logFile: join(folder, 'galla.log'),
  })

export const untilReady = async (): Promise<void> => {
  const startedMs = performance.now()
  for (;;) {
    const isReady = await fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() - startedMs > READY_MS_MAX) throw new Error('Galla is not ready')
    await pause(250)
  }
}
