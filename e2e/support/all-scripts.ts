import { fileURLToPath } from 'node:url'
import type { test } from '@playwright/test'

const FONTS = fileURLToPath(new URL('../../server/fonts/fonts.conf', import.meta.url))

/** The fonts of all scripts, which a machine for tests lacks: boxes would have other widths. */
export const ALL_SCRIPTS: Parameters<typeof test.use>[0] = {
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use, { project }) =>
      use({
        ...project.use.launchOptions,
        env: { ...process.env, FONTCONFIG_FILE: FONTS } as Record<string, string>,
      }),
    { scope: 'worker' },
  ],
}
