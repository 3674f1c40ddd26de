/**
 * The library looks for a configuration in the current folder when it is imported, executes what it finds there, and throws where it may
 * not look. Commands are run in any folder, so it sees this one instead.
 */
const importHere = async (): Promise<typeof import('graphile-worker')> => {
  const { cwd } = process
  process.cwd = () => import.meta.dirname
  try {
    return await import('graphile-worker')
  } finally {
    process.cwd = cwd
  }
}

export const { Logger, run, runMigrations } = await importHere()
