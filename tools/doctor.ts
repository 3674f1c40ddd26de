import { fileURLToPath } from 'node:url'
import { examine } from '../server/src/operator/doctor/doctor.ts'
import { type Finding, findingLines } from '../server/src/operator/doctor/run-checks.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings, type Settings, SettingsError } from '../server/src/platform/settings.ts'
import { findDatabase } from './find-database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))

/** Examines the installation; with invalid settings it reports only these. */
const examineWith = (environment: typeof process.env): Promise<Finding[]> | Finding[] => {
  let settings: Settings
  try {
    settings = readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems.map((text) => ({ name: 'settings', state: 'wrong', text }))
  }
  return examine({ settings, migrationsDir: MIGRATIONS_DIR, findDatabase: () => findDatabase(settings) })
}

/** Exits with 0 if nothing is wrong, 1 if something is, 2 if the examination failed. */
const main = async (): Promise<number> => {
  const findings = await examineWith(process.env)
  for (const line of findingLines(findings)) console.log(line)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

void runCommand(main, 2)
