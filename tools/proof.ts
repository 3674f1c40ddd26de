import { spawnSync } from 'node:child_process'
import { LANGUAGE_NAMES } from '../web/src/features/docs/guide/guide-shape.ts'
import { isHere } from './guide/guide-programs.ts'

/** Languages whose examples only machines with their compilers can run. */
const COMPILED = ['java', 'go'] as const
const ASKS_FOR = { java: 'java and javac of a JDK, 17 or newer', go: 'go, 1.19 or newer' } as const

const missing = COMPILED.filter((language) => !isHere(language))
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/vitest.proof.config.ts', '--root', '.'],
  { stdio: 'inherit' },
)
for (const language of COMPILED) {
  const name = LANGUAGE_NAMES[language]
  if (missing.includes(language))
    console.log(`SKIPPED: ${name}. It needs ${ASKS_FOR[language]}, which is not here.`)
  else console.log(`${status === 0 ? 'PROVED' : 'RUN'}: the webhook receiver in ${name}`)
}
process.exitCode = status ?? 1
